import type { Pose } from '../../core/vector.js';
import type { Engine, EngineEnergy, StartEngine, Trouble } from '../engine.js';
import { loadRapier } from '../rapier.js';
import type { Assembly } from './assembly.js';
import { assemble } from './assembly.js';
import { MM, refreshDerived, setMoving } from './bodies.js';
import { writeContacts } from './contact-readout.js';
import { refreshCoordinates } from './coordinates.js';
import { beginBooks, readEnergy } from './energy.js';
import { refreshFrames } from './frames.js';
import { createJointOperator } from './joint-operator.js';
import { releaseRapierJoint } from './joints.js';
import { refitLaw } from './law-state.js';
import { totalStored } from './model-terms.js';
import { beginBalance } from './momentum-balance.js';
import type { Outputs } from './outputs.js';
import { publishInitialGaps, publishState, publishStep } from './publish.js';
import { readSnapshot, writeSnapshot } from './snapshot.js';
import type { StepScratch } from './sub-step.js';
import { createStepScratch, takeSubStep } from './sub-step.js';
import type { TroubleList } from './troubles.js';
import { createTroubleList } from './troubles.js';

/**
 * Starts Rapier's own solver on a model.
 *
 * Joints are Rapier's impulse joints; efforts, couplings, dry friction and stops are our implicit law, applied as
 * forces over every sub-step; reactions and friction come from momentum balances.
 *
 * @throws BindingError 'unsupported_by_engine' where the direct engine is needed, 'degenerate_hull'
 * @limits numerical damping of the joints (a pendulum loses about 2 %/min of its energy), speed clamps (counted), f32
 *         poses, µm joint errors; contact friction is inferred
 */
export const startRapierEngine: StartEngine = async (model) => new RapierEngine(assemble(await loadRapier(), model));

/** Progress that is not in any array. */
export interface RapierProgress {
  stepCount: number;
  residualM: number;
  maxPenetrationM: number;
  retryCount: number;
  isFrozen: boolean;
}

class RapierEngine implements Engine {
  readonly name = 'rapier';
  readonly reactionSource = 'momentum-balance';
  readonly settings: Readonly<Record<string, number | string | boolean>>;
  readonly effortLeadS: number;
  readonly #assembly: Assembly;
  readonly #scratch: StepScratch;
  readonly #troubles: TroubleList;
  readonly #progress: RapierProgress;

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
  readonly contactNormalN: Float64Array;
  readonly contactForceN: Float64Array;
  readonly contactFrictionN: Float64Array;
  readonly contactGapM: Float64Array;
  readonly contactPointM: Float64Array;
  readonly energy: EngineEnergy;

  constructor(assembly: Assembly) {
    this.#assembly = assembly;
    this.#scratch = createStepScratch(assembly);
    this.#troubles = createTroubleList();
    const outputs: Outputs = assembly.outputs;
    this.commands = outputs.commands;
    this.coordinateEffort = outputs.coordinateEffort;
    this.wrench = outputs.wrench;
    this.pose = outputs.pose;
    this.velocity = outputs.velocity;
    this.coordinate = outputs.coordinate;
    this.coordinateRate = outputs.coordinateRate;
    this.jointSeparationM = outputs.jointSeparationM;
    this.jointMisalignmentRad = outputs.jointMisalignmentRad;
    this.jointActive = outputs.jointActive;
    this.jointReaction = outputs.jointReaction;
    this.actuatorEffort = outputs.actuatorEffort;
    this.actuatorWorkJ = outputs.actuatorWorkJ;
    this.couplingEffort = outputs.couplingEffort;
    this.couplingLossEffort = outputs.couplingLossEffort;
    this.lawEffort = outputs.lawEffort;
    this.contactNormalN = outputs.contactNormalN;
    this.contactForceN = outputs.contactForceN;
    this.contactFrictionN = outputs.contactFrictionN;
    this.contactGapM = outputs.contactGapM;
    this.contactPointM = outputs.contactPointM;
    this.energy = assembly.books.energy;
    this.settings = describeSettings(assembly);
    this.effortLeadS = assembly.settings.effortLeadS;
    this.energy.elasticJ = totalStored(assembly.law.models);
    publishInitialGaps(assembly);
    const residualM = publishState(assembly);
    this.#lookAtInertia();
    this.#progress = { stepCount: 0, residualM, maxPenetrationM: 0, retryCount: 0, isFrozen: false };
  }

