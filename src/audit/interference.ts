import { transformPoint, type Vec3 } from '../core/vector.js';
import type { AuditInput, AuditOptions, AuditTrack } from './audit-input.js';
import type { AuditBackend, OverlapSolid } from './backend.js';
import { closeParts } from './close-parts.js';
import { type FineLook, findOnset, lookFiner } from './confirm.js';
import { type CoveredTracks, coverMotion } from './coverage.js';
import { type PartPair, planPairs } from './pair-plan.js';
import { type PairFindings, type PoseFinding, surveyPairs } from './pair-survey.js';
import { chooseSamples, type PoseReader, phaseAt, readPoses } from './pose-samples.js';
import type { AuditReport, AuditStatus, Clearance, Interference, NearMiss, NotAudited } from './report.js';
import { listSolids, type SolidList } from './solid-list.js';
import {
  depthOf,
  findSuspects,
  isViolation,
  type NearSample,
  type Suspect,
  type SuspectSearch,
  unclearSample,
} from './suspects.js';

const DEFAULT_RATE_HZ = 10;
const DEFAULT_VOLUME_M3 = 1e-9;
const DEFAULT_DEPTH_M = 5e-5;
const DEFAULT_NEAR_MISSES = 10;
const DEFAULT_QUESTIONS = 20_000;

/** One audit under way: what it was asked, and the poses. */
interface Audit {
  readonly input: AuditInput;
  readonly track: AuditTrack;
  readonly options: AuditOptions;
  readonly samples: readonly number[];
  readonly reader: PoseReader;
}

/**
 * Audits the source geometry of all pairs of bodies at sampled recorded poses.
 *
 * A violation is an overlap whose volume and depth both exceed their tolerances, at audit tessellation and again at a finer
 * one. Tiers, cheapest first: boxes, crossing and containment, depth, one exact Boolean per contiguous episode. What pairs do
 * between the samples is shown to be harmless or looked at more closely (see coverMotion).
 *
 * @param input    bodies in their own frames, exclusions, elastic bodies, wanted clearances
 * @param track    recorded poses and phases; absent bodies are left out while they are absent
 * @returns        the report; it holds poses and times of the recording, and is INCONCLUSIVE where something was not audited
 * @throws         GeometryError from `refine`; the abort reason
 * @limits         between recorded poses the motion is taken as the shortest screw: a body that goes somewhere and comes back there is
 *                 not followed. Bodies that the recording says turned too fast for its poses are listed as partly audited
 */
export async function auditInterference(
  given: AuditInput,
  track: AuditTrack,
  options: AuditOptions,
): Promise<AuditReport> {
  const { input, repairs } = closeParts(given);
  const plan = planPairs(input, {
    volumeM3: options.volumeToleranceM3 ?? DEFAULT_VOLUME_M3,
    depthM: options.depthToleranceM ?? DEFAULT_DEPTH_M,
  });
  const samples = chooseSamples(track, options.rateHz ?? DEFAULT_RATE_HZ, options.alsoAtS);
  const names = input.bodies.map((body) => body.name);
  const audit: Audit = { input, track, options, samples, reader: readPoses(track, names) };
  const backend = await options.createBackend();
  try {
    const list = await listSolids(plan.pairs, (body, part) => input.bodies[body]!.parts[part]!);
    await backend.load(list.solids);
    const sampled = await surveyPairs(backend, plan.pairs, list.indices, samples, audit.reader, options.abort);
    const { tracks, coverage, unseen } = await coverUnlessStill(audit, backend, sampled, list);
    const search = await findSuspects(backend, tracks, options.nearMissLimit ?? DEFAULT_NEAR_MISSES, options.abort);
    const { violations, vanished } = await judgeSuspects(audit, search.suspects);
    const notAudited = [
      ...plan.notAudited,
      ...listUnaudited(audit, tracks, search, list),
      ...listUnseen(audit, unseen),
      ...listUnfollowed(audit),
      ...listUnclear(audit, tracks, violations),
    ];
    return {
      status: statusOf(violations, notAudited),
      backend: backend.name,
      volumeBackend: backend.volumeBackend,
      poseCount: samples.length,
      pairCount: plan.bodyPairCount,
      coverage,
      violations,
      nearMisses: [...vanished, ...search.near.map((near) => nearMissOf(audit, near))]
        .sort((p, q) => q.depthM - p.depthM)
        .slice(0, options.nearMissLimit ?? DEFAULT_NEAR_MISSES),
      exclusions: plan.exclusions,
      notAudited,
      repairs,
      clearances: listClearances(audit, tracks),
    };
  } finally {
    await backend.close();
  }
}

