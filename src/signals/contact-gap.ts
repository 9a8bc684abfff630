import { z } from 'zod';
import { defineSignal } from './define.js';
import { twoGroups } from './fields.js';

/**
 * Smallest gap between the collision shapes of two groups [m]: negative in overlap, +∞ while nothing is near.
 * Clearance of the source geometry is the audit's to measure.
 *
 * @limits Gaps are only looked for near contact; do not take it as a distance sensor. Collision shapes deviate from
 * the source by what the verdict declares.
 */
export const contactGap = defineSignal({
  kind: 'contact-gap',
  fields: z.strictObject({
    ...twoGroups(),
  }),
  unit: () => 'm',
  bind: (spec, index) => {
    const pairs = index.contactPairs(spec.groupA, spec.groupB);
    return (view) => {
      let smallest = Number.POSITIVE_INFINITY;
      // Math.min hands NaN on
      for (let k = 0; k < pairs.length; k++) smallest = Math.min(smallest, view.contactGapM[pairs[k]!]!);
      return smallest;
    };
  },
});
