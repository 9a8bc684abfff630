import { dot, type Pose, transformPoint, type Vec3 } from '../core/vector.js';
import { type AuditBackend, type AuditSolid, PASSAGE, SCREW_WIDTH } from './backend.js';
import { addSamples, asBatch, type PairFindings, type PairSample } from './pair-survey.js';
import type { PoseReader } from './pose-samples.js';
import type { Coverage } from './report.js';
import { distanceFromAxis, poseOnScrew, type Screw, screwBetween, wayOnScrew } from './screw.js';

// Contributor notes. Samples at 10 Hz see nothing of what comes and goes between them, and poses recorded at 50 Hz miss a blade
// at 2 m/s by 40 mm. Comparing the clearance at both ends with the way between them settles pairs that stay apart, but never one
// that touches, and nearly every joint does: a crank of 100 mm would have to be looked at every 0.1 mm of its tip. So the
// backend judges motions triangle by triangle, along directions (native/core/passage.h): a pin turning in its hole moves along its
// surface, not towards it, and a 6 s trial of a four-bar needs hundreds of questions instead of ten thousands.

const FREE = PASSAGE.indexOf('free');
const CLOSE = PASSAGE.indexOf('close');

/** Part of the way of a pair that is one screw, within a tenth of its depth tolerance. */
interface Stretch {
  readonly track: PairFindings;
  /** Pose indices, and the screw from the pose at the first to that at the last. */
  readonly from: number;
  readonly to: number;
  readonly first: Pose;
  readonly screw: Screw;
  /** Longest way of a point of the second solid [m]. */
  readonly wayM: number;
}

/** A pair that ran out of questions, with the longest way in which nothing is known of it. */
export interface UnseenPair {
  readonly track: PairFindings;
  readonly wayM: number;
}

/** Findings with the poses added that the motion between the samples called for. */
export interface CoveredTracks {
  readonly tracks: readonly PairFindings[];
  readonly coverage: Coverage;
  readonly unseen: readonly UnseenPair[];
}

/** A ball around a solid, and the corners of its box, in its frame. */
interface Hull {
  readonly centerM: Vec3;
  readonly radiusM: number;
  readonly cornersM: readonly Vec3[];
}

/**
 * Looks at what pairs do between the samples: their motion from each recorded pose to the next, taken as a screw, is shown to be
 * harmless, or halved until it is. Where surfaces are close on the way, both ends are classified.
 *
 * @param tracks         what the samples show
 * @param solids         the solids that the tracks name
 * @param questionLimit  stretches and poses that may be asked about; those with the longest way come first
 * @limits  between recorded poses the shortest screw is taken; recordings have a pose before bodies turn further (see TurnWatch)
 */
export async function coverMotion(
  backend: AuditBackend,
  tracks: readonly PairFindings[],
  solids: readonly AuditSolid[],
  reader: PoseReader,
  questionLimit: number,
  abort?: AbortSignal,
): Promise<CoveredTracks> {
  const hulls = solids.map(hullOf);
  const wanted: Wanted = new Map();
  let open = tracks.flatMap((track) => listStretches(track, hulls, reader));
  for (const track of tracks) for (const n of recordedWithin(track)) wantSample(wanted, track, n);
  let motionCount = 0;
  while (open.length > 0 && motionCount < questionLimit) {
    open.sort((p, q) => q.wayM - p.wayM);
    const asked = open.slice(0, questionLimit - motionCount);
    const left = open.slice(asked.length);
    const passage = await backend.judge(asBatches(asked), abort);
    motionCount += asked.length;
    asked.forEach((stretch, i) => {
      if (passage[i] === FREE) return;
      if (passage[i] === CLOSE) {
        for (const end of [stretch.from, stretch.to]) wantSample(wanted, stretch.track, end);
      } else left.push(...split(stretch.track, stretch.from, stretch.to, hulls, reader));
    });
    open = left;
  }
  const added = new Map([...wanted].map(([track, ends]) => [track, listSamples(track, ends, hulls, reader)] as const));
  const poseCount = [...added.values()].reduce((sum, { length }) => sum + length, 0);
  const unseen = longestPerTrack(open);
  return {
    tracks: await addSamples(backend, tracks, added, abort),
    unseen,
    coverage: {
      motionCount,
      poseCount,
      resolutionM: Math.max(0, ...tracks.map(({ pair }) => pair.tolerance.depthM)),
      unseenWayM: Math.max(0, ...unseen.map(({ wayM }) => wayM)),
    },
  };
}

