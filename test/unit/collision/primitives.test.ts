import { describe, expect, test } from 'vitest';
import { collisionShapes } from '../../../src/collision/index.js';
import { cross, norm, normalizeQuat, rotate, subtract } from '../../../src/core/vector.js';
import { loadPart } from '../../../src/geometry/index.js';
import { ORIGIN_M, partOf } from './solids.js';

const TURN = normalizeQuat([0.3, -0.5, 0.2, 0.8]);
/** Positions go through single precision in the kernel: 4e-9 m at 0.05 m. */
const ROUNDING_M = 1e-8;

const only = async (part: Parameters<typeof collisionShapes>[0]) => {
  const model = await collisionShapes(part, { cacheDirectory: null });
  expect(model.findings).toEqual([]);
  expect(model.pieces).toHaveLength(1);
  return model.pieces[0]!;
};

describe('recognised primitives, placed and turned anywhere', () => {
  test('a box keeps its edges', async () => {
    const piece = await only(await partOf((m) => m.Manifold.cube([10, 20, 30], true), 'box', TURN));
    expect(piece.origin).toBe('primitive');
    if (piece.geometry.kind !== 'box') throw new Error(piece.geometry.kind);
    const edges = [...piece.geometry.halfExtentsM].sort((a, b) => a - b);
    for (const [i, half] of [0.005, 0.01, 0.015].entries()) expect(edges[i]).toBeCloseTo(half, 7);
    expect(norm(subtract(piece.poseInPart.positionM, ORIGIN_M))).toBeLessThan(ROUNDING_M);
  });

  test('a cylinder keeps the circle that its corners lie on', async () => {
    const piece = await only(await partOf((m) => m.Manifold.cylinder(30, 4, 4, 64, true), 'pin', TURN));
    expect(piece.origin).toBe('primitive');
    if (piece.geometry.kind !== 'cylinder') throw new Error(piece.geometry.kind);
    expect(piece.geometry.radiusM).toBeCloseTo(0.004, 7);
    expect(piece.geometry.halfLengthM).toBeCloseTo(0.015, 7);
    const axis = rotate(piece.poseInPart.rotation, [0, 0, 1]);
    expect(norm(cross(axis, rotate(TURN, [0, 0, 1])))).toBeLessThan(1e-6);
  });

  test('a sphere keeps its radius', async () => {
    const piece = await only(await loadPart({ kind: 'sphere', radiusM: 0.003 }));
    expect(piece.geometry).toMatchObject({ kind: 'sphere' });
    expect(piece.geometry).toHaveProperty('radiusM', expect.closeTo(0.003, 9));
  });

  test('a cylinder of 8 facets is a prism, not a circle', async () => {
    const piece = await only(await partOf((m) => m.Manifold.cylinder(30, 4, 4, 8, true)));
    expect(piece.geometry.kind).toBe('hull');
  });

  test('a box with one corner cut off is no box', async () => {
    const part = await partOf((m) => {
      const [whole, corner] = [m.Manifold.cube([10, 20, 30], true), m.Manifold.cube([4, 4, 4], true)];
      const at = corner.translate(5, 10, 15);
      const rest = whole.subtract(at);
      for (const solid of [whole, corner, at]) solid.delete();
      return rest;
    });
    const { pieces, deviation } = await collisionShapes(part, { cacheDirectory: null });
    expect(pieces.length).toBeGreaterThan(1);
    // The cut corner stays empty: 2³ mm³ of the 6000.
    expect(deviation.sourceM3).toBeCloseTo(5992e-9, 12);
    expect(deviation.outsideM3 / deviation.sourceM3).toBeLessThan(1e-9);
  });
});
