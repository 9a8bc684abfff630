// Both auditing engines on real CAD: every watertight file of the corpus against itself at random relative poses, and random motions.
// MECHTRIAL_FULL=1 takes all files and 50 poses of each (npm run check:full) and holds both against the Boolean of every pose.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type AuditBackend, type AuditSolid, createNativeBackend, createWasmBackend } from '../../src/audit/index.js';
import {
  cylinderMesh,
  loadFileParts,
  loadNative,
  type Part,
  sphereMesh,
  type TriangleMesh,
} from '../../src/geometry/index.js';
import { hollowBox, plateWithHole, watertight } from '../unit/audit/solids.js';

const REALCAD = join(import.meta.dirname, '../fixtures/realcad');
const isFull = process.env.MECHTRIAL_FULL === '1';
const POSE_COUNT = isFull ? 50 : 3;
/** Larger files only in the full check: tessellating them takes longer than the comparison. */
const LARGEST_FILE_BYTES = isFull ? Number.POSITIVE_INFINITY : 60_000;
const FILES = readdirSync(REALCAD).filter(
  (name) => /\.(step|stp|stl|3mf)$/i.test(name) && statSync(join(REALCAD, name)).size <= LARGEST_FILE_BYTES,
);
/** Both sum in other orders: 1e-14 relative of 0.1 m, times the conditioning of closest points. */
const SAME_M = 1e-10;

/** mulberry32: the same numbers on every machine. */
function newRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Turned at will, and pushed by up to 0.6 of its size: nearly always crossing. */
function randomPoses(count: number, sizeM: number, seed: number): Float64Array {
  const random = newRandom(seed);
  const poses = new Float64Array(7 * count);
  for (let i = 0; i < count; i++) {
    const q = [0, 1, 2, 3].map(() => 2 * random() - 1);
    const norm = Math.hypot(...q);
    const push = [0, 1, 2].map(() => 0.6 * sizeM * (2 * random() - 1));
    poses.set([...push, ...q.map((x) => x / norm)], 7 * i);
  }
  return poses;
}

async function withBoth<T>(solids: readonly AuditSolid[], ask: (backend: AuditBackend) => Promise<T>): Promise<[T, T]> {
  const answers: T[] = [];
  for (const backend of [createNativeBackend(), createWasmBackend()]) {
    await backend.load(solids);
    answers.push(await ask(backend));
    await backend.close();
  }
  return [answers[0]!, answers[1]!];
}

/** References to other files and no geometry of its own: another test holds what is said of it. */
const WITHOUT_GEOMETRY = 'caxif_s1-c5-214_external_refs.stp';

async function partsOf(name: string): Promise<readonly Part[]> {
  if (name === WITHOUT_GEOMETRY) return [];
  // robot descriptions are in metres
  const unit = /\.stl$/i.test(name)
    ? { lengthUnit: name.startsWith('robotiq') ? ('m' as const) : ('mm' as const) }
    : {};
  return loadFileParts({ file: join(REALCAD, name), ...unit }, { chordM: 1e-4 });
}

/**
 * The connected piece of a mesh that has the most triangles. The parts of so100_mini.3mf stand on a plate as one solid and cut into each
 * other by up to 21 µm: such a mesh has no one inside, and depths in it are not comparable.
 */
function largestPiece({ verticesM, triangles }: TriangleMesh): TriangleMesh {
  const root = Uint32Array.from({ length: verticesM.length / 3 }, (_, i) => i);
  const find = (i: number): number => {
    while (root[i] !== i) i = root[i] = root[root[i]!]!;
    return i;
  };
  triangles.forEach((v, k) => {
    root[find(v)] = find(triangles[k - (k % 3)]!);
  });
  const sizes = new Map<number, number>();
  for (const v of triangles) sizes.set(find(v), (sizes.get(find(v)) ?? 0) + 1);
  const [largest] = [...sizes].reduce((a, b) => (b[1] > a[1] ? b : a));
  return { verticesM, triangles: triangles.filter((_, k) => find(triangles[k - (k % 3)]!) === largest) };
}

/** Parts of at most this many triangles: the time of WASM grows with them, what is compared does not. */
const LARGEST_TRIANGLE_COUNT = isFull ? 100_000 : 20_000;
/** What the audit counts as an overlap, unless a trial says otherwise: more than 1 mm³ and deeper than 0.05 mm. */
const VOLUME_M3 = 1e-9;
const DEPTH_M = 5e-5;

