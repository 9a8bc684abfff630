import type { Pose } from '../core/vector.js';
import type { JointKind } from '../joints/index.js';
import type { Scene } from '../scene/index.js';
import {
  type Execution,
  type PhaseRecord,
  QUALITY_COLUMNS,
  type RecordingEvent,
  type StepView,
} from '../signals/index.js';
import type { DriveProgram } from './drive-program.js';
import type { Engine } from './engine.js';
import { poseBuffer, writeJointPose } from './joint-pose.js';
import type { ModelProgram } from './model-program.js';

/** Where a running trial puts what it sees. Called in order of time; nothing is kept by reference. */
export interface TrialSink {
  /** One sample: the value of every channel, and `QUALITY_COLUMNS`. */
  step(values: Float64Array, quality: Float64Array): void;
  pose(timeS: number, pose: Float64Array, isPresent: Uint8Array): void;
  event(event: RecordingEvent): void;
  phase(phase: PhaseRecord): void;
  /** Makes what was given so far durable. */
  flush(): Promise<void>;
}

/** A phase with its names resolved. */
export interface PhasePlan {
  readonly id: string;
  readonly durationS: number;
  readonly until: {
    readonly channel: number;
    readonly op: '<=' | '>=' | '<' | '>';
    readonly value: number;
    readonly heldS: number;
  } | null;
  readonly set: readonly { readonly drive: number; readonly setPoint: Readonly<Record<string, unknown>> }[];
  readonly place: readonly { readonly body: number; readonly poseInWorld: Pose | null }[];
  readonly remove: readonly number[];
}

/** Everything a world needs, compiled by `prepareWorld`. */
export interface WorldPlan {
  readonly scene: Scene;
  readonly engine: Engine;
  readonly stepS: number;
  readonly poseIntervalS: number;
  readonly wallLimitS: number;
  readonly jointKinds: readonly JointKind[];
  readonly drives: readonly DriveProgram[];
  readonly models: readonly ModelProgram[];
  /** Length of `StepView.modelEffort`. */
  readonly modelSlotCount: number;
  readonly readers: readonly ((view: StepView) => number)[];
  readonly phases: readonly PhasePlan[];
}

/** How a run ended. */
export interface RunSummary {
  readonly execution: Execution;
  readonly wallS: number;
}

/** Where a run is, for people who wait. */
export interface RunProgress {
  readonly phase: string;
  readonly simulatedS: number;
  readonly totalS: number;
  readonly wallS: number;
}

export interface RunControl {
  /** Stops the run after the current step, as 'stopped-interrupted'. */
  readonly abort?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
}

/** Steps between two durable writes, where progress is told and interruption and the wall limit are looked at. */
const STEPS_PER_FLUSH = 20;

/** Wall time between two returns to the event loop [ms]: signals of the operating system and timers only come through there. */
const LOOP_EVERY_MS = 20;

/**
 * The one stateful thing: a mechanism on trial. Owns the engine; `free` is the one place where engine memory is released.
 *
 * Order within a step: joints whose regions have parted or that are overloaded are released, models look at their range, commands are written, the engine steps, signals are
 * read, the sample is recorded.
 */
export class World {
  readonly #plan: WorldPlan;
  readonly #view: StepView;
  readonly #values: Float64Array;
  readonly #quality = new Float64Array(QUALITY_COLUMNS.length);
  readonly #isPresent: Uint8Array;
  readonly #X_AB = poseBuffer();
  readonly #modelEffort: Float64Array;
  readonly #modelEnergyJ: Float64Array;
  readonly #modelActing: Uint8Array;
  readonly #initialEnergyJ: number;
  #stepCount = 0;
  #lastPoseS = Number.NEGATIVE_INFINITY;
  #startedMs = 0;
  #loopedMs = 0;
  #troubleCount = 0;
  #failure: Execution | null = null;

