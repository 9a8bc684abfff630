import { z } from 'zod';
import { jointName } from '../scene/index.js';
import { defineSignal } from './define.js';

/** 1 while a joint holds, 0 after its release. Without `joint` it is 1 while all of them hold. */
export const jointActive = defineSignal({
  kind: 'joint-active',
  fields: z.strictObject({ joint: jointName().optional().describe('The joint; without it all of them.') }),
  unit: () => '1',
  bind: (spec, index) => {
    if (spec.joint !== undefined) {
      const joint = index.joint(spec.joint);
      return (view) => view.jointActive[joint]!;
    }
    const count = index.jointNames.length;
    return (view) => {
      for (let joint = 0; joint < count; joint++) if (view.jointActive[joint] === 0) return 0;
      return 1;
    };
  },
});
