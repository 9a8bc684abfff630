/**
 * Forces and work of a recorded step, read from the multipliers.
 *
 *   force = Σ λ/Σ hf over the sub-steps: the mean over the step          work += λ·J·(v_before + v_after)/2
 *
 * Signs: joint reaction = what a does to b, at the origin of frame b, world axes. Contact force = on the second body.
 */
import type { Engine } from '../engine.js';
import { followEffort } from './coupling-rows.js';
import { observe } from './forecast.js';
import { evaluateFrames, FRAME } from './frames.js';
import { bookLaws } from './laws.js';
import { markLocked } from './locking.js';
import { bookChangeOfStep } from './losses.js';
import type { Mechanism } from './mechanism.js';
import { blockRate, type RowSet, rowRate } from './row-set.js';
import { ROW_ROLE } from './unilateral.js';

/** The arrays of the engine that hold means over the step; between `begin` and `finish` they hold impulses. */
export type StepMeans = Pick<
  Engine,
  | 'jointReaction'
  | 'actuatorEffort'
  | 'actuatorWorkJ'
  | 'couplingEffort'
  | 'contactNormalN'
  | 'contactForceN'
  | 'contactFrictionN'
  | 'contactGapM'
  | 'contactPointM'
> & {
  /** Friction on the second body of each pair, world axes; 3 per pair [N]. */
  readonly friction: Float64Array;
  readonly couplingLossEffort: Float64Array;
  readonly lawEffort: Float64Array;
};

/** Returns the arrays for a model, all zero. */
export function createStepMeans(m: Mechanism): StepMeans {
  const { model } = m;
  const pairs = model.contactPairs.length;
  return {
    jointReaction: new Float64Array(6 * model.joints.length),
    actuatorEffort: new Float64Array(model.actuators.length),
    actuatorWorkJ: m.losses.drive,
    couplingEffort: new Float64Array(model.couplings.length),
    contactNormalN: new Float64Array(pairs),
    contactForceN: new Float64Array(3 * pairs),
    contactFrictionN: new Float64Array(pairs),
    contactGapM: new Float64Array(pairs).fill(Number.POSITIVE_INFINITY),
    contactPointM: new Float64Array(3 * pairs).fill(Number.NaN),
    friction: new Float64Array(3 * pairs),
    couplingLossEffort: new Float64Array(model.couplings.length),
    lawEffort: new Float64Array(m.laws.coordinate.length),
  };
}

/** Starts the means of a recorded step. */
export function beginMeans(means: StepMeans): void {
  means.jointReaction.fill(0);
  means.actuatorEffort.fill(0);
  means.couplingEffort.fill(0);
  means.couplingLossEffort.fill(0);
  means.lawEffort.fill(0);
  means.contactNormalN.fill(0);
  means.contactForceN.fill(0);
  means.friction.fill(0);
  means.contactGapM.fill(Number.POSITIVE_INFINITY);
  means.contactPointM.fill(0);
}

/** Turns the impulses collected over the time `duration` into means. */
export function finishMeans(means: StepMeans, duration: number, mirrors: readonly Mirror[]): void {
  const scale = 1 / duration;
  for (let i = 0; i < means.contactPointM.length; i++)
    means.contactPointM[i]! /= means.contactNormalN[Math.floor(i / 3)]!;
  scaleAll(means.jointReaction, scale);
  scaleAll(means.actuatorEffort, scale);
  scaleAll(means.couplingEffort, scale);
  scaleAll(means.couplingLossEffort, scale);
  scaleAll(means.lawEffort, scale);
  scaleAll(means.contactNormalN, scale);
  scaleAll(means.contactForceN, scale);
  scaleAll(means.friction, scale);
  for (let i = 0; i < means.contactFrictionN.length; i++) {
    means.contactFrictionN[i] = Math.hypot(
      means.friction[3 * i]!,
      means.friction[3 * i + 1]!,
      means.friction[3 * i + 2]!,
    );
  }
  for (const { of, as } of mirrors) mirrorPair(means, of, as);
}

/** Two read-out pairs of the same bodies, asked for in both orders: the second one is read from the first. */
export interface Mirror {
  readonly of: number;
  readonly as: number;
}

