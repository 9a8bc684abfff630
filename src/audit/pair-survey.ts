import type { Pose, Vec3 } from '../core/vector.js';
import { type AuditBackend, type OverlapSolid, PAIR_STATE, type PairPoseAnswers, type PairState } from './backend.js';
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
  /** Filled where it was needed. */
  overlap?: OverlapSolid;
}

/** Findings of one pair at every sample where both bodies are present; equal relative poses share one finding. */
export interface PairFindings {
  readonly pair: PartPair;
  readonly solids: readonly [number, number];
  /** Recorded pose indices, increasing, and the position of each among all samples. */
  readonly samples: readonly number[];
  readonly positions: readonly number[];
  readonly findings: readonly PoseFinding[];
}

interface Entry {
  readonly solids: readonly [number, number];
  readonly relative: Pose;
  finding?: PoseFinding;
}

interface PairEntries {
  readonly pair: PartPair;
  readonly solids: readonly [number, number];
  readonly samples: number[];
  readonly positions: number[];
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
    await classifyEntries(backend, [...new Set(group.flatMap(({ entries }) => entries))], upToM, abort);
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
  const listed: PairEntries = { pair, solids, samples: [], positions: [], entries: [] };
  samples.forEach((sample, position) => {
    if (!reader.isPresent(pair.a, sample) || !reader.isPresent(pair.b, sample)) return;
    const relative = reader.relativePose(pair.a, pair.b, sample);
    const key = poseKey(relative);
    const entry = known.get(key) ?? { solids, relative };
    known.set(key, entry);
    listed.samples.push(sample);
    listed.positions.push(position);
    listed.entries.push(entry);
  });
  return listed;
}

async function classifyEntries(
  backend: AuditBackend,
  entries: readonly Entry[],
  clearanceUpToM: number,
  abort?: AbortSignal,
): Promise<void> {
  if (entries.length === 0) return;
  const answers = await backend.classify({ ...asBatch(entries), clearanceUpToM, wantsDepth: true }, abort);
  entries.forEach((entry, i) => {
    entry.finding = findingAt(answers, i, entry.relative);
  });
}

function asBatch(entries: readonly Pick<Entry, 'solids' | 'relative'>[]) {
  return {
    pairs: Uint32Array.from(entries.flatMap((entry) => entry.solids)),
    poses: Float64Array.from(entries.flatMap(({ relative }) => [...relative.positionM, ...relative.rotation])),
  };
}

function findingAt(answers: PairPoseAnswers, i: number, relative: Pose): PoseFinding {
  return {
    relative,
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
  relative: Pose,
  depthM: number,
  abort?: AbortSignal,
): Promise<PoseFinding> {
  const entry: Entry = { solids, relative };
  await classifyEntries(backend, [entry], 0, abort);
  const finding = entry.finding!;
  if (finding.depthM > depthM) await fillOverlaps(backend, [{ solids, finding }], abort);
  return finding;
}
