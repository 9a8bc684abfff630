import type { EngineModel } from '../engine.js';
import { COMMAND, COMMAND_WIDTH } from '../engine.js';
import type { FramePairs } from './frames.js';
import { originDistance } from './joint-rows.js';
import type { LawTerm } from './law-terms.js';

/** Share of a position error that a row takes back per sub-step. */
export const BETA = 0.2;

/** Fastest return of a coordinate beyond its stop, of a rod, a universal joint, a term of a coupling [m/s], [rad/s]. */
const RETURN_M_PER_S = 0.05;
const RETURN_RAD_PER_S = 1;

/** What a row of the law asks for: w + γ·λ = target with lo ≤ λ ≤ hi, w its rate at the end of the sub-step. */
export interface Condition {
  isActive: boolean;
  target: number;
  gamma: number;
  lo: number;
  hi: number;
}

/** State that conditions are read from. */
export interface LawContext {
  readonly model: EngineModel;
  readonly commands: Float64Array;
  readonly value: Float64Array;
  readonly rate: Float64Array;
  readonly joints: FramePairs;
  /** Reactions of the recorded step before, 6 per joint. */
  readonly jointReaction: Float64Array;
  /** Value of each coupling when the trial began. */
  readonly couplingStart: Float64Array;
  /** Where the friction or rigid servo of each row sticks. */
  readonly anchor: Float64Array;
  /** Sub-step [s] and `RapierSettings.earlyShare`. */
  readonly h: number;
  readonly early: number;
}

/**
 * Writes the condition of row `r` for a sub-step of h, over which q moves by Δq = h·(c·w₀ + (1 − c)·w), c = `early`.
 *
 *   actuator   λ/h = clamp(ff + kp(qT − q − Δq) + kd(q̇T − w))    γ = 1/(h(kd + (1 − c)h·kp))
 *              kd = ∞: w = q̇T − β(q − anchor)/h
 *   friction   |λ| ≤ h·τ, w = −β(q − anchor)/h while it sticks
 *   damping    λ = −h·c_d·w
 *   stops      w ≥ −(gap + c·h·w₀)/h: lands on the stop with the next sub-step at rest; −β·gap/h once passed, bounded;
 *              with restitution e, w ≥ −e·w₀ when the stop lies within the sub-step
 *   coupling   w = −β·C/h, bounded, C = Σ factor·q − its initial value
 *   cord       a stop of its length; rod and universal joint: w = −β·C/h, bounded
 *
 * @param rate rate w₀ of the row at the start of the sub-step
 */
export function writeCondition(term: LawTerm, r: number, rate: number, context: LawContext, out: Condition): void {
  const { model, value, h, early } = context;
  const i = term.index;
  out.isActive = true;
  out.gamma = 0;
  out.target = 0;
  out.lo = Number.NEGATIVE_INFINITY;
  out.hi = Number.POSITIVE_INFINITY;
  switch (term.kind) {
    case 'actuator':
      writeActuator(i, r, context, out);
      return;
    case 'coupling': {
      let error = -context.couplingStart[i]!;
      let limit = 0;
      for (const { coordinate, factor } of model.couplings[i]!.terms) {
        error += factor * value[coordinate]!;
        limit += Math.abs(factor) * returnRate(model, coordinate);
      }
      out.target = pullBack(error, h, limit);
      return;
    }
    case 'friction': {
      const { dryFriction, reactionFriction = 0, joint } = model.coordinates[i]!;
      const load = reactionFriction > 0 && joint !== null ? reactionForce(context, i, joint) : 0;
      const cap = h * (dryFriction + reactionFriction * load);
      out.lo = -cap;
      out.hi = cap;
      out.target = (-BETA * (value[i]! - context.anchor[r]!)) / h;
      return;
    }
    case 'damping':
      out.gamma = 1 / (h * model.coordinates[i]!.damping);
      return;
    case 'lower': {
      const { lower, restitution } = model.coordinates[i]!.limits!;
      out.lo = 0;
      out.target = stopRate(value[i]! - lower, rate, h, early, restitution, returnRate(model, i));
      return;
    }
    case 'upper': {
      const { upper, restitution } = model.coordinates[i]!.limits!;
      out.hi = 0;
      out.target = -stopRate(upper - value[i]!, -rate, h, early, restitution, returnRate(model, i));
      return;
    }
    case 'universal':
      out.target = pullBack(crossing(context.joints, i), h, RETURN_RAD_PER_S);
      return;
    case 'distance': {
      const joint = model.joints[i]!;
      const stretch = originDistance(context.joints, i) - joint.lengthM!;
      if (joint.isCord === true) out.hi = 0;
      out.target =
        joint.isCord === true
          ? -stopRate(-stretch, -rate, h, early, 0, RETURN_M_PER_S)
          : pullBack(stretch, h, RETURN_M_PER_S);
    }
  }
}

