import { z } from 'zod';
import { sumOverPairs, totalForceN } from './contact-pair-sum.js';
import { defineSignal } from './define.js';
import { twoGroups } from './fields.js';

/**
 * Contact force between two groups of bodies [N], ≥ 0: sum of the normal forces (a clamp counts both jaws), sum of
 * the friction forces, or the magnitude of the vector sum on the second group (the jaws of a clamp cancel).
 *
 * @limits Bodies are rigid: an impact is one step of a force as large as it takes, so judge a mean (`statistic` with
 * `movingMeanS`) rather than a peak. Pairs that never collide, and bodies without collision shape, have no contact
 * force.
 */
export const contactForce = defineSignal({
  kind: 'contact-force',
  fields: z.strictObject({
    ...twoGroups(),
    component: z
      .enum(['normal', 'friction', 'total'])
      .default('normal')
      .describe('Sum of normal forces, sum of friction forces, or magnitude of the vector sum on the second group.'),
  }),
  unit: () => 'N',
  bind: (spec, index) => {
    const pairs = index.contactPairs(spec.groupA, spec.groupB);
    if (spec.component === 'total') return (view) => totalForceN(view, pairs);
    if (spec.component === 'friction') return (view) => sumOverPairs(view.contactFrictionN, pairs);
    return (view) => sumOverPairs(view.contactNormalN, pairs);
  },
});
