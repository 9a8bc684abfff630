/**
 * The unilateral rows of one sub-step, in a fixed order: drives, then friction, damping and limits of every coordinate,
 * cords, couplings, laws, contacts.
 *
 *   contact   0 ≤ λ_n ⟂ (g(q') − g_keep)/h ≥ 0, or with a bounce  0 ≤ λ_n ⟂ n·v' + e·(n·v) ≥ 0;   |λ_t| ≤ µ·λ_n
 *             γ_n = 1e-6·D,  γ_t = 1e-6·D hung on 0.99 of the last friction: no creep, and internal loads fade
 *   friction  bound = dry friction + factor·|reaction force of the joint, one sub-step before|
 */
import { COMMAND, COMMAND_WIDTH } from '../engine.js';
import { appendContactRows, chooseTangents, relativeVelocity } from './contacts.js';
import { appendCouplingRows, appendLoss } from './coupling-rows.js';
import { isCoordinateHeld, isDriving } from './explicit-efforts.js';
import { evaluateFrames, FRAME } from './frames.js';
import { appendLaws } from './laws.js';
import type { Mechanism } from './mechanism.js';
import { weighRows } from './row-set.js';
import { appendCord, appendDamping, appendDrive, appendFriction, appendLimits, keptGap } from './scalar-rows.js';
import { diagonalOf, markBounded, ROW_ROLE, ROW_TYPE, resetUnilateralSet } from './unilateral.js';

const NORMAL_GAMMA = 1e-6;
const TANGENT_GAMMA = 1e-6;
/** Part of the last friction force that a tangent's softness hangs on: stops creep, lets internal loads fade. */
const TANGENT_MEMORY = 0.99;
const BOUNCE_SPEED_M_PER_S = 0.02;

/** Builds the unilateral rows of this sub-step. */
export function collectRows(m: Mechanism): void {
  const { model, unilateral: set, coordinates, warm, times, bodies, contacts, commands } = m;
  const { couplings, laws } = m;
  const scalars = 2 * model.actuators.length + 4 * coordinates.count + m.joints.length + laws.coordinate.length;
  const most = scalars + couplingRowBound(couplings) + 3 * contacts.count;
  resetUnilateralSet(set, most, m.bilateral.size);
  for (let i = 0; i < model.actuators.length; i++) {
    const o = COMMAND_WIDTH * i;
    if (!isDriving(m, i) || (commands[o + COMMAND.kp] === 0 && commands[o + COMMAND.kd] === 0)) continue;
    appendDrive(set, i, model.actuators[i]!, commands, coordinates, times, m.driveEffort.next[i]!);
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

const VELOCITY = new Float64Array(3);
const FRAMES = new Float64Array(FRAME.width);
