/**
 * The direct engine: joints, drives, contact and friction in one double-precision solve per sub-step.
 *
 * This file is the order of events of a recorded step and nothing else; each event has its own file.
 */
import type { Pose } from '../../core/vector.js';
import type { Engine, EngineEnergy, EngineModel, Trouble } from '../engine.js';
import type { Rapier } from '../rapier.js';
import { placeBody, readPoses, setPresent } from './bodies.js';
import { detectContacts, freeCollisionWorld, setColliding } from './collision/collision-world.js';
import { writeCoordinateRows } from './coordinates.js';
import { evaluateFrames, FRAME } from './frames.js';
import { kineticEnergy } from './integration.js';
import { dissipated, potentialEnergy, weightOf, workIn } from './losses.js';
import { createMechanism, type Mechanism, rebuildBilateral } from './mechanism.js';
import { beginMeans, collectSubstep, createStepMeans, finishMeans, type StepMeans } from './readout.js';
import { rowRate } from './row-set.js';
import { ANGLE_SCALE_M } from './rows/row-kind.js';
import { acceptSubstep, type SubstepOutcome, solveSubstep } from './substep.js';
import { createSynchronizer, synchronize } from './synchronous-velocity.js';
import { report } from './troubles.js';

/** Closure [m] and complementarity [m] above which a step is reported. */
const CLOSURE_TROUBLE_M = 1e-5;
const SLACK_TROUBLE_M = 1e-7;

export class DirectEngine implements Engine {
  readonly name = 'direct';
  readonly reactionSource = 'exact';
  readonly clampedCount = 0;
  readonly commands: Float64Array;
  readonly coordinateEffort: Float64Array;
  readonly wrench: Float64Array;
  readonly pose: Float64Array;
  readonly velocity: Float64Array;
  readonly coordinate: Float64Array;
  readonly coordinateRate: Float64Array;
  readonly jointSeparationM: Float64Array;
  readonly jointMisalignmentRad: Float64Array;
  readonly jointActive: Uint8Array;
  readonly jointReaction: Float64Array;
  readonly actuatorEffort: Float64Array;
  readonly actuatorWorkJ: Float64Array;
  readonly couplingEffort: Float64Array;
  readonly contactNormalN: Float64Array;
  readonly contactForceN: Float64Array;
  readonly contactFrictionN: Float64Array;
  readonly contactGapM: Float64Array;
  readonly energy: EngineEnergy;
  readonly troubles: Trouble[] = [];
  timeS = 0;
  maxPenetrationM = 0;
  residualM = 0;
  subStepCount = 0;
  retryCount = 0;

  readonly #m: Mechanism;
  readonly #means: StepMeans;
  readonly #synchronizer;
  readonly #outcome: SubstepOutcome = { closureM: 0, slackM: 0, retries: 0, passes: 0 };
  #isFrozen = false;

  constructor(model: EngineModel, rapier: Rapier | null) {
    const m = createMechanism(model, rapier);
    const means = createStepMeans(m);
    this.#m = m;
    this.#means = means;
    this.#synchronizer = createSynchronizer(m.bodies);
    this.commands = m.commands;
    this.coordinateEffort = m.coordinateEffort;
    this.wrench = m.wrench;
    this.pose = new Float64Array(7 * m.bodies.count);
    this.velocity = Float64Array.from(m.bodies.v);
    this.coordinate = m.coordinates.value;
    this.coordinateRate = new Float64Array(m.coordinates.count);
    this.jointSeparationM = new Float64Array(m.joints.length);
    this.jointMisalignmentRad = new Float64Array(m.joints.length);
    this.jointActive = m.isJointActive;
    this.jointReaction = means.jointReaction;
    this.actuatorEffort = means.actuatorEffort;
    this.actuatorWorkJ = means.actuatorWorkJ;
    this.couplingEffort = means.couplingEffort;
    this.contactNormalN = means.contactNormalN;
    this.contactForceN = means.contactForceN;
    this.contactFrictionN = means.contactFrictionN;
    this.contactGapM = means.contactGapM;
    this.energy = { kineticJ: 0, potentialJ: 0, workInJ: 0, dissipatedJ: 0, isExact: true };
    this.#readState();
    this.energy.kineticJ = kineticEnergy(m.bodies);
    this.energy.potentialJ = potentialEnergy(m.bodies, m.gravity);
  }

