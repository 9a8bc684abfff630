import { type LoadSample, sealLoads } from './load-track.js';
import type { PhaseRecord, PoseTrack, Recording, RecordingEvent } from './recording.js';
import { hashRecording } from './recording-hash.js';
import { QUALITY_COLUMNS, type RecordingEnd, type RecordingHeader } from './recording-header.js';
import type { RowStore } from './row-store.js';

/** Everything gathered during a trial, from the running world or from a file. */
export interface RecordingParts {
  readonly header: RecordingHeader;
  /** One row per sample: channels, then `QUALITY_COLUMNS`. */
  readonly samples: RowStore;
  /** One row per pose sample: time, 7 per body, presence per body. */
  readonly poses: RowStore;
  /** One per pose sample, or fewer. */
  readonly loads: readonly LoadSample[];
  readonly phases: readonly PhaseRecord[];
  readonly events: readonly RecordingEvent[];
}

/** Width of a sample row. */
export const sampleWidth = (header: RecordingHeader): number => header.channels.length + QUALITY_COLUMNS.length;

/** Width of a pose row. */
export const poseWidth = (header: RecordingHeader): number => 1 + 8 * header.bodies.length;

/** Turns gathered rows into a sealed recording with its hash. */
export function sealRecording(parts: RecordingParts, end: RecordingEnd): Recording {
  const { header, samples } = parts;
  const first = header.channels.length;
  const recording: Omit<Recording, 'hash'> = {
    trial: header.trial,
    engine: header.engine,
    stepS: header.stepS,
    stepCount: samples.rowCount,
    channels: header.channels.map(({ name, unit }, i) => ({ name, unit, values: samples.column(i) })),
    poses: sealPoses(parts),
    phases: completePhases(header.phases, parts.phases, samples.rowCount),
    events: [...parts.events],
    quality: {
      jointSeparationM: samples.column(first),
      penetrationM: samples.column(first + 1),
      energyResidualJ: samples.column(first + 2),
      residualM: samples.column(first + 3),
    },
    execution: end.execution,
    totals: end.totals ?? runningTotals(samples, first),
    settings: header.settings,
  };
  return { ...recording, ...sealLoads(parts.loads, parts.poses.rowCount), hash: hashRecording(recording) };
}

function runningTotals(samples: RowStore, first: number): Recording['totals'] {
  const last = samples.rowCount - 1;
  const [work, kinetic, clamped] = [4, 5, 6].map((i) => samples.column(first + i));
  return {
    workInJ: work![last] ?? 0,
    peakKineticJ: kinetic!.reduce((peak, value) => Math.max(peak, value), 0),
    clampedCount: clamped![last] ?? 0,
  };
}

function sealPoses({ header, poses }: RecordingParts): PoseTrack {
  const count = header.bodies.length;
  return {
    bodies: header.bodies,
    timesS: poses.column(0),
    values: poses.columns(1, 1 + 7 * count),
    isPresent: Uint8Array.from(poses.columns(1 + 7 * count, 1 + 8 * count)),
  };
}

/**
 * One record per phase, in their order. The world reports a phase when it ends: the first one that it did not report was
 * running when the recording broke off, and began where its predecessor ended; later ones were never reached.
 */
function completePhases(
  ids: readonly string[],
  reported: readonly PhaseRecord[],
  stepCount: number,
): readonly PhaseRecord[] {
  let next: number | null = 0;
  return ids.map((id) => {
    const known = reported.find((phase) => phase.id === id);
    if (known !== undefined) {
      next = known.lastStep;
      return known;
    }
    const firstStep: number | null = next !== null && next < stepCount ? next : null;
    next = null;
    if (firstStep === null) return { id, firstStep: null, lastStep: null, endedBy: null };
    return { id, firstStep, lastStep: stepCount - 1, endedBy: 'stop' as const };
  });
}
