/**
 * Losses of couplings within the Newton passes: friction bounds follow the effort that the same sub-step finds.
 *
 *   e ← relaxedEffort(e, e of this pass)      −driven·e ≤ f ≤ driving·e
 *
 * Contributor notes. With bounds of the sub-step before only, a self-locking worm slips 0.07 rad while its load grows in 0.3 s.
 */
import { lossBounds } from '../../models/index.js';
import { followEffort } from './coupling-rows.js';
import type { Mechanism } from './mechanism.js';
import { ROW_ROLE } from './unilateral.js';

/**
 * Takes the bounds of all lossy rows from the present multipliers.
 *
 * @returns largest change of a bound, as a rate [m/s or rad/s]
 */
export function followLosses(m: Mechanism): number {
  const { islands, unilateral: set, couplings, memory, times } = m;
  let largest = 0;
  for (let k = 0; k < islands.count; k++) {
    const first = islands.start[k]!;
    for (let i = 0; first + i < islands.start[k + 1]!; i++) {
      const u = islands.members[first + i]!;
      if (set.role[u] !== ROW_ROLE.couplingLoss) continue;
      const c = set.source[u]!;
      const coupling = couplings[c]!;
      followEffort(memory, c, coupling, presentEffort(m, c));
      lossBounds(memory.followed[c]!, coupling.loss!, BOUNDS);
      const lower = Math.min(0, BOUNDS.lower) * times.hf;
      const upper = Math.max(0, BOUNDS.upper) * times.hf;
      const change = Math.max(Math.abs(lower - set.lower[u]!), Math.abs(upper - set.upper[u]!));
      largest = Math.max(largest, set.diagonal[u]! * change);
      set.lower[u] = lower;
      set.upper[u] = upper;
      const { problems } = islands;
      problems[k]!.lower[i] = lower;
      problems[k]!.upper[i] = upper;
    }
  }
  return largest;
}

/** λ of coupling c as the passes have it now [N·m or N]. */
function presentEffort({ bilateral: bi, unilateral: set, couplings, times }: Mechanism, c: number): number {
  for (const { coupling, joint, firstRow } of bi.elements) {
    if (joint < 0 && coupling === c) return (bi.lambda[firstRow]! / times.hf) * couplings[c]!.scale;
  }
  let sum = 0;
  for (let u = 0; u < set.count; u++) {
    if (set.source[u] !== c) continue;
    const role = set.role[u];
    if (role === ROW_ROLE.couplingLower || role === ROW_ROLE.couplingFlow) sum += set.lambda[u]!;
    else if (role === ROW_ROLE.couplingUpper) sum -= set.lambda[u]!;
  }
  return sum / times.hf;
}

const BOUNDS = { lower: 0, upper: 0 };
