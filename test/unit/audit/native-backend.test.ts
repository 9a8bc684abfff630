import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  type AuditBackend,
  type AuditSolid,
  chooseBackend,
  createNativeBackend,
  createWasmBackend,
} from '../../../src/audit/index.js';
import { NativeError } from '../../../src/core/errors.js';
import { boxMesh, cylinderMesh, loadNative, sphereMesh } from '../../../src/geometry/index.js';
import { hollowBox, plateWithHole, watertight } from './solids.js';

afterEach(() => vi.unstubAllEnvs());

/** Both work in double precision, one in metres and one in millimetres: solids of 0.1 m agree to 1e-15 m (observed 2e-16). */
const SAME_M = 1e-12;

const LIMIT_M = 0.002;

/** A clearance that equals the limit but for rounding is measured by one and beyond it for the other: both are right. */
const isAtLimit = (a: number, b: number) => Math.abs(Math.min(a, b) - LIMIT_M) < SAME_M;

interface Entry {
  readonly pair: readonly [number, number];
  readonly pose: readonly number[];
}

async function askBoth(solids: readonly AuditSolid[], entries: readonly Entry[]) {
  const batch = {
    pairs: Uint32Array.from(entries.flatMap(({ pair }) => pair)),
    poses: Float64Array.from(entries.flatMap(({ pose }) => pose)),
    clearanceUpToM: LIMIT_M,
    wantsDepth: true,
  };
  const ask = async (backend: AuditBackend) => {
    try {
      await backend.load(solids);
      return await backend.classify(batch);
    } finally {
      await backend.close();
    }
  };
  return { native: await ask(createNativeBackend()), wasm: await ask(createWasmBackend({ threadCount: 1 })) };
}

async function expectSame(solids: readonly AuditSolid[], entries: readonly Entry[]): Promise<Uint8Array> {
  const { native, wasm } = await askBoth(solids, entries);
  expect(native.state).toEqual(wasm.state);
  for (const key of ['depthM', 'clearanceM'] as const) {
    native[key].forEach((value, i) => {
      const other = wasm[key][i]!;
      if (Number.isFinite(value) && Number.isFinite(other)) expect(Math.abs(value - other)).toBeLessThan(SAME_M);
      else if (!(key === 'clearanceM' && isAtLimit(value, other))) expect(value).toBe(other);
    });
  }
  return native.state;
}

const at = (x: number, y = 0, z = 0) => [x, y, z, 0, 0, 0, 1];

test('without the addon auto falls back to wasm, and native says why it cannot', async () => {
  vi.stubEnv('MECHTRIAL_NATIVE', 'off');
  const backend = await chooseBackend();
  expect(backend).toMatchObject({ name: 'wasm', volumeBackend: 'manifold-wasm' });
  await backend.close();
  await expect(chooseBackend({ prefer: 'native' })).rejects.toBeInstanceOf(NativeError);
});

describe.skipIf(loadNative() === null)('native and wasm say the same', () => {
  test('auto takes the native backend', async () => {
    const backend = await chooseBackend();
    expect(backend.name).toBe('native');
    await backend.close();
  });

  test('of contact, identical solids, shared edges, 1 µm and 10 µm', async () => {
    const solids = [watertight(boxMesh([0.01, 0.01, 0.01]))];
    const poses = [
      at(0.01),
      at(0.01, 0.003),
      at(0.01, 0.01),
      at(0.01, 0.01, 0.01),
      at(0),
      at(0.005),
      at(0.009999, 1e-3),
      at(0.00999, 1e-3),
      at(0.0105),
    ];
    const state = await expectSame(
      solids,
      poses.map((pose) => ({ pair: [0, 0], pose })),
    );
    expect([...state]).toEqual([1, 1, 1, 1, 1, 1, 2, 2, 0]);
  });

  test('of containment, and of a part in a cavity, which is apart', async () => {
    const solids = [
      watertight(await hollowBox()),
      watertight(boxMesh([0.005, 0.005, 0.005])),
      watertight(boxMesh([0.08, 0.08, 0.08])),
    ];
    const state = await expectSame(solids, [
      { pair: [0, 1], pose: at(0) },
      { pair: [0, 1], pose: at(0.0125) },
      { pair: [2, 0], pose: at(0.001) },
      { pair: [1, 2], pose: at(0) },
    ]);
    expect([...state]).toEqual([0, 1, 3, 3]);
  });

  test('of a surface without inside', async () => {
    const box = boxMesh([0.01, 0.01, 0.01]);
    const open = { mesh: { ...box, triangles: box.triangles.slice(3) }, isWatertight: false };
    await expectSame(
      [open, watertight(box)],
      [0, 0.004, 0.009, 0.0105].map((x) => ({ pair: [0, 1], pose: at(x, 1e-4) })),
    );
  });

  test('of convex and non-convex solids at any pose', async () => {
    const solids = [
      watertight(await plateWithHole(6, 48)),
      watertight(cylinderMesh(0.006, 0.03)),
      watertight(sphereMesh(0.008)),
      watertight(boxMesh([0.01, 0.02, 0.03])),
      watertight(await hollowBox()),
    ];
    const length = fc.double({ min: -0.02, max: 0.02, noNaN: true });
    const part = fc.double({ min: -1, max: 1, noNaN: true });
    const entry = fc.record({
      pair: fc.tuple(fc.nat(solids.length - 1), fc.nat(solids.length - 1)),
      pose: fc.tuple(length, length, length, part, part, part, fc.constantFrom(0.5, 1)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 50, maxLength: 50 }), async (entries) => {
        const unit = entries.map(({ pair, pose: [x, y, z, ...q] }) => {
          const n = Math.hypot(...q);
          return { pair, pose: [x, y, z, ...q.map((v) => v / n)] };
        });
        await expectSame(solids, unit);
      }),
      { numRuns: 10, seed: 3, endOnFailure: true }, // 500 pair-poses
    );
  });
});
