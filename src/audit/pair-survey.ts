import type { Pose, Vec3 } from '../core/vector.js';
import {
  type AuditBackend,
  type OverlapSolid,
  PAIR_STATE,
  type PairPoseAnswers,
  type PairPoseBatch,
  type PairState,
} from './backend.js';
import type { PartPair } from './pair-plan.js';
import { type PoseReader, poseKey } from './pose-samples.js';
import { vec3At } from './solid-list.js';

/** How two parts lie at one relative pose. Points are in the frame of the first body. */
export interface PoseFinding {
  /** X_AB. */
  readonly relative: Pose;
  readonly state: PairState;
  /** NaN where neither part is watertight. */
  readonly depthM: number;
  readonly pointM: Vec3;
  readonly clearanceM: number;
  readonly onFirstM: Vec3;
  readonly onSecondM: Vec3;
  /** How far off a pose between two recorded ones may be [m]; 0 at recorded ones. So much of the depth proves nothing. */
  readonly blurM: number;
  /** Filled where it was needed. */
  overlap?: OverlapSolid;
}

/** Findings of one pair at every sample where both bodies are present; equal relative poses share one finding. */
export interface PairFindings {
  readonly pair: PartPair;
  readonly solids: readonly [number, number];
  /** Pose indices, increasing; between recorded poses where the motion there had to be looked at. */
  readonly samples: readonly number[];
  /** Whether the pair moved here from the sample before. */
  readonly isJoined: readonly boolean[];
  readonly findings: readonly PoseFinding[];
}

/** A pose of a pair that is to be looked at. */
export interface PairSample {
  readonly sample: number;
  readonly relative: Pose;
  readonly blurM: number;
}

interface Entry {
  readonly solids: readonly [number, number];
  readonly relative: Pose;
  readonly blurM: number;
  finding?: PoseFinding;
}

interface PairEntries {
  readonly pair: PartPair;
  readonly solids: readonly [number, number];
  readonly samples: number[];
  readonly isJoined: boolean[];
  readonly entries: Entry[];
}

/**
 * Classifies every pair at every sample. Pairs whose clearance is wanted are asked up to their own distance.
 *
 * @param indices  solids of each pair; null leaves the pair out
 */
export async function surveyPairs(
  backend: AuditBackend,
  pairs: readonly PartPair[],
  indices: readonly (readonly [number, number] | null)[],
  samples: readonly number[],
  reader: PoseReader,
  abort?: AbortSignal,
): Promise<readonly PairFindings[]> {
  const surveyed: PairEntries[] = [];
  pairs.forEach((pair, k) => {
    const solids = indices[k];
    if (solids) surveyed.push(listEntries(pair, solids, samples, reader));
  });
  for (const upToM of new Set(pairs.map((pair) => pair.clearanceUpToM))) {
    const group = surveyed.filter(({ pair }) => pair.clearanceUpToM === upToM);
    const entries = [...new Set(group.flatMap((one) => one.entries))];
    await classifyEntries(backend, entries, { clearanceUpToM: upToM }, abort);
  }
  return surveyed.map(({ entries, ...rest }) => ({ ...rest, findings: entries.map((entry) => entry.finding!) }));
}

function listEntries(
  pair: PartPair,
  solids: readonly [number, number],
  samples: readonly number[],
  reader: PoseReader,
): PairEntries {
  const known = new Map<string, Entry>();
  const listed: PairEntries = { pair, solids, samples: [], isJoined: [], entries: [] };
  for (const sample of samples) {
    if (!reader.isPresent(pair.a, sample) || !reader.isPresent(pair.b, sample)) continue;
    const relative = reader.relativePose(pair.a, pair.b, sample);
    const key = poseKey(relative);
    const entry = known.get(key) ?? { solids, relative, blurM: 0 };
    known.set(key, entry);
    listed.isJoined.push(hasMovedBetween(pair, listed.samples.at(-1), sample, reader));
    listed.samples.push(sample);
    listed.entries.push(entry);
  }
  return listed;
}

function hasMovedBetween({ a, b }: PartPair, from: number | undefined, to: number, reader: PoseReader): boolean {
  if (from === undefined) return false;
  for (let n = Math.floor(from); n < to; n++) if (!reader.hasMoved(a, n) || !reader.hasMoved(b, n)) return false;
  return true;
}

/**
 * Classifies further poses of pairs, resolving no depths within tolerance, and returns the findings with them in their places.
 *
 * @param added  per pair
 */
