import { z } from 'zod';
import { defineSignal } from './define.js';
import { twoGroups } from './fields.js';

/**
 * Depth to which the collision shapes of two groups of bodies overlap [m], the largest over all pairs, ≥ 0: the negative
 * part of `contact-gap`. What an engine lets slip, not what the source geometry does: that is the audit's to measure.
 */
export const contactDepth = defineSignal({
  kind: 'contact-depth',
  fields: z.strictObject({
    ...twoGroups(),
  }),
  unit: () => 'm',
  bind: (spec, index) => {
    const pairs = index.contactPairs(spec.groupA, spec.groupB);
    return (view) => {
      let deepest = 0;
      // Math.max hands NaN on
      for (let k = 0; k < pairs.length; k++) deepest = Math.max(deepest, -view.contactGapM[pairs[k]!]!);
      return deepest;
    };
  },
});
