import * as THREE from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { createWasmBackend } from '../../src/audit/index.js';
import type { TriangleMesh } from '../../src/geometry/index.js';
import { manifoldModule, matrixOf, toManifold } from './booleans.js';
import { bolt, cube, gear, sphere, tube } from './shapes.js';
import { pairWorkload, repeated, type Workload, wallMs, withBackend } from './workload.js';

const CLEARANCE_UP_TO_M = 1e-3;
const NO_ROTATION = [0, 0, 0, 1] as const;

/** One pair at one pose, asked for its state and its clearance up to 1 mm. */
export interface PairCase {
  readonly name: string;
  readonly workload: Workload;
}

/** Times of one pair [µs per pose, 1 thread], best of several runs. */
export interface PairTimes {
  readonly name: string;
  readonly triangles: number;
  readonly state: string;
  readonly clearanceMm: number;
  readonly nativeUs: number;
  readonly nativeDepthUs: number;
  readonly wasmBackendUs: number;
  readonly wasmBooleanUs: number;
  readonly threeMeshBvhUs: number;
}

/** The pairs of the table. */
export async function pairCases(): Promise<readonly PairCase[]> {
  const m = await manifoldModule();
  const wheel = gear(m, 20, 10);
  const meshing = Math.PI / 20;
  const turn = [0, 0, Math.sin(meshing / 2), Math.cos(meshing / 2)] as const;
  const balls = sphere(0.01, 71, 71);
  const fine = sphere(0.02, 224, 224);
  const plain = (first: TriangleMesh, second: TriangleMesh, at: readonly number[]) =>
    pairWorkload(first, second, [...at, ...NO_ROTATION]);
  return [
    { name: 'gears meshing', workload: pairWorkload(wheel, wheel, [0.0203, 0, 0, ...turn]) },
    { name: 'bolt in hole', workload: plain(tube(m, 15, 4.2, 12, 96), bolt(m, 4, 20), [5e-5, 0, -8.5e-3]) },
    { name: 'spheres 10k, 0.5 mm apart', workload: plain(balls, balls, [0.0205, 0, 0]) },
    { name: 'spheres 100k, 0.5 mm apart', workload: plain(fine, fine, [0.0405, 0, 0]) },
    { name: 'coaxial face contact', workload: plain(tube(m, 20, 5, 10, 128), tube(m, 15, 0, 4, 100), [0, 0, 0.01]) },
    { name: 'box in box', workload: plain(cube(m, 30), cube(m, 10), [1e-3, 2e-3, 3e-3]) },
  ];
}

/** Best time per pose of a workload repeated until it lasts [µs]. */
async function perPoseUs(workload: Workload, ask: (batch: Workload) => Promise<unknown>): Promise<number> {
  let times = 1;
  for (;;) {
    const ms = await wallMs(() => ask(repeated(workload, times)));
    if (ms > 60 || times >= 4096) break;
    times *= 4;
  }
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 5; k++) best = Math.min(best, await wallMs(() => ask(repeated(workload, times))));
  return (1e3 * best) / times;
}

async function backendUs(name: 'native' | 'wasm', workload: Workload, wantsDepth: boolean): Promise<number> {
  return withBackend(name, 1, workload.solids, (backend) =>
    perPoseUs(workload, ({ pairs, poses }) =>
      backend.classify({ pairs, poses, wantsDepth, clearanceUpToM: CLEARANCE_UP_TO_M }),
    ),
  );
}

async function booleanUs(workload: Workload): Promise<number> {
  const module = await manifoldModule();
  const [first, second] = workload.solids.map(({ mesh }) => toManifold(module, mesh));
  const matrix = matrixOf(workload.poses, 0);
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 10; k++) {
    best = Math.min(
      best,
      await wallMs(() => {
        const moved = second!.transform(matrix);
        const overlap = first!.intersect(moved);
        overlap.volume();
        overlap.delete();
        moved.delete();
      }),
    );
  }
  first!.delete();
  second!.delete();
  return 1e3 * best;
}