function statusOf(violations: readonly Interference[], notAudited: readonly NotAudited[]): AuditStatus {
  if (violations.some((violation) => !violation.isExplainedBySolver)) return 'FAIL';
  return violations.length > 0 || notAudited.length > 0 ? 'INCONCLUSIVE' : 'PASS';
}

const namesOf = ({ input }: Audit, { a, b }: PartPair): [string, string] => [
  input.bodies[a]!.name,
  input.bodies[b]!.name,
];

const partsOf = ({ input }: Audit, { a, b, partA, partB }: PartPair): [string, string] => [
  input.bodies[a]!.parts[partA]!.part.name,
  input.bodies[b]!.parts[partB]!.part.name,
];

const timeOf = ({ reader }: Audit, sample: number): number => reader.timeOf(sample);

/** What lies between the samples, unless they are poses that have nothing to do with each other. */
function coverUnlessStill(
  { options, reader }: Audit,
  backend: AuditBackend,
  sampled: readonly PairFindings[],
  { solids }: SolidList,
): Promise<Omit<CoveredTracks, 'coverage'> & { readonly coverage: AuditReport['coverage'] }> {
  if (options.isMotion === false) return Promise.resolve({ tracks: sampled, unseen: [], coverage: null });
  const limit = options.questionLimit ?? DEFAULT_QUESTIONS;
  return coverMotion(backend, sampled, solids, reader, limit, options.abort);
}

/** Pairs, not convicted otherwise, of which poses are too far apart to tell whether they overlap between two of them. */
function listUnclear(audit: Audit, tracks: readonly PairFindings[], violations: readonly Interference[]): NotAudited[] {
  return tracks.flatMap((track) => {
    const at = unclearSample(track);
    const [first, second] = namesOf(audit, track.pair);
    if (
      at === null ||
      !track.pair.isSolid ||
      violations.some(({ bodies }) => bodies[0] === first && bodies[1] === second)
    )
      return [];
    const when = timeOf(audit, track.samples[at]!).toPrecision(4);
    const reason = `poses around ${when} s are too far apart to tell whether they overlap there: record poses more often (settings.poseIntervalS)`;
    return [partlyAudited(audit, track.pair, reason, track)];
  });
}

/** Bodies that turned further between two recorded poses than the shortest way tells. */
function listUnfollowed({ input, track: { events = [] } }: Audit): NotAudited[] {
  return events.flatMap(({ code, subject, message }) => {
    const isAudited = input.bodies.some(({ name }) => name === subject);
    if (code !== 'turn_not_followed' || !isAudited || input.elasticBodies.some(({ body }) => body === subject))
      return [];
    return [{ bodies: [subject], parts: [], reason: `${message} (settings.stepS)`, isPartly: true, crossingAtS: null }];
  });
}

function listUnseen(audit: Audit, unseen: CoveredTracks['unseen']): NotAudited[] {
  return unseen.map(({ track, wayM }) => {
    const reason = `moves up to ${(1e3 * wayM).toPrecision(2)} mm between poses looked at, and what it meets there is not known`;
    return partlyAudited(audit, track.pair, `${reason}: too many poses for one audit`, track);
  });
}

