/**
 * One sub-step: from (qₙ, vₙ₋½) to (qₙ₊₁, vₙ₊½).
 *
 *   v* = vₙ₋½ + hf·M⁻¹f                        kick by gravity, wrenches, explicit efforts (explicit-efforts.ts, laws.ts)
 *   find λ_b, λ_u:  v' = v* + M⁻¹(J_bᵀλ_b + J_uᵀλ_u)
 *                   C(qₙ ⊕ h·v') = 0,   unilateral rows complementary
 *
 * in four moves: rows (collect-rows.ts), factor (redundancy.ts), elimination (prepare-solve.ts), Newton (newton.ts).
 *
 * If |C| stays above `RETRY_M` the sub-step is repeated with a larger regularisation. A step that nothing solves (joints
 * that contradict each other as soon as they move) is taken at velocity level, J_b·v' = 0 in one pass: a projection, which
 * can only lose kinetic energy.
 *
 * Contributor notes. All multipliers start from the last sub-step's forces: the first pass then meets a closure error of
 * h²·Δa instead of h²·a, and a second pass is seldom needed. (Starting the bilateral ones alone throws clamped parts a
 * millimetre off at the first trial, and the patch forces oscillate from step to step.) Redundant
 * rows need the start most, and must not keep the internal loads that rounding leaves in them: spread-loads.ts.
 * Without the ladder of regularisations a change-point linkage diverged.
 */
import { linearize } from './bilateral.js';
import { collectRows } from './collect-rows.js';
import { trialGap } from './contacts.js';
import { writeCoordinateRows } from './coordinates.js';
import { relationOf } from './coupling-rows.js';
import { applyExplicitEfforts } from './explicit-efforts.js';
import { acceptPoses, beginStep, kick } from './integration.js';
import { applyLaws } from './laws.js';
import type { Mechanism } from './mechanism.js';
import { solvePasses, updateTrialValue } from './newton.js';
import { prepareSolve } from './prepare-solve.js';
import { factorAt } from './redundancy.js';
import { keptGap } from './scalar-rows.js';
import { assemble } from './skyline.js';
import { spreadLoads } from './spread-loads.js';

/** Relative regularisations of the bilateral rows, tried in turn. */
const LADDER = [1e-11, 1e-7, 1e-5, 1e-3] as const;
/** Closure [m] above which the sub-step is tried again. */
const RETRY_M = 1e-7;
/** Closure errors [m] up to this are taken back at once, larger ones by parts. */
const SMALL_ERROR_M = 1e-6;
/** Contacts that were thought to be out of reach and overlap by this [m] get rows after all, in so many rounds. */
const FORCING_OVERLAP_M = -2e-6;
const MAX_FORCED_ROUNDS = 3;

/** How a sub-step ended. */
export interface SubstepOutcome {
  /** Largest closure error [m]. */
  closureM: number;
  /** Largest complementarity error, as a length over the step [m]. */
  slackM: number;
  /** The same of islands that are solved by sweeps only [m]. */
  sweptM: number;
  retries: number;
  passes: number;
}

/** Finds the velocities that lead to tₙ₊₁ = tₙ + h; `contacts` hold the candidates at tₙ. Poses are still those of tₙ. */
export function solveSubstep(m: Mechanism, h: number, outcome: SubstepOutcome): void {
  const { bodies, times } = m;
  times.h = h;
  times.hf = 0.5 * (m.hBefore + h);
  beginStep(bodies);
  writeCoordinateRows(m.coordinates, bodies);
  applyExplicitEfforts(m);
  applyLaws(m.laws, m.coordinates, bodies, times.hf);
  kick(bodies, m.gravity, m.wrench, times.hf, h);
  linearize(m.bilateral, m.joints, m.pairs, m.couplings, m.coordinates, bodies);
  setTargets(m);
  m.savedV.set(bodies.v);
  m.savedL.set(bodies.L);
  outcome.retries = 0;
  m.contacts.isForced.fill(0, 0, m.contacts.count);
  for (let round = 0; ; round++) {
    collectRows(m);
    climbLadder(m, outcome);
    if (round === MAX_FORCED_ROUNDS || !forceOverlapping(m)) break;
    rewind(m);
  }
  spreadLoads(m.bilateral, m.bodies.count);
  for (let i = 0; i < m.coordinates.count; i++) if (!m.isValueNeeded[i]) updateTrialValue(m, i);
}

/** Solves with the smallest regularisation that closes. */
function climbLadder(m: Mechanism, outcome: SubstepOutcome): void {
  if (m.isVelocityLevel) {
    factorAt(m, LADDER[1]);
    prepareSolve(m, 0);
    solvePasses(m, outcome);
    return;
  }
  for (let attempt = 0; ; attempt++) {
    factorAt(m, LADDER[attempt]!);
    prepareSolve(m, attempt);
    solvePasses(m, outcome);
    if (outcome.closureM < RETRY_M || attempt === LADDER.length - 1 || m.bilateral.size === 0) break;
    outcome.retries++;
    rewind(m);
  }
}

/** Back to the kicked velocities, and A before its factorisation. */
function rewind(m: Mechanism): void {
  m.bodies.v.set(m.savedV);
  m.bodies.L.set(m.savedL);
  assemble(m.bilateral.sky, m.bilateral.rows);
}

/** Marks contacts that were left out and overlap at the end of the trial; whether there are any. */
function forceOverlapping(m: Mechanism): boolean {
  const { contacts } = m;
  let isAny = false;
  for (let i = 0; i < contacts.count; i++) {
    if (contacts.hasRows[i] || !(trialGap(contacts, i, m.bodies) < FORCING_OVERLAP_M)) continue;
    contacts.isForced[i] = 1;
    isAny = true;
  }
  return isAny;
}

/** Moves to the poses that the last `solveSubstep` found. */
export function acceptSubstep(m: Mechanism): void {
  const { coordinates: c } = m;
  for (let i = 0; i < c.count; i++) c.value[i] = c.valueNext[i]!;
  for (let i = 0; i < m.couplings.length; i++) {
    m.memory.highest[i] = Math.max(m.memory.highest[i]!, relationOf(m.couplings[i]!, c.value));
  }
  acceptPoses(m.bodies);
  m.hBefore = m.times.h;
}

/** What is left of a large closure error after this step: the bilateral analogue of a kept gap. */
function setTargets(m: Mechanism): void {
  const { residual, target, size } = m.bilateral;
  const { h } = m.times;
  for (let i = 0; i < size; i++) {
    const c = residual[i]!;
    target[i] = c > SMALL_ERROR_M ? -keptGap(-c, h) : c < -SMALL_ERROR_M ? keptGap(c, h) : 0;
  }
}
