import { createHash } from 'node:crypto';
import { boxFilter, manifoldModule, overlapVolumes, toManifold } from './booleans.js';
import { as1Workload, bestMs, type Workload, wallMs, withBackend } from './workload.js';

const CLEARANCE_UP_TO_M = 5e-4;
/** Depth from which a pair counts as interfering [m]: the audit's default tolerance. */
const DEPTH_M = 5e-5;

/** Wall times of the as1 workload [ms]. */
export interface As1Times {
  readonly triangles: number;
  readonly pairPoses: number;
  readonly states: Readonly<Record<string, number>>;
  readonly wasmBooleanAllMs: number;
  readonly wasmBooleanBoxFilterMs: number;
  readonly nativeClassifyMs: number;
  readonly nativeClassifyThreadsMs: number;
  readonly nativeDepthThreadsMs: number;
  readonly nativeAuditMs: number;
  readonly interferingPairs: number;
  readonly speedupClassify: number;
  readonly speedupAudit: number;
  readonly wasmClassifyMs: number;
  /** Hash of states, depths to 1 pm and clearances to 1 pm: a faster row with another hash is another answer. */
  readonly resultHash: string;
}

/** Runs the workload with every tool; `threadCount` is for the rows that say so, all others run on one thread. */
export async function timeAs1(poseCount: number, threadCount: number): Promise<As1Times> {
  const workload = await as1Workload(poseCount);
  const booleans = await timeBooleans(workload);
  const native = await timeNative(workload, threadCount);
  const { pairs, poses } = workload;
  const wasmClassifyMs = await withBackend('wasm', 1, workload.solids, async (backend) => {
    const ask = (count: number) =>
      backend.classify({
        pairs: pairs.subarray(0, 2 * count),
        poses: poses.subarray(0, 7 * count),
        wantsDepth: false,
        clearanceUpToM: CLEARANCE_UP_TO_M,
      });
    await ask(153);
    return wallMs(() => ask(pairs.length / 2));
  });
  return {
    triangles: workload.solids.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0),
    pairPoses: pairs.length / 2,
    ...booleans,
    ...native,
    wasmClassifyMs,
    speedupClassify: booleans.wasmBooleanAllMs / native.nativeClassifyThreadsMs,
    speedupAudit: booleans.wasmBooleanBoxFilterMs / native.nativeAuditMs,
  };
}

async function timeBooleans(workload: Workload) {
  const module = await manifoldModule();
  const solids = workload.solids.map(({ mesh }) => toManifold(module, mesh));
  overlapVolumes(solids, workload, (i) => i < 153);
  const wasmBooleanAllMs = await wallMs(() => overlapVolumes(solids, workload));
  const wasmBooleanBoxFilterMs = await wallMs(() => overlapVolumes(solids, workload, boxFilter(workload)));
  for (const solid of solids) solid.delete();
  return { wasmBooleanAllMs, wasmBooleanBoxFilterMs };
}

async function timeNative(workload: Workload, threadCount: number) {
  const { solids, pairs, poses } = workload;
  const classify = { pairs, poses, wantsDepth: false, clearanceUpToM: CLEARANCE_UP_TO_M };
  const nativeClassifyMs = await withBackend('native', 1, solids, (b) => bestMs(5, () => b.classify(classify)));
  return withBackend('native', threadCount, solids, async (backend) => {
    const answers = await backend.classify({ ...classify, wantsDepth: true });
    await backend.overlap(pairs.subarray(0, 2), poses.subarray(0, 7));
    let interferingPairs = 0;
    return {
      nativeClassifyMs,
      nativeClassifyThreadsMs: await bestMs(5, () => backend.classify(classify)),
      nativeDepthThreadsMs: await bestMs(3, () => backend.classify({ ...classify, wantsDepth: true })),
      nativeAuditMs: await bestMs(3, async () => {
        const { depthM } = await backend.classify({ pairs, poses, wantsDepth: true, clearanceUpToM: 0 });
        const worst = deepestPerPair(pairs, depthM);
        interferingPairs = worst.length;
        await backend.overlap(
          Uint32Array.from(worst.flatMap((i) => [...pairs.subarray(2 * i, 2 * i + 2)])),
          Float64Array.from(worst.flatMap((i) => [...poses.subarray(7 * i, 7 * i + 7)])),
        );
      }),
      interferingPairs,
      states: countStates(answers.state),
      resultHash: hashOf(answers.state, answers.depthM, answers.clearanceM),
    };
  });
}

/** The deepest entry of every pair that is deeper than the tolerance. */
function deepestPerPair(pairs: Uint32Array, depthM: Float64Array): readonly number[] {
  const deepest = new Map<number, number>();
  for (let i = 0; i < depthM.length; i++) {
    if (!(depthM[i]! > DEPTH_M)) continue;
    const key = pairs[2 * i]! * 65536 + pairs[2 * i + 1]!;
    const known = deepest.get(key);
    if (known === undefined || depthM[i]! > depthM[known]!) deepest.set(key, i);
  }
  return [...deepest.values()];
}

function countStates(state: Uint8Array): Record<string, number> {
  const counts = { apart: 0, touching: 0, crossing: 0, contained: 0 };
  const names = ['apart', 'touching', 'crossing', 'contained'] as const;
  for (const s of state) counts[names[s]!]++;
  return counts;
}

function hashOf(state: Uint8Array, ...lengths: readonly Float64Array[]): string {
  const hash = createHash('sha256').update(state);
  for (const values of lengths) hash.update(Float64Array.from(values, (x) => Math.round(x * 1e12)));
  return `sha256:${hash.digest('hex').slice(0, 16)}`;
}