  constructor(plan: WorldPlan) {
    this.#plan = plan;
    this.#values = new Float64Array(plan.readers.length);
    this.#isPresent = Uint8Array.from(plan.scene.bodies, (body) => (body.isPresent ? 1 : 0));
    this.#modelEffort = new Float64Array(plan.modelSlotCount);
    this.#modelEnergyJ = new Float64Array(plan.models.length);
    this.#modelActing = new Uint8Array(plan.models.length).fill(1);
    this.#view = stepView(plan, this.#isPresent, this.#modelEffort, this.#modelEnergyJ, this.#modelActing);
    const { energy } = plan.engine;
    this.#initialEnergyJ = energy.kineticJ + energy.potentialJ + (energy.elasticJ ?? 0);
  }

  /** Settings of the engine that belong into the provenance. */
  get settings(): Readonly<Record<string, number | string | boolean>> {
    return this.#plan.engine.settings;
  }

  /**
   * Runs the phases one after the other on the evolving state. Bad physics is recorded, never thrown.
   *
   * @param sink  receives every sample as it is made
   */
  async run(sink: TrialSink, control: RunControl = {}): Promise<RunSummary> {
    this.#startedMs = performance.now();
    this.#loopedMs = this.#startedMs;
    this.#watchRanges(sink);
    this.#sample(sink);
    this.#pose(sink);
    let execution: Execution = 'completed';
    for (const phase of this.#plan.phases) {
      if (execution !== 'completed') sink.phase(neverReached(phase.id));
      else execution = await this.#runPhase(phase, sink, control);
    }
    await sink.flush();
    return { execution, wallS: this.#wallS() };
  }

  #wallS(): number {
    return (performance.now() - this.#startedMs) / 1e3;
  }

  async #runPhase(phase: PhasePlan, sink: TrialSink, control: RunControl): Promise<Execution> {
    const { stepS } = this.#plan;
    const firstStep = this.#stepCount - 1;
    this.#begin(phase, sink);
    const steps = Math.max(1, Math.round(phase.durationS / stepS));
    let heldSteps = 0;
    for (let k = 0; k < steps; k++) {
      this.#step(sink);
      if (this.#failure !== null) return this.#end(phase, firstStep, 'stop', this.#failure, sink);
      if (phase.until !== null) {
        heldSteps = holds(phase.until, this.#values) ? heldSteps + 1 : 0;
        if (heldSteps > 0 && (heldSteps - 1) * stepS >= phase.until.heldS - 1e-9) {
          return this.#end(phase, firstStep, 'condition', 'completed', sink);
        }
      }
      if (this.#stepCount % STEPS_PER_FLUSH !== 0) continue;
      await sink.flush();
      control.onProgress?.(this.#progress(phase));
      if (performance.now() - this.#loopedMs >= LOOP_EVERY_MS) await this.#letOthersRun();
      if (control.abort?.aborted === true) return this.#end(phase, firstStep, 'stop', 'stopped-interrupted', sink);
      if (this.#wallS() > this.#plan.wallLimitS) return this.#end(phase, firstStep, 'stop', 'stopped-wall-limit', sink);
    }
    if (phase.until === null) return this.#end(phase, firstStep, 'duration', 'completed', sink);
    const message = `phase '${phase.id}': its condition did not come true within ${phase.durationS} s`;
    sink.event({ atS: this.#timeS(), code: 'phase_time_out', message, subject: phase.id });
    return this.#end(phase, firstStep, 'time-out', 'failed', sink);
  }

  /** An awaited promise that is already settled never lets a signal or a timer in; this does. */
  async #letOthersRun(): Promise<void> {
    await new Promise((resume) => setImmediate(resume));
    this.#loopedMs = performance.now();
  }

  #progress(phase: PhasePlan): RunProgress {
    const totalS = this.#plan.phases.reduce((sum, { durationS }) => sum + durationS, 0);
    return { phase: phase.id, simulatedS: this.#timeS(), totalS, wallS: this.#wallS() };
  }

  #begin(phase: PhasePlan, sink: TrialSink): void {
    const { engine, drives } = this.#plan;
    const atS = this.#timeS();
    for (const body of phase.remove) this.#setPresence(body, null, sink);
    for (const { body, poseInWorld } of phase.place) {
      this.#setPresence(body, poseInWorld ?? this.#plan.scene.bodies[body]!.poseInWorld, sink);
    }
    for (const { drive, setPoint } of phase.set) {
      const program = drives[drive]!;
      const { coordinate } = program;
      program.set(setPoint, atS, engine.coordinate[coordinate]!, engine.coordinateRate[coordinate]!);
    }
  }

  #setPresence(body: number, pose: Pose | null, sink: TrialSink): void {
    this.#plan.engine.setPresence(body, pose);
    this.#isPresent[body] = pose === null ? 0 : 1;
    const subject = this.#plan.scene.bodies[body]!.name;
    const code = pose === null ? 'body_removed' : 'body_placed';
    sink.event({
      atS: this.#timeS(),
      code,
      message: `'${subject}' was ${pose === null ? 'removed' : 'placed'}`,
      subject,
    });
  }

  #end(
    phase: PhasePlan,
    firstStep: number,
    endedBy: PhaseRecord['endedBy'],
    execution: Execution,
    sink: TrialSink,
  ): Execution {
    this.#pose(sink);
    sink.phase({ id: phase.id, firstStep, lastStep: this.#stepCount - 1, endedBy });
    return execution;
  }

  #step(sink: TrialSink): void {
    const { engine, drives, stepS } = this.#plan;
    this.#releaseParted(sink);
    this.#releaseBroken(sink);
    this.#watchRanges(sink);
    const endS = this.#timeS() + stepS;
    for (let i = 0; i < drives.length; i++) drives[i]!.write(endS, engine.commands, i);
    engine.step();
    this.#sample(sink);
    if (this.#timeS() - this.#lastPoseS >= this.#plan.poseIntervalS - 1e-9) this.#pose(sink);
  }

  #sample(sink: TrialSink): void {
    const { engine, readers } = this.#plan;
    this.#readModels();
    for (let i = 0; i < readers.length; i++) this.#values[i] = readers[i]!(this.#view);
    const { energy } = engine;
    let separation = 0;
    for (let j = 0; j < engine.jointSeparationM.length; j++) {
      if (engine.jointActive[j] === 1) separation = Math.max(separation, engine.jointSeparationM[j]!);
    }
    this.#quality[0] = separation;
    this.#quality[1] = engine.maxPenetrationM;
    this.#quality[2] =
      energy.kineticJ +
      energy.potentialJ +
      (energy.elasticJ ?? 0) -
      this.#initialEnergyJ -
      energy.workInJ +
      energy.dissipatedJ;
    this.#quality[3] = engine.residualM;
    this.#quality[4] = energy.workInJ;
    this.#quality[5] = energy.kineticJ;
    this.#quality[6] = engine.clampedCount;
    sink.step(this.#values, this.#quality);
    this.#stepCount++;
    this.#noteTroubles(sink);
    if (!areFinite(engine.pose)) this.#failure = 'stopped-diverged';
  }

  #noteTroubles(sink: TrialSink): void {
    const { troubles } = this.#plan.engine;
    for (; this.#troubleCount < troubles.length; this.#troubleCount++) {
      const { code, message, atS, value } = troubles[this.#troubleCount]!;
      sink.event({ atS, code, message, subject: 'engine', value });
      if (code === 'diverged') this.#failure = 'stopped-diverged';
    }
  }

  #pose(sink: TrialSink): void {
    if (this.#lastPoseS === this.#timeS()) return;
    this.#lastPoseS = this.#timeS();
    sink.pose(this.#lastPoseS, this.#plan.engine.pose, this.#isPresent);
  }

  #releaseParted(sink: TrialSink): void {
    const { scene, engine } = this.#plan;
    for (let j = 0; j < scene.joints.length; j++) {
      if (engine.jointActive[j] === 0 || this.#regionsOverlap(j)) continue;
      engine.releaseJoint(j);
      const { name } = scene.joints[j]!;
      const message = `joint '${name}' was released: its two regions no longer overlap`;
      sink.event({
        atS: this.#timeS(),
        code: 'joint_released',
        message,
        subject: name,
        value: engine.jointSeparationM[j]!,
      });
    }
  }

  /** A joint that carried more than it can in the step before breaks. */
  #releaseBroken(sink: TrialSink): void {
    const { scene, engine } = this.#plan;
    for (let j = 0; j < scene.joints.length; j++) {
      const { breaking } = scene.joints[j]!.record;
      if (breaking === undefined || engine.jointActive[j] === 0) continue;
      const force = sizeAt(engine.jointReaction, 6 * j);
      const torque = sizeAt(engine.jointReaction, 6 * j + 3);
      const isTorn = force > (breaking.forceN ?? Number.POSITIVE_INFINITY);
      if (!isTorn && !(torque > (breaking.torqueNm ?? Number.POSITIVE_INFINITY))) continue;
      engine.releaseJoint(j);
      const { name } = scene.joints[j]!;
      const load = isTorn ? `${force.toPrecision(4)} N` : `${torque.toPrecision(4)} N·m`;
      const message = `joint '${name}' broke under ${load}`;
      const value = isTorn ? force : torque;
      sink.event({ atS: this.#timeS(), code: 'joint_released', message, subject: name, value });
    }
  }

  /** Models that have left their operating range say so, and stop acting where that is what they declare. */
  #watchRanges(sink: TrialSink): void {
    const { engine, models } = this.#plan;
    for (let i = 0; i < models.length; i++) {
      const model = models[i]!;
      for (let left = model.leftBound(engine); left !== null; left = model.leftBound(engine)) {
        const value = engine.coordinate[left.coordinate]!;
        const message = `model '${model.name}' has left its operating range: ${left.meaning}`;
        sink.event({ atS: this.#timeS(), code: 'range_left', message, subject: model.name, value });
        if (!left.stopsActing) continue;
        model.stop(engine);
        this.#modelActing[i] = 0;
      }
    }
  }

  #readModels(): void {
    const { engine, models } = this.#plan;
    for (let i = 0; i < models.length; i++) {
      models[i]!.readEfforts(engine, this.#modelEffort);
      this.#modelEnergyJ[i] = models[i]!.storedEnergy(engine);
    }
  }

  #regionsOverlap(j: number): boolean {
    const { a, b, frameInA, frameInB, regionA, regionB, record } = this.#plan.scene.joints[j]!;
    writeJointPose(this.#plan.engine.pose, a, frameInA, b, frameInB, this.#X_AB);
    return this.#plan.jointKinds[j]!.regionsOverlap(this.#X_AB, regionA, regionB, record);
  }

  #timeS(): number {
    return Math.max(0, this.#stepCount - 1) * this.#plan.stepS;
  }

  /** Releases the engine's memory; the world is dead afterwards. */
  free(): void {
    this.#plan.engine.free();
  }
}

const neverReached = (id: string): PhaseRecord => ({ id, firstStep: null, lastStep: null, endedBy: null });

function holds(until: NonNullable<PhasePlan['until']>, values: Float64Array): boolean {
  const x = values[until.channel]!;
  switch (until.op) {
    case '<=':
      return x <= until.value;
    case '>=':
      return x >= until.value;
    case '<':
      return x < until.value;
    default:
      return x > until.value;
  }
}

function areFinite(values: Float64Array): boolean {
  for (let i = 0; i < values.length; i++) if (!Number.isFinite(values[i])) return false;
  return true;
}

/** Length of the vector at offset o. */
function sizeAt(values: Float64Array, o: number): number {
  return Math.hypot(values[o]!, values[o + 1]!, values[o + 2]!);
}

function stepView(
  plan: WorldPlan,
  bodyPresent: Uint8Array,
  modelEffort: Float64Array,
  modelEnergyJ: Float64Array,
  modelActing: Uint8Array,
): StepView {
  const { engine, scene } = plan;
  return {
    get timeS() {
      return engine.timeS;
    },
    pose: engine.pose,
    velocity: engine.velocity,
    centerOfMassM: Float64Array.from(scene.bodies.flatMap((body) => [...body.centerOfMassM])),
    bodyPresent,
    modelEffort,
    modelEnergyJ,
    modelActing,
    coordinate: engine.coordinate,
    coordinateRate: engine.coordinateRate,
    jointSeparationM: engine.jointSeparationM,
    jointActive: engine.jointActive,
    jointReaction: engine.jointReaction,
    driveEffort: engine.actuatorEffort,
    driveWorkJ: engine.actuatorWorkJ,
    contactNormalN: engine.contactNormalN,
    contactFrictionN: engine.contactFrictionN,
    contactForceN: engine.contactForceN,
    contactGapM: engine.contactGapM,
    energy: engine.energy,
  };
}
