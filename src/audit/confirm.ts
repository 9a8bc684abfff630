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
  /** The finding of a pair at a pose that is so far off at most, or null where one of its bodies is absent. */
  probe(pair: PartPair, sample: number, blurM: number): Promise<PoseFinding | null>;
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
  return async (pair, sample, blurM) => {
    const k = pairs.indexOf(pair);
    const solids = indices[k];
    if (!solids || !reader.isPresent(pair.a, sample) || !reader.isPresent(pair.b, sample)) return null;
    const key = `${k}/${sample}`;
    let finding = known.get(key);
    if (!finding) {
      // a depth read slightly lower than at audit tessellation must not keep the overlap solid from being computed
      const relative = reader.relativePose(pair.a, pair.b, sample);
      finding = probePair(backend, solids, { relative, blurM }, 0, abort);
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
 * Returns the pose at which a confirmed interference begins: bisected on recorded poses between the last sample without it and
 * the first with it, or, where the episode begins below tolerance, between its first sample and its worst.
 */
export async function findOnset(look: FineLook, { track, from, worst }: Suspect): Promise<number> {
  const { pair, samples } = track;
  const violates = async (sample: number, blurM = 0): Promise<boolean> => {
    const finding = await look.probe(pair, sample, blurM);
    return finding !== null && isViolation(finding, pair.tolerance);
  };
  const first = samples[from]!;
  if (!(await violates(first, track.findings[from]!.blurM))) return bisect(first, samples[worst]!, violates);
  return from === 0 ? bisect(-1, first, violates) : bisect(samples[from - 1]!, first, violates);
}

/**
 * First recorded index in (clear, hit] that violates, `hit` being known to and the change being one; `hit` itself where no
 * recorded pose lies between.
 */
async function bisect(clear: number, hit: number, violates: (sample: number) => Promise<boolean>): Promise<number> {
  let low = clear;
  let high = hit;
  while (Math.floor(low) + 1 < high) {
    const middle = Math.max(Math.floor(low) + 1, Math.min(Math.ceil(high) - 1, Math.round((low + high) / 2)));
    if (await violates(middle)) high = middle;
    else low = middle;
  }
  return high;
}