/** Confirms suspects at finer tessellation, one interference per pair of bodies; what vanished becomes a near miss. */
async function judgeSuspects(audit: Audit, suspects: readonly Suspect[]) {
  const vanished: NearMiss[] = [];
  if (suspects.length === 0) return { violations: [], vanished };
  const look = await lookFiner(audit.input, suspects, audit.reader, audit.options);
  try {
    const byPair = new Map<string, Interference>();
    for (const suspect of suspects) {
      const { pair, samples } = suspect.track;
      const finding = await look.probe(pair, samples[suspect.worst]!, suspect.track.findings[suspect.worst]!.blurM);
      if (!finding || !isViolation(finding, pair.tolerance)) {
        vanished.push(vanishedMiss(audit, suspect, finding));
        continue;
      }
      const violation = await describeViolation(audit, look, suspect, finding);
      const key = violation.bodies.join('\n');
      byPair.set(key, mergeViolations(byPair.get(key), violation));
    }
    const violations = [...byPair.values()].sort((p, q) => p.firstS - q.firstS);
    return { violations, vanished };
  } finally {
    await look.close();
  }
}

async function describeViolation(
  audit: Audit,
  look: FineLook,
  suspect: Suspect,
  finding: PoseFinding,
): Promise<Interference> {
  const { options, track, reader } = audit;
  const { pair } = suspect.track;
  const worst = suspect.track.samples[suspect.worst]!;
  const firstS = timeOf(audit, await findOnset(look, suspect));
  const worstS = timeOf(audit, worst);
  const X_WA = reader.poseOf(pair.a, worst);
  const overlap = finding.overlap!;
  const isSampled = finding.depthM > 0;
  const coordinates = options.coordinatesAt?.(worstS);
  return {
    bodies: namesOf(audit, pair),
    parts: partsOf(audit, pair),
    firstS,
    worstS,
    phase: phaseAt(track.phases, track.stepS, firstS),
    volumeM3: overlap.volumeM3,
    depthM: depthOf(finding),
    pointM: transformPoint(X_WA, isSampled ? finding.pointM : overlap.centroidM),
    boxM: boxInWorld(overlap, (corner) => transformPoint(X_WA, corner)),
    volumeToleranceM3: pair.tolerance.volumeM3,
    depthToleranceM: pair.tolerance.depthM,
    isExplainedBySolver: isExplained(audit, suspect, depthOf(finding)),
    ...(coordinates && { coordinates }),
  };
}

/** Whether at every sample of the episode no more than the depth tolerance is left beyond the allowance. */
function isExplained(audit: Audit, { track, from, to, worst }: Suspect, worstDepthM: number): boolean {
  const { solverAllowanceM } = audit.options;
  if (!solverAllowanceM) return false;
  for (let i = from; i <= to; i++) {
    const depth = i === worst ? worstDepthM : track.findings[i]!.depthM;
    const allowance = solverAllowanceM(namesOf(audit, track.pair), timeOf(audit, track.samples[i]!));
    if (depth > allowance + track.pair.tolerance.depthM) return false;
  }
  return true;
}

function boxInWorld({ boxM: { min, max } }: OverlapSolid, toWorld: (corner: Vec3) => Vec3) {
  const low: [number, number, number] = [Infinity, Infinity, Infinity];
  const high: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  for (let corner = 0; corner < 8; corner++) {
    const at = (k: 0 | 1 | 2): number => ((corner >> k) & 1 ? max[k] : min[k]);
    const p = toWorld([at(0), at(1), at(2)]);
    for (const k of [0, 1, 2] as const) {
      low[k] = Math.min(low[k], p[k]);
      high[k] = Math.max(high[k], p[k]);
    }
  }
  return { min: low, max: high };
}

/** The deeper of two interferences of one pair of bodies, from the earlier onset on. */
function mergeViolations(known: Interference | undefined, added: Interference): Interference {
  if (!known) return added;
  const deeper = added.depthM > known.depthM ? added : known;
  const earlier = added.firstS < known.firstS ? added : known;
  return {
    ...deeper,
    firstS: earlier.firstS,
    phase: earlier.phase,
    isExplainedBySolver: known.isExplainedBySolver && added.isExplainedBySolver,
  };
}

function vanishedMiss(audit: Audit, { track, worst }: Suspect, fine: PoseFinding | null): NearMiss {
  return {
    bodies: namesOf(audit, track.pair),
    parts: partsOf(audit, track.pair),
    atS: timeOf(audit, track.samples[worst]!),
    volumeM3: volumeOrNull(fine?.overlap ?? null),
    depthM: fine ? depthOf(fine) : 0,
  };
}

