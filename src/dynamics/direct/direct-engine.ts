/**
 * The direct engine: joints, drives, contact and friction in one double-precision solve per sub-step.
 *
 * This file is the order of events of a recorded step and nothing else; each event has its own file.
 */

import type { Pose } from '../../core/vector.js';
import type { Engine, EngineEnergy, EngineModel, Trouble } from '../engine.js';
import type { Rapier } from '../rapier.js';
import { placeBody, readPoses, refreshTensor, setPresent } from './bodies.js';
import { readClosure } from './closure-readout.js';
import { freeCollisionWorld, restoreWorld, setColliding } from './collision/collision-world.js';
import { detectContacts } from './collision/detect-contacts.js';
import { writeContacts } from './contact-readout.js';
import { writeCoordinateRows } from './coordinates.js';
import { balanceOf, mechanicalEnergy, readEnergy } from './energy-readout.js';
import { kineticEnergy } from './integration.js';
import { storedEnergy } from './laws.js';
import { potentialEnergy } from './losses.js';
import { createMechanism, type Mechanism, rebuildBilateral } from './mechanism.js';
import { createMoment, type DirectMoment, keepMoment } from './moment.js';
import {
  beginMeans,
  collectSubstep,
  createStepMeans,
  finishMeans,
  type Mirror,
  mirrorsOf,
  type StepMeans,
} from './readout.js';
import { rowRate } from './row-set.js';
import { createStateCopy, loadState, packState, type StateCopy, saveState, stateArrays, unpackState } from './state.js';
import { isGain, isOffBalance, MAX_SUBSTEPS, MAX_TRIES, neededSubsteps, REFINEMENT } from './step-control.js';
import { describePlan, planSteps, reportInertia, type StepPlan } from './step-plan.js';
import { isClosed, isClosedByVelocity, isSolved, reportStep, type WorstErrors } from './step-report.js';
import { acceptSubstep, type SubstepOutcome, solveSubstep } from './substep.js';
import { createSynchronizer, synchronize } from './synchronous-velocity.js';
import { report } from './troubles.js';

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
  readonly couplingLossEffort: Float64Array;
  readonly lawEffort: Float64Array;
  readonly moment: DirectMoment;
  readonly contactNormalN: Float64Array;
  readonly contactForceN: Float64Array;
  readonly contactFrictionN: Float64Array;
  readonly contactGapM: Float64Array;
  readonly contactPointM: Float64Array;
  readonly energy: EngineEnergy;
  readonly troubles: Trouble[] = [];
  timeS = 0;
  maxPenetrationM = 0;
  residualM = 0;
  subStepCount = 0;
  retryCount = 0;

  readonly #m: Mechanism;
  readonly #plan: StepPlan;
  readonly #means: StepMeans;
  readonly #mirrors: readonly Mirror[];
  readonly #synchronizer;
  readonly #outcome: SubstepOutcome = { closureM: 0, slackM: 0, sweptM: 0, retries: 0, passes: 0 };
  readonly #copy: StateCopy;
  readonly #live: ReturnType<typeof stateArrays>;
  readonly #worst: WorstErrors = { closureM: 0, slackM: 0, sweptM: 0 };
  #isFrozen = false;

  constructor(model: EngineModel, rapier: Rapier | null) {
    const m = createMechanism(model, rapier);
    const means = createStepMeans(m);
    this.#mirrors = mirrorsOf(m.model);
    this.#m = m;
    this.#plan = planSteps(m.model);
    reportInertia(this.#plan, this.troubles);
    this.#means = means;
    this.#synchronizer = createSynchronizer(m.bodies);
    this.#live = stateArrays(m, this.#synchronizer);
    this.#copy = createStateCopy(m, this.#synchronizer);
    this.commands = m.commands;
    this.coordinateEffort = m.coordinateEffort;
    this.wrench = m.wrench;
    this.pose = new Float64Array(7 * m.bodies.count);
    m.bodies.vNow.set(m.bodies.v);
    this.velocity = m.bodies.vNow;
    this.coordinate = m.coordinates.value;
    this.coordinateRate = new Float64Array(m.coordinates.count);
    this.jointSeparationM = new Float64Array(m.joints.length);
    this.jointMisalignmentRad = new Float64Array(m.joints.length);
    this.jointActive = m.isJointActive;
    this.jointReaction = means.jointReaction;
    this.actuatorEffort = means.actuatorEffort;
    this.actuatorWorkJ = means.actuatorWorkJ;
    this.couplingEffort = means.couplingEffort;
    this.couplingLossEffort = means.couplingLossEffort;
    this.lawEffort = means.lawEffort;
    this.moment = createMoment(m, means);
    this.contactNormalN = means.contactNormalN;
    this.contactForceN = means.contactForceN;
    this.contactFrictionN = means.contactFrictionN;
    this.contactGapM = means.contactGapM;
    this.contactPointM = means.contactPointM;
    this.energy = { kineticJ: 0, potentialJ: 0, workInJ: 0, dissipatedJ: 0, isExact: true };
    this.#readState();
    this.energy.kineticJ = kineticEnergy(m.bodies);
    this.energy.elasticJ = storedEnergy(m.laws);
    this.energy.potentialJ = potentialEnergy(m.bodies, m.gravity);
  }

  get settings(): Readonly<Record<string, number | string | boolean>> {
    return describePlan(this.#m.model, this.#plan);
  }

  step(): void {
    const m = this.#m;
    const { stepS } = m.model;
    this.retryCount = 0;
    if (!this.#isFrozen) this.#takeStep();
    this.timeS += stepS;
    this.coordinateEffort.fill(0);
    this.wrench.fill(0);
    this.#readState();
    readEnergy(this.#m, this.energy);
  }

  /** Tries the step with as many sub-steps as it needs, then with more, until it is solved. */
  #takeStep(): void {
    const m = this.#m;
    const { stepS } = m.model;
    if (m.collision) detectContacts(m.collision, m.bodies, m.contacts, stepS);
    const jerk = this.#synchronizer.jerk[0]!;
    const needed = neededSubsteps(m.bodies, m.collision, m.contacts, jerk, this.#plan);
    if (needed > MAX_SUBSTEPS) {
      report(this.troubles, 'too_fast', `needs ${needed} sub-steps, takes ${MAX_SUBSTEPS}`, this.timeS, needed);
    }
    m.losses.peakKinetic = Math.max(this.energy.kineticJ, 0.999 * m.losses.peakKinetic);
    saveState(this.#copy, this.#live, m, this.#synchronizer);
    this.subStepCount = Math.min(needed, MAX_SUBSTEPS);
    const before = balanceOf(this.energy);
    for (let attempt = 1; !this.#isStepGood(attempt === 1, before); attempt++) {
      const isLast = attempt === MAX_TRIES || this.subStepCount * REFINEMENT > MAX_SUBSTEPS;
      if (isLast && this.#isStepBearable(before)) break;
      loadState(this.#copy, this.#live, m, this.#synchronizer);
      if (isLast) {
        this.#takeVelocityStep(before);
        break;
      }
      this.subStepCount *= REFINEMENT;
      this.retryCount++;
    }
    this.#reportStep();
  }

  /** Tries the step with the present number of sub-steps; whether it closes, converges and keeps its energy. */
  #isStepGood(isDetected: boolean, balanceBefore: number): boolean {
    this.#trySubsteps(this.#m.model.stepS / this.subStepCount, isDetected);
    readEnergy(this.#m, this.energy);
    return isSolved(this.#worst) && !isOffBalance(balanceOf(this.energy) - balanceBefore, this.#m.losses.peakKinetic);
  }

  /**
   * Whether the last try can stay although contacts did not converge, or energy was lost: its joints close. What is left over is
   * recorded, as residual and in the balance, and judged there; joints held by velocities would not do better.
   */
  #isStepBearable(balanceBefore: number): boolean {
    return isClosed(this.#worst) && !isGain(balanceOf(this.energy) - balanceBefore, this.#m.losses.peakKinetic);
  }

  /** The last resort: joints held by their velocities. */
  #takeVelocityStep(balanceBefore: number): void {
    const m = this.#m;
    m.isVelocityLevel = true;
    this.#trySubsteps(m.model.stepS / this.subStepCount, false);
    m.isVelocityLevel = false;
    readEnergy(this.#m, this.energy);
    const closure = this.#worst.closureM;
    const isGaining = isGain(balanceOf(this.energy) - balanceBefore, m.losses.peakKinetic);
    if (isClosedByVelocity(this.#worst) && !isGaining) return;
    const message = `no motion closes all joints; held by velocities, ${closure.toExponential(2)} m open`;
    report(this.troubles, 'velocity_level', message, this.timeS, closure);
  }

  /** `isDetected`: the contacts at the start are already known. */
  #trySubsteps(h: number, isDetected: boolean): void {
    const m = this.#m;
    beginMeans(this.#means);
    this.#worst.closureM = 0;
    this.#worst.slackM = 0;
    this.#worst.sweptM = 0;
    this.maxPenetrationM = 0;
    let duration = 0;
    for (let k = 0; k < this.subStepCount; k++) {
      if (m.collision && !(isDetected && k === 0)) detectContacts(m.collision, m.bodies, m.contacts, h);
      this.#advance(h);
      if (k === 0) keepMoment(this.moment, m, this.#means, this.timeS);
      duration += m.times.hf;
      if (!Number.isFinite(this.#worst.closureM)) break;
    }
    finishMeans(this.#means, duration, this.#mirrors);
  }

  #advance(h: number): void {
    const m = this.#m;
    solveSubstep(m, h, this.#outcome);
    collectSubstep(m, this.#means);
    synchronize(this.#synchronizer, m, h, m.times.hf);
    acceptSubstep(m);
    const { closureM, slackM, sweptM, retries } = this.#outcome;
    const worst = this.#worst;
    this.retryCount += retries;
    worst.closureM = worse(worst.closureM, closureM);
    worst.slackM = worse(worst.slackM, slackM);
    worst.sweptM = worse(worst.sweptM, sweptM);
    for (let i = 0; i < m.contacts.count; i++) {
      this.maxPenetrationM = Math.max(this.maxPenetrationM, -m.contacts.gap[i]!);
    }
  }

  #reportStep(): void {
    const { timeS, troubles } = this;
    const worst = this.#worst;
    this.residualM = Math.max(worst.closureM, worst.slackM, worst.sweptM);
    reportStep(troubles, worst, this.maxPenetrationM, this.#m.contacts.count, timeS);
    if (Number.isFinite(worst.closureM) && Number.isFinite(kineticEnergy(this.#m.bodies))) return;
    // the last good state is shown from here on
    loadState(this.#copy, this.#live, this.#m, this.#synchronizer);
    beginMeans(this.#means);
    this.velocity.set(this.#m.bodies.v);
    this.residualM = Number.MAX_VALUE;
    this.#isFrozen = true;
    report(troubles, 'diverged', 'the motion is no longer a number', timeS, Number.MAX_VALUE);
  }

  #readState(): void {
    const m = this.#m;
    readPoses(m.bodies, this.pose);
    writeCoordinateRows(m.coordinates, m.bodies);
    for (let i = 0; i < m.coordinates.count; i++) {
      this.coordinateRate[i] = rowRate(m.coordinates.rows, i, this.velocity);
    }
    readClosure(m, this.jointSeparationM, this.jointMisalignmentRad);
  }

  releaseJoint(joint: number): void {
    const m = this.#m;
    if (!m.isJointActive[joint]) return;
    m.isJointActive[joint] = 0;
    rebuildBilateral(m);
  }

  disableCoupling(coupling: number): void {
    const m = this.#m;
    if (!m.isCouplingActive[coupling]) return;
    m.isCouplingActive[coupling] = 0;
    rebuildBilateral(m);
  }

  disableLaw(law: number): void {
    const { laws, losses } = this.#m;
    if (!laws.isActive[law]) return;
    // what it stored is gone
    losses.damping += laws.elastic[law]!;
    laws.isActive[law] = 0;
  }

  writeContacts(out: Float64Array): number {
    return writeContacts(this.#m.contacts, this.#m.bodies, out);
  }

  setPresence(body: number, pose: Pose | null): void {
    const m = this.#m;
    const { bodies } = m;
    const before = mechanicalEnergy(m);
    if (pose) placeBody(bodies, body, pose);
    setPresent(bodies, body, pose !== null);
    if (m.collision) setColliding(m.collision, body, pose !== null, bodies);
    // The hand that places or removes a body does its work outside the trial: it enters the books as work.
    m.losses.applied += mechanicalEnergy(m) - before;
    this.#readState();
    readEnergy(m, this.energy);
  }

  snapshot(): Uint8Array {
    return packState(this.#m, this.#synchronizer, this.#outputs, this.timeS, this.troubles);
  }

  restore(snapshot: Uint8Array): void {
    const m = this.#m;
    const { timeS, troubles, world, isRedundant } = unpackState(snapshot, m, this.#synchronizer, this.#outputs);
    for (let b = 1; b < m.bodies.count; b++) refreshTensor(m.bodies, b);
    if (m.collision) restoreWorld(m.collision, world);
    rebuildBilateral(m);
    m.bilateral.isRedundant.set(isRedundant);
    this.timeS = timeS;
    this.troubles.splice(0, this.troubles.length, ...troubles);
    this.#isFrozen = troubles.some((t) => t.code === 'diverged');
    this.#readState();
    readEnergy(this.#m, this.energy);
  }

  /** Outputs that are not functions of the state. */
  get #outputs(): Float64Array[] {
    const { velocity, jointReaction, actuatorEffort, couplingEffort, couplingLossEffort, lawEffort } = this;
    const { contactNormalN, contactForceN, contactFrictionN, contactGapM, contactPointM, moment } = this;
    return [
      moment.instantS,
      moment.acceleration,
      moment.jointReaction,
      moment.couplingEffort,
      moment.actuatorEffort,
      velocity,
      jointReaction,
      actuatorEffort,
      couplingEffort,
      couplingLossEffort,
      lawEffort,
      contactNormalN,
      contactForceN,
      contactFrictionN,
      contactGapM,
      contactPointM,
    ];
  }

  free(): void {
    if (this.#m.collision) freeCollisionWorld(this.#m.collision);
    this.#isFrozen = true;
  }
}

/** The larger of two errors; NaN is the largest. */
function worse(a: number, b: number): number {
  return Number.isNaN(b) ? b : Math.max(a, b);
}
