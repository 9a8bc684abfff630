/**
 * Laws of the scalar rows: drives, dry friction, damping, limits, cords. λ = hf·effort.
 *
 *   drive     effort = clamp(ff + kp·(qT − q') + kd·(q̇T − q̇'), ±cap), q' = qₙ + h·q̇'
 *             ⇒ γ = 1/(hf·(h·kp + kd)),  bias = (kp·(qₙ − qT) − kd·q̇T − ff)/(h·kp + kd)
 *             kd = ∞: γ = 1e-9·D, bias = −q̇T − 0.999·γ·λ_before
 *   friction  |effort| ≤ τ, q̇' = 0 while it holds: γ and bias as of a rigid drive, or it creeps by γ·λ
 *   damping   effort = −c·(θ·q̇' + (1 − θ)·q̇)   θ = 1/(1 − e⁻ˣ) − 1/x, x = hf·c·G: exact decay of one mass
 *   limit     effort ≥ 0 ⟂ ±(q' − bound) ≥ 0;  bounce: ±q̇' ≥ −e·(±q̇)
 *   cord      tension ≥ 0 ⟂ length − |d'| ≥ 0
 *
 * D = J·M⁻¹·Jᵀ; G = the same with the joints eliminated.
 */
import { COMMAND, COMMAND_WIDTH, type EngineActuator, type EngineCoordinate } from '../engine.js';
import type { JointRows } from './bilateral.js';
import type { Bodies } from './bodies.js';
import type { Coordinates } from './coordinates.js';
import { evaluateFrames, FRAME, type FramePairs } from './frames.js';
import { appendRow, rowRate, weighRows } from './row-set.js';
import { distanceJacobian, distanceOf } from './rows/row-kind.js';
import { appendScaledRow, diagonalOf, markBounded, ROW_ROLE, type UnilateralSet } from './unilateral.js';

/** Rigid rows (rigid drives, friction, limits) are softened by this part of D. */
export const RIGID_GAMMA = 1e-9;
/** Part of the last impulse that a rigid row's softness hangs on: what is left creeps 1e-3·γ·λ. */
export const RIGID_MEMORY = 0.999;
export const LIMIT_GAMMA = 1e-7;
/** Speeds [m/s or rad/s] below which a stop does not bounce. */
const BOUNCE_SPEED = 0.02;
/** Part of a violated gap that one step may take back, and the speed [m/s or rad/s] it is limited to. */
const RECOVERY_PART = 0.2;
const RECOVERY_SPEED = 0.05;

export interface StepTimes {
  /** Length of the step [s]. */
  h: number;
  /** Time between the last kick and this one [s]. */
  hf: number;
}

/** Efforts of the last sub-step per source, for warm starts [N·m or N]. */
export interface WarmEfforts {
  readonly drive: Float64Array;
  readonly friction: Float64Array;
  readonly damping: Float64Array;
  readonly lowerLimit: Float64Array;
  readonly upperLimit: Float64Array;
  readonly cord: Float64Array;
  readonly couplingLower: Float64Array;
  readonly couplingUpper: Float64Array;
  readonly couplingFlow: Float64Array;
  readonly couplingLoss: Float64Array;
}

/** The gap that a step may end with: 0, or what is left of a violation. */
export function keptGap(gap: number, h: number): number {
  return gap < 0 ? gap - Math.max(RECOVERY_PART * gap, -h * RECOVERY_SPEED) : 0;
}

/** The cap in force of actuator i [N·m or N]: the commanded one, at most its own. */
export function capInForce(actuator: EngineActuator, commands: Float64Array, i: number): number {
  return Math.max(0, Math.min(actuator.cap, commands[COMMAND_WIDTH * i + COMMAND.cap]!));
}

/** Appends the row of actuator i, which is on and has gains; `start`: effort that the solve starts from. */
export function appendDrive(
  set: UnilateralSet,
  i: number,
  actuator: EngineActuator,
  commands: Float64Array,
  c: Coordinates,
  times: StepTimes,
  start: number,
): void {
  const { h, hf } = times;
  const q = actuator.coordinate;
  const r = appendScaledRow(set, c.rows, q, 1, actuator.reactsOnReference ? -1 : c.pairs.b[q]!);
  const bound = capInForce(actuator, commands, i) * hf;
  markBounded(set, r, ROW_ROLE.drive, i, -bound, bound);
  const o = COMMAND_WIDTH * i;
  const kp = commands[o + COMMAND.kp]!;
  const kd = commands[o + COMMAND.kd]!;
  const rate = commands[o + COMMAND.targetRate]!;
  if (kd === Number.POSITIVE_INFINITY) {
    set.gamma[r] = RIGID_GAMMA * diagonalOf(set.rows, r);
    set.bias[r] = -rate;
  } else {
    const gain = h * kp + kd;
    set.gamma[r] = 1 / (hf * gain);
    const feedforward = commands[o + COMMAND.feedforward]!;
    set.bias[r] = (kp * (c.value[q]! - commands[o + COMMAND.target]!) - kd * rate - feedforward) / gain;
  }
  set.lambda[r] = clamp(start * hf, -bound, bound);
  if (kd === Number.POSITIVE_INFINITY) set.bias[r]! -= RIGID_MEMORY * set.gamma[r]! * set.lambda[r]!;
}

