import type { Part } from '../geometry/index.js';
import type { AuditBody, AuditInput, AuditOptions, AuditPart } from './audit-input.js';
import type { AuditBackend } from './backend.js';
import type { PartPair } from './pair-plan.js';
import { type PoseFinding, probePair } from './pair-survey.js';
import type { PoseReader } from './pose-samples.js';
import { listSolids } from './solid-list.js';
import { isViolation, type Suspect } from './suspects.js';

/** Looks at pairs of parts at finer tessellation. */
export interface FineLook {
  /** The finding of a pair at a recorded pose, or null where one of its bodies is absent. */
  probe(pair: PartPair, sample: number): Promise<PoseFinding | null>;
  close(): Promise<void>;
}

/** Tessellates the bodies of the suspects finer and loads them into a backend of their own. */
export async function lookFiner(
  input: AuditInput,
  suspects: readonly Suspect[],
  reader: PoseReader,
  options: AuditOptions,
): Promise<FineLook> {
  const pairs = [...new Set(suspects.map(({ track }) => track.pair))];
  const bodies = new Set(pairs.flatMap(({ a, b }) => [a, b]));
  const fine = new Map<number, readonly AuditPart[]>();
  for (const body of bodies) fine.set(body, await refineBody(input.bodies[body]!, options.refinement ?? 4));
  const { solids, indices } = await listSolids(pairs, (body, part) => fine.get(body)![part]!);
  const backend = await options.createBackend();
  await backend.load(solids);
  return { probe: rememberProbes(backend, pairs, indices, reader, options.abort), close: () => backend.close() };
}

function rememberProbes(
  backend: AuditBackend,
  pairs: readonly PartPair[],
  indices: readonly (readonly [number, number] | null)[],
  reader: PoseReader,
  abort: AbortSignal | undefined,
): FineLook['probe'] {
  const known = new Map<string, Promise<PoseFinding>>();
  return async (pair, sample) => {
    const k = pairs.indexOf(pair);
    const solids = indices[k];
    if (!solids || !reader.isPresent(pair.a, sample) || !reader.isPresent(pair.b, sample)) return null;
    const key = `${k}/${sample}`;
    let finding = known.get(key);
    if (!finding) {
      // a depth read slightly lower than at audit tessellation must not keep the overlap solid from being computed
      finding = probePair(backend, solids, reader.relativePose(pair.a, pair.b, sample), 0, abort);
      known.set(key, finding);
    }
    return finding;
  };
}

/** The parts of a body with at most a fraction of their deflection; the same parts where the mesh is the source. */
async function refineBody({ parts, refine }: AuditBody, refinement: number): Promise<readonly AuditPart[]> {
  const chords = parts.map(({ part }) => part.chordM).filter((chord) => chord > 0);
  if (!refine || chords.length === 0) return parts;
  const finer: readonly Part[] = await refine(Math.min(...chords) / refinement);
  return parts.map((old, i) => ({ ...old, part: finer[i] ?? old.part }));
}

/**
 * Returns the recorded pose at which a confirmed interference begins: bisected between the last sample without it and the
 * first with it, or, where the episode begins below tolerance, between its first sample and its worst.
 *
 * @param samples  all sampled pose indices
 */
export async function findOnset(look: FineLook, suspect: Suspect, samples: readonly number[]): Promise<number> {
  const { track, from, worst } = suspect;
  const { pair } = track;
  const violates = async (sample: number): Promise<boolean> => {
    const finding = await look.probe(pair, sample);
    return finding !== null && isViolation(finding, pair.tolerance);
  };
  const first = track.samples[from]!;
  if (!(await violates(first))) return bisect(first, track.samples[worst]!, violates);
  const position = track.positions[from]!;
  return position === 0 ? first : bisect(samples[position - 1]!, first, violates);
}

/** First index in (clear, hit] that violates, `hit` being known to and the change being one. */
async function bisect(clear: number, hit: number, violates: (sample: number) => Promise<boolean>): Promise<number> {
  let low = clear;
  let high = hit;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (await violates(middle)) high = middle;
    else low = middle;
  }
  return high;
}
