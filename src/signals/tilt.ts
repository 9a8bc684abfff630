import { z } from 'zod';
import { bodyName } from '../scene/index.js';
import { defineSignal } from './define.js';
import { referenceBody, worldAxis } from './fields.js';
import { axisInBody, dotOf, rotateToWorld, scratch } from './view-vectors.js';

/**
 * Angle between a line of the body and the same line of the reference body, which coincide at t = 0 [rad], in [0, π]:
 *
 *   θ = atan2(|u×v|, u·v)
 *
 * Turning about that line itself is not tilt. Without `axis` the line is vertical.
 */
export const tilt = defineSignal({
  kind: 'tilt',
  fields: z.strictObject({
    body: bodyName().describe('The body whose motion is measured.'),
    reference: referenceBody().describe('The body that it is measured against; its axes carry points and directions.'),
    axis: worldAxis().default([0, 0, 1]).describe('The line, in the world at t = 0; default vertical.'),
  }),
  unit: () => 'rad',
  bind: (spec, index) => {
    const body = index.body(spec.body);
    const reference = index.body(spec.reference);
    const e_B = axisInBody(index, spec.body, spec.axis);
    const e_R = axisInBody(index, spec.reference, spec.axis);
    const [u, v] = [scratch(), scratch()];
    return (view) => {
      rotateToWorld(view.pose, body, e_B, u);
      rotateToWorld(view.pose, reference, e_R, v);
      const x = u[1]! * v[2]! - u[2]! * v[1]!;
      const y = u[2]! * v[0]! - u[0]! * v[2]!;
      const z = u[0]! * v[1]! - u[1]! * v[0]!;
      return Math.atan2(Math.hypot(x, y, z), dotOf(u, v));
    };
  },
});
