import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { sumOverPairs } from './contact-pair-sum.js';
import { defineSignal } from './define.js';
import { twoGroups } from './fields.js';

/**
 * Time at the end of the first recorded step in which two groups of bodies pushed each other [s]; +∞ until then. It keeps
 * its value for the rest of the trial, so that `final` is the instant and `<` and `>` say before or after.
 *
 * @limits Known to one recorded step: the touch is in the step that ends then.
 */
export const firstContactTime = defineSignal({
  kind: 'first-contact-time',
  fields: z.strictObject({
    ...twoGroups(),
    thresholdN: quantity('N')
      .nonnegative()
      .default(0)
      .describe('Mean normal force over a step above which they touch.'),
  }),
  unit: () => 's',
  bind: (spec, index) => {
    const pairs = index.contactPairs(spec.groupA, spec.groupB);
    let firstS = Number.POSITIVE_INFINITY;
    return (view) => {
      if (firstS === Number.POSITIVE_INFINITY && sumOverPairs(view.contactNormalN, pairs) > spec.thresholdN) {
        firstS = view.timeS;
      }
      return firstS;
    };
  },
});
