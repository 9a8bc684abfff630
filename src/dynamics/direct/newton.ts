/**
 * Modified Newton on one factor, J at qₙ:
 *
 *   r_b  = (C(q') − target)/h                      q' = qₙ ⊕ h·v'
 *   p    = r_u + γ·λ − Zᵀ·L⁻¹r_b − G·λ             w = G·λ' + p   (complementarity.ts)
 *   Δλ_b = −L⁻ᵀ(L⁻¹r_b + Z·Δλ_u)
 *
 * At velocity level r_b = J_b·v', in one pass: a projection, which can only lose kinetic energy.
 */
import { evaluateResidual } from './bilateral.js';
import { solveConeProblem } from './complementarity.js';
import { trialGap } from './contacts.js';
import { coordinateAt } from './coordinates.js';
import { relationOf } from './coupling-rows.js';
import { followLosses } from './follow-losses.js';
import { drift, solveSpins } from './integration.js';
import type { Mechanism } from './mechanism.js';
import { isSwept } from './prepare-solve.js';
import { applyImpulse, rowRate } from './row-set.js';
import { trialSlack } from './scalar-rows.js';
import { backwardSolve, forwardSolve } from './skyline.js';
import type { SubstepOutcome } from './substep.js';
import { sweepIsland } from './sweeps.js';
import { ROW_ROLE } from './unilateral.js';

/** Closure [m], and change of a unilateral row over the step [m], below which a pass is the last. */
const CLOSURE_M = 1e-10;
/** The same with redundant joints: internal loads work on what is left open, always in the same sense. */
const REDUNDANT_CLOSURE_M = 1e-12;
const MAX_PASSES = 12;
/** Complementarity tolerance [m/s]. */
const RATE_TOLERANCE = 1e-8;

/**
 * Newton passes on the present factor, until the joints close and the unilateral rows settle.
 *
 * Passes shrink what they change by a constant factor, so the next one would change change²/changeBefore.
 */
export function solvePasses(m: Mechanism, outcome: SubstepOutcome): void {
  const { h } = m.times;
  const wanted = m.bilateral.isRedundant.includes(1) ? REDUNDANT_CLOSURE_M : CLOSURE_M;
  const mostPasses = m.isVelocityLevel ? 1 : MAX_PASSES;
  let pass = 0;
  let change = Number.POSITIVE_INFINITY;
  let changeBefore = Number.POSITIVE_INFINITY;
  let closureBefore = Number.POSITIVE_INFINITY;
  outcome.slackM = 0;
  for (; ; pass++) {
    const closure = tryStep(m);
    outcome.closureM = closure;
    if (pass === mostPasses || !(closure < 1e3)) break;
    const isClosed = closure < wanted || (closure < CLOSURE_M && closure > 0.5 * closureBefore);
    const shrinks = pass > 1 && changeBefore > 0 && !m.hasLosses;
    const next = shrinks ? change * Math.min(1, change / changeBefore) : change;
    if (pass > 0 && isClosed && next * h < CLOSURE_M) break;
    closureBefore = closure;
    changeBefore = change;
    change = improve(m, outcome);
  }
  outcome.passes = pass;
}

/** One pass; returns the largest change of a unilateral row [m/s]. */
function improve(m: Mechanism, outcome: SubstepOutcome): number {
  const { bilateral: bi, bodies, isVelocityLevel } = m;
  const { h } = m.times;
  for (let i = 0; i < bi.size; i++) {
    bi.z[i] = isVelocityLevel ? rowRate(bi.rows, i, bodies.v) : (bi.residual[i]! - bi.target[i]!) / h;
  }
  forwardSolve(bi.sky, bi.z, 0, 0, bi.size);
  outcome.slackM = h * solveUnilateral(m, outcome);
  let change = applyUnilateral(m);
  backwardSolve(bi.sky, bi.z);
  for (let i = 0; i < bi.size; i++) {
    const step = -bi.z[i]!;
    bi.lambda[i]! += step;
    applyImpulse(bi.rows, i, step, bodies);
  }
  if (m.hasLosses) change = Math.max(change, followLosses(m));
  solveSpins(bodies, h);
  return change;
}

/** Drifts to the trial poses and returns the largest closure error there [m]. */
function tryStep(m: Mechanism): number {
  const { bilateral: bi, bodies, coordinates, isValueNeeded } = m;
  const { h } = m.times;
  drift(bodies, h);
  for (let i = 0; i < coordinates.count; i++) if (isValueNeeded[i]) updateTrialValue(m, i);
  evaluateResidual(bi, m.joints, m.pairs, m.couplings, coordinates.valueNext, bodies.xNext, bodies.RNext, bi.residual);
  let largest = 0;
  for (let i = 0; i < bi.size; i++) {
    const c = Math.abs(bi.residual[i]! - bi.target[i]!);
    if (!(c <= largest)) largest = c;
  }
  return largest;
}