  #lookAtInertia(): void {
    const { pace, inertiaRatioHeld } = this.#assembly.settings;
    const { inertiaRatio, inertiaRatioAt } = pace;
    if (inertiaRatio <= inertiaRatioHeld) return;
    const message =
      `${inertiaRatioAt}: its bodies weigh 1 : ${inertiaRatio.toPrecision(2)} there, and the sub-step holds ` +
      `1 : ${inertiaRatioHeld.toPrecision(2)}; give a shorter subStepS, or run the trial with engine 'direct'`;
    this.#troubles.add('inertia_ratio', message, 0, inertiaRatio);
  }

  get timeS(): number {
    return this.#progress.stepCount * this.#assembly.model.stepS;
  }

  get maxPenetrationM(): number {
    return this.#progress.maxPenetrationM;
  }

  get residualM(): number {
    return this.#progress.residualM;
  }

  get subStepCount(): number {
    return this.#assembly.settings.subStepCount;
  }

  get retryCount(): number {
    return this.#progress.retryCount;
  }

  get clampedCount(): number {
    return this.#scratch.clampedCount;
  }

  get troubles(): readonly Trouble[] {
    return this.#troubles.entries;
  }

  step(): void {
    const progress = this.#progress;
    const assembly = this.#assembly;
    if (!progress.isFrozen) this.#advance();
    progress.stepCount++;
    assembly.outputs.wrench.fill(0);
    assembly.outputs.coordinateEffort.fill(0);
  }

  #advance(): void {
    const assembly = this.#assembly;
    const scratch = this.#scratch;
    const progress = this.#progress;
    const clampedBefore = scratch.clampedCount;
    const inexactBefore = assembly.law.inexactCount;
    beginBalance(assembly.balance, assembly.states);
    beginBooks(assembly.books);
    assembly.reader.begin();
    scratch.lawImpulse.fill(0);
    const { subStepCount } = assembly.settings;
    for (let k = 1; k <= subStepCount; k++) {
      if (takeSubStep(assembly, scratch, k === subStepCount)) continue;
      this.#freeze();
      return;
    }
    publishStep(assembly, scratch);
    progress.residualM = publishState(assembly);
    progress.maxPenetrationM = assembly.reader.maxPenetrationM;
    progress.retryCount = assembly.law.inexactCount - inexactBefore;
    this.#report(scratch.clampedCount - clampedBefore);
  }

  #freeze(): void {
    this.#progress.isFrozen = true;
    const message = 'the engine produced numbers that are not finite; the trial is frozen at its last good state';
    this.#troubles.add('diverged', message, this.timeS, 1);
  }

  #report(clamped: number): void {
    const { model, settings } = this.#assembly;
    const atS = this.timeS + model.stepS;
    if (clamped > 0) {
      const message =
        `a body reached the engine's speed clamp (${settings.linearClampMPerS} m/s, ` +
        `${settings.angularClampRadPerS.toFixed(0)} rad/s); bodies × sub-steps in one step`;
      this.#troubles.add('speed_clamped', message, atS, clamped);
    }
    if (this.#progress.retryCount > 0) {
      const message = 'the implicit effort law fell back to sweeps; sub-steps of one step';
      this.#troubles.add('not_converged', message, atS, this.#progress.retryCount);
    }
  }

  writeContacts(out: Float64Array): number {
    const { reader, states, model } = this.#assembly;
    return writeContacts(reader.contacts, states, model.stepS, out);
  }

  releaseJoint(joint: number): void {
    const assembly = this.#assembly;
    if (this.jointActive[joint] === 0) return;
    this.jointActive[joint] = 0;
    this.#disableLawsOf(joint);
    const { rapier, world, model, bodies, joints } = assembly;
    joints[joint] = releaseRapierJoint(rapier, world, model.joints[joint]!, bodies, joints[joint]!);
    this.#rebuildOperator();
  }

  #disableLawsOf(joint: number): void {
    const { laws = [], coordinates } = this.#assembly.model;
    laws.forEach((law, i) => {
      if (law.coordinates.some((c) => coordinates[c]!.joint === joint)) this.disableLaw(i);
    });
  }

  disableCoupling(coupling: number): void {
    this.#assembly.law.models.isCouplingActive[coupling] = 0;
  }

  /** What is stored in the law is lost with it. */
  disableLaw(law: number): void {
    const { models } = this.#assembly.law;
    const { energy } = this.#assembly.books;
    models.isLawActive[law] = 0;
    energy.dissipatedJ += models.stored[law]!;
    models.stored[law] = 0;
    energy.elasticJ = totalStored(models);
  }

  #rebuildOperator(): void {
    const assembly = this.#assembly;
    assembly.jointOperator = createJointOperator(assembly.model.joints, this.jointActive, assembly.isGround);
    refitLaw(assembly.law, assembly.jointOperator.rowCount);
    this.#scratch.isOperatorFresh = false;
  }

  setPresence(body: number, pose: Pose | null): void {
    const { states, bodies, frames, coordinates, books, model, law } = this.#assembly;
    const energyBefore = books.energy.kineticJ + books.energy.potentialJ;
    setMoving(states, body, pose !== null && !model.bodies[body]!.isGround);
    states.V.fill(0, 6 * body, 6 * body + 6);
    if (pose !== null) {
      states.pose.set([...pose.positionM, ...pose.rotation], 7 * body);
      placeBody(bodies[body]!, pose);
    }
    bodies[body]!.setEnabled(pose !== null);
    refreshDerived(states);
    refreshFrames(frames, states);
    refreshCoordinates(coordinates, states);
    law.predicted.fill(Number.NaN);
    this.#scratch.isOperatorFresh = false;
    readEnergy(books, model, states);
    // The hand that places or removes a body does its work outside the trial: it enters the books as work.
    books.energy.workInJ += books.energy.kineticJ + books.energy.potentialJ - energyBefore;
    publishState(this.#assembly);
  }

  snapshot(): Uint8Array {
    return writeSnapshot(this.#assembly, this.#scratch, this.#progress, this.#troubles.entries);
  }

  restore(snapshot: Uint8Array): void {
    const troubles = readSnapshot(snapshot, this.#assembly, this.#scratch, this.#progress);
    this.#troubles.replace(troubles);
  }

  free(): void {
    this.#progress.isFrozen = true;
    this.#assembly.freeSpin.free();
    this.#assembly.world.free();
  }
}

function placeBody(body: Assembly['bodies'][number], { positionM: p, rotation: q }: Pose): void {
  body.setTranslation({ x: p[0] * MM, y: p[1] * MM, z: p[2] * MM }, true);
  body.setRotation({ x: q[0], y: q[1], z: q[2], w: q[3] }, true);
  if (body.isDynamic()) {
    body.setLinvel({ x: 0, y: 0, z: 0 }, true);
    body.setAngvel({ x: 0, y: 0, z: 0 }, true);
  }
}

function describeSettings({ model, settings, colliders, rapier }: Assembly) {
  return {
    engine: `rapier ${rapier.version()}`,
    precision: model.precision,
    stepS: model.stepS,
    subStepS: settings.subStepS,
    subStepCount: settings.subStepCount,
    solverIterations: settings.solverIterations,
    pgsIterations: settings.pgsIterations,
    effortLeadS: settings.effortLeadS,
    lengthUnitMm: settings.lengthUnitMm,
    linearClampMPerS: settings.linearClampMPerS,
    angularClampRadPerS: settings.angularClampRadPerS,
    contactFrequencyHz: settings.contactFrequencyHz,
    subStepBasis: settings.subStepBasis,
    angleResolutionRad: settings.angleResolutionRad,
    inertiaRatio: settings.pace.inertiaRatio,
    inertiaRatioHeld: settings.inertiaRatioHeld,
    stiffestRadPerS: settings.pace.stiffestRadPerS,
    frictionRule: colliders.plan.frictionRule,
    usesContactHook: colliders.plan.needsHook,
  };
}
