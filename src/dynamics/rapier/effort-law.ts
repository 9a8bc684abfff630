/**
 * Contributor notes. Everything stiff that Rapier does not solve itself (capped servos, gears, dry friction, stops,
 * cords, universal locks) is solved here, together, implicitly, in double precision, on the mobility seen THROUGH the
 * joints, and handed to Rapier as constant forces for its step: the effort is then exactly known and never above its cap.
 *
 *   v* = v + M⁻¹(h·f + P)    y = L⁻¹·J_b·v*    p = J_u·v* − Zᵀy + bias
 *   K = J_u·M⁻¹·J_uᵀ − ZᵀZ   (K·S… + Γ)λ = target − p, within bounds      μ = −L⁻ᵀ(Z·m + y_P)
 *
 * m are the impulses along the directions, μ the joint impulses that answer them: both are applied, so that Rapier starts
 * from velocities that already fit its joints. `bias` is an observer of what the law cannot see (contact, curvature of
 * the joint manifold): bias += f·(rate found − rate predicted), f = 0.3. It needs no inertia estimate.
 */
import type { EngineModel } from '../engine.js';
import { COMMAND, COMMAND_WIDTH } from '../engine.js';
import type { BodyStates } from './bodies.js';
import { solveBoxComplementarity } from './box-complementarity.js';
import type { CoordinateStates } from './coordinates.js';
import { reduceDirections, refreshDirections } from './directions.js';
import type { FramePairs } from './frames.js';
import type { JointOperator } from './joint-operator.js';
import { isAnchored, writeCondition } from './law-conditions.js';
import type { EffortLaw } from './law-state.js';
import type { LawTerm } from './law-terms.js';
import {
  anchorValue,
  couplingShare,
  evaluateLaws,
  isModelActing,
  settleCouplings,
  writeModelCondition,
} from './model-terms.js';
import { addImpulse, impulseToVelocity, rowRate } from './rows.js';

const OBSERVER_GAIN = 0.3;
const ROW_REGULARISATION = 1e-9;

/** What one sub-step of the law reads. */
export interface LawInput {
  readonly model: EngineModel;
  readonly states: BodyStates;
  readonly coordinates: CoordinateStates;
  readonly joints: FramePairs;
  readonly jointOperator: JointOperator;
  readonly jointActive: Uint8Array;
  readonly jointReaction: Float64Array;
  readonly commands: Float64Array;
  readonly h: number;
  /** `RapierSettings.earlyShare`. */
  readonly early: number;
  /** Impulses known beforehand (applied wrenches, explicit efforts), 6 per body [N·s, N·m·s]. */
  readonly knownImpulse: Float64Array;
  /** Velocity change that Rapier itself will add over the sub-step (gravity, gyroscopic), 6 per body. */
  readonly freeChange: Float64Array;
}

/**
 * Solves one sub-step. Adds the impulses along the directions to `direct` and the answering joint impulses to
 * `answer`, 6 per body. The joint operator must be fresh.
 */
export function solveLaw(law: EffortLaw, input: LawInput, direct: Float64Array, answer: Float64Array): void {
  const { operator, scratch, list } = law;
  const { states, jointOperator } = input;
  const lead = input.early * input.h;
  refreshDirections(operator, list.directions, input.coordinates, input.joints, states, input.h, lead);
  observe(law);
  reduceDirections(operator, jointOperator);
  predict(law, input);
  evaluateLaws(input.model, law.models, input.coordinates, lead);
  const n = collect(law, input);
  const { box, G, q, lo, hi, packedState, packedLambda } = scratch;
  const outcome = solveBoxComplementarity(n, G, q, lo, hi, packedState, packedLambda, box);
  if (!outcome.isExact) law.inexactCount++;
  scatter(law, n);
  applyImpulses(law, jointOperator, direct, answer);
}

function observe(law: EffortLaw): void {
  const { bias, predicted, operator } = law;
  for (let d = 0; d < operator.count; d++) {
    const error = operator.rate[d]! - predicted[d]!;
    bias[d] = Number.isFinite(error) ? bias[d]! + OBSERVER_GAIN * (error - bias[d]!) : 0;
  }
}