export function updateTrialValue(m: Mechanism, i: number): void {
  const { coordinates: c, bodies } = m;
  const expected = c.value[i]! + m.times.h * rowRate(c.rows, i, bodies.v);
  c.valueNext[i] = coordinateAt(c, i, bodies.xNext, bodies.RNext, expected);
}

/** Solves the unilateral rows at the present residuals; z holds L⁻¹r_b. Returns the rate error [m/s]. */
function solveUnilateral(m: Mechanism, outcome: SubstepOutcome): number {
  const { unilateral: set, islands, bilateral: bi } = m;
  let worst = 0;
  for (let k = 0; k < islands.count; k++) {
    const first = islands.start[k]!;
    if (isSwept(m, k)) {
      outcome.sweptM = m.times.h * solveSwept(m, k);
      continue;
    }
    const problem = islands.problems[k]!;
    const { n, G, p, lambda } = problem;
    for (let i = 0; i < n; i++) {
      const u = islands.members[first + i]!;
      let value = rowResidual(m, u) + set.gamma[u]! * set.lambdaBefore[u]!;
      const z = u * bi.size;
      for (let r = set.zBegin[u]!; r < set.zEnd[u]!; r++) value -= set.z[z + r]! * bi.z[r]!;
      for (let j = 0; j < n; j++) value -= G[i * n + j]! * set.lambdaBefore[islands.members[first + j]!]!;
      p[i] = value;
    }
    const error = solveConeProblem(problem, RATE_TOLERANCE);
    if (!(error <= worst)) worst = error;
    for (let i = 0; i < n; i++) set.lambda[islands.members[first + i]!] = lambda[i]!;
  }
  return worst;
}

/** Sweeps over island k at the present trial; its impulses are applied at once. */
function solveSwept(m: Mechanism, k: number): number {
  const { unilateral: set, islands, bodies } = m;
  for (let i = islands.start[k]!; i < islands.start[k + 1]!; i++) {
    const u = islands.members[i]!;
    set.p[u] = rowResidual(m, u) - rowRate(set.rows, u, bodies.v);
    set.lambda[u] = set.lambdaBefore[u]!;
  }
  const change = sweepIsland(m, k, set.p);
  for (let i = islands.start[k]!; i < islands.start[k + 1]!; i++) {
    const u = islands.members[i]!;
    set.lambdaBefore[u] = set.lambda[u]!;
  }
  return change;
}

/** Applies Δλ of the unilateral rows and adds Z·Δλ to z; returns the largest change of a row [m/s]. */
function applyUnilateral(m: Mechanism): number {
  const { unilateral: set, bilateral: bi, bodies } = m;
  let largest = 0;
  const hasPositions = hasPositionRows(set);
  for (let u = 0; u < set.count; u++) {
    const change = set.lambda[u]! - set.lambdaBefore[u]!;
    set.lambdaBefore[u] = set.lambda[u]!;
    if (change === 0) continue;
    const z = u * bi.size;
    for (let r = set.zBegin[u]!; r < set.zEnd[u]!; r++) bi.z[r]! += set.z[z + r]! * change;
    applyImpulse(set.rows, u, change, bodies);
    // rows on velocities alone are linear: one pass solves them
    if (!hasPositions) continue;
    const rate = Math.abs(change) * set.diagonal[u]!;
    if (!(rate <= largest)) largest = rate;
  }
  return largest;
}

function hasPositionRows(set: Mechanism['unilateral']): boolean {
  for (let u = 0; u < set.count; u++) if (set.isPosition[u]) return true;
  return false;
}

/** r(v') of unilateral row u. */
function rowResidual(m: Mechanism, u: number): number {
  const { unilateral: set, bodies, coordinates } = m;
  if (!set.isPosition[u]) return rowRate(set.rows, u, bodies.v) + set.bias[u]!;
  const source = set.source[u]!;
  return (trialGapOf(m, set.role[u]!, source, coordinates.valueNext) - set.keep[u]!) / m.times.h;
}

function trialGapOf(m: Mechanism, role: number, source: number, values: Float64Array): number {
  if (role === ROW_ROLE.contact) return trialGap(m.contacts, source, m.bodies);
  if (role === ROW_ROLE.cord) return trialSlack(source, m.joints[source]!, m.pairs, m.bodies);
  if (role === ROW_ROLE.couplingLower || role === ROW_ROLE.couplingUpper)
    return trialCouplingGap(m, role, source, values);
  const limits = m.model.coordinates[source]!.limits!;
  return role === ROW_ROLE.lowerLimit ? values[source]! - limits.lower : limits.upper - values[source]!;
}

function trialCouplingGap(m: Mechanism, role: number, i: number, values: Float64Array): number {
  const c = m.couplings[i]!;
  const s = relationOf(c, values);
  if (c.behavior.kind === 'one-way') return s - m.memory.highest[i]! + c.behavior.play;
  if (c.behavior.kind !== 'stops') return 0;
  return role === ROW_ROLE.couplingLower ? s - c.behavior.lower : c.behavior.upper - s;
}
