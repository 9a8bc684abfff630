import { invariant } from '../core/errors.js';
import { composePose, invertPose, type Pose } from '../core/vector.js';
import type { PhaseRecord } from '../signals/index.js';
import type { AuditTrack } from './audit-input.js';
import { poseOnScrew, screwBetween } from './screw.js';

/**
 * Returns the indices of the recorded poses to audit, increasing: `rateHz` of trial time, the first, the last, and the phase
 * boundaries; and the instants `alsoAtS`. A wanted time between recorded poses takes the nearer one.
 */
export function chooseSamples(
  { poses, phases, stepS }: AuditTrack,
  rateHz: number,
  alsoAtS: readonly number[] = [],
): readonly number[] {
  const { timesS } = poses;
  if (timesS.length === 0) return [];
  const chosen = new Set([0, timesS.length - 1]);
  const firstS = timesS[0]!;
  const lastS = timesS[timesS.length - 1]!;
  // a hundredth of the interval keeps a last sample that rounding puts just behind the end
  for (let k = 1; firstS + (k - 0.01) / rateHz <= lastS; k++) chosen.add(nearestPose(timesS, firstS + k / rateHz));
  for (const atS of alsoAtS) chosen.add(nearestPose(timesS, atS));
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

/**
 * Poses of bodies by recorded index. An index between two recorded ones means a pose on the screw from one to the other, which
 * is the motion of a joint with one freedom; `relativePose` follows the screw of b as seen from a.
 */
export interface PoseReader {
  /** Time of an index [s]. */
  timeOf(sample: number): number;
  isPresent(body: number, sample: number): boolean;
  poseOf(body: number, sample: number): Pose;
  /** X_AB, in double precision. */
  relativePose(a: number, b: number, sample: number): Pose;
  /** Whether a body got from recorded index n to n + 1 by moving: it was there at both, and was not put elsewhere between. */
  hasMoved(body: number, n: number): boolean;
}

/** Returns a reader of the poses of the named bodies; `body` counts in the order of `names`. */
export function readPoses({ poses: track, events = [] }: AuditTrack, names: readonly string[]): PoseReader {
  const columns = names.map((name) => {
    const column = track.bodies.indexOf(name);
    invariant(column >= 0, `body ${name} has no recorded poses`);
    return column;
  });
  const bodyCount = track.bodies.length;
  const recorded = (body: number, sample: number): Pose => {
    const at = 7 * (sample * bodyCount + columns[body]!);
    const v = track.values;
    return {
      positionM: [v[at]!, v[at + 1]!, v[at + 2]!],
      rotation: [v[at + 3]!, v[at + 4]!, v[at + 5]!, v[at + 6]!],
    };
  };
  const isThere = (body: number, sample: number): boolean => track.isPresent[sample * bodyCount + columns[body]!] === 1;
  const isPresent = (body: number, sample: number): boolean =>
    isThere(body, Math.floor(sample)) && isThere(body, Math.ceil(sample));
  const relative = (a: number, b: number, n: number): Pose => composePose(invertPose(recorded(a, n)), recorded(b, n));
  const jumps = listJumps(track.timesS, events, names);
  return {
    timeOf: (sample) => {
      const n = Math.floor(sample);
      const t = track.timesS[n]!;
      return sample === n ? t : t + (sample - n) * (track.timesS[n + 1]! - t);
    },
    isPresent,
    poseOf: (body, sample) => between(sample, (n) => recorded(body, n)),
    relativePose: (a, b, sample) => between(sample, (n) => relative(a, b, n)),
    hasMoved: (body, n) => n + 1 < track.timesS.length && isPresent(body, n + 0.5) && !jumps.has(`${body}/${n}`),
  };
}

function between(sample: number, poseAt: (n: number) => Pose): Pose {
  const n = Math.floor(sample);
  const first = poseAt(n);
  return sample === n ? first : poseOnScrew(first, screwBetween(first, poseAt(n + 1)), sample - n);
}

/** `body/n` of every body that an event put elsewhere after recorded pose n, before the next one. */
function listJumps(timesS: Float64Array, events: NonNullable<AuditTrack['events']>, names: readonly string[]) {
  const jumps = new Set<string>();
  for (const { code, subject, atS } of events) {
    if (code !== 'body_placed') continue;
    const next = timesS.findIndex((t) => t > atS + 1e-9);
    const n = next < 0 ? timesS.length - 1 : next - 1;
    jumps.add(`${names.indexOf(subject)}/${n}`);
  }
  return jumps;
}

/** A key that is the same for poses equal within about 1e-12 [m or unit quaternion], q and −q being one rotation. */
export function poseKey({ positionM, rotation }: Pose): string {
  const largest = rotation.reduce((a, b) => (Math.abs(b) > Math.abs(a) + 1e-9 ? b : a));
  const sign = largest < 0 ? -1 : 1;
  const rounded = [...positionM, ...rotation.map((x) => x * sign)].map((x) => Math.round(x * 1e12));
  return rounded.map((x) => x + 0).join(',');
}
