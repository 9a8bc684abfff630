import { afterEach, describe, expect, test, vi } from 'vitest';
import { NativeError } from '../../../src/core/errors.js';
import {
  boxMesh,
  loadNative,
  type NativeGeometry,
  nativeMissingError,
  nativeStatus,
} from '../../../src/geometry/index.js';

afterEach(() => vi.unstubAllEnvs());

const native = loadNative();
const POSE_AT = (x: number, y = 0, z = 0) => [x, y, z, 0, 0, 0, 1];
const cube = () => boxMesh([0.01, 0.01, 0.01]);

async function codeOf(call: Promise<unknown>): Promise<string> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(NativeError);
  return (error as NativeError).issues[0]!.code;
}

describe('without the addon', () => {
  test('MECHTRIAL_NATIVE=off keeps it out and the status says so', () => {
    vi.stubEnv('MECHTRIAL_NATIVE', 'off');
    expect(loadNative()).toBeNull();
    const status = nativeStatus();
    expect(status).toMatchObject({ isAvailable: false, path: null });
    expect(status.reason).toContain('MECHTRIAL_NATIVE=off');
    const [issue] = nativeMissingError().issues;
    expect(issue).toMatchObject({ code: 'native_missing', fix: 'Unset MECHTRIAL_NATIVE.' });
  });

  test('the status names a path or the reason, never neither', () => {
    const { isAvailable, path, reason, fix } = nativeStatus();
    expect(isAvailable ? path : reason).toBeTruthy();
    expect(isAvailable || fix !== null).toBe(true);
  });
});

