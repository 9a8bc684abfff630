import { z } from 'zod';
import { bodyName } from '../scene/index.js';
import { defineSignal } from './define.js';
import { worldPoint } from './fields.js';
import { pointInBody, pointToWorld, scratch } from './view-vectors.js';

/** Distance between a point of one body and a point of another [m]. */
export const pointDistance = defineSignal({
  kind: 'point-distance',
  fields: z.strictObject({
    bodyA: bodyName().describe('Body of the first point.'),
    pointAM: worldPoint().describe('Point in the world at t = 0; it moves with its body.'),
    bodyB: bodyName().describe('Body of the second point.'),
    pointBM: worldPoint().describe('Point in the world at t = 0; it moves with its body.'),
  }),
  unit: () => 'm',
  bind: (spec, index) => {
    const a = index.body(spec.bodyA);
    const b = index.body(spec.bodyB);
    const p_A = pointInBody(index, spec.bodyA, spec.pointAM);
    const p_B = pointInBody(index, spec.bodyB, spec.pointBM);
    const [p, q] = [scratch(), scratch()];
    return (view) => {
      pointToWorld(view.pose, a, p_A, p);
      pointToWorld(view.pose, b, p_B, q);
      return Math.hypot(p[0]! - q[0]!, p[1]! - q[1]!, p[2]! - q[2]!);
    };
  },
});
