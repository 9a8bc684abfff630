import { z } from 'zod';
import { sumOverPairs } from './contact-pair-sum.js';
import { defineSignal } from './define.js';
import { twoGroups } from './fields.js';

/**
 * Impulse between two groups of bodies since the start of the trial [N·s]:
 *
 *   normal    Σ_pairs ∫N dt             friction  Σ_pairs ∫|F_t| dt
 *   total     |∫ Σ_pairs F dt|           F on the second group, so that pushes in opposite directions cancel
 *
 * The impulse of one impact is the difference over it (`range` of a window): unlike a peak force it does not depend on
 * the step.
 *
 * @limits On `direct` forces are multipliers, and the integral is exact. On `rapier` the normal part is what the engine
 * applied; friction is inferred from the balance of momentum.
 */
export const contactImpulse = defineSignal({
  kind: 'contact-impulse',
  fields: z.strictObject({
    ...twoGroups(),
    component: z
      .enum(['normal', 'friction', 'total'])
      .default('normal')
      .describe('Of the normal forces, of the friction forces, or magnitude of the vector sum on the second group.'),
  }),
  unit: () => 'N·s',
  bind: (spec, index) => {
    const pairs = index.contactPairs(spec.groupA, spec.groupB);
    let lastS = 0;
    if (spec.component === 'total') {
      const sum = new Float64Array(3);
      return (view) => {
        const h = view.timeS - lastS;
        lastS = view.timeS;
        for (let k = 0; k < pairs.length; k++) {
          for (let i = 0; i < 3; i++) sum[i]! += h * view.contactForceN[3 * pairs[k]! + i]!;
        }
        return Math.hypot(sum[0]!, sum[1]!, sum[2]!);
      };
    }
    const ofFriction = spec.component === 'friction';
    let sumNs = 0;
    return (view) => {
      sumNs += (view.timeS - lastS) * sumOverPairs(ofFriction ? view.contactFrictionN : view.contactNormalN, pairs);
      lastS = view.timeS;
      return sumNs;
    };
  },
});
