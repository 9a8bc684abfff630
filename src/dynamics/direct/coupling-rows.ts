/**
 * Couplings that are not rigid, and their losses, as unilateral rows on s = Σ factor·q − origin.
 *
 *   stops     s − lower ≥ 0 ⟂ λ ≥ 0,  upper − s ≥ 0 ⟂ −λ ≥ 0
 *   friction  |λ| ≤ cap, ṡ' = 0 while it holds
 *   one-way   s − (highest − play) ≥ 0 ⟂ λ ≥ 0
 *   damping   λ = −(linear + quadratic·|ṡ|)·ṡ, exponentially fitted as joint damping
 *   loss      friction on one term, bounds in proportion to the effort (`lossBounds`): that of the last sub-step at
 *             first, then of every pass (follow-losses.ts)
 */
import { lossBounds, relaxedEffort } from '../../models/index.js';
import type { Coordinates } from './coordinates.js';
import type { Coupling } from './couplings.js';
import { keptGap, LIMIT_GAMMA, RIGID_GAMMA, RIGID_MEMORY, type StepTimes, type WarmEfforts } from './scalar-rows.js';
import { appendScaledRow, diagonalOf, markBounded, ROW_ROLE, type UnilateralSet } from './unilateral.js';

/** What couplings remember: the highest s of one-way rows, the followed effort of lossy ones. */
export interface CouplingMemory {
  readonly highest: Float64Array;
  readonly followed: Float64Array;
}

/** s of a coupling at the given coordinate values. */
export function relationOf(c: Coupling, values: Float64Array): number {
  let sum = -c.initial;
  for (let i = 0; i < c.coordinates.length; i++) sum += c.factors[i]! * values[c.coordinates[i]!]!;
  return sum;
}

/** Appends the rows of coupling i. */
export function appendCouplingRows(
  set: UnilateralSet,
  i: number,
  c: Coupling,
  coordinates: Coordinates,
  memory: CouplingMemory,
  times: StepTimes,
  warm: WarmEfforts,
): void {
  const { hf } = times;
  const { behavior } = c;
  const s = relationOf(c, coordinates.value);
  if (behavior.kind === 'stops') {
    if (Number.isFinite(behavior.lower)) {
      appendStop(set, i, c, coordinates, ROW_ROLE.couplingLower, 1, s - behavior.lower, times, warm.couplingLower[i]!);
    }
    if (Number.isFinite(behavior.upper)) {
      appendStop(set, i, c, coordinates, ROW_ROLE.couplingUpper, -1, behavior.upper - s, times, warm.couplingUpper[i]!);
    }
  } else if (behavior.kind === 'one-way') {
    const gap = s - memory.highest[i]! + behavior.play;
    appendStop(set, i, c, coordinates, ROW_ROLE.couplingLower, 1, gap, times, warm.couplingLower[i]!);
  } else if (behavior.kind === 'friction') {
    const r = appendRelation(set, c, coordinates, 1);
    markBounded(set, r, ROW_ROLE.couplingFlow, i, -behavior.cap * hf, behavior.cap * hf);
    set.gamma[r] = RIGID_GAMMA * diagonalOf(set.rows, r);
    set.lambda[r] = hf * warm.couplingFlow[i]!;
    set.bias[r] = -RIGID_MEMORY * set.gamma[r]! * set.lambda[r]!;
  } else if (behavior.kind === 'damping') {
    const r = appendRelation(set, c, coordinates, 1);
    markBounded(set, r, ROW_ROLE.couplingFlow, i, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    set.lambda[r] = hf * warm.couplingFlow[i]!;
  }
}

/** Appends the friction row of the lossy term of coupling i. */
export function appendLoss(
  set: UnilateralSet,
  i: number,
  c: Coupling,
  coordinates: Coordinates,
  memory: CouplingMemory,
  hf: number,
  warm: WarmEfforts,
): void {
  if (!c.loss) return;
  lossBounds(memory.followed[i]!, c.loss, BOUNDS);
  const r = appendScaledRow(set, coordinates.rows, c.coordinates[c.loss.term]!, 1, -1);
  const lower = Math.min(0, BOUNDS.lower) * hf;
  const upper = Math.max(0, BOUNDS.upper) * hf;
  markBounded(set, r, ROW_ROLE.couplingLoss, i, lower, upper);
  set.gamma[r] = RIGID_GAMMA * diagonalOf(set.rows, r);
  set.lambda[r] = Math.max(lower, Math.min(upper, hf * warm.couplingLoss[i]!));
  set.bias[r] = -RIGID_MEMORY * set.gamma[r]! * set.lambda[r]!;
}

/** Follows the effort on the lossy term after a sub-step in which the coupling exerted λ = `effort`. */
export function followEffort(memory: CouplingMemory, i: number, c: Coupling, effort: number): void {
  if (!c.loss) return;
  memory.followed[i] = relaxedEffort(memory.followed[i]!, effort * c.factors[c.loss.term]!, c.loss);
}

function appendStop(
  set: UnilateralSet,
  i: number,
  c: Coupling,
  coordinates: Coordinates,
  role: number,
  side: number,
  gap: number,
  times: StepTimes,
  warmEffort: number,
): void {
  const r = appendRelation(set, c, coordinates, side);
  markBounded(set, r, role, i, 0, Number.POSITIVE_INFINITY);
  set.gamma[r] = LIMIT_GAMMA * diagonalOf(set.rows, r);
  set.isPosition[r] = 1;
  set.keep[r] = keptGap(gap, times.h);
  set.lambda[r] = times.hf * warmEffort;
}

/** Appends the row Σ factor·J_q times `sign`: one block per body of the coupling. */
function appendRelation(set: UnilateralSet, c: Coupling, coordinates: Coordinates, sign: number): number {
  const { rows } = set;
  const source = coordinates.rows;
  const r = rows.count++;
  const first = rows.start[r]!;
  for (let b = 0; b < c.bodies.length; b++) rows.body[first + b] = c.bodies[b]!;
  rows.start[r + 1] = first + c.bodies.length;
  rows.J.fill(0, 6 * first, 6 * rows.start[r + 1]!);
  rows.W.fill(0, 6 * first, 6 * rows.start[r + 1]!);
  let t = 0;
  for (let i = 0; i < c.coordinates.length; i++) {
    const q = c.coordinates[i]!;
    const f = sign * c.factors[i]!;
    for (let k = source.start[q]!; k < source.start[q + 1]!; k++) {
      const o = 6 * (first + c.target[t++]!);
      for (let m = 0; m < 6; m++) {
        rows.J[o + m]! += f * source.J[6 * k + m]!;
        rows.W[o + m]! += f * source.W[6 * k + m]!;
      }
    }
  }
  set.count = rows.count;
  return r;
}

const BOUNDS = { lower: 0, upper: 0 };
