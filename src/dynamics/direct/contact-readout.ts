import { CONTACT_WIDTH } from '../../signals/index.js';
import type { Bodies } from './bodies.js';
import type { ContactSet } from './contacts.js';

/**
 * Writes the contacts that pushed in the last sub-step: bodies, point on the surface of a, force on b; see
 * `Engine.writeContacts`.
 *
 *   p = x_a + r_a      F = N·n + F_t
 */
export function writeContacts(set: ContactSet, { x }: Bodies, out: Float64Array): number {
  const room = Math.floor(out.length / CONTACT_WIDTH);
  let count = 0;
  for (let i = 0; i < set.count && count < room; i++) {
    if (!(set.normalForce[i]! > 0)) continue;
    const o = CONTACT_WIDTH * count++;
    const a = set.a[i]!;
    out[o] = a;
    out[o + 1] = set.b[i]!;
    for (let k = 0; k < 3; k++) {
      out[o + 2 + k] = x[3 * a + k]! + set.armA[3 * i + k]!;
      out[o + 5 + k] = set.normalForce[i]! * set.normal[3 * i + k]! + set.frictionForce[3 * i + k]!;
    }
  }
  return count;
}
