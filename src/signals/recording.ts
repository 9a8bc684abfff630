import type { SignalUnit } from '../core/quantity.js';

/** How a trial ended. */
export type Execution = 'completed' | 'stopped-wall-limit' | 'stopped-diverged' | 'stopped-interrupted' | 'failed';

/** One recorded signal. `values.length === stepCount`; value k belongs to time k·stepS (k = 0 is the initial state). */
export interface Channel {
  readonly name: string;
  readonly unit: SignalUnit;
  readonly values: Float64Array;
}

/** Poses of all bodies at sampled times. */
export interface PoseTrack {
  readonly bodies: readonly string[];
  /** Sample times [s], increasing. */
  readonly timesS: Float64Array;
  /** 7 per body and sample: x y z [m], qx qy qz qw; row-major by sample. */
  readonly values: Float64Array;
  /** 1 where the body is present in the scene, per body and sample. */
  readonly isPresent: Uint8Array;
}

/** Numbers per contact in a `LoadTrack`: bodies a and b, point x y z [m], force on b x y z [N]; world axes. */
export const CONTACT_WIDTH = 8;

/**
 * Forces at the instants of the pose track, for people who look: no check reads them, and they are not in the hash.
 */
export interface LoadTrack {
  /** 3 per joint and instant [N]: force of a on b at the joint, world axes; row-major by instant. */
  readonly jointForcesN: Float64Array;
  /** Contacts at each instant. */
  readonly contactCounts: Int32Array;
  /** `CONTACT_WIDTH` per contact, instant after instant. */
  readonly contacts: Float64Array;
}

/** A phase as it was executed. A phase that was never reached has `firstStep` null. */
export interface PhaseRecord {
  readonly id: string;
  /** Index of the first and the last sample of the phase, both inclusive; neighbours share a sample. */
  readonly firstStep: number | null;
  readonly lastStep: number | null;
  /** 'condition' = ended by its condition; 'time-out' = the condition never came true. */
  readonly endedBy: 'duration' | 'condition' | 'time-out' | 'stop' | null;
}

/** Something that happened at an instant: release of a joint, range left, body placed, trouble. */
export interface RecordingEvent {
  readonly atS: number;
  readonly code: string;
  readonly message: string;
  /** Joint, model, body or drive that it is about. */
  readonly subject: string;
  readonly value?: number;
}

/** Per-step numerical quality, same length as the channels. */
export interface QualityTrack {
  readonly jointSeparationM: Float64Array;
  readonly penetrationM: Float64Array;
  readonly energyResidualJ: Float64Array;
  readonly residualM: Float64Array;
}

/** A sealed recording of one trial. Plain data; checks and the audit read nothing else. */
export interface Recording {
  readonly trial: string;
  readonly engine: 'direct' | 'rapier';
  readonly stepS: number;
  /** Number of samples, the initial state included. */
  readonly stepCount: number;
  readonly channels: readonly Channel[];
  readonly poses: PoseTrack;
  readonly phases: readonly PhaseRecord[];
  readonly events: readonly RecordingEvent[];
  readonly quality: QualityTrack;
  /** One instant per pose sample; missing where they were not recorded. */
  readonly loads?: LoadTrack;
  readonly execution: Execution;
  /** Summed work put in and peak kinetic energy [J], bodies × sub-steps clamped. */
  readonly totals: { readonly workInJ: number; readonly peakKineticJ: number; readonly clampedCount: number };
  /** Engine settings, versions that change numbers, candidate and binding hashes. */
  readonly settings: Readonly<Record<string, string | number | boolean>>;
  /** sha256 over decoded channels, poses, phases, events, quality and settings; never over file bytes, loads or wall times. */
  readonly hash: string;
}
