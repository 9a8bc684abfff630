import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { sumOverPairs } from './contact-pair-sum.js';
import { defineSignal } from './define.js';
import { twoGroups } from './fields.js';

/** 1 while the normal forces between two groups of bodies add up to more than a threshold, else 0. */
export const contactState = defineSignal({
  kind: 'contact-state',
  fields: z.strictObject({
    ...twoGroups(),
    thresholdN: quantity('N').nonnegative().default(0.1).describe('Normal force above which they count as touching.'),
  }),
  unit: () => '1',
  bind: (spec, index) => {
    const pairs = index.contactPairs(spec.groupA, spec.groupB);
    return (view) => {
      const force = sumOverPairs(view.contactNormalN, pairs);
      return Number.isNaN(force) ? Number.NaN : Number(force > spec.thresholdN);
    };
  },
});