// Without a compiler there is no addon to test; the core has its own tests under ctest.
describe.skipIf(native === null)('with the addon', () => {
  const addon = native as NativeGeometry;

  test('a box has its mass properties in SI', async () => {
    const { info, release } = await addon.createMesh(boxMesh([0.02, 0.03, 0.04]));
    release();
    expect(info).toMatchObject({ isWatertight: true, openEdgeCount: 0, componentCount: 1, filledLoops: [] });
    // rounding of metres to millimetres and back: 1e-15 relative
    expect(info.massProperties.volumeM3).toBeCloseTo(2.4e-5, 18);
    expect(info.massProperties.inertiaPerDensityM5[0]!).toBeCloseTo((2.4e-5 * (9e-4 + 16e-4)) / 12, 20);
  });

  test('bad meshes give typed errors', async () => {
    const good = cube();
    const nan = { ...good, verticesM: good.verticesM.with(4, Number.NaN) };
    const far = { ...good, verticesM: good.verticesM.with(4, 2e4) };
    const wild = { ...good, triangles: good.triangles.with(3, 999) };
    const empty = { verticesM: new Float64Array(0), triangles: new Uint32Array(0) };
    const flat = { ...good, triangles: Uint32Array.of(0, 0, 1) };
    const huge = { ...good, triangles: new Uint32Array(3 * 5_000_001) };
    expect(await codeOf(addon.createMesh(nan))).toBe('not_finite');
    expect(await codeOf(addon.createMesh(far))).toBe('coordinate_out_of_range');
    expect(await codeOf(addon.createMesh(wild))).toBe('index_out_of_range');
    expect(await codeOf(addon.createMesh(empty))).toBe('empty_mesh');
    expect(await codeOf(addon.createMesh(flat))).toBe('all_degenerate');
    expect(await codeOf(addon.createMesh(huge))).toBe('too_many_triangles');
  });

  test.skipIf(!process.env.MECHTRIAL_FULL)(
    'a mesh of 5 million triangles is taken, or refused by name, never a crash',
    async () => {
      const [rows, columns] = [1250, 2000];
      const verticesM = new Float64Array(3 * rows * columns);
      const triangles = new Uint32Array(6 * rows * columns);
      for (let i = 0; i < rows; i++) {
        for (let j = 0; j < columns; j++) {
          const at = i * columns + j;
          const [u, v] = [(2 * Math.PI * i) / rows, (2 * Math.PI * j) / columns];
          verticesM.set(
            [(0.03 + 0.01 * Math.cos(u)) * Math.cos(v), (0.03 + 0.01 * Math.cos(u)) * Math.sin(v), 0.01 * Math.sin(u)],
            3 * at,
          );
          const [down, right] = [((i + 1) % rows) * columns, (j + 1) % columns];
          triangles.set([at, i * columns + right, down + j, i * columns + right, down + right, down + j], 6 * at);
        }
      }
      const code = await addon.createMesh({ verticesM, triangles }).then(
        (mesh) => {
          expect(mesh.info).toMatchObject({ isWatertight: true, triangleCount: 5_000_000 });
          // torus: 2π²·R·r²
          expect(mesh.info.massProperties.volumeM3).toBeCloseTo(2 * Math.PI ** 2 * 0.03 * 0.01 ** 2, 9);
          mesh.release();
          return 'taken';
        },
        (error: NativeError) => error.issues[0]!.code,
      );
      expect(['taken', 'out_of_memory']).toContain(code);
    },
    300_000,
  );

  test('states, depth and clearance come back in the order of the batch, in metres', async () => {
    const mesh = await addon.createMesh(cube());
    const offsets = [0.0105, 0.01, 0.0098, 0.03];
    const answers = await addon.classifyBatch(
      {
        meshes: [mesh],
        pairs: new Uint32Array(2 * offsets.length),
        poses: Float64Array.from(offsets.flatMap((x) => POSE_AT(x, 0.001, 0.002))),
      },
      { clearanceUpToM: 0.001, wantsDepth: true },
    );
    mesh.release();
    expect([...answers.state]).toEqual([0, 1, 2, 0]);
    // 1e-12 m: a search that leaves alone what is nearer by less than 1e-9 mm
    expect(answers.clearanceM[0]).toBeCloseTo(0.0005, 12);
    expect(answers.clearanceM[3]).toBe(Number.POSITIVE_INFINITY);
    expect(answers.depthM[2]).toBeCloseTo(0.0002, 12);
    expect(answers.depthM[0]).toBe(0);
  });

  test('answers do not depend on the number of threads', async () => {
    const mesh = await addon.createMesh(cube());
    const poses = Float64Array.from({ length: 7 * 300 }, (_, i) => (i % 7 < 3 ? 0.012 * Math.sin(i) : Math.cos(3 * i)));
    const batch = { meshes: [mesh], pairs: new Uint32Array(600), poses };
    const ask = (threadCount: number) =>
      addon.classifyBatch(batch, { clearanceUpToM: 0.005, wantsDepth: true, threadCount });
    const [one, five] = await Promise.all([ask(1), ask(5)]);
    mesh.release();
    expect(five).toEqual(one);
    expect(new Set(one.state).size).toBeGreaterThan(1);
  });

  test('an aborted batch throws the reason of its signal', async () => {
    const mesh = await addon.createMesh(cube());
    const count = 20_000;
    const poses = Array.from({ length: count }, (_, i) => POSE_AT(0.0095 + 1e-8 * i, 1e-4, 2e-4)).flat();
    const abort = new AbortController();
    const running = addon.classifyBatch(
      { meshes: [mesh], pairs: new Uint32Array(2 * count), poses: Float64Array.from(poses) },
      { wantsDepth: true, signal: abort.signal },
    );
    const reason = new Error('enough');
    abort.abort(reason);
    await expect(running).rejects.toBe(reason);
    mesh.release();
  });

  test('bad batches and foreign meshes give typed errors', async () => {
    const mesh = await addon.createMesh(cube());
    const meshes = [mesh];
    const pairs = Uint32Array.of(0, 0);
    const poses = Float64Array.from(POSE_AT(0));
    expect(await codeOf(addon.classifyBatch({ meshes, pairs: Uint32Array.of(0, 1), poses }))).toBe('bad_argument');
    expect(await codeOf(addon.classifyBatch({ meshes, pairs, poses: poses.subarray(1) }))).toBe('bad_argument');
    expect(await codeOf(addon.classifyBatch({ meshes, pairs, poses: new Float64Array(7) }))).toBe('bad_argument');
    expect(await codeOf(addon.classifyBatch({ meshes: [{ ...mesh }], pairs, poses }))).toBe('bad_argument');
    mesh.release();
    expect(await codeOf(addon.classifyBatch({ meshes, pairs, poses }))).toBe('bad_argument');
  });

  test('overlap solids say that this build has none, or are right', async () => {
    const mesh = await addon.createMesh(cube());
    const batch = { meshes: [mesh], pairs: Uint32Array.of(0, 0), poses: Float64Array.from(POSE_AT(0.005)) };
    if (addon.hasOverlap) expect((await addon.overlapBatch(batch))[0]!.volumeM3).toBeCloseTo(5e-7, 12);
    else expect(await codeOf(addon.overlapBatch(batch))).toBe('unsupported');
    mesh.release();
  });
});