/** Fastest return [rad/s or m/s] from beyond a stop of a coordinate. */
export const returnRate = (model: EngineModel, i: number): number =>
  model.coordinates[i]!.kind === 'angle' ? RETURN_RAD_PER_S : RETURN_M_PER_S;

/** −β·C/h, no faster than `limit`: an error that is large from the start must not become a blow. */
function pullBack(C: number, h: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, (-BETA * C) / h));
}

/** Smallest rate away from a stop that is `gap` ahead, when approached at `rate` (negative: towards it). */
export function stopRate(gap: number, rate: number, h: number, early: number, e: number, limit: number): number {
  if (gap < 0) return pullBack(gap, h, limit);
  if (e > 0) return gap + h * rate < 0 ? -e * rate : -gap / h;
  return -Math.max(0, gap + early * h * Math.min(0, rate)) / h;
}

/** Force of a joint's reaction in the recorded step before [N]: for a travel, across its axis. */
function reactionForce({ model, joints, jointReaction }: LawContext, coordinate: number, j: number): number {
  const o = 6 * j;
  const [x, y, z] = [jointReaction[o]!, jointReaction[o + 1]!, jointReaction[o + 2]!];
  if (model.coordinates[coordinate]!.kind === 'angle') return Math.hypot(x, y, z);
  const a = 9 * j + 6;
  const along = x * joints.axesA[a]! + y * joints.axesA[a + 1]! + z * joints.axesA[a + 2]!;
  return Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along));
}

/** z_A·x_B of a universal joint. */
function crossing(joints: FramePairs, j: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) sum += joints.axesA[9 * j + 6 + k]! * joints.axesB[9 * j + k]!;
  return sum;
}

function writeActuator(i: number, r: number, context: LawContext, out: Condition): void {
  const actuator = context.model.actuators[i]!;
  const { commands, value, rate, h, early } = context;
  const at = i * COMMAND_WIDTH;
  if (commands[at + COMMAND.isOn] === 0) {
    out.isActive = false;
    return;
  }
  const cap = h * Math.min(actuator.cap, commands[at + COMMAND.cap]!);
  const kp = commands[at + COMMAND.kp]!;
  const kd = commands[at + COMMAND.kd]!;
  const ff = commands[at + COMMAND.feedforward]!;
  const qT = commands[at + COMMAND.target]!;
  const qdT = commands[at + COMMAND.targetRate]!;
  const q = value[actuator.coordinate]!;
  out.lo = -cap;
  out.hi = cap;
  if (kd === Number.POSITIVE_INFINITY) {
    out.target = qdT - (BETA * (q - context.anchor[r]!)) / h;
    return;
  }
  const damping = kd + (1 - early) * h * kp;
  if (damping === 0) {
    const impulse = Math.max(-cap, Math.min(cap, h * ff));
    out.lo = impulse;
    out.hi = impulse;
    return;
  }
  out.gamma = 1 / (h * damping);
  out.target = (ff + kp * (qT - q - early * h * rate[actuator.coordinate]!) + kd * qdT) / damping;
}

/** Whether row `term` keeps an anchor: dry friction, and servos with infinite damping. */
export function isAnchored(term: LawTerm, commands: Float64Array): boolean {
  return (
    term.kind === 'friction' ||
    term.kind === 'slip' ||
    term.kind === 'loss' ||
    (term.kind === 'actuator' && commands[term.index * COMMAND_WIDTH + COMMAND.kd] === Number.POSITIVE_INFINITY)
  );
}