/** Appends the dry-friction row of coordinate i. */
export function appendFriction(
  set: UnilateralSet,
  i: number,
  effort: number,
  c: Coordinates,
  times: StepTimes,
  warm: WarmEfforts,
): void {
  const r = appendScaledRow(set, c.rows, i, 1, -1);
  const bound = effort * times.hf;
  markBounded(set, r, ROW_ROLE.friction, i, -bound, bound);
  set.gamma[r] = RIGID_GAMMA * diagonalOf(set.rows, r);
  set.lambda[r] = clamp(warm.friction[i]! * times.hf, -bound, bound);
  set.bias[r] = -RIGID_MEMORY * set.gamma[r]! * set.lambda[r]!;
}

/** Appends the damping row of coordinate i; `finishDamping` sets its law once G is known. */
export function appendDamping(set: UnilateralSet, i: number, c: Coordinates, hf: number, warm: WarmEfforts): void {
  const r = appendScaledRow(set, c.rows, i, 1, -1);
  markBounded(set, r, ROW_ROLE.damping, i, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
  set.lambda[r] = warm.damping[i]! * hf;
}

/** Sets γ and bias of a damping row from the eliminated diagonal G. */
export function finishDamping(
  set: UnilateralSet,
  r: number,
  damping: number,
  hf: number,
  diagonal: number,
  vBefore: Float64Array,
): void {
  const x = hf * damping * diagonal;
  const theta = x < 1e-4 ? 0.5 + x / 12 : 1 / (1 - Math.exp(-x)) - 1 / x;
  set.gamma[r] = 1 / (hf * damping * theta);
  set.bias[r] = ((1 - theta) / theta) * rowRate(set.rows, r, vBefore);
}

/** Appends the limit rows of coordinate i that this step might reach. */
export function appendLimits(
  set: UnilateralSet,
  i: number,
  limits: NonNullable<EngineCoordinate['limits']>,
  c: Coordinates,
  bodies: Bodies,
  times: StepTimes,
  warm: WarmEfforts,
): void {
  const { h, hf } = times;
  const before = rowRate(c.rows, i, bodies.vBefore);
  const kicked = rowRate(c.rows, i, bodies.v);
  const reach = LIMIT_MARGIN + 3 * h * (Math.abs(before) + Math.abs(kicked));
  const value = c.value[i]!;
  if (value - limits.lower < reach) {
    const r = appendLimit(set, i, ROW_ROLE.lowerLimit, 1, value - limits.lower, before, limits.restitution, c, h);
    set.lambda[r] = warm.lowerLimit[i]! * hf;
  }
  if (limits.upper - value < reach) {
    const r = appendLimit(set, i, ROW_ROLE.upperLimit, -1, limits.upper - value, -before, limits.restitution, c, h);
    set.lambda[r] = warm.upperLimit[i]! * hf;
  }
}

/** Distance [m or rad] within which a limit takes part in the solve. */
const LIMIT_MARGIN = 2e-3;

function appendLimit(
  set: UnilateralSet,
  i: number,
  role: number,
  side: number,
  gap: number,
  closing: number,
  restitution: number,
  c: Coordinates,
  h: number,
): number {
  const r = appendScaledRow(set, c.rows, i, side, -1);
  markBounded(set, r, role, i, 0, Number.POSITIVE_INFINITY);
  set.gamma[r] = LIMIT_GAMMA * diagonalOf(set.rows, r);
  if (restitution > 0 && closing < -BOUNCE_SPEED && gap + h * closing < 0) set.bias[r] = restitution * closing;
  else {
    set.isPosition[r] = 1;
    set.keep[r] = keptGap(gap, h);
  }
  return r;
}

/** Appends the row of cord j if this step might pull it taut. */
export function appendCord(
  set: UnilateralSet,
  j: number,
  joint: JointRows,
  pairs: FramePairs,
  bodies: Bodies,
  times: StepTimes,
  warm: WarmEfforts,
): void {
  const { h, hf } = times;
  evaluateFrames(pairs, j, bodies.x, bodies.R, F);
  const gap = joint.lengthM - distanceOf(F);
  const a = pairs.a[j]!;
  const b = pairs.b[j]!;
  const { rows } = set;
  const r = appendRow(rows, bodies, a, b);
  distanceJacobian(F, -1, rows, r, bodies.isMovable[a] === 1, bodies.isMovable[b] === 1);
  weighRows(rows, bodies, r, r + 1);
  const reach =
    LIMIT_MARGIN + 3 * h * (Math.abs(rowRate(rows, r, bodies.vBefore)) + Math.abs(rowRate(rows, r, bodies.v)));
  if (gap > reach) {
    rows.count--;
    return;
  }
  set.count = rows.count;
  markBounded(set, r, ROW_ROLE.cord, j, 0, Number.POSITIVE_INFINITY);
  set.gamma[r] = LIMIT_GAMMA * diagonalOf(rows, r);
  set.isPosition[r] = 1;
  set.keep[r] = keptGap(gap, h);
  set.lambda[r] = warm.cord[j]! * hf;
}

/** Slack of cord j at the trial poses [m]. */
export function trialSlack(j: number, joint: JointRows, pairs: FramePairs, bodies: Bodies): number {
  evaluateFrames(pairs, j, bodies.xNext, bodies.RNext, F);
  return joint.lengthM - distanceOf(F);
}

function clamp(x: number, lower: number, upper: number): number {
  return x < lower ? lower : Math.min(x, upper);
}

const F = new Float64Array(FRAME.width);