describe.skipIf(loadNative() === null)('native and wasm', () => {
  test.for(FILES)('say the same of the largest solid of %s against itself', async (name, { skip }) => {
    const solid = (await partsOf(name))
      .filter((part) => part.isWatertight && part.mesh.triangles.length <= 3 * LARGEST_TRIANGLE_COUNT)
      .sort((p, q) => q.mesh.triangles.length - p.mesh.triangles.length)[0];
    if (solid === undefined) return skip(`no closed solid of at most ${LARGEST_TRIANGLE_COUNT} triangles`);
    const { min, max } = solid.boundsM;
    const sizeM = Math.hypot(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
    // about its middle, so that turned poses overlap
    const verticesM = solid.mesh.verticesM.map((x, i) => x - (min[(i % 3) as 0]! + max[(i % 3) as 0]!) / 2);
    const poses = randomPoses(POSE_COUNT, sizeM, 5);
    const pairs = new Uint32Array(2 * POSE_COUNT);
    const [native, wasm] = await withBoth(
      [watertight(largestPiece({ ...solid.mesh, verticesM }))],
      async (backend) => ({
        ...(await backend.classify({ pairs, poses, wantsDepth: true, clearanceUpToM: 0 })),
        overlaps: isFull && backend.name === 'wasm' ? await backend.overlap(pairs, poses) : [],
      }),
    );
    expect(native.state).toEqual(wasm.state);
    native.depthM.forEach((depth, i) => {
      expect(Math.abs(depth - wasm.depthM[i]!)).toBeLessThan(SAME_M);
    });
    const deepOnly: string[] = [];
    wasm.overlaps.forEach(({ volumeM3, areaM2 }, i) => {
      const where = `pose ${i}: ${volumeM3} m³, sampled ${native.depthM[i]} m deep`;
      // none is missed: 2·volume/area is a depth that no solid exceeds everywhere
      if (volumeM3 > VOLUME_M3 && 2 * volumeM3 > DEPTH_M * areaM2)
        expect(native.depthM[i], where).toBeGreaterThan(DEPTH_M);
      // none is made up: what is deep is a solid, if one within the volume tolerance, which is what keeps it from failing
      if (native.depthM[i]! > DEPTH_M) expect(volumeM3, where).toBeGreaterThan(0);
      if (native.depthM[i]! > DEPTH_M && !(volumeM3 > VOLUME_M3)) deepOnly.push(where);
    });
    if (isFull)
      console.info(
        `${name}: ${wasm.overlaps.filter((o) => o.volumeM3 > VOLUME_M3).length} of ${POSE_COUNT} overlap`,
        deepOnly,
      );
  });

  test('judge random motions alike: what is free for one is never open for the other', async () => {
    const solids = [
      watertight(await plateWithHole(6, 48)),
      watertight(cylinderMesh(0.006, 0.03)),
      watertight(sphereMesh(0.008)),
      watertight(await hollowBox()),
    ];
    const count = 2000;
    const random = newRandom(9);
    const poses = randomPoses(count, 0.04, 11);
    const pairs = Uint32Array.from({ length: 2 * count }, () => Math.floor(4 * random()));
    const screws = new Float64Array(9 * count);
    for (let i = 0; i < count; i++) {
      const axis = [0, 1, 2].map(() => 2 * random() - 1);
      const norm = Math.hypot(...axis);
      const point = [0, 1, 2].map(() => 0.02 * (2 * random() - 1));
      screws.set([...point, ...axis.map((x) => x / norm), 0.1 * random(), 1e-3 * random(), 5e-5], 9 * i);
    }
    const [native, wasm] = await withBoth(solids, (backend) => backend.judge({ pairs, poses, screws }));
    let differing = 0;
    native.forEach((passage, i) => {
      if (passage !== wasm[i]) differing++;
      expect(Math.abs(passage - wasm[i]!)).toBeLessThanOrEqual(1);
    });
    // boxes of different trees may settle by an axis what triangles leave open
    expect(differing / count).toBeLessThan(0.01);
    expect(new Set(native).size).toBeGreaterThan(1);
  });
});
