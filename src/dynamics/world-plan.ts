/** What a world is given: the compiled trial, where its samples go, and how it may be stopped. */
import type { Pose, Vec3 } from '../core/vector.js';
import type { JointKind } from '../joints/index.js';
import type { Scene } from '../scene/index.js';
import type { Execution, PhaseRecord, RecordingEvent, StepView } from '../signals/index.js';
import type { DriveProgram } from './drive-program.js';
import type { Engine } from './engine.js';
import type { ModelProgram } from './model-program.js';

/** Where a running trial puts what it sees. Called in order of time; nothing is kept by reference. */
export interface TrialSink {
  /** One sample: the value of every channel, and `QUALITY_COLUMNS`. */
  step(values: Float64Array, quality: Float64Array): void;
  pose(timeS: number, pose: Float64Array, isPresent: Uint8Array): void;
  /**
   * Forces at the instant of the pose before it, for people who look; a sink may leave them out.
   *
   * @param jointReaction 6 per joint, as the engine has them
   * @param contacts      `CONTACT_WIDTH` per contact
   */
  loads?(jointReaction: Float64Array, contacts: Float64Array, contactCount: number): void;
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
  /** Forces on bodies that are the same at every step, world axes [N]. */
  readonly steadyForces: readonly { readonly body: number; readonly forceN: Vec3 }[];
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
