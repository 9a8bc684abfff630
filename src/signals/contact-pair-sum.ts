import type { StepView } from './define.js';

/** Sum of one number per contact pair over the pairs of two groups. */
export function sumOverPairs(values: Float64Array, pairs: readonly number[]): number {
  let sum = 0;
  for (let k = 0; k < pairs.length; k++) sum += values[pairs[k]!]!;
  return sum;
}

/** |Σ F| of the contact forces on the second group [N]; every pair is read as (first group, second group). */
export function totalForceN(view: StepView, pairs: readonly number[]): number {
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < pairs.length; k++) {
    const row = 3 * pairs[k]!;
    x += view.contactForceN[row]!;
    y += view.contactForceN[row + 1]!;
    z += view.contactForceN[row + 2]!;
  }
  return Math.hypot(x, y, z);
}