  get settings(): Readonly<Record<string, number | string | boolean>> {
    return { engine: 'direct', stepS: this.#m.model.stepS, precision: this.#m.model.precision };
  }

  step(): void {
    const m = this.#m;
    const { stepS } = m.model;
    beginMeans(this.#means);
    this.retryCount = 0;
    this.residualM = 0;
    this.subStepCount = 1;
    let duration = 0;
    for (let k = 0; k < this.subStepCount && !this.#isFrozen; k++) {
      this.#advance(stepS / this.subStepCount);
      duration += m.times.hf;
    }
    if (duration > 0) finishMeans(this.#means, duration);
    this.timeS += stepS;
    this.coordinateEffort.fill(0);
    this.wrench.fill(0);
    this.#readState();
    this.#readEnergy();
  }

  #advance(h: number): void {
    const m = this.#m;
    if (m.collision) detectContacts(m.collision, m.bodies, m.contacts, h);
    solveSubstep(m, h, this.#outcome);
    collectSubstep(m, this.#means);
    synchronize(this.#synchronizer, m.bodies, h, m.times.hf, this.velocity);
    acceptSubstep(m);
    const { closureM, slackM, retries } = this.#outcome;
    this.retryCount += retries;
    this.residualM = Math.max(this.residualM, closureM, slackM);
    if (closureM > CLOSURE_TROUBLE_M) {
      report(this.troubles, 'residual', `joints do not close: error ${closureM} m`, this.timeS, closureM);
    }
    if (slackM > SLACK_TROUBLE_M) {
      report(this.troubles, 'not_converged', `contacts and bounds not solved: error ${slackM} m`, this.timeS, slackM);
    }
    if (!Number.isFinite(closureM) || !Number.isFinite(kineticEnergy(m.bodies))) {
      this.#isFrozen = true;
      report(this.troubles, 'diverged', 'the state is no longer a number', this.timeS, Number.POSITIVE_INFINITY);
    }
  }

  #readState(): void {
    const m = this.#m;
    readPoses(m.bodies, this.pose);
    writeCoordinateRows(m.coordinates, m.bodies);
    for (let i = 0; i < m.coordinates.count; i++) {
      this.coordinateRate[i] = rowRate(m.coordinates.rows, i, this.velocity);
    }
    this.#readClosure();
  }

  #readClosure(): void {
    const { bilateral, joints, pairs, bodies } = this.#m;
    for (let j = 0; j < joints.length; j++) {
      const { kind, lengthM } = joints[j]!;
      const row = bilateral.rowOfJoint[j]!;
      this.jointMisalignmentRad[j] = 0;
      if (kind && row >= 0) {
        this.jointSeparationM[j] = sizeOf(bilateral.residual, row, kind.lengthRowCount);
        const angles = kind.rowCount - kind.lengthRowCount;
        const angle = largestOf(bilateral.residual, row + kind.lengthRowCount, angles) / ANGLE_SCALE_M;
        this.jointMisalignmentRad[j] = angle;
        continue;
      }
      evaluateFrames(pairs, j, bodies.x, bodies.R, F);
      const distance = sizeOf(F, FRAME.d, 3);
      this.jointSeparationM[j] = this.jointActive[j] ? Math.max(0, distance - lengthM) : distance;
    }
  }

  #readEnergy(): void {
    const { bodies, gravity, losses, times } = this.#m;
    const { energy } = this;
    energy.kineticJ = kineticEnergy(bodies);
    const after = potentialEnergy(bodies, gravity);
    // potential at the middle of the last sub-step: half a drift back
    energy.potentialJ = after + 0.5 * times.h * weightOf(bodies, gravity, bodies.v, 6) + losses.changeOfStep;
    energy.workInJ = workIn(losses);
    energy.dissipatedJ = dissipated(losses);
  }

  releaseJoint(joint: number): void {
    const m = this.#m;
    if (!m.isJointActive[joint]) return;
    m.isJointActive[joint] = 0;
    rebuildBilateral(m);
  }

  setPresence(body: number, pose: Pose | null): void {
    const { bodies } = this.#m;
    if (pose) placeBody(bodies, body, pose);
    setPresent(bodies, body, pose !== null);
    if (this.#m.collision) setColliding(this.#m.collision, body, pose !== null, bodies);
    this.#readState();
  }

  snapshot(): Uint8Array {
    return new Uint8Array();
  }

  restore(_snapshot: Uint8Array): void {}

  get debugMechanism(): Mechanism {
    return this.#m;
  }

  free(): void {
    if (this.#m.collision) freeCollisionWorld(this.#m.collision);
    this.#isFrozen = true;
  }
}

function sizeOf(values: Float64Array, o: number, n: number): number {
  let sum = 0;
  for (let k = o; k < o + n; k++) sum += values[k]! * values[k]!;
  return Math.sqrt(sum);
}

function largestOf(values: Float64Array, o: number, n: number): number {
  let largest = 0;
  for (let k = o; k < o + n; k++) largest = Math.max(largest, Math.abs(values[k]!));
  return largest;
}

const F = new Float64Array(FRAME.width);
