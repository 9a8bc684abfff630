import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import type { AuditSolid, PairPoseBatch } from '../../../src/audit/backend.js';
import { chooseBackend, createWasmBackend, listBackends } from '../../../src/audit/index.js';
import { boxMesh, sphereMesh } from '../../../src/geometry/index.js';
import { plateWithHole, watertight } from './solids.js';

const box = watertight(boxMesh([0.01, 0.01, 0.01]));

/** Pairs of solids 0 and 1 at 300 poses: more than one chunk. */
function manyPoses(clearanceUpToM = 0.01): PairPoseBatch {
  const count = 300;
  const poses = new Float64Array(7 * count);
  for (let i = 0; i < count; i++)
    poses.set([0.02 * Math.cos(i), 0.013 * Math.sin(2 * i), 0.004, 0, 0, Math.sin(i), Math.cos(i)], 7 * i);
  return { pairs: new Uint32Array(2 * count).map((_, i) => i % 2), poses, clearanceUpToM, wantsDepth: true };
}

async function withBackend<T>(
  solids: readonly AuditSolid[],
  use: (backend: ReturnType<typeof createWasmBackend>) => Promise<T>,
  threadCount = 2,
): Promise<T> {
  const backend = createWasmBackend({ threadCount });
  try {
    await backend.load(solids);
    return await use(backend);
  } finally {
    await backend.close();
  }
}

const plateAndBall = async () => [watertight(await plateWithHole(8, 32)), watertight(sphereMesh(0.0075, 24))];

test('answers do not depend on the number of threads', async () => {
  const solids = await plateAndBall();
  const one = await withBackend(solids, (backend) => backend.classify(manyPoses()), 1);
  const three = await withBackend(solids, (backend) => backend.classify(manyPoses()), 3);
  expect(three).toEqual(one);
  expect(new Set(one.state)).toEqual(new Set([0, 2]));
});

test('answers come in the order of the batch', async () => {
  const poses = Float64Array.of(0.02, 0, 0, 0, 0, 0, 1, 0.009, 0, 0, 0, 0, 0, 1, 0.005, 0, 0, 0, 0, 0, 1);
  const overlaps = await withBackend([box, box], (backend) => backend.overlap(Uint32Array.of(0, 1, 0, 1, 1, 0), poses));
  expect(overlaps.map(({ volumeM3 }) => Math.round(volumeM3 * 1e15))).toEqual([0, 100_000_000, 500_000_000]);
  expect(overlaps[1]!.areaM2).toBeCloseTo(2 * 1e-4 + 4 * 1e-5, 15);
  expect(overlaps[1]!.centroidM[0]).toBeCloseTo(0.0045, 12);
  expect(overlaps[1]!.componentCount).toBe(1);
});

test('a volume of nanometre thickness is exact, far from the limits of single precision', async () => {
  const plate = watertight(boxMesh([0.2, 0.15, 0.01]));
  const poses = Float64Array.of(0, 0, 0.01 - 33e-9, 0, 0, 0, 1);
  const [overlap] = await withBackend([plate, plate], (backend) => backend.overlap(Uint32Array.of(0, 1), poses));
  // rounding of the 10 mm coordinates is 2e-18 m on 33 nm
  expect(Math.abs(overlap!.volumeM3 / (0.2 * 0.15 * 33e-9) - 1)).toBeLessThan(1e-9);
});

test('a mesh that Manifold does not accept has an unknown volume', async () => {
  const torn = { ...box, mesh: { ...box.mesh, triangles: box.mesh.triangles.slice(3) } };
  const poses = Float64Array.of(0.005, 0, 0, 0, 0, 0, 1);
  const [overlap] = await withBackend([box, torn], (backend) => backend.overlap(Uint32Array.of(0, 1), poses));
  expect(overlap!.volumeM3).toBeNaN();
});

describe('cancelling', () => {
  test('rejects with the reason and leaves the backend usable', async () => {
    await withBackend(await plateAndBall(), async (backend) => {
      const abort = new AbortController();
      const answer = backend.classify(manyPoses(), abort.signal);
      abort.abort(new Error('enough'));
      await expect(answer).rejects.toThrow('enough');
      expect((await backend.classify(manyPoses(0))).state).toHaveLength(300);
    });
  });
});

test('questions asked at once are answered one after the other', async () => {
  await withBackend([box, box], async (backend) => {
    const poses = Float64Array.of(0.009, 0, 0, 0, 0, 0, 1);
    const pairs = Uint32Array.of(0, 1);
    const [overlaps, answers] = await Promise.all([
      backend.overlap(pairs, poses),
      backend.classify({ pairs, poses, clearanceUpToM: 0, wantsDepth: true }),
    ]);
    expect(overlaps[0]!.volumeM3).toBeCloseTo(1e-7, 15);
    expect(answers.depthM[0]).toBeCloseTo(0.001, 12);
  });
});

test('the engines of this machine are listed, and wasm is always one', async () => {
  expect(await listBackends()).toContainEqual({ name: 'wasm', isAvailable: true, reason: null });
  const backend = await chooseBackend({ prefer: 'wasm' });
  expect(backend.name).toBe('wasm');
  await backend.close();
});

describe('the built package', () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  // inside the repository, so that its dependencies resolve
  const out = `${root}node_modules/.cache/audit-build-${process.pid}`;
  afterAll(() => rm(out, { recursive: true, force: true }));

  test('starts its worker from JavaScript', async () => {
    const run = promisify(execFile);
    await mkdir(out, { recursive: true });
    const options = ['--noCheck', '--outDir', out, '--rootDir', root, '--module', 'nodenext', '--target', 'es2023'];
    const sources = ['wasm-backend', 'wasm-worker'].map((name) => `${root}src/audit/${name}.ts`);
    await run(process.execPath, [`${root}node_modules/typescript/bin/tsc`, '--ignoreConfig', ...options, ...sources], {
      cwd: root,
    });
    await writeFile(`${out}/package.json`, '{ "type": "module" }');
    await writeFile(
      `${out}/ask.js`,
      `import { createWasmBackend } from './src/audit/wasm-backend.js';
       const mesh = { verticesM: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1), triangles: Uint32Array.of(0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2) };
       const backend = createWasmBackend({ threadCount: 1 });
       await backend.load([{ mesh, isWatertight: true }]);
       const [overlap] = await backend.overlap(Uint32Array.of(0, 0), Float64Array.of(0, 0, 0, 0, 0, 0, 1));
       await backend.close();
       console.log(overlap.volumeM3);`,
    );
    const { stdout } = await run(process.execPath, [`${out}/ask.js`]);
    expect(Number(stdout)).toBeCloseTo(1 / 6, 9);
  });
});
