import { z } from 'zod';
import { bodyName } from '../scene/index.js';
import { defineSignal } from './define.js';
import { referenceBody, worldAxis, worldPoint } from './fields.js';
import { relativePointVelocity } from './relative-velocity.js';
import { axisInBody, dotOf, normOf, pointInBody, pointToWorld, rotateToWorld, scratch } from './view-vectors.js';

/**
 * Speed of a body's point as seen from a reference body [m/s]: the magnitude, or the signed component along `axis`.
 * Without `pointM` it is the center of mass.
 *
 *   v = v_C + ω×(p − c) − (v_RC + ω_R×(p − c_R))      c, c_R = centers of mass
 */
export const bodySpeed = defineSignal({
  kind: 'body-speed',
  fields: z.strictObject({
    body: bodyName().describe('The body whose motion is measured.'),
    reference: referenceBody().describe('The body that it is measured against; its axes carry points and directions.'),
    pointM: worldPoint()
      .optional()
      .describe('Point in the world at t = 0; it moves with its body. Default: the center of mass.'),
    axis: worldAxis().optional().describe('Component along this; without it the magnitude.'),
  }),
  unit: () => 'm/s',
  bind: (spec, index) => {
    const body = index.body(spec.body);
    const reference = index.body(spec.reference);
    const p_B = spec.pointM && pointInBody(index, spec.body, spec.pointM);
    const e_R = spec.axis && axisInBody(index, spec.reference, spec.axis);
    const [p, c, cR, v, e] = [scratch(), scratch(), scratch(), scratch(), scratch()];
    const [center, referenceCenter] = [scratch(), scratch()];
    return (view) => {
      copyRow(view.centerOfMassM, body, center);
      copyRow(view.centerOfMassM, reference, referenceCenter);
      pointToWorld(view.pose, body, center, c);
      pointToWorld(view.pose, reference, referenceCenter, cR);
      pointToWorld(view.pose, body, p_B ?? center, p);
      relativePointVelocity(view, body, reference, p, c, cR, v);
      if (e_R === undefined) return normOf(v);
      rotateToWorld(view.pose, reference, e_R, e);
      return dotOf(e, v);
    };
  },
});

function copyRow(rows: Float64Array, row: number, out: Float64Array): void {
  for (let i = 0; i < 3; i++) out[i] = rows[3 * row + i]!;
}