function hullOf({ mesh: { verticesM: v } }: AuditSolid): Hull {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < v.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, v[i]!);
    high[i % 3] = Math.max(high[i % 3]!, v[i]!);
  }
  const corner = (k: number): Vec3 =>
    [0, 1, 2].map((j) => ((k >> j) & 1 ? high[j]! : low[j]!)) as [number, number, number];
  const centerM = [0, 1, 2].map((j) => (low[j]! + high[j]!) / 2) as [number, number, number];
  const radiusM = Math.hypot(high[0]! - low[0]!, high[1]! - low[1]!, high[2]! - low[2]!) / 2;
  return { centerM, radiusM, cornersM: Array.from({ length: 8 }, (_, k) => corner(k)) };
}

/** The stretches of a pair in which its solids' balls meet and something moves. */
function listStretches(track: PairFindings, hulls: readonly Hull[], reader: PoseReader): Stretch[] {
  const { samples, isJoined } = track;
  const stretches: Stretch[] = [];
  for (let i = 1; i < samples.length; i++) {
    if (!isJoined[i]) continue;
    if (!isDeepBetween(track, i))
      stretches.push(...stretchesBetween(track, samples[i - 1]!, samples[i]!, hulls, reader));
  }
  return stretches;
}

/** Whether a pair overlaps too deeply at both the sample and the one before. */
const isDeepBetween = ({ findings, pair }: PairFindings, i: number): boolean =>
  [i - 1, i].every((k) => findings[k]!.depthM > pair.tolerance.depthM);

/** The recorded poses where an overlap lasts from one sample to the next: no motion is harmless there, but each pose can be worse. */
function recordedWithin(track: PairFindings): readonly number[] {
  const { samples, isJoined } = track;
  return samples.flatMap((sample, i) => {
    if (i === 0 || !isJoined[i] || !isDeepBetween(track, i)) return [];
    const before = samples[i - 1]!;
    return Array.from({ length: sample - before - 1 }, (_, k) => before + 1 + k);
  });
}

/** What of the way from one pose index to another is not harmless at first sight, as stretches of one screw each. */
function stretchesBetween(
  track: PairFindings,
  from: number,
  to: number,
  hulls: readonly Hull[],
  reader: PoseReader,
): readonly Stretch[] {
  const { pair, solids } = track;
  const [a, b] = [hulls[solids[0]]!, hulls[solids[1]]!];
  const first = reader.relativePose(pair.a, pair.b, from);
  const screw = screwBetween(first, reader.relativePose(pair.a, pair.b, to));
  if (to - from > 1 && !isOneScrew(track, from, to, first, screw, b, reader))
    return split(track, from, to, hulls, reader);
  const wayM = longestWay(screw, first, b);
  // where a point moves by less than an overlap must have to count, the samples have seen enough
  if (wayM <= pair.tolerance.depthM) return [];
  const middle = transformPoint(poseOnScrew(first, screw, 0.5), b.centerM);
  const apartM = Math.hypot(...a.centerM.map((x, k) => x - middle[k]!)) - a.radiusM - b.radiusM;
  return apartM > wayM / 2 ? [] : [{ track, from, to, first, screw, wayM }];
}

/** Halves a way, at a recorded pose where it holds one. */
function split(track: PairFindings, from: number, to: number, hulls: readonly Hull[], reader: PoseReader): Stretch[] {
  const middle = to - from > 1 ? Math.round((from + to) / 2) : (from + to) / 2;
  return [
    ...stretchesBetween(track, from, middle, hulls, reader),
    ...stretchesBetween(track, middle, to, hulls, reader),
  ];
}