/** Pairs of a model that are the reverse of an earlier one. */
export function mirrorsOf({ contactPairs }: Mechanism['model']): readonly Mirror[] {
  return contactPairs.flatMap(([a, b], as) => {
    const of = contactPairs.findIndex(([c, d]) => c === b && d === a);
    return of >= 0 && of < as ? [{ of, as }] : [];
  });
}

function mirrorPair(means: StepMeans, of: number, as: number): void {
  means.contactNormalN[as] = means.contactNormalN[of]!;
  means.contactFrictionN[as] = means.contactFrictionN[of]!;
  means.contactGapM[as] = means.contactGapM[of]!;
  for (let k = 0; k < 3; k++) {
    means.contactForceN[3 * as + k] = -means.contactForceN[3 * of + k]!;
    means.contactPointM[3 * as + k] = means.contactPointM[3 * of + k]!;
  }
}

function scaleAll(values: Float64Array, scale: number): void {
  for (let i = 0; i < values.length; i++) values[i]! *= scale;
}

/** Adds the sub-step that was just solved, while the poses are still those of tₙ; keeps its forces for warm starts. */
export function collectSubstep(m: Mechanism, means: StepMeans): void {
  const isSmooth = m.contacts.count === 0 && m.times.h === m.hBefore;
  m.smoothSteps = isSmooth ? m.smoothSteps + 1 : 0;
  keepBilateral(m, means);
  markLocked(m);
  clearWarm(m);
  for (let i = 0; i < m.contacts.count; i++) m.contacts.normalForce[i] = 0;
  m.contacts.frictionForce.fill(0, 0, 3 * m.contacts.count);
  collectUnilateral(m, means);
  for (let i = 0; i < m.warm.drive.length; i++) observe(m.driveEffort, i, m.warm.drive[i]!, m.smoothSteps);
  collectCouplings(m, means);
  collectExplicit(m, means);
  collectLaws(m, means);
  collectGaps(m, means);
  bookChangeOfStep(m.losses, m.bodies, m.gravity, m.hBefore, m.times.h);
}

/** Adds the efforts of all couplings and follows those that losses depend on. */
function collectCouplings(m: Mechanism, means: StepMeans): void {
  const { hf } = m.times;
  for (let i = 0; i < m.couplings.length; i++) {
    means.couplingEffort[i]! += hf * m.couplingNow[i]!;
    followEffort(m.memory, i, m.couplings[i]!, m.couplingNow[i]!);
  }
}

function collectLaws(m: Mechanism, means: StepMeans): void {
  if (m.laws.sources.length === 0) return;
  const { laws, coordinates, bodies, lawImpulse, hBefore, times, losses } = m;
  const { dissipated, changeOfStep } = bookLaws(
    laws,
    coordinates,
    bodies,
    lawImpulse,
    hBefore,
    times.h,
    means.lawEffort,
  );
  losses.damping += dissipated;
  losses.changeOfStep += changeOfStep;
}

function keepBilateral(m: Mechanism, means: StepMeans): void {
  const { bilateral: bi, joints, couplings, smoothSteps } = m;
  const { hf } = m.times;
  m.couplingNow.fill(0);
  for (const { joint, coupling, firstRow } of bi.elements) {
    if (joint < 0) {
      const force = bi.lambda[firstRow]! / hf;
      observe(m.couplingForce, coupling, force, smoothSteps);
      m.couplingNow[coupling] = force * couplings[coupling]!.scale;
      continue;
    }
    const { rowCount } = joints[joint]!.kind!;
    for (let k = 0; k < rowCount; k++) observe(m.jointForce, 6 * joint + k, bi.lambda[firstRow + k]! / hf, smoothSteps);
    addReaction(m, joint, bi.rows, firstRow, rowCount, bi.lambda, means.jointReaction);
    for (let k = 0; k < 3; k++) m.reactionForce[3 * joint + k] = WRENCH[k]! / hf;
  }
}

