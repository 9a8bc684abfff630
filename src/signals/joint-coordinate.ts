import { z } from 'zod';
import { jointName } from '../scene/index.js';
import { defineSignal } from './define.js';

/**
 * Coordinate of a joint, unwrapped [rad or m]: its first, or the one named. It is that of the second body relative to
 * the first, 0 at t = 0.
 *
 * @limits Joints without a coordinate (spherical, fixed, distance) have none. After a release it goes on as the
 * projected motion of the two frames.
 */
export const jointCoordinate = defineSignal({
  kind: 'joint-coordinate',
  fields: z.strictObject({
    joint: jointName().describe('The joint.'),
    coordinate: z
      .enum(['angle', 'travel'])
      .optional()
      .describe('Which coordinate, for a joint that has both; default its first.'),
  }),
  unit: (spec, index) => (index.jointMotion(spec.joint, spec.coordinate) === 'angle' ? 'rad' : 'm'),
  bind: (spec, index) => {
    const q = index.jointCoordinate(spec.joint, spec.coordinate);
    return (view) => view.coordinate[q]!;
  },
});
