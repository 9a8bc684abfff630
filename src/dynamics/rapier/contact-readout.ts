import { CONTACT_WIDTH } from '../../signals/index.js';
import type { BodyStates } from './bodies.js';
import type { BodyContact } from './contacts.js';

/**
 * Writes one contact per touching pair of bodies, summed over the recorded step: the mean of its points, weighted by
 * impulse, and the normal force on the second body; see `Engine.writeContacts`.
 *
 *   p = c + Σ impulse·(p_i − c)/Σ impulse      F = Σ impulse·n/step
 */
export function writeContacts(
  contacts: readonly BodyContact[],
  { center }: BodyStates,
  stepS: number,
  out: Float64Array,
): number {
  const room = Math.floor(out.length / CONTACT_WIDTH);
  let count = 0;
  for (const { first, second, normalNs, impulseNs, weightedArms } of contacts) {
    if (!(normalNs > 0) || count === room) continue;
    const o = CONTACT_WIDTH * count++;
    out[o] = first;
    out[o + 1] = second;
    for (let k = 0; k < 3; k++) {
      out[o + 2 + k] = center[3 * first + k]! + weightedArms[k]! / normalNs;
      out[o + 5 + k] = impulseNs[k]! / stepS;
    }
  }
  return count;
}
