import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { normalizeQuat, type Quat, rotate, transformPoint, type Vec3 } from '../../src/core/vector.js';
import {
  boxMesh,
  convexHullOf,
  cylinderMesh,
  findCylinders,
  loadPart,
  massProperties,
  sphereMesh,
  type TriangleMesh,
} from '../../src/geometry/index.js';
import { asciiStl, binaryStl } from '../unit/geometry/fixtures.js';

const SETTINGS = { seed: 20261130, numRuns: 60 } as const;
const directory = mkdtempSync(join(tmpdir(), 'mechtrial-property-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

const length = fc.double({ min: 1e-3, max: 0.2, noNaN: true });
const mesh: fc.Arbitrary<TriangleMesh> = fc.oneof(
  fc.tuple(length, length, length).map((size) => boxMesh(size)),
  fc.tuple(length, length, fc.integer({ min: 3, max: 40 })).map(([r, l, n]) => cylinderMesh(r, l, n)),
  fc.tuple(length, fc.integer({ min: 2, max: 12 })).map(([r, n]) => sphereMesh(r, 2 * n)),
);
const coordinate = fc.double({ min: -1, max: 1, noNaN: true });
const rotation: fc.Arbitrary<Quat> = fc
  .tuple(coordinate, coordinate, coordinate, coordinate)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => normalizeQuat(q));
const translation = fc.tuple(coordinate, coordinate, coordinate);

function posed({ verticesM, triangles }: TriangleMesh, positionM: Vec3, q: Quat): TriangleMesh {
  const moved = new Float64Array(verticesM.length);
  for (let i = 0; i < moved.length; i += 3) {
    const p: Vec3 = [verticesM[i]!, verticesM[i + 1]!, verticesM[i + 2]!];
    moved.set(transformPoint({ positionM, rotation: q }, p), i);
  }
  return { verticesM: moved, triangles };
}

/** R·I·Rᵀ. */
function turned(inertia: readonly number[], q: Quat): readonly number[] {
  const columns = [rotate(q, [1, 0, 0]), rotate(q, [0, 1, 0]), rotate(q, [0, 0, 1])];
  const R = (i: number, k: number) => columns[k]![i]!;
  const at = [0, 1, 2];
  return at.flatMap((i) =>
    at.map((j) => at.reduce((sum, k) => sum + at.reduce((s, l) => s + R(i, k) * inertia[3 * k + l]! * R(j, l), 0), 0)),
  );
}

describe('mass properties', () => {
  test('follow the part when it moves and turns', () => {
    fc.assert(
      fc.property(mesh, translation, rotation, (solid, positionM, q) => {
        const here = massProperties(solid);
        const there = massProperties(posed(solid, positionM, q));
        // 1 m away, coordinates carry 2e-16 m; on the smallest edge of 1 mm that is 2e-13, and three of them multiply
        const size = Math.max(...solid.verticesM.map(Math.abs));
        expect(Math.abs(there.volumeM3 / here.volumeM3 - 1)).toBeLessThan(1e-11);
        expect(Math.abs(there.areaM2 / here.areaM2 - 1)).toBeLessThan(1e-11);
        const center = transformPoint({ positionM, rotation: q }, here.centerOfMassM);
        center.forEach((x, k) => {
          expect(Math.abs(there.centerOfMassM[k]! - x)).toBeLessThan(1e-11 * size + 1e-15);
        });
        const expected = turned(here.inertiaPerDensityM5, q);
        const scale = Math.max(...expected.map(Math.abs));
        there.inertiaPerDensityM5.forEach((I, k) => {
          expect(Math.abs(I - expected[k]!)).toBeLessThan(1e-10 * scale);
        });
      }),
      SETTINGS,
    );
  });

  test('are positive, and the inertia is that of a possible body', () => {
    fc.assert(
      fc.property(mesh, (solid) => {
        const { volumeM3, inertiaPerDensityM5: I } = massProperties(solid);
        expect(volumeM3).toBeGreaterThan(0);
        const [x, y, z] = [I[0]!, I[4]!, I[8]!];
        const slack = 1e-12 * (x + y + z);
        expect(Math.min(x + y - z, y + z - x, z + x - y)).toBeGreaterThan(-slack);
      }),
      SETTINGS,
    );
  });

  test('turn sign with the mesh', () => {
    fc.assert(
      fc.property(mesh, (solid) => {
        const inward = { verticesM: solid.verticesM, triangles: Uint32Array.from(solid.triangles).reverse() };
        expect(massProperties(inward).volumeM3 / massProperties(solid).volumeM3).toBeCloseTo(-1, 11);
      }),
      SETTINGS,
    );
  });
});

describe('STL', () => {
  test('written and read back is the same mesh, binary to Float32, ASCII to the last digit', async () => {
    await fc.assert(
      fc.asyncProperty(mesh, translation, rotation, async (solid, positionM, q) => {
        const there = posed(solid, positionM, q);
        for (const [content, round] of [
          [binaryStl(there), Math.fround],
          [asciiStl(there, 'solid'), (x: number) => x],
        ] as const) {
          writeFileSync(join(directory, 'part.stl'), content);
          const source = { kind: 'file', file: 'part.stl', lengthUnit: 'm' } as const;
          const part = await loadPart(source, { baseDirectory: directory });
          expect(part.isWatertight).toBe(true);
          expect(cornersOf(part.mesh, (x) => x)).toEqual(cornersOf(there, round));
        }
      }),
      { ...SETTINGS, numRuns: 25 },
    );
  });
});

test('a hull holds its points and has their box', async () => {
  const point = fc.tuple(length, length, length);
  await fc.assert(
    fc.asyncProperty(fc.array(point, { minLength: 5, maxLength: 30 }), async (points) => {
      const hull = await convexHullOf(Float64Array.from(points.flat()));
      fc.pre(hull !== null && massProperties(hull).volumeM3 > 1e-9);
      for (const k of [0, 1, 2]) {
        const vertices = hull!.verticesM.filter((_, i) => i % 3 === k);
        // the kernel merges points closer than 1e-12 of the size
        expect(Math.abs(Math.max(...vertices) - Math.max(...points.map((p) => p[k]!)))).toBeLessThan(1e-12);
        expect(Math.abs(Math.min(...vertices) - Math.min(...points.map((p) => p[k]!)))).toBeLessThan(1e-12);
      }
    }),
    SETTINGS,
  );
});

test('a cylinder is found wherever it stands', async () => {
  const radius = fc.double({ min: 1e-3, max: 0.05, noNaN: true });
  await fc.assert(
    fc.asyncProperty(radius, radius, fc.integer({ min: 13, max: 90 }), translation, rotation, async (r, l, n, p, q) => {
      const { verticesM, triangles } = posed(cylinderMesh(r, l, n), p, q);
      const [found, ...others] = findCylinders(await loadPart({ kind: 'mesh', verticesM, triangles }));
      expect(others).toEqual([]);
      expect(found).toMatchObject({ isHole: false });
      // rounding of coordinates up to 1 m, 2e-16, over the sagitta of a facet in the worst case: far below 1e-9 m
      expect(Math.abs(found!.radiusM - r)).toBeLessThan(1e-9);
      expect(Math.abs(found!.lengthM - l)).toBeLessThan(1e-9);
      const axis = rotate(q, [0, 0, 1]);
      expect(Math.abs(axis.reduce((sum, x, k) => sum + x * found!.axis[k]!, 0))).toBeCloseTo(1, 9);
      p.forEach((x, k) => {
        expect(Math.abs(found!.pointM[k]! - x)).toBeLessThan(1e-9);
      });
    }),
    { ...SETTINGS, numRuns: 30 },
  );
});

/** All triangles as text, each from its smallest corner on, sorted: independent of numbering. */
function cornersOf({ verticesM, triangles }: TriangleMesh, round: (x: number) => number): readonly string[] {
  const out: string[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) => {
      const v = 3 * triangles[t + k]!;
      return [...verticesM.subarray(v, v + 3)].map((x) => round(x) + 0).join();
    });
    const first = corners.indexOf([...corners].sort()[0]!);
    out.push([0, 1, 2].map((k) => corners[(first + k) % 3]).join(' '));
  }
  return out.sort();
}