export async function addSamples(
  backend: AuditBackend,
  tracks: readonly PairFindings[],
  added: ReadonlyMap<PairFindings, readonly PairSample[]>,
  abort?: AbortSignal,
): Promise<readonly PairFindings[]> {
  const entriesOf = new Map<PairFindings, readonly (Entry & { readonly sample: number })[]>();
  for (const [track, list] of added)
    entriesOf.set(
      track,
      list.map((one) => ({ ...one, solids: track.solids })),
    );
  for (const floorM of new Set(tracks.map(({ pair }) => pair.tolerance.depthM))) {
    const group = [...entriesOf].filter(([{ pair }]) => pair.tolerance.depthM === floorM);
    await classifyEntries(
      backend,
      group.flatMap(([, entries]) => entries),
      { clearanceUpToM: 0, depthFloorM: floorM },
      abort,
    );
  }
  return tracks.map((track) => mergeSamples(track, entriesOf.get(track) ?? []));
}

function mergeSamples(track: PairFindings, entries: readonly (Entry & { readonly sample: number })[]): PairFindings {
  if (entries.length === 0) return track;
  const rows = [
    ...track.samples.map((sample, i) => ({ sample, isJoined: track.isJoined[i]!, finding: track.findings[i]! })),
    ...entries.map(({ sample, finding }) => ({ sample, isJoined: true, finding: finding! })),
  ].sort((p, q) => p.sample - q.sample);
  // what moved to a sample from the one before it moves there from any pose between too; what jumped there still does
  return {
    ...track,
    samples: rows.map(({ sample }) => sample),
    isJoined: rows.map(({ isJoined }) => isJoined),
    findings: rows.map(({ finding }) => finding),
  };
}

async function classifyEntries(
  backend: AuditBackend,
  entries: readonly Entry[],
  how: Pick<PairPoseBatch, 'clearanceUpToM'> & Partial<Pick<PairPoseBatch, 'depthFloorM'>>,
  abort?: AbortSignal,
): Promise<void> {
  if (entries.length === 0) return;
  const answers = await backend.classify({ ...asBatch(entries), ...how, wantsDepth: true }, abort);
  entries.forEach((entry, i) => {
    entry.finding = findingAt(answers, i, entry);
  });
}

/** Pairs and poses as a backend takes them. */
export function asBatch(entries: readonly Pick<Entry, 'solids' | 'relative'>[]) {
  return {
    pairs: Uint32Array.from(entries.flatMap((entry) => entry.solids)),
    poses: Float64Array.from(entries.flatMap(({ relative }) => [...relative.positionM, ...relative.rotation])),
  };
}

function findingAt(answers: PairPoseAnswers, i: number, { relative, blurM }: Entry): PoseFinding {
  return {
    relative,
    blurM,
    state: PAIR_STATE[answers.state[i]!]!,
    depthM: answers.depthM[i]!,
    pointM: vec3At(answers.depthPointM, 3 * i),
    clearanceM: answers.clearanceM[i]!,
    onFirstM: vec3At(answers.closestOnFirstM, 3 * i),
    onSecondM: vec3At(answers.closestOnSecondM, 3 * i),
  };
}

/** A finding whose overlap solid is wanted. */
export interface OverlapRequest {
  readonly solids: readonly [number, number];
  readonly finding: PoseFinding;
}

/** Computes the overlap solids that are still missing, one Boolean each. */
export async function fillOverlaps(
  backend: AuditBackend,
  requests: readonly OverlapRequest[],
  abort?: AbortSignal,
): Promise<void> {
  const missing = new Map<PoseFinding, OverlapRequest>();
  for (const request of requests) if (!request.finding.overlap) missing.set(request.finding, request);
  if (missing.size === 0) return;
  const list = [...missing.values()];
  const { pairs, poses } = asBatch(list.map(({ solids, finding }) => ({ solids, relative: finding.relative })));
  const overlaps = await backend.overlap(pairs, poses, abort);
  list.forEach(({ finding }, i) => {
    finding.overlap = overlaps[i]!;
  });
}

/** Classifies one pair at one relative pose, with its overlap solid where it is deeper than `depthM`. */
export async function probePair(
  backend: AuditBackend,
  solids: readonly [number, number],
  { relative, blurM }: Pick<PairSample, 'relative' | 'blurM'>,
  depthM: number,
  abort?: AbortSignal,
): Promise<PoseFinding> {
  const entry: Entry = { solids, relative, blurM };
  await classifyEntries(backend, [entry], { clearanceUpToM: 0 }, abort);
  const finding = entry.finding!;
  if (finding.depthM > depthM) await fillOverlaps(backend, [{ solids, finding }], abort);
  return finding;
}
