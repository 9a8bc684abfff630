import { describe, expect, test } from 'vitest';
import type { AuditSolid } from '../../../src/audit/backend.js';
import { findClosestPoint, newClosestPoint } from '../../../src/audit/closest-point.js';
import { prepareSolid } from '../../../src/audit/posed-solid.js';
import { ballDepth, depthInside, isInside, windingNumber } from '../../../src/audit/signed-distance.js';
import { boxMesh, sphereMesh } from '../../../src/geometry/index.js';
import { hollowBox, mesh, plateWithHole, watertight } from './solids.js';

const found = newClosestPoint();

function depth(solid: AuditSolid, x: number, y: number, z: number): number {
  const { tree, surface } = prepareSolid(solid);
  found.triangle = -1;
  return depthInside(tree, surface, x, y, z, 0, found);
}

const box = watertight(boxMesh([0.02, 0.01, 0.01]));

describe('depthInside', () => {
  test.each([
    ['near a face', [0.009, 0.001, 0], 0.001],
    ['in the middle', [0, 0, 0], 0.005],
    ['outside over a face', [0.011, 0, 0], 0],
    ['outside beyond an edge', [0.011, 0.006, 0], 0],
    ['outside beyond a corner', [0.011, 0.006, 0.006], 0],
    ['on the surface', [0.01, 0.001, 0.002], 0],
  ] as const)('%s', (_, [x, y, z], expected) => {
    expect(depth(box, x, y, z)).toBeCloseTo(expected, 15);
  });

  test('is 0 where it does not beat what is asked', () => {
    const { tree, surface } = prepareSolid(box);
    expect(depthInside(tree, surface, 0.009, 0, 0, 0.002, found)).toBe(0);
    expect(depthInside(tree, surface, 0.009, 0, 0, 0.0005, found)).toBeCloseTo(0.001, 15);
  });

  test('is 0 in a cavity and in a hole', async () => {
    expect(depth(watertight(await hollowBox()), 0.001, 0.002, 0.003)).toBe(0);
    expect(depth(watertight(await hollowBox()), 0.012, 0.002, 0.003)).toBeCloseTo(0.002, 12);
    expect(depth(watertight(await plateWithHole(5, 32)), 0.001, 0, 0)).toBe(0);
  });
});

describe('the sign', () => {
  test('agrees with the winding number at every point of a grid about a non-convex solid', async () => {
    const solid = watertight(
      await mesh(({ Manifold: M }) =>
        M.cube([30, 30, 10])
          .subtract(M.cube([20, 20, 20]).translate([10, 10, -5]))
          .add(M.sphere(8, 24)),
      ),
    );
    const { tree, surface } = prepareSolid(solid);
    for (let i = 0; i < 1000; i++) {
      const [x, y, z] = [(i % 10) - 1, (Math.floor(i / 10) % 10) - 1, Math.floor(i / 100) - 3].map((n) => n * 0.00371);
      found.triangle = -1;
      findClosestPoint(tree, x!, y!, z!, Infinity, 0, found);
      if (found.distanceM < 1e-9) continue;
      expect(isInside(tree, surface, x!, y!, z!, found)).toBe(windingNumber(tree, x!, y!, z!) > 0.5);
    }
  });

  test('is right beyond an edge at which two blocks meet', () => {
    // two cubes that share the edge x = y = 0: four faces at one edge, whose normals cancel
    const cube = boxMesh([0.01, 0.01, 0.01]);
    const verticesM = new Float64Array(2 * cube.verticesM.length);
    cube.verticesM.forEach((value, i) => {
      const isHeight = i % 3 === 2;
      verticesM[i] = isHeight ? value : value + 0.005;
      verticesM[cube.verticesM.length + i] = isHeight ? value : value - 0.005;
    });
    const triangles = Uint32Array.from([
      ...cube.triangles,
      ...cube.triangles.map((v) => v + cube.verticesM.length / 3),
    ]);
    const solid = watertight({ verticesM, triangles });
    for (const [x, y, inside] of [
      [1, 2, true],
      [-2, -1, true],
      [1, -1, false],
      [-2, 2, false],
    ] as const) {
      expect(depth(solid, x * 1e-4, y * 1e-4, 0.001) > 0).toBe(inside);
    }
  });
});

test('findClosestPoint is the least over all triangles, with and without a hint', () => {
  const { tree } = prepareSolid(watertight(sphereMesh(0.01, 24)));
  const free = newClosestPoint();
  const hinted = newClosestPoint();
  for (let i = 0; i < 200; i++) {
    const [x, y, z] = [0.02 * Math.sin(i), 0.015 * Math.cos(3 * i), 0.01 * Math.sin(5 * i)] as const;
    free.triangle = -1;
    findClosestPoint(tree, x, y, z, Infinity, 0, free);
    hinted.triangle = i % (tree.triangles.length / 3);
    findClosestPoint(tree, x, y, z, Infinity, 0, hinted);
    expect(hinted.distanceM).toBe(free.distanceM);
    let least = Infinity;
    const one = { ...tree, boxes: tree.boxes.slice(0, 6), links: new Uint32Array(1), counts: new Uint32Array(1) };
    for (let t = 0; t < tree.triangles.length / 3; t++) {
      one.links[0] = t;
      one.counts[0] = 1;
      hinted.triangle = -1;
      findClosestPoint(one, x, y, z, Infinity, 0, hinted);
      least = Math.min(least, hinted.distanceM);
    }
    expect(free.distanceM).toBe(least);
  }
});

test('ballDepth bounds the depth of every point in the ball', () => {
  const { tree, surface } = prepareSolid(box);
  for (let i = 0; i < 200; i++) {
    const [x, y, z] = [0.012 * Math.sin(i), 0.007 * Math.cos(3 * i), 0.006 * Math.sin(5 * i)] as const;
    const radius = 0.001 + 0.002 * Math.abs(Math.sin(7 * i));
    found.triangle = -1;
    const bound = ballDepth(tree, surface, x, y, z, radius, 0, found);
    for (let k = 0; k < 20; k++) {
      const [u, v] = [k, i + k];
      const inBall = depth(
        box,
        x + radius * Math.cos(u) * Math.cos(v),
        y + radius * Math.sin(u) * Math.cos(v),
        z + radius * Math.sin(v),
      );
      // the bound is 0, or at least the depth; both are rounded sums of coordinates of 1e-2 m
      expect(inBall).toBeLessThanOrEqual(bound + 1e-16);
    }
  }
});