/** p: rate of every direction at the end of the sub-step if the law did nothing (without bias). */
function predict(law: EffortLaw, input: LawInput): void {
  const { scratch, operator } = law;
  const { states, knownImpulse, freeChange, jointOperator } = input;
  const { velocity: v, y, known, p } = scratch;
  const { stride, Z } = operator;
  impulseToVelocity(states, knownImpulse, v);
  for (let r = 0; r < stride; r++) known[r] = rowRate(jointOperator.rows, r, v);
  for (let k = 0; k < v.length; k++) v[k]! += states.V[k]! + freeChange[k]!;
  for (let r = 0; r < stride; r++) y[r] = rowRate(jointOperator.rows, r, v);
  jointOperator.forward(y, 0);
  jointOperator.forward(known, 0);
  for (let d = 0; d < operator.count; d++) {
    let rate = rowRate(operator.rows, d, v);
    for (let r = 0; r < stride; r++) rate -= Z[d * stride + r]! * y[r]!;
    p[d] = rate;
  }
}

/** Packs the active rows into G·λ + q with bounds; returns their number. */
function collect(law: EffortLaw, input: LawInput): number {
  const { terms, scratch, operator, bias } = law;
  const { condition, active, q, lo, hi, packedState, gamma } = scratch;
  const context = {
    model: input.model,
    commands: input.commands,
    value: input.coordinates.value,
    rate: input.coordinates.rate,
    joints: input.joints,
    jointReaction: input.jointReaction,
    couplingStart: law.couplingStart,
    anchor: law.anchor,
    h: input.h,
    early: input.early,
  };
  let n = 0;
  terms.forEach((term, r) => {
    scratch.rateBefore[r] = termRate(term, operator.rate);
    law.lambda[r] = 0;
    law.isActive[r] = 0;
    if (term.joints.some((joint) => input.jointActive[joint] === 0) || !isModelActing(law.models, term)) return;
    const turning = termRate(term, operator.curvature);
    const d = term.directions[0]!;
    const mobility = operator.K[d * operator.count + d]!;
    writeCondition(term, r, scratch.rateBefore[r]! - input.early * turning, context, condition);
    writeModelCondition(term, r, scratch.rateBefore[r]!, mobility, law.models, context, condition);
    if (!condition.isActive) return;
    let rest = (1 - input.early) * turning - condition.target;
    term.directions.forEach((d, k) => {
      rest += term.factors[k]! * (scratch.p[d]! + bias[d]!);
    });
    if (term.kind === 'actuator') rest += unreactedRate(law, input, term);
    active[n] = r;
    law.isActive[r] = 1;
    gamma[n] = condition.gamma;
    q[n] = rest;
    lo[n] = condition.lo;
    hi[n] = condition.hi;
    packedState[n] = law.state[r]!;
    n++;
  });
  fillMatrix(law, n);
  return n;
}

/** Share of the coordinate's rate that a one-sided direction does not see: that of the reference body. */
function unreactedRate(law: EffortLaw, input: LawInput, term: LawTerm): number {
  const { coordinate, reactsOnReference } = input.model.actuators[term.index]!;
  return reactsOnReference ? 0 : input.coordinates.rate[coordinate]! - law.operator.rate[term.directions[0]!]!;
}

function fillMatrix(law: EffortLaw, n: number): void {
  const { scratch, operator, terms } = law;
  const { G, active, gamma } = scratch;
  const { K, count } = operator;
  for (let i = 0; i < n; i++) {
    const s = terms[active[i]!]!;
    for (let j = 0; j <= i; j++) {
      const t = terms[active[j]!]!;
      let sum = 0;
      for (let a = 0; a < s.directions.length; a++) {
        for (let b = 0; b < t.directions.length; b++) {
          sum += s.factors[a]! * t.factors[b]! * K[s.directions[a]! * count + t.directions[b]!]!;
        }
      }
      G[i * n + j] = sum;
      G[j * n + i] = sum;
    }
    const diagonal = G[i * n + i]!;
    // A row that the joints lock keeps the mobility it would have without them: λ stays finite and moves nothing.
    G[i * n + i] = gamma[i]! + (diagonal > 0 ? diagonal * (1 + ROW_REGULARISATION) : openMobility(law, s));
  }
}

