import type { PairTolerance } from './audit-input.js';
import type { AuditBackend } from './backend.js';
import { fillOverlaps, type OverlapRequest, type PairFindings, type PoseFinding } from './pair-survey.js';
import { CONTACT_EPS_M } from './triangle-pair.js';

/** A contiguous run of samples in which a pair overlaps too deeply; `from`, `to` and `worst` count in `track.samples`. */
export interface Suspect {
  readonly track: PairFindings;
  readonly from: number;
  readonly to: number;
  /** Deepest sample whose volume is above tolerance too. */
  readonly worst: number;
}

/** A pair's deepest sample that is no violation. */
export interface NearSample {
  readonly track: PairFindings;
  readonly at: number;
}

/** What the audit tessellation alone shows. */
export interface SuspectSearch {
  readonly suspects: readonly Suspect[];
  readonly near: readonly NearSample[];
  /** Pairs that the volume backend does not accept. */
  readonly refused: readonly PairFindings[];
}

/** Depth of a finding [m]: the deepest sample, or 2·volume/area of the overlap where that is more. */
export function depthOf({ depthM, overlap }: PoseFinding): number {
  const thickness = overlap && overlap.areaM2 > 0 ? (2 * overlap.volumeM3) / overlap.areaM2 : 0;
  return Math.max(depthM, thickness);
}

/** The part of a depth that the pose itself does not leave open [m]. */
const sureDepth = (finding: PoseFinding, depthM: number): number => depthM - finding.blurM;

/** Whether a finding with its overlap solid exceeds both tolerances. */
export function isViolation(finding: PoseFinding, tolerance: PairTolerance): boolean {
  const { overlap } = finding;
  return (
    overlap !== undefined &&
    overlap.volumeM3 > tolerance.volumeM3 &&
    sureDepth(finding, depthOf(finding)) > tolerance.depthM
  );
}

/**
 * The deepest overlap of a pair between recorded poses that may or may not be one, null where there is none: it is deeper than
 * a smooth motion between them explains, or the motion is so rough that a part could have passed; yet not so deep that it is sure.
 * A smooth motion strays a quarter of `blurM` from the screw; half as much again is allowed.
 */
export function unclearSample({ findings, pair }: PairFindings): number | null {
  const { tolerance, smallestDimensionM } = pair;
  let deepest: number | null = null;
  findings.forEach((finding, i) => {
    const { depthM, blurM } = finding;
    if (blurM === 0 || !(depthM > tolerance.depthM) || sureDepth(finding, depthM) > tolerance.depthM) return;
    const isSmooth = depthM <= tolerance.depthM + 0.375 * blurM && blurM <= smallestDimensionM;
    if (!isSmooth && (deepest === null || depthM > findings[deepest]!.depthM)) deepest = i;
  });
  return deepest;
}

/**
 * Finds the pairs that overlap too much at audit tessellation, with one Boolean per contiguous episode, at its deepest sample,
 * and more only where that one is too small. The deepest pairs within tolerance get a Boolean each too, for the report.
 */
export async function findSuspects(
  backend: AuditBackend,
  tracks: readonly PairFindings[],
  nearLimit: number,
  abort?: AbortSignal,
): Promise<SuspectSearch> {
  const solid = tracks.filter(({ pair }) => pair.isSolid);
  const episodes = solid.flatMap(findEpisodes);
  await fillOverlaps(backend, episodes.map(requestWorst), abort);
  const small = episodes.filter(({ track, worst }) => isSmall(track.findings[worst]!, track.pair.tolerance));
  await fillOverlaps(backend, small.flatMap(requestDeepest), abort);
  const suspects = episodes.map(reconsiderWorst).filter(hasViolation);
  const quiet = solid.filter((track) => !suspects.some((suspect) => suspect.track === track));
  const near = deepestSamples(quiet).slice(0, nearLimit);
  await fillOverlaps(
    backend,
    near.map(({ track, at }) => ({ solids: track.solids, finding: track.findings[at]! })),
    abort,
  );
  // sampling may read too low; the overlap solid has the last word
  const late = near.map(({ track, at }) => ({ track, from: at, to: at, worst: at })).filter(hasViolation);
  return {
    suspects: [...suspects, ...late],
    near: near.filter(({ track }) => !late.some((suspect) => suspect.track === track)),
    refused: solid.filter(({ findings }) => findings.some(({ overlap }) => overlap && Number.isNaN(overlap.volumeM3))),
  };
}

const hasViolation = ({ track, worst }: Suspect): boolean => isViolation(track.findings[worst]!, track.pair.tolerance);

function findEpisodes(track: PairFindings): Suspect[] {
  const episodes: Suspect[] = [];
  const { findings, isJoined, pair } = track;
  let from = -1;
  for (let i = 0; i <= findings.length; i++) {
    const isDeep = i < findings.length && sureDepth(findings[i]!, findings[i]!.depthM) > pair.tolerance.depthM;
    if (from >= 0 && !(isDeep && isJoined[i]!)) {
      episodes.push({ track, from, to: i - 1, worst: deepestBetween(track, from, i - 1, () => true) });
      from = -1;
    }
    if (isDeep && from < 0) from = i;
  }
  return episodes;
}

function deepestBetween(
  { findings }: PairFindings,
  from: number,
  to: number,
  counts: (finding: PoseFinding) => boolean,
): number {
  let deepest = -1;
  for (let i = from; i <= to; i++) {
    if (!counts(findings[i]!)) continue;
    if (deepest < 0 || findings[i]!.depthM > findings[deepest]!.depthM) deepest = i;
  }
  return deepest;
}

function requestWorst({ track, worst }: Suspect): OverlapRequest {
  return { solids: track.solids, finding: track.findings[worst]! };
}

/** Whether there is an overlap solid, and its volume is within tolerance. */
const isSmall = ({ overlap }: PoseFinding, tolerance: PairTolerance): boolean =>
  overlap !== undefined && overlap.volumeM3 <= tolerance.volumeM3;

/** Samples of an episode that get a Boolean where the deepest one is too small: the next deepest, at most this many. */
const DEEPEST_COUNT = 32;

function requestDeepest({ track, from, to }: Suspect): readonly OverlapRequest[] {
  const deepest = new Set(track.findings.slice(from, to + 1).sort((p, q) => q.depthM - p.depthM));
  return [...deepest].slice(0, DEEPEST_COUNT).map((finding) => ({ solids: track.solids, finding }));
}

/** The episode with its deepest sample that is a violation, or unchanged where none is. */
function reconsiderWorst(episode: Suspect): Suspect {
  const { track, from, to } = episode;
  const worst = deepestBetween(track, from, to, (finding) => isViolation(finding, track.pair.tolerance));
  return worst < 0 ? episode : { ...episode, worst };
}

/** The deepest sample of every pair that overlaps at all, deepest pair first. */
function deepestSamples(tracks: readonly PairFindings[]): NearSample[] {
  return tracks
    .map((track) => ({
      track,
      at: deepestBetween(track, 0, track.findings.length - 1, (f) => f.depthM > CONTACT_EPS_M && f.blurM === 0),
    }))
    .filter(({ at }) => at >= 0)
    .sort((p, q) => q.track.findings[q.at]!.depthM - p.track.findings[p.at]!.depthM);
}
