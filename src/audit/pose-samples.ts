import { invariant } from '../core/errors.js';
import { composePose, invertPose, type Pose } from '../core/vector.js';
import type { PhaseRecord, PoseTrack } from '../signals/index.js';
import type { AuditTrack } from './audit-input.js';

/**
 * Returns the indices of the recorded poses to audit, increasing: `rateHz` of trial time, the first, the last, and the phase
 * boundaries. A wanted time between recorded poses takes the nearer one.
 */
export function chooseSamples({ poses, phases, stepS }: AuditTrack, rateHz: number): readonly number[] {
  const { timesS } = poses;
  if (timesS.length === 0) return [];
  const chosen = new Set([0, timesS.length - 1]);
  const firstS = timesS[0]!;
  const lastS = timesS[timesS.length - 1]!;
  // a hundredth of the interval keeps a last sample that rounding puts just behind the end
  for (let k = 1; firstS + (k - 0.01) / rateHz <= lastS; k++) chosen.add(nearestPose(timesS, firstS + k / rateHz));
  for (const { firstStep, lastStep } of phases) {
    if (firstStep !== null) chosen.add(nearestPose(timesS, firstStep * stepS));
    if (lastStep !== null) chosen.add(nearestPose(timesS, lastStep * stepS));
  }
  return [...chosen].sort((a, b) => a - b);
}

/** Index of the recorded pose nearest to a time. */
export function nearestPose(timesS: Float64Array, atS: number): number {
  let low = 0;
  let high = timesS.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (timesS[middle]! < atS) low = middle + 1;
    else high = middle;
  }
  return low > 0 && atS - timesS[low - 1]! <= timesS[low]! - atS ? low - 1 : low;
}

/** Name of the phase that a time belongs to; at a boundary the later one. */
export function phaseAt(phases: readonly PhaseRecord[], stepS: number, atS: number): string | null {
  const step = Math.round(atS / stepS);
  const phase = phases.findLast(
    (p) => p.firstStep !== null && p.lastStep !== null && p.firstStep <= step && step <= p.lastStep,
  );
  return phase?.id ?? null;
}

/** Poses of bodies by recorded index. */
export interface PoseReader {
  isPresent(body: number, sample: number): boolean;
  poseOf(body: number, sample: number): Pose;
  /** X_AB, in double precision. */
  relativePose(a: number, b: number, sample: number): Pose;
}

/** Returns a reader of the poses of the named bodies; `body` counts in the order of `names`. */
export function readPoses(track: PoseTrack, names: readonly string[]): PoseReader {
  const columns = names.map((name) => {
    const column = track.bodies.indexOf(name);
    invariant(column >= 0, `body ${name} has no recorded poses`);
    return column;
  });
  const bodyCount = track.bodies.length;
  const poseOf = (body: number, sample: number): Pose => {
    const at = 7 * (sample * bodyCount + columns[body]!);
    const v = track.values;
    return {
      positionM: [v[at]!, v[at + 1]!, v[at + 2]!],
      rotation: [v[at + 3]!, v[at + 4]!, v[at + 5]!, v[at + 6]!],
    };
  };
  return {
    isPresent: (body, sample) => track.isPresent[sample * bodyCount + columns[body]!] === 1,
    poseOf,
    relativePose: (a, b, sample) => composePose(invertPose(poseOf(a, sample)), poseOf(b, sample)),
  };
}

/** A key that is the same for poses equal within about 1e-12 [m or unit quaternion], q and −q being one rotation. */
export function poseKey({ positionM, rotation }: Pose): string {
  const largest = rotation.reduce((a, b) => (Math.abs(b) > Math.abs(a) + 1e-9 ? b : a));
  const sign = largest < 0 ? -1 : 1;
  const rounded = [...positionM, ...rotation.map((x) => x * sign)].map((x) => Math.round(x * 1e12));
  return rounded.map((x) => x + 0).join(',');
}
