/**
 * Large groups of free bodies, solved by sweeps over the contacts on the bodies' own velocities: no matrix at all.
 *
 *   w = J·v' + c + γ·λ,  c = r(v) − J·v at the trial;   λ ← Π(λ − w/D),  v' += W·Δλ,   D = J·M⁻¹·Jᵀ + γ
 *
 * Memory and time grow with the number of contacts, accuracy with the number of sweeps: good for piles of parts, no
 * substitute for the exact solve of a mechanism.
 */
import type { Islands } from './delassus.js';
import type { Mechanism } from './mechanism.js';
import { applyImpulse, type RowSet } from './row-set.js';
import { diagonalOf, ROW_TYPE, type UnilateralSet } from './unilateral.js';

const MAX_SWEEPS = 30;
/** Change of a row [m/s] below which the sweeps stop. */
const GOAL_M_PER_S = 1e-6;

/**
 * Solves island k in place: velocities and λ; returns the last change of a row [m/s].
 *
 * @param constants r(v) − J·v of every unilateral row
 */
export function sweepIsland(m: Mechanism, k: number, constants: Float64Array): number {
  const { islands, unilateral: set } = m;
  let change = 0;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    change = sweepOnce(m, islands, k, set, constants);
    if (change < GOAL_M_PER_S) break;
  }
  return change;
}

function sweepOnce(m: Mechanism, islands: Islands, k: number, set: UnilateralSet, constants: Float64Array): number {
  let largest = 0;
  const end = islands.start[k + 1]!;
  for (let i = islands.start[k]!; i < end; ) {
    const u = islands.members[i]!;
    let change = relax(m, set, u, constants[u]!);
    if (set.type[u] === ROW_TYPE.normal) {
      change = Math.max(change, relaxFriction(m, set, u, constants));
      i += 3;
    } else i++;
    if (!(change <= largest)) largest = change;
  }
  return largest;
}

/** One bounded row or normal. */
function relax(m: Mechanism, set: UnilateralSet, u: number, constant: number): number {
  const d = set.diagonal[u]! + set.gamma[u]!;
  const old = set.lambda[u]!;
  const w = rate(set.rows, u, m.bodies.v) + constant + set.gamma[u]! * old;
  const x = Math.max(set.lower[u]!, Math.min(set.upper[u]!, old - w / d));
  if (x === old) return 0;
  set.lambda[u] = x;
  applyImpulse(set.rows, u, x - old, m.bodies);
  return Math.abs(x - old) * d;
}

/** Both tangents of the contact whose normal is row u, projected onto the disc together. */
function relaxFriction(m: Mechanism, set: UnilateralSet, u: number, constants: Float64Array): number {
  const { rows, lambda, gamma, diagonal } = set;
  const { v } = m.bodies;
  const bound = set.mu[u]! * lambda[u]!;
  const old1 = lambda[u + 1]!;
  const old2 = lambda[u + 2]!;
  if (!(bound > 0) && old1 === 0 && old2 === 0) return 0;
  const d = Math.max(diagonal[u + 1]!, diagonal[u + 2]!) + gamma[u + 1]!;
  let x1 = old1 - (rate(rows, u + 1, v) + constants[u + 1]! + gamma[u + 1]! * old1) / d;
  let x2 = old2 - (rate(rows, u + 2, v) + constants[u + 2]! + gamma[u + 2]! * old2) / d;
  const size = Math.sqrt(x1 * x1 + x2 * x2);
  if (size > bound) {
    x1 *= bound / size;
    x2 *= bound / size;
  }
  lambda[u + 1] = x1;
  lambda[u + 2] = x2;
  applyImpulse(rows, u + 1, x1 - old1, m.bodies);
  applyImpulse(rows, u + 2, x2 - old2, m.bodies);
  return d * Math.max(Math.abs(x1 - old1), Math.abs(x2 - old2));
}

/** J·v without the generality of `rowRate`: rows here have one or two blocks. */
function rate(rows: RowSet, u: number, v: Float64Array): number {
  const { start, body, J } = rows;
  let sum = 0;
  for (let block = start[u]!; block < start[u + 1]!; block++) {
    const i = 6 * body[block]!;
    const o = 6 * block;
    sum += J[o]! * v[i]! + J[o + 1]! * v[i + 1]! + J[o + 2]! * v[i + 2]!;
    sum += J[o + 3]! * v[i + 3]! + J[o + 4]! * v[i + 4]! + J[o + 5]! * v[i + 5]!;
  }
  return sum;
}

/** Fills `diagonal` of the rows of island k. */
export function prepareSweeps(islands: Islands, k: number, set: UnilateralSet): void {
  for (let i = islands.start[k]!; i < islands.start[k + 1]!; i++) {
    const u = islands.members[i]!;
    set.diagonal[u] = diagonalOf(set.rows, u);
  }
}
