import { z } from 'zod';
import { bodyName } from '../scene/index.js';
import { defineSignal } from './define.js';
import { referenceBody, worldAxis, worldPoint } from './fields.js';
import { axisInBody, dotOf, pointInBody, pointToBody, pointToWorld, scratch } from './view-vectors.js';

/**
 * Component of a body's point along an axis, as seen from a reference body [m]:
 *
 *   s = e_R · (p_RP − p_RO)      O = the world origin at t = 0, carried by the reference like the axis e
 *
 * At t = 0 it is the world coordinate of the point along the axis.
 */
export const bodyPosition = defineSignal({
  kind: 'body-position',
  fields: z.strictObject({
    body: bodyName().describe('The body whose motion is measured.'),
    reference: referenceBody().describe('The body that it is measured against; its axes carry points and directions.'),
    pointM: worldPoint().describe('Point in the world at t = 0; it moves with its body.'),
    axis: worldAxis().describe('Direction in the world at t = 0; it turns with the reference body.'),
  }),
  unit: () => 'm',
  bind: (spec, index) => {
    const body = index.body(spec.body);
    const reference = index.body(spec.reference);
    const p_B = pointInBody(index, spec.body, spec.pointM);
    const e_R = axisInBody(index, spec.reference, spec.axis);
    const offset = dotOf(e_R, pointInBody(index, spec.reference, [0, 0, 0]));
    const p = scratch();
    return (view) => {
      pointToWorld(view.pose, body, p_B, p);
      pointToBody(view.pose, reference, p, p);
      return dotOf(e_R, p) - offset;
    };
  },
});
