/**
 * One sub-step: from (qₙ, vₙ₋½) to (qₙ₊₁, vₙ₊½).
 *
 *   v* = vₙ₋½ + hf·M⁻¹f                        kick by gravity, wrenches, explicit efforts
 *   find λ_b, λ_u:  v' = v* + M⁻¹(J_bᵀλ_b + J_uᵀλ_u)
 *                   C(qₙ ⊕ h·v') = 0,   unilateral rows complementary
 *   modified Newton on one factor, J at qₙ:
 *     r_b = (C(q') − target)/h
 *     p   = r_u + γ·λ − Zᵀ·L⁻¹r_b − G·λ        w = G·λ' + p   (complementarity.ts)
 *     Δλ_b = −L⁻ᵀ(L⁻¹r_b + Z·Δλ_u)
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
import { COMMAND, COMMAND_WIDTH } from '../engine.js';
import { evaluateResidual, linearize } from './bilateral.js';
import { solveConeProblem } from './complementarity.js';
import { appendContactRows, chooseTangents, relativeVelocity, trialGap } from './contacts.js';
import { coordinateAt, writeCoordinateRows } from './coordinates.js';
import { appendCouplingRows, appendLoss, relationOf } from './coupling-rows.js';
import { coupleToBilateral, eliminate, fillDelassus, findIslands } from './delassus.js';
import { evaluateFrames, FRAME } from './frames.js';
import { acceptPoses, beginStep, drift, kick, solveSpins } from './integration.js';
import { appendLaws, applyLaws, finishLaw } from './laws.js';
import type { Mechanism } from './mechanism.js';
import { applyImpulse, applyToBody, rowRate, weighRows } from './row-set.js';
import {
  appendCord,
  appendDamping,
  appendDrive,
  appendFriction,
  appendLimits,
  capInForce,
  finishDamping,
  keptGap,
  trialSlack,
} from './scalar-rows.js';
import { assemble, backwardSolve, factor, forwardSolve } from './skyline.js';
import { spreadLoads } from './spread-loads.js';
import { prepareSweeps, sweepIsland } from './sweeps.js';
import { diagonalOf, markBounded, ROW_ROLE, ROW_TYPE, resetUnilateralSet } from './unilateral.js';

/** Relative regularisations of the bilateral rows, tried in turn. */
const LADDER = [1e-11, 1e-7, 1e-5, 1e-3] as const;
/** Closure [m] below which a pass is the last, and above which the sub-step is tried again. */
const CLOSURE_M = 1e-10;
/** The same with redundant joints: internal loads work on what is left open, always in the same sense. */
const REDUNDANT_CLOSURE_M = 1e-12;
const RETRY_M = 1e-7;
const MAX_PASSES = 12;
/** Complementarity tolerance [m/s]. */
const RATE_TOLERANCE = 1e-8;
/** Closure errors [m] up to this are taken back at once, larger ones by parts. */
const SMALL_ERROR_M = 1e-6;
/** Above this many rows an island without joints is solved by sweeps. */
const LARGEST_DENSE_ROWS = 240;
/** Change of the unilateral rows in a pass [m/s] below which it is the last. */
const SETTLED_M_PER_S = 1e-8;
/** A pivot below this part of its diagonal marks a group as redundant; all above `SOUND_PIVOT` clear the mark. */
const REDUNDANT_PIVOT = 3e-9;
const SOUND_PIVOT = 1e-3;
/** Regularisation of groups with redundant rows. */
const REDUNDANT_EPSILON = 1e-9;
const NORMAL_GAMMA = 1e-6;
const TANGENT_GAMMA = 1e-6;
/** Part of the last friction force that a tangent's softness hangs on: stops creep, lets internal loads fade. */
const TANGENT_MEMORY = 0.99;
const BOUNCE_SPEED_M_PER_S = 0.02;
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

/** Factors A with the regularisation `epsilon`, at least `REDUNDANT_EPSILON` in groups with redundant rows. */
function factorAt(m: Mechanism, epsilon: number): void {
  const { sky, rows, isRedundant, groupOfRow, size } = m.bilateral;
  for (;;) {
    for (let i = 0; i < size; i++) {
      m.bilateral.epsilon[i] = isRedundant[groupOfRow[i]!] ? Math.max(epsilon, REDUNDANT_EPSILON) : epsilon;
    }
    factor(sky, m.bilateral.epsilon);
    if (!findRedundancy(m)) return;
    assemble(sky, rows);
  }
}

