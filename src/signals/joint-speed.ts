import { z } from 'zod';
import { jointName } from '../scene/index.js';
import { defineSignal } from './define.js';

/** Rate of a joint's coordinate [rad/s or m/s]: its first, or the one named. */
export const jointSpeed = defineSignal({
  kind: 'joint-speed',
  fields: z.strictObject({
    joint: jointName().describe('The joint.'),
    coordinate: z
      .enum(['angle', 'travel'])
      .optional()
      .describe('Which coordinate, for a joint that has both; default its first.'),
  }),
  unit: (spec, index) => (index.jointMotion(spec.joint, spec.coordinate) === 'angle' ? 'rad/s' : 'm/s'),
  bind: (spec, index) => {
    const q = index.jointCoordinate(spec.joint, spec.coordinate);
    return (view) => view.coordinateRate[q]!;
  },
});
