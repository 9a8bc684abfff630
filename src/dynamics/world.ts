import type { Pose } from '../core/vector.js';
import { CONTACT_WIDTH, type Execution, type PhaseRecord, QUALITY_COLUMNS, type StepView } from '../signals/index.js';
import { createStepView, type ModelOutputs } from './step-view.js';
import { TurnWatch } from './turn-watch.js';
import { releaseBroken, releaseParted, watchRanges } from './watches.js';
import type { PhasePlan, RunControl, RunProgress, RunSummary, TrialSink, WorldPlan } from './world-plan.js';

/** Steps between two durable writes, where progress is told and interruption and the wall limit are looked at. */
const STEPS_PER_FLUSH = 20;

/** Contacts recorded per pose at most. */
const LARGEST_CONTACT_COUNT = 128;

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
  readonly #models: ModelOutputs;
  readonly #contacts = new Float64Array(CONTACT_WIDTH * LARGEST_CONTACT_COUNT);
  readonly #initialEnergyJ: number;
  readonly #turns: TurnWatch;
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
    this.#models = {
      modelEffort: new Float64Array(plan.modelSlotCount),
      modelEnergyJ: new Float64Array(plan.models.length),
      modelActing: new Uint8Array(plan.models.length).fill(1),
    };
    this.#view = createStepView(plan, this.#isPresent, this.#values, this.#models);
    this.#turns = new TurnWatch(plan.scene.bodies.length);
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
    watchRanges(this.#plan, this.#models.modelActing, this.#timeS(), sink);
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
      const effort = engine.actuatorEffort[drive]!;
      program.set(setPoint, atS, engine.coordinate[coordinate]!, engine.coordinateRate[coordinate]!, effort);
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
    releaseParted(this.#plan, this.#timeS(), sink);
    releaseBroken(this.#plan, this.#timeS(), sink);
    watchRanges(this.#plan, this.#models.modelActing, this.#timeS(), sink);
    const endS = this.#timeS() + stepS;
    for (let i = 0; i < drives.length; i++) drives[i]!.write(endS, engine.commands, i);
    this.#pushSteadily();
    engine.step();
    this.#sample(sink);
    const isTurned = this.#turns.add(engine.velocity, this.#isPresent, stepS);
    if (isTurned) this.#turns.tell(engine.velocity, stepS, this.#timeS(), this.#plan.scene.bodies, sink);
    if (isTurned || this.#timeS() - this.#lastPoseS >= this.#plan.poseIntervalS - 1e-9) this.#pose(sink);
  }

  #pushSteadily(): void {
    const { engine, steadyForces } = this.#plan;
    for (let i = 0; i < steadyForces.length; i++) {
      const { body, forceN } = steadyForces[i]!;
      if (this.#isPresent[body] === 0) continue;
      for (let k = 0; k < 3; k++) engine.wrench[6 * body + k]! += forceN[k]!;
    }
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
    this.#turns.reset();
    const { engine } = this.#plan;
    sink.pose(this.#lastPoseS, engine.pose, this.#isPresent);
    sink.loads?.(engine.jointReaction, this.#contacts, engine.writeContacts?.(this.#contacts) ?? 0);
  }

  #readModels(): void {
    const { engine, models } = this.#plan;
    const { modelEffort, modelEnergyJ } = this.#models;
    for (let i = 0; i < models.length; i++) {
      models[i]!.readEfforts(engine, modelEffort);
      modelEnergyJ[i] = models[i]!.storedEnergy(engine);
    }
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