function openMobility({ operator }: EffortLaw, term: LawTerm): number {
  let sum = 0;
  for (let k = 0; k < term.directions.length; k++) sum += term.factors[k]! ** 2 * operator.open[term.directions[k]!]!;
  return sum > 0 ? sum : 1;
}

function scatter(law: EffortLaw, n: number): void {
  const { scratch, terms, lambda, state, operator, predicted } = law;
  const { m, active, packedLambda, packedState, p } = scratch;
  m.fill(0);
  for (let i = 0; i < n; i++) {
    const r = active[i]!;
    const term = terms[r]!;
    const value = Number.isFinite(packedLambda[i]!) ? packedLambda[i]! : 0;
    lambda[r] = value;
    state[r] = packedState[i]!;
    for (let k = 0; k < term.directions.length; k++) m[term.directions[k]!]! += term.factors[k]! * value;
  }
  for (let d = 0; d < operator.count; d++) {
    let rate = p[d]!;
    for (let e = 0; e < operator.count; e++) rate += operator.K[d * operator.count + e]! * m[e]!;
    predicted[d] = rate + operator.curvature[d]!;
  }
}

function applyImpulses(law: EffortLaw, joints: JointOperator, direct: Float64Array, answer: Float64Array): void {
  const { operator, scratch } = law;
  const { m, known } = scratch;
  const { stride, Z } = operator;
  for (let d = 0; d < operator.count; d++) {
    if (m[d] === 0) continue;
    addImpulse(operator.rows, d, m[d]!, direct);
    for (let r = 0; r < stride; r++) known[r]! += Z[d * stride + r]! * m[d]!;
  }
  joints.backward(known, 0);
  for (let r = 0; r < stride; r++) addImpulse(joints.rows, r, -known[r]!, answer);
}

const termRate = (term: LawTerm, rate: Float64Array) => {
  let sum = 0;
  for (let k = 0; k < term.directions.length; k++) sum += term.factors[k]! * rate[term.directions[k]!]!;
  return sum;
};

/**
 * Books the sub-step that Rapier has just taken, before rows are refreshed: work of every row by the mean of its rates
 * before and after, λ·(w₀ + w₁)/2, which is the change of kinetic energy that the impulse makes.
 */
export function settleWork(law: EffortLaw, V: Float64Array): void {
  const { operator, scratch, terms } = law;
  for (let d = 0; d < operator.count; d++) scratch.p[d] = rowRate(operator.rows, d, V);
  for (let r = 0; r < terms.length; r++) {
    const after = termRate(terms[r]!, scratch.p);
    law.workJ[r] = law.lambda[r] === 0 ? 0 : law.lambda[r]! * 0.5 * (scratch.rateBefore[r]! + after);
  }
}

/** Moves the anchors once coordinates have been re-read: along with the target while held, to the value while slipping. */
export function settleAnchors(law: EffortLaw, input: LawInput): void {
  const { terms, anchor, state, isActive } = law;
  const { model, coordinates, commands, h } = input;
  const context = { model, value: coordinates.value, couplingStart: law.couplingStart };
  const { couplingEffort } = law.scratch;
  couplingEffort.fill(0);
  terms.forEach((term, r) => {
    if (couplingShare(term.kind) !== 0) couplingEffort[term.index]! += law.lambda[r]! / h;
    if (term.kind === 'slip' || term.kind === 'loss') {
      if (isActive[r] !== 1 || state[r] !== 0) anchor[r] = anchorValue(term, context)!;
      return;
    }
    if (term.kind !== 'friction' && term.kind !== 'actuator') return;
    const coordinate = term.kind === 'friction' ? term.index : model.actuators[term.index]!.coordinate;
    const isHeld = isActive[r] === 1 && state[r] === 0 && isAnchored(term, commands);
    const rate = term.kind === 'actuator' ? commands[term.index * COMMAND_WIDTH + COMMAND.targetRate]! : 0;
    anchor[r] = isHeld ? anchor[r]! + h * rate : coordinates.value[coordinate]!;
  });
  settleCouplings(law.models, context, couplingEffort);
}
