import { z } from 'zod';
import { bodyName } from '../scene/index.js';
import { defineSignal } from './define.js';
import { referenceBody, worldAxis, worldPoint } from './fields.js';
import { axisInBody, dotOf, pointInBody, pointToBody, pointToWorld, scratch } from './view-vectors.js';

/**
 * How far a point of a body has moved across an axis of a reference body since t = 0 [m], ≥ 0:
 *
 *   |d − (e·d)·e|      d = p_RP(t) − p_RP(0), e = the axis in the reference
 *
 * Read at both ends of a guided length it says how a guide holds; motion along the axis does not count.
 */
export const sideways = defineSignal({
  kind: 'sideways',
  fields: z.strictObject({
    body: bodyName().describe('The body that moves.'),
    reference: referenceBody().describe('The body that it is guided by.'),
    pointM: worldPoint(),
    axis: worldAxis(),
  }),
  unit: () => 'm',
  bind: (spec, index) => {
    const body = index.body(spec.body);
    const reference = index.body(spec.reference);
    const p_B = pointInBody(index, spec.body, spec.pointM);
    const [x0, y0, z0] = pointInBody(index, spec.reference, spec.pointM);
    const e = axisInBody(index, spec.reference, spec.axis);
    const d = scratch();
    return (view) => {
      pointToWorld(view.pose, body, p_B, d);
      pointToBody(view.pose, reference, d, d);
      d[0]! -= x0;
      d[1]! -= y0;
      d[2]! -= z0;
      const along = dotOf(e, d);
      return Math.hypot(d[0]! - along * e[0], d[1]! - along * e[1], d[2]! - along * e[2]);
    };
  },
});