function nearMissOf(audit: Audit, { track, at }: NearSample): NearMiss {
  const finding = track.findings[at]!;
  return {
    bodies: namesOf(audit, track.pair),
    parts: partsOf(audit, track.pair),
    atS: timeOf(audit, track.samples[at]!),
    volumeM3: volumeOrNull(finding.overlap ?? null),
    depthM: finding.depthM,
  };
}

const volumeOrNull = (overlap: OverlapSolid | null): number | null =>
  overlap && !Number.isNaN(overlap.volumeM3) ? overlap.volumeM3 : null;

function listUnaudited(
  audit: Audit,
  tracks: readonly PairFindings[],
  { refused }: SuspectSearch,
  { untrimmed }: SolidList,
): NotAudited[] {
  const open = tracks.filter(({ pair }) => !pair.isSolid);
  return [
    ...open.map((track) => partlyAudited(audit, track.pair, openReason(audit, track.pair), track)),
    ...refused.map((track) =>
      partlyAudited(audit, track.pair, 'Manifold accepts one of the meshes not as a solid: no volume', track),
    ),
    ...untrimmed.map((pair) =>
      partlyAudited(audit, pair, 'the exclusion region cannot be cut from an open mesh and was ignored'),
    ),
  ];
}

function partlyAudited(audit: Audit, pair: PartPair, reason: string, track?: PairFindings): NotAudited {
  const crossing = track?.findings.findIndex(({ state }) => state === 'crossing' || state === 'contained') ?? -1;
  return {
    bodies: namesOf(audit, pair),
    parts: partsOf(audit, pair),
    reason,
    isPartly: true,
    crossingAtS: crossing < 0 ? null : timeOf(audit, track!.samples[crossing]!),
  };
}

function openReason({ input }: Audit, { a, b, partA, partB }: PartPair): string {
  const parts = [input.bodies[a]!.parts[partA]!.part, input.bodies[b]!.parts[partB]!.part];
  const open = parts
    .filter((part) => !part.isWatertight)
    .map((part) => `${part.name} has ${part.openEdgeCount} open edges`);
  return `${open.join(', ')}: crossing surfaces were looked for, containment, depth and volume not`;
}

function listClearances(audit: Audit, tracks: readonly PairFindings[]): Clearance[] {
  return audit.input.clearances.map(({ bodies: [first = '', second = ''], upToM }) => {
    let best: { readonly track: PairFindings; readonly at: number; readonly clearanceM: number } | undefined;
    for (const track of tracks) {
      const names = namesOf(audit, track.pair);
      if (!names.includes(first) || !names.includes(second)) continue;
      track.findings.forEach(({ clearanceM }, at) => {
        if (clearanceM < upToM && !(best && best.clearanceM <= clearanceM)) best = { track, at, clearanceM };
      });
    }
    return clearanceOf(audit, [first, second], upToM, best);
  });
}

function clearanceOf(
  audit: Audit,
  bodies: readonly [string, string],
  upToM: number,
  best: { readonly track: PairFindings; readonly at: number; readonly clearanceM: number } | undefined,
): Clearance {
  if (!best) return { bodies, clearanceM: null, upToM, atS: null, onFirstM: null, onSecondM: null };
  const { track, at, clearanceM } = best;
  const sample = track.samples[at]!;
  const X_WA = audit.reader.poseOf(track.pair.a, sample);
  const finding = track.findings[at]!;
  const inWorld = (p: Vec3): Vec3 | null => (clearanceM > 0 ? transformPoint(X_WA, p) : null);
  const isSwapped = namesOf(audit, track.pair)[0] !== bodies[0];
  return {
    bodies,
    clearanceM,
    upToM,
    atS: timeOf(audit, sample),
    onFirstM: inWorld(isSwapped ? finding.onSecondM : finding.onFirstM),
    onSecondM: inWorld(isSwapped ? finding.onFirstM : finding.onSecondM),
  };
}