/** Adds the impulse that rows first … first+count give to body b of the joint, as force and torque at the origin of frame b. */
function addReaction(
  m: Mechanism,
  joint: number,
  rows: RowSet,
  first: number,
  count: number,
  lambda: Float64Array,
  out: Float64Array,
): void {
  const { pairs, bodies } = m;
  const b = pairs.b[joint]!;
  const hasB = bodies.isMovable[b] === 1;
  const block = hasB ? rows.start[first + 1]! - rows.start[first]! - 1 : 0;
  const sign = hasB ? 1 : -1;
  WRENCH.fill(0);
  for (let k = 0; k < count; k++) {
    const o = 6 * (rows.start[first + k]! + block);
    const l = sign * lambda[first + k]!;
    for (let i = 0; i < 6; i++) WRENCH[i]! += l * rows.J[o + i]!;
  }
  evaluateFrames(pairs, joint, bodies.x, bodies.R, F);
  // arm from the centre of mass that the torque is about to the origin of frame b
  const ax = hasB ? F[FRAME.rB]! : F[FRAME.rA]! + F[FRAME.d]!;
  const ay = hasB ? F[FRAME.rB + 1]! : F[FRAME.rA + 1]! + F[FRAME.d + 1]!;
  const az = hasB ? F[FRAME.rB + 2]! : F[FRAME.rA + 2]! + F[FRAME.d + 2]!;
  const o = 6 * joint;
  for (let i = 0; i < 3; i++) out[o + i]! += WRENCH[i]!;
  out[o + 3]! += WRENCH[3]! - (ay * WRENCH[2]! - az * WRENCH[1]!);
  out[o + 4]! += WRENCH[4]! - (az * WRENCH[0]! - ax * WRENCH[2]!);
  out[o + 5]! += WRENCH[5]! - (ax * WRENCH[1]! - ay * WRENCH[0]!);
}

function clearWarm(m: Mechanism): void {
  const { warm } = m;
  warm.drive.fill(0);
  warm.friction.fill(0);
  warm.damping.fill(0);
  warm.lowerLimit.fill(0);
  warm.upperLimit.fill(0);
  warm.cord.fill(0);
  warm.couplingLower.fill(0);
  warm.couplingUpper.fill(0);
  warm.couplingFlow.fill(0);
  warm.couplingLoss.fill(0);
  m.lawImpulse.fill(0);
}

function collectUnilateral(m: Mechanism, means: StepMeans): void {
  const { unilateral: set, bodies, losses, warm } = m;
  const { hf } = m.times;
  for (let u = 0; u < set.count; u++) {
    const lambda = set.lambda[u]!;
    const source = set.source[u]!;
    const work = 0.5 * lambda * (rowRate(set.rows, u, bodies.v) + rowRate(set.rows, u, bodies.vBefore));
    switch (set.role[u]) {
      case ROW_ROLE.drive:
        warm.drive[source] = lambda / hf;
        means.actuatorEffort[source]! += lambda;
        losses.drive[source]! += work;
        break;
      case ROW_ROLE.friction:
        warm.friction[source] = lambda / hf;
        losses.jointFriction -= work;
        break;
      case ROW_ROLE.damping:
        warm.damping[source] = lambda / hf;
        losses.damping -= work;
        break;
      case ROW_ROLE.lowerLimit:
        warm.lowerLimit[source] = lambda / hf;
        losses.limits -= work;
        break;
      case ROW_ROLE.upperLimit:
        warm.upperLimit[source] = lambda / hf;
        losses.limits -= work;
        break;
      case ROW_ROLE.cord:
        warm.cord[source] = lambda / hf;
        losses.impacts -= work;
        addReaction(m, source, set.rows, u, 1, set.lambda, means.jointReaction);
        break;
      case ROW_ROLE.couplingLower:
        warm.couplingLower[source] = lambda / hf;
        m.couplingNow[source]! += lambda / hf;
        losses.limits -= work;
        break;
      case ROW_ROLE.couplingUpper:
        warm.couplingUpper[source] = lambda / hf;
        m.couplingNow[source]! -= lambda / hf;
        losses.limits -= work;
        break;
      case ROW_ROLE.couplingFlow:
        warm.couplingFlow[source] = lambda / hf;
        m.couplingNow[source]! += lambda / hf;
        losses.damping -= work;
        break;
      case ROW_ROLE.couplingLoss:
        warm.couplingLoss[source] = lambda / hf;
        means.couplingLossEffort[source]! += lambda;
        losses.jointFriction -= work;
        break;
      case ROW_ROLE.law:
        m.lawImpulse[source] = lambda;
        break;
      default:
        u = collectContact(m, means, u, work);
    }
  }
}