/** Marks groups whose pivots say that rows are redundant; whether a group is newly marked. */
function findRedundancy(m: Mechanism): boolean {
  const { sky, groupOfRow, groupCount, size, isRedundant } = m.bilateral;
  if (LEAST_PIVOT.length < groupCount) LEAST_PIVOT = new Float64Array(2 * groupCount);
  LEAST_PIVOT.fill(1);
  for (let i = 0; i < size; i++) {
    const pivot = sky.values[sky.offset[i]! + i]!;
    const part = (pivot * pivot) / sky.diagonal[i]!;
    const g = groupOfRow[i]!;
    if (part < LEAST_PIVOT[g]!) LEAST_PIVOT[g] = part;
  }
  let isNew = false;
  for (let g = 0; g < groupCount; g++) {
    if (LEAST_PIVOT[g]! < REDUNDANT_PIVOT && !isRedundant[g]) {
      isRedundant[g] = 1;
      isNew = true;
    } else if (LEAST_PIVOT[g]! > SOUND_PIVOT) isRedundant[g] = 0;
  }
  return isNew;
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

/** Coordinate efforts and pure feed-forward drives act as given impulses. */
function applyExplicitEfforts(m: Mechanism): void {
  const { model, coordinates, coordinateEffort, commands, explicitDrive, bodies } = m;
  const { hf } = m.times;
  for (let i = 0; i < coordinates.count; i++) {
    const effort = coordinateEffort[i]!;
    if (effort !== 0) applyImpulse(coordinates.rows, i, hf * effort, bodies);
  }
  for (let i = 0; i < model.actuators.length; i++) {
    explicitDrive[i] = 0;
    const o = COMMAND_WIDTH * i;
    if (!isDriving(m, i) || commands[o + COMMAND.kp] !== 0 || commands[o + COMMAND.kd] !== 0) continue;
    const { coordinate, reactsOnReference } = model.actuators[i]!;
    const cap = capInForce(model.actuators[i]!, commands, i);
    const effort = Math.max(-cap, Math.min(cap, commands[o + COMMAND.feedforward]!));
    explicitDrive[i] = effort;
    if (effort === 0) continue;
    if (reactsOnReference) applyImpulse(coordinates.rows, coordinate, hf * effort, bodies);
    else applyToBody(coordinates.rows, coordinate, coordinates.pairs.b[coordinate]!, hf * effort, bodies);
  }
}

/** Whether actuator i is on and its joint holds. */
export function isDriving(m: Mechanism, i: number): boolean {
  if (m.commands[COMMAND_WIDTH * i + COMMAND.isOn] === 0) return false;
  return isCoordinateHeld(m, m.model.actuators[i]!.coordinate);
}

function isCoordinateHeld(m: Mechanism, coordinate: number): boolean {
  const { joint } = m.model.coordinates[coordinate]!;
  return joint === null || m.isJointActive[joint] === 1;
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

/** Builds the unilateral rows of this sub-step. */
function collectRows(m: Mechanism): void {
  const { model, unilateral: set, coordinates, warm, times, bodies, contacts, commands } = m;
  const { couplings, laws } = m;
  const scalars = 2 * model.actuators.length + 4 * coordinates.count + m.joints.length + laws.coordinate.length;
  const most = scalars + couplingRowBound(couplings) + 3 * contacts.count;
  resetUnilateralSet(set, most, m.bilateral.size);
  for (let i = 0; i < model.actuators.length; i++) {
    const o = COMMAND_WIDTH * i;
    if (!isDriving(m, i) || (commands[o + COMMAND.kp] === 0 && commands[o + COMMAND.kd] === 0)) continue;
    appendDrive(set, i, model.actuators[i]!, commands, coordinates, times, warm);
  }
  for (let i = 0; i < coordinates.count; i++) {
    const c = model.coordinates[i]!;
    if (!isCoordinateHeld(m, i)) continue;
    const friction = frictionOf(m, i);
    if (friction > 0) appendFriction(set, i, friction, coordinates, times, warm);
    if (c.damping > 0) appendDamping(set, i, coordinates, times.hf, warm);
    if (c.limits) appendLimits(set, i, c.limits, coordinates, bodies, times, warm);
  }
  for (let j = 0; j < m.joints.length; j++) {
    if (m.joints[j]!.kind === null && m.isJointActive[j])
      appendCord(set, j, m.joints[j]!, m.pairs, bodies, times, warm);
  }
  for (let i = 0; i < couplings.length; i++) {
    if (!m.isCouplingActive[i] || couplings[i]!.bodies.length === 0) continue;
    appendCouplingRows(set, i, couplings[i]!, coordinates, m.memory, times, warm);
    appendLoss(set, i, couplings[i]!, coordinates, m.memory, times.hf, warm);
  }
  appendLaws(set, laws, coordinates);
  for (let i = 0; i < contacts.count; i++) collectContact(m, i);
}

/** Rows that couplings may need, counting every block beyond two as a row: room for all. */
function couplingRowBound(couplings: Mechanism['couplings']): number {
  let sum = 0;
  for (let i = 0; i < couplings.length; i++) sum += 3 + 2 * couplings[i]!.bodies.length;
  return sum;
}

/** Dry friction of coordinate i in force: its own, and what the reaction of its joint adds. */
function frictionOf(m: Mechanism, i: number): number {
  const { dryFriction, reactionFriction, joint } = m.model.coordinates[i]!;
  if (!reactionFriction || joint === null) return dryFriction;
  const o = 3 * joint;
  let square = 0;
  for (let k = 0; k < 3; k++) square += m.reactionForce[o + k]! ** 2;
  if (m.model.coordinates[i]!.kind === 'travel') square -= alongAxis(m, i, o) ** 2;
  return dryFriction + reactionFriction * Math.sqrt(Math.max(0, square));
}

/** Part of the reaction force at `o` along the axis of coordinate i [N]. */
function alongAxis(m: Mechanism, i: number, o: number): number {
  evaluateFrames(m.coordinates.pairs, i, m.bodies.x, m.bodies.R, FRAMES);
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += FRAMES[FRAME.zA + k]! * m.reactionForce[o + k]!;
  return sum;
}

/** Appends the rows of contact i if it may close within the step. */
function collectContact(m: Mechanism, i: number): void {
  const { contacts, bodies, unilateral: set } = m;
  const { h, hf } = m.times;
  const approach = relativeVelocity(contacts, i, bodies.v, VELOCITY);
  const gap = contacts.gap[i]!;
  const isNear = gap + h * Math.min(0, approach) < 5e-6 + 0.25 * h * Math.abs(approach);
  const isTaken = isNear || contacts.normalForce[i]! > 0 || contacts.isForced[i] === 1;
  contacts.hasRows[i] = isTaken ? 1 : 0;
  if (!isTaken) return;
  chooseTangents(contacts, i, VELOCITY);
  const r = appendContactRows(contacts, i, set.rows, bodies);
  weighRows(set.rows, bodies, r, r + 3);
  set.count = set.rows.count;
  for (let k = 0; k < 3; k++) {
    markBounded(set, r + k, ROW_ROLE.contact, i, 0, Number.POSITIVE_INFINITY);
    set.type[r + k] = k === 0 ? ROW_TYPE.normal : ROW_TYPE.tangent;
    set.gamma[r + k] = (k === 0 ? NORMAL_GAMMA : TANGENT_GAMMA) * diagonalOf(set.rows, r + k);
  }
  set.mu[r] = contacts.friction[i]!;
  const before = relativeVelocity(contacts, i, bodies.vBefore, VELOCITY);
  if (contacts.restitution[i]! > 0 && before < -BOUNCE_SPEED_M_PER_S && gap + h * before < 0) {
    set.bias[r] = contacts.restitution[i]! * before;
  } else {
    set.isPosition[r] = 1;
    set.keep[r] = keptGap(gap, h);
  }
  set.lambda[r] = hf * contacts.normalForce[i]!;
  const { frictionForce: f, tangent1: t, tangent2: u } = contacts;
  const o = 3 * i;
  set.lambda[r + 1] = hf * (f[o]! * t[o]! + f[o + 1]! * t[o + 1]! + f[o + 2]! * t[o + 2]!);
  set.lambda[r + 2] = hf * (f[o]! * u[o]! + f[o + 1]! * u[o + 1]! + f[o + 2]! * u[o + 2]!);
  set.bias[r + 1] = -set.gamma[r + 1]! * TANGENT_MEMORY * set.lambda[r + 1]!;
  set.bias[r + 2] = -set.gamma[r + 2]! * TANGENT_MEMORY * set.lambda[r + 2]!;
}

/** Factors A, eliminates it from the unilateral rows, and starts the bilateral multipliers. */
function prepareSolve(m: Mechanism, attempt: number): void {
  const { bilateral: bi, unilateral: set, islands, bodies } = m;
  coupleToBilateral(set, bi);
  eliminate(set, bi);
  findIslands(islands, set, bi, bodies);
  for (let k = 0; k < islands.count; k++) {
    if (isSwept(m, k)) prepareSweeps(islands, k, set);
    else {
      fillDelassus(islands, k, set, bi);
      soften(m, k);
    }
  }
  bi.lambda.fill(0);
  set.lambdaBefore.fill(0, 0, set.count);
  if (attempt === 0) warmStart(m);
}

/** Whether island k is solved by sweeps: many rows, no joints. */
export function isSwept(m: Mechanism, k: number): boolean {
  const { islands } = m;
  return !islands.isJointed[k] && islands.start[k + 1]! - islands.start[k]! > LARGEST_DENSE_ROWS;
}

/** Adds Γ to G, and sets the damping laws, which need G. */
function soften(m: Mechanism, k: number): void {
  const { unilateral: set, islands, model, times, bodies } = m;
  const problem = islands.problems[k]!;
  const first = islands.start[k]!;
  for (let i = 0; i < problem.n; i++) {
    const u = islands.members[first + i]!;
    const d = i * problem.n + i;
    if (set.role[u] === ROW_ROLE.damping) {
      const { damping } = model.coordinates[set.source[u]!]!;
      finishDamping(set, u, damping, times.hf, problem.G[d]!, bodies.vBefore);
    } else if (set.role[u] === ROW_ROLE.couplingFlow) {
      finishCouplingDamping(m, u, problem.G[d]!);
    } else if (set.role[u] === ROW_ROLE.law) {
      finishLaw(set, u, m.laws, set.source[u]!, times.h, times.hf, problem.G[d]!, bodies.vBefore);
    }
    set.diagonal[u] = problem.G[d]!;
    problem.G[d]! += set.gamma[u]!;
    problem.lambda[i] = set.lambda[u]!;
  }
}

/** Sets the law of a coupling's damper: linear + quadratic·|ṡ| at the speed before. */
function finishCouplingDamping(m: Mechanism, u: number, diagonal: number): void {
  const { unilateral: set, bodies, times } = m;
  const { behavior } = m.couplings[set.source[u]!]!;
  if (behavior.kind !== 'damping') return;
  const speed = Math.abs(rowRate(set.rows, u, bodies.vBefore));
  finishDamping(set, u, behavior.linear + behavior.quadratic * speed, times.hf, diagonal, bodies.vBefore);
}

/** Applies the last forces of all rows. */
function warmStart(m: Mechanism): void {
  const { bilateral: bi, unilateral: set, bodies, jointForce, couplingForce, joints } = m;
  const { hf } = m.times;
  for (let u = 0; u < set.count; u++) {
    const lambda = set.lambda[u]!;
    if (lambda === 0) continue;
    set.lambdaBefore[u] = lambda;
    applyImpulse(set.rows, u, lambda, bodies);
  }
  for (const { joint, coupling, firstRow } of bi.elements) {
    const n = joint >= 0 ? joints[joint]!.kind!.rowCount : 1;
    for (let k = 0; k < n; k++) {
      const force = joint >= 0 ? jointForce[6 * joint + k]! : couplingForce[coupling]!;
      if (force === 0) continue;
      const lambda = hf * force;
      bi.lambda[firstRow + k] = lambda;
      applyImpulse(bi.rows, firstRow + k, lambda, bodies);
    }
  }
  solveSpins(bodies, m.times.h);
}

/** Newton passes on the present factor. */
function solvePasses(m: Mechanism, outcome: SubstepOutcome): void {
  const { bilateral: bi, bodies } = m;
  const { h } = m.times;
  let slack = 0;
  let pass = 0;
  let change = Number.POSITIVE_INFINITY;
  const wanted = bi.isRedundant.includes(1) ? REDUNDANT_CLOSURE_M : CLOSURE_M;
  let closureBefore = Number.POSITIVE_INFINITY;
  for (; ; pass++) {
    const closure = tryStep(m);
    outcome.closureM = closure;
    if (pass === (m.isVelocityLevel ? 1 : MAX_PASSES) || !(closure < 1e3)) break;
    const isClosed = closure < wanted || (closure < CLOSURE_M && closure > 0.5 * closureBefore);
    if (pass > 0 && isClosed && change < SETTLED_M_PER_S) break;
    closureBefore = closure;
    for (let i = 0; i < bi.size; i++) {
      bi.z[i] = m.isVelocityLevel ? rowRate(bi.rows, i, bodies.v) : (bi.residual[i]! - bi.target[i]!) / h;
    }
    forwardSolve(bi.sky, bi.z, 0, 0, bi.size);
    slack = solveUnilateral(m, outcome);
    change = applyUnilateral(m);
    backwardSolve(bi.sky, bi.z);
    for (let i = 0; i < bi.size; i++) {
      const change = -bi.z[i]!;
      bi.lambda[i]! += change;
      applyImpulse(bi.rows, i, change, bodies);
    }
    solveSpins(bodies, h);
  }
  outcome.slackM = slack * h;
  outcome.passes = pass;
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

function updateTrialValue(m: Mechanism, i: number): void {
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

let LEAST_PIVOT = new Float64Array(8);
const VELOCITY = new Float64Array(3);
const FRAMES = new Float64Array(FRAME.width);
