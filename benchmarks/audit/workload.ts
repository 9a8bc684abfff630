import { fileURLToPath } from 'node:url';
import { type AuditSolid, createNativeBackend, createWasmBackend } from '../../src/audit/index.js';
import { loadFileParts, type TriangleMesh } from '../../src/geometry/index.js';

/** Solids and pair-poses of one benchmark case. */
export interface Workload {
  readonly solids: readonly AuditSolid[];
  readonly pairs: Uint32Array;
  readonly poses: Float64Array;
}

export const AS1_FILE = fileURLToPath(new URL('../../test/fixtures/realcad/caxif_as1-oc-214.stp', import.meta.url));
export const JITTER_M = 3e-4;
/** The audit's own chord deflection: 11k triangles in as1. */
export const CHORD_M = 1e-5;

/** Numbers in [0, 1) that are the same on every machine: mulberry32. */
export function newRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** CAx-IF as1: 18 bodies, 153 pairs at `poseCount` poses, each pair moved by up to ±0.3 mm along each axis. */
export async function as1Workload(poseCount: number): Promise<Workload> {
  const parts = await loadFileParts({ file: AS1_FILE }, { chordM: CHORD_M });
  const random = newRandom(3);
  const pairs: number[] = [];
  const poses: number[] = [];
  for (let k = 0; k < poseCount; k++) {
    for (let i = 0; i < parts.length; i++) {
      for (let j = i + 1; j < parts.length; j++) {
        pairs.push(i, j);
        poses.push(...[0, 0, 0].map(() => JITTER_M * (2 * random() - 1)), 0, 0, 0, 1);
      }
    }
  }
  const solids = parts.map(({ mesh, isWatertight }) => ({ mesh, isWatertight }));
  return { solids, pairs: Uint32Array.from(pairs), poses: Float64Array.from(poses) };
}

/** Two meshes at one relative pose. */
export function pairWorkload(first: TriangleMesh, second: TriangleMesh, pose: readonly number[]): Workload {
  const solids = [first, second].map((mesh) => ({ mesh, isWatertight: true }));
  return { solids, pairs: Uint32Array.of(0, 1), poses: Float64Array.from(pose) };
}

/** How far the poses of a repeated workload are from the given one, along each axis [m]: none is the same, all mean the same. */
const REPEAT_JITTER_M = 5e-6;

/** The same workload, every entry `times` times, each time moved a little: no answer can be remembered. */
export function repeated({ solids, pairs, poses }: Workload, times: number): Workload {
  const count = pairs.length / 2;
  const random = newRandom(7);
  const out = { solids, pairs: new Uint32Array(2 * count * times), poses: new Float64Array(7 * count * times) };
  for (let k = 0; k < times; k++) {
    out.pairs.set(pairs, 2 * count * k);
    out.poses.set(poses, 7 * count * k);
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < 3; j++) out.poses[7 * (count * k + i) + j]! += REPEAT_JITTER_M * (2 * random() - 1);
    }
  }
  return out;
}

/** Wall time of one run [ms]. */
export async function wallMs(run: () => Promise<unknown> | unknown): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** Smallest of several wall times [ms]: the run that other processes disturbed least. */
export async function bestMs(times: number, run: () => Promise<unknown> | unknown): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < times; k++) best = Math.min(best, await wallMs(run));
  return best;
}

/** Runs with a backend that has the solids loaded, and closes it. */
export async function withBackend<T>(
  name: 'native' | 'wasm',
  threadCount: number,
  solids: readonly AuditSolid[],
  run: (backend: ReturnType<typeof createWasmBackend>) => Promise<T>,
): Promise<T> {
  const backend = name === 'native' ? createNativeBackend({ threadCount }) : createWasmBackend({ threadCount });
  try {
    await backend.load(solids);
    return await run(backend);
  } finally {
    await backend.close();
  }
}
