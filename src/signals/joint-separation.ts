import { z } from 'zod';
import { jointName } from '../scene/index.js';
import { defineSignal } from './define.js';

/**
 * Distance of a joint's two anchors along its locked directions [m]; for a released joint the distance of the two frame
 * origins. Without `joint` it is the largest over all joints, 0 in a scene without any.
 */
export const jointSeparation = defineSignal({
  kind: 'joint-separation',
  fields: z.strictObject({ joint: jointName().optional().describe('The joint; without it the largest of all.') }),
  unit: () => 'm',
  bind: (spec, index) => {
    if (spec.joint !== undefined) {
      const joint = index.joint(spec.joint);
      return (view) => view.jointSeparationM[joint]!;
    }
    const count = index.jointNames.length;
    return (view) => {
      let largest = 0;
      // Math.max hands NaN on
      for (let joint = 0; joint < count; joint++) largest = Math.max(largest, view.jointSeparationM[joint]!);
      return largest;
    };
  },
});
