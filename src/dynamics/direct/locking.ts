/**
 * Bodies whose acceleration ends within the sub-step: a row that was at its bound has let go of it.
 *
 * A clutch or a brake that locks, a block that comes to rest: the impulse of this kick is what was still needed to stop,
 * so Δv/hf says nothing about the rest of the step. Bodies that are tied to such a one by joints or couplings share it.
 */
import type { Mechanism } from './mechanism.js';
import { ROW_ROLE, ROW_TYPE } from './unilateral.js';

/** Part of a bound from which on a force counts as at the bound. */
const AT_BOUND = 1 - 1e-6;

/** Marks the bodies in `m.locked`; to be called before the forces of the sub-step before are overwritten. */
export function markLocked(m: Mechanism): void {
  const { unilateral: set, locked } = m;
  let isAny = false;
  for (let u = 0; u < set.count; u++) {
    const hasLocked = set.type[u] === ROW_TYPE.normal ? hasStuck(m, u) : hasLeftBound(m, u);
    if (!hasLocked) continue;
    if (!isAny) locked.fill(0);
    isAny = true;
    for (let k = set.rows.start[u]!; k < set.rows.start[u + 1]!; k++) locked[set.rows.body[k]!] = 1;
  }
  if (isAny) spread(m);
  else if (m.hasLocked) locked.fill(0);
  m.hasLocked = isAny;
}

/** Whether a drive or dry friction was at its bound one sub-step ago and is no longer. */
function hasLeftBound(m: Mechanism, u: number): boolean {
  const { unilateral: set, warm, times } = m;
  const role = set.role[u];
  const source = set.source[u]!;
  let before: number;
  if (role === ROW_ROLE.drive) before = warm.drive[source]!;
  else if (role === ROW_ROLE.friction) before = warm.friction[source]!;
  else if (role === ROW_ROLE.couplingLoss) before = warm.couplingLoss[source]!;
  else return false;
  const bound = Math.abs(before > 0 ? set.upper[u]! : set.lower[u]!);
  if (before === 0 || Math.abs(before) * times.hf < AT_BOUND * bound) return false;
  return Math.abs(set.lambda[u]!) < AT_BOUND * bound;
}

/** Whether the contact whose normal is row u was sliding one sub-step ago and sticks now. */
function hasStuck(m: Mechanism, u: number): boolean {
  const { unilateral: set, contacts } = m;
  const i = set.source[u]!;
  const f = contacts.frictionForce;
  const before = Math.hypot(f[3 * i]!, f[3 * i + 1]!, f[3 * i + 2]!);
  const boundBefore = set.mu[u]! * contacts.normalForce[i]!;
  if (before === 0 || before < AT_BOUND * boundBefore) return false;
  return Math.hypot(set.lambda[u + 1]!, set.lambda[u + 2]!) < AT_BOUND * set.mu[u]! * set.lambda[u]!;
}

/** Carries the marks over joints that hold and couplings, until nothing changes. */
function spread(m: Mechanism): void {
  const { locked, joints, pairs, isJointActive, couplings, isCouplingActive, bodies } = m;
  for (let isChanged = true; isChanged; ) {
    isChanged = false;
    for (let j = 0; j < joints.length; j++) {
      const [a, b] = [pairs.a[j]!, pairs.b[j]!];
      if (!isJointActive[j] || !bodies.isMovable[a] || !bodies.isMovable[b] || locked[a] === locked[b]) continue;
      locked[a] = 1;
      locked[b] = 1;
      isChanged = true;
    }
    for (let c = 0; c < couplings.length; c++) {
      if (isCouplingActive[c] && hasMixed(couplings[c]!.bodies, locked)) {
        for (const b of couplings[c]!.bodies) locked[b] = 1;
        isChanged = true;
      }
    }
  }
}

function hasMixed(members: readonly number[], locked: Uint8Array): boolean {
  let count = 0;
  for (const b of members) count += locked[b]!;
  return count > 0 && count < members.length;
}