/** Books a contact whose normal is row u with work `workN`; returns its last row. */
function collectContact(m: Mechanism, means: StepMeans, u: number, workN: number): number {
  const { unilateral: set, bodies, losses, contacts } = m;
  const { hf } = m.times;
  const i = set.source[u]!;
  const o = 3 * i;
  losses.impacts -= workN;
  for (let k = 1; k < 3; k++) {
    const rate = rowRate(set.rows, u + k, bodies.v) + rowRate(set.rows, u + k, bodies.vBefore);
    losses.contactFriction -= 0.5 * set.lambda[u + k]! * rate;
  }
  contacts.normalForce[i] = set.lambda[u]! / hf;
  const t1 = set.lambda[u + 1]! / hf;
  const t2 = set.lambda[u + 2]! / hf;
  for (let k = 0; k < 3; k++) {
    contacts.frictionForce[o + k] = t1 * contacts.tangent1[o + k]! + t2 * contacts.tangent2[o + k]!;
  }
  const pair = contacts.readout[i]!;
  if (pair < 0) return u + 2;
  // read-out pairs are ordered; the force on the second body has the sign of b
  const sign = m.model.contactPairs[pair]![1] === contacts.b[i] ? 1 : -1;
  means.contactNormalN[pair]! += set.lambda[u]!;
  for (let k = 0; k < 3; k++) {
    const force = contacts.normalForce[i]! * contacts.normal[o + k]! + contacts.frictionForce[o + k]!;
    means.contactForceN[3 * pair + k]! += sign * hf * force;
    means.contactPointM[3 * pair + k]! += set.lambda[u]! * (bodies.x[3 * contacts.a[i]! + k]! + contacts.armA[o + k]!);
    means.friction[3 * pair + k]! += sign * hf * contacts.frictionForce[o + k]!;
  }
  return u + 2;
}

function collectExplicit(m: Mechanism, means: StepMeans): void {
  const { model, coordinates, coordinateEffort, explicitDrive, bodies, losses, wrench } = m;
  const { hf } = m.times;
  const { v, vBefore } = bodies;
  for (let i = 0; i < coordinates.count; i++) {
    const effort = coordinateEffort[i]!;
    if (effort === 0) continue;
    losses.applied += 0.5 * hf * effort * (rowRate(coordinates.rows, i, v) + rowRate(coordinates.rows, i, vBefore));
  }
  for (let i = 0; i < model.actuators.length; i++) {
    const effort = explicitDrive[i]!;
    if (effort === 0) continue;
    const { coordinate: q, reactsOnReference } = model.actuators[i]!;
    const b = coordinates.pairs.b[q]!;
    const rate = reactsOnReference
      ? rowRate(coordinates.rows, q, v) + rowRate(coordinates.rows, q, vBefore)
      : blockRate(coordinates.rows, q, b, v) + blockRate(coordinates.rows, q, b, vBefore);
    means.actuatorEffort[i]! += hf * effort;
    losses.drive[i]! += 0.5 * hf * effort * rate;
  }
  for (let b = 1; b < bodies.count; b++) {
    if (bodies.inverseMass[b] === 0) continue;
    for (let k = 6 * b; k < 6 * b + 6; k++) {
      if (wrench[k] !== 0) losses.applied += 0.5 * hf * wrench[k]! * (v[k]! + vBefore[k]!);
    }
  }
}

function collectGaps(m: Mechanism, means: StepMeans): void {
  const { contacts } = m;
  for (let i = 0; i < contacts.count; i++) {
    const pair = contacts.readout[i]!;
    if (pair >= 0 && contacts.gap[i]! < means.contactGapM[pair]!) means.contactGapM[pair] = contacts.gap[i]!;
  }
}

const WRENCH = new Float64Array(6);
const F = new Float64Array(FRAME.width);
