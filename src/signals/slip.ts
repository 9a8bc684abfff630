import { z } from 'zod';
import { bodyName } from '../scene/index.js';
import { defineSignal } from './define.js';
import { referenceBody, worldPoint } from './fields.js';
import { pointInBody, pointToBody, pointToWorld, scratch } from './view-vectors.js';

/**
 * How far a point of a body has moved in the frame of a reference body since t = 0 [m], in three dimensions:
 *
 *   s = |p_RP(t) − p_RP(0)|
 *
 * Slip since a later instant is judged by the check `displacement` on three `body-position` signals.
 */
export const slip = defineSignal({
  kind: 'slip',
  fields: z.strictObject({
    body: bodyName().describe('The body whose motion is measured.'),
    reference: referenceBody().describe('The body that it is measured against; its axes carry points and directions.'),
    pointM: worldPoint().describe('Point in the world at t = 0; it moves with its body.'),
  }),
  unit: () => 'm',
  bind: (spec, index) => {
    const body = index.body(spec.body);
    const reference = index.body(spec.reference);
    const p_B = pointInBody(index, spec.body, spec.pointM);
    const [x0, y0, z0] = pointInBody(index, spec.reference, spec.pointM);
    const p = scratch();
    return (view) => {
      pointToWorld(view.pose, body, p_B, p);
      pointToBody(view.pose, reference, p, p);
      return Math.hypot(p[0]! - x0, p[1]! - y0, p[2]! - z0);
    };
  },
});