/** Whether the recorded poses on the way lie on the screw, wherever along it, within a tenth of the depth tolerance. */
function isOneScrew(
  { pair }: PairFindings,
  from: number,
  to: number,
  first: Pose,
  screw: Screw,
  hull: Hull,
  reader: PoseReader,
): boolean {
  for (let n = Math.floor(from) + 1; n < to; n++) {
    const here = reader.relativePose(pair.a, pair.b, n);
    const part = screwBetween(first, here);
    const along =
      screw.angleRad > 0 ? dot(part.axis, screw.axis) * (part.angleRad / screw.angleRad) : slideAlong(part, screw);
    const nearest = poseOnScrew(first, screw, Math.min(1, Math.max(0, along)));
    if (strayBetween(here, nearest, hull) > pair.tolerance.depthM / 10) return false;
  }
  return true;
}

const slideAlong = (part: Screw, screw: Screw): number =>
  screw.travelM > 0 ? (dot(part.axis, screw.axis) * part.travelM) / screw.travelM : 0;

/** Longest way of a corner from one pose to another, straight [m]. */
function strayBetween(first: Pose, second: Pose, { cornersM }: Hull): number {
  let stray = 0;
  for (const corner of cornersM) {
    const p = transformPoint(first, corner);
    const q = transformPoint(second, corner);
    stray = Math.max(stray, Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]));
  }
  return stray;
}

function longestWay(screw: Screw, first: Pose, { cornersM }: Hull): number {
  let rhoM = 0;
  for (const corner of cornersM) rhoM = Math.max(rhoM, distanceFromAxis(screw, transformPoint(first, corner)));
  return wayOnScrew(screw, rhoM);
}

/** Motions as a backend takes them. */
function asBatches(stretches: readonly Stretch[]) {
  const screws = new Float64Array(SCREW_WIDTH * stretches.length);
  const entries = stretches.map(({ track, first, screw }, i) => {
    const halfTravelM = Math.abs(screw.travelM) / 2;
    const numbers = [...screw.pointM, ...screw.axis, screw.angleRad / 2, halfTravelM, track.pair.tolerance.depthM];
    screws.set(numbers, SCREW_WIDTH * i);
    return { solids: track.solids, relative: poseOnScrew(first, screw, 0.5) };
  });
  return { ...asBatch(entries), screws };
}

type Wanted = Map<PairFindings, Set<number>>;

function wantSample(wanted: Wanted, track: PairFindings, sample: number): void {
  wanted.set(track, (wanted.get(track) ?? new Set()).add(sample));
}

function listSamples(
  track: PairFindings,
  ends: ReadonlySet<number>,
  hulls: readonly Hull[],
  reader: PoseReader,
): readonly PairSample[] {
  const { a, b } = track.pair;
  const known = new Set(track.samples);
  const hull = hulls[track.solids[1]]!;
  return [...ends]
    .filter((sample) => !known.has(sample))
    .map((sample) => ({
      sample,
      relative: reader.relativePose(a, b, sample),
      blurM: Number.isInteger(sample) ? 0 : blurOf(track, Math.floor(sample), hull, reader),
    }));
}

/**
 * How far the true pose between recorded poses n and n + 1 may be from the screw [m]: as far as either recorded pose is from the
 * screw between its own neighbours, a generous estimate since that spans twice the time.
 */
function blurOf({ pair }: PairFindings, n: number, hull: Hull, reader: PoseReader): number {
  return Math.max(strayOf(pair, n, hull, reader), strayOf(pair, n + 1, hull, reader));
}

function strayOf({ a, b }: PairFindings['pair'], n: number, hull: Hull, reader: PoseReader): number {
  const isInside = n > 0 && [a, b].every((body) => reader.hasMoved(body, n - 1) && reader.hasMoved(body, n));
  if (!isInside) return 0;
  const poseAt = (k: number): Pose => reader.relativePose(a, b, k);
  const [before, here, after] = [poseAt(n - 1), poseAt(n), poseAt(n + 1)];
  const [t0, t1, t2] = [reader.timeOf(n - 1), reader.timeOf(n), reader.timeOf(n + 1)];
  const expected = poseOnScrew(before, screwBetween(before, after), (t1 - t0) / (t2 - t0));
  return strayBetween(here, expected, hull);
}

function longestPerTrack(open: readonly Stretch[]): readonly UnseenPair[] {
  const longest = new Map<PairFindings, number>();
  for (const stretch of open) {
    longest.set(stretch.track, Math.max(longest.get(stretch.track) ?? 0, stretch.wayM));
  }
  return [...longest].map(([track, wayM]) => ({ track, wayM }));
}