/** Whether the surfaces intersect, and if not, how far apart they are: what three-mesh-bvh can say of the pair. */
async function threeMeshBvhUs({ solids, poses }: Workload): Promise<number> {
  const [first, second] = solids.map(({ mesh }) => {
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute(
      'position',
      new THREE.BufferAttribute(
        Float32Array.from(mesh.verticesM, (x) => 1e3 * x),
        3,
      ),
    );
    geometry.setIndex(new THREE.BufferAttribute(Uint32Array.from(mesh.triangles), 1));
    const tree = new MeshBVH(geometry);
    return { geometry, tree };
  });
  (second!.geometry as THREE.BufferGeometry & { boundsTree?: MeshBVH }).boundsTree = second!.tree;
  const pose = new THREE.Matrix4().fromArray(matrixOf(poses, 0));
  let best = Number.POSITIVE_INFINITY;
  for (let k = 0; k < 10; k++) {
    best = Math.min(
      best,
      await wallMs(() => {
        if (first!.tree.intersectsGeometry(second!.geometry, pose)) return;
        first!.tree.closestPointToGeometry(second!.geometry, pose, undefined, undefined, 0, 1e3 * CLEARANCE_UP_TO_M);
      }),
    );
  }
  return 1e3 * best;
}

/** Measures one pair with every tool. */
export async function timePair({ name, workload }: PairCase): Promise<PairTimes> {
  const { pairs, poses, solids } = workload;
  const answers = await withBackend('native', 1, solids, (backend) =>
    backend.classify({ pairs, poses, wantsDepth: false, clearanceUpToM: CLEARANCE_UP_TO_M }),
  );
  return {
    name,
    triangles: solids.reduce((sum, { mesh }) => sum + mesh.triangles.length / 3, 0),
    state: ['apart', 'touching', 'crossing', 'contained'][answers.state[0]!]!,
    clearanceMm: 1e3 * answers.clearanceM[0]!,
    nativeUs: await backendUs('native', workload, false),
    nativeDepthUs: await backendUs('native', workload, true),
    wasmBackendUs: await backendUs('wasm', workload, false),
    wasmBooleanUs: await booleanUs(workload),
    threeMeshBvhUs: await threeMeshBvhUs(workload),
  };
}

/** Distance of two 100k-triangle spheres from all around, each pose without memory of another [ms per pose, 1 thread]. */
export async function distanceAt100k(): Promise<{
  readonly triangles: number;
  readonly coldMs: number;
  readonly warmMs: number;
}> {
  const ball = sphere(0.02, 224, 224);
  const directions = Array.from({ length: 64 }, (_, k) => {
    const z = 1 - (2 * k + 1) / 64;
    const angle = Math.PI * (1 + Math.sqrt(5)) * k;
    const r = Math.sqrt(1 - z * z);
    return [0.0405 * r * Math.cos(angle), 0.0405 * r * Math.sin(angle), 0.0405 * z];
  });
  const solids = [
    { mesh: ball, isWatertight: true },
    { mesh: ball, isWatertight: true },
  ];
  return withBackend('native', 1, solids, async (backend) => {
    const ask = (poses: readonly (readonly number[])[]) =>
      backend.classify({
        pairs: Uint32Array.from(poses.flatMap(() => [0, 1])),
        poses: Float64Array.from(poses.flatMap((p) => [...p, ...NO_ROTATION])),
        wantsDepth: false,
        clearanceUpToM: 1,
      });
    let cold = 0;
    for (const direction of directions) {
      let best = Number.POSITIVE_INFINITY;
      for (let k = 0; k < 3; k++) best = Math.min(best, await wallMs(() => ask([direction])));
      cold += best / directions.length;
    }
    const path = Array.from({ length: 512 }, (_, k) => [0.0405 * Math.cos(k / 1e3), 0.0405 * Math.sin(k / 1e3), 0]);
    let warm = Number.POSITIVE_INFINITY;
    for (let k = 0; k < 3; k++) warm = Math.min(warm, (await wallMs(() => ask(path))) / path.length);
    return { triangles: ball.triangles.length / 3, coldMs: cold, warmMs: warm };
  });
}

/** The WASM workers are started once so that no case pays for it. */
export async function warmUp(): Promise<void> {
  const backend = createWasmBackend({ threadCount: 1 });
  await backend.load([{ mesh: cube(await manifoldModule(), 1), isWatertight: true }]);
  const pose = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  await backend.classify({ pairs: Uint32Array.of(0, 0), poses: pose, wantsDepth: false, clearanceUpToM: 0 });
  await backend.overlap(Uint32Array.of(0, 0), pose);
  await backend.close();
}
