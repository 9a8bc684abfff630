import { describe, expect, test } from 'vitest';
import { quatFromAxisAngle } from '../../../src/core/vector.js';
import { boxMesh, sphereMesh } from '../../../src/geometry/index.js';
import { at } from './bodies.js';
import { hollowBox, look, mesh, pin, plateWithHole, watertight } from './solids.js';

const box = watertight(boxMesh([0.01, 0.01, 0.01]));

/** Rounding of coordinates of some centimetres in double precision, with a margin of 1000. */
const ROUNDING_M = 1e-14;

describe('contact is not interference', () => {
  test.each([
    ['a shared face', at(0.01)],
    ['part of a face', at(0.01, 0.003, 0.002)],
    ['a shared edge', at(0.01, 0.01)],
    ['a shared corner', at(0.01, 0.01, 0.01)],
  ])('%s touches, at depth 0', (_, pose) => {
    const { state, depthM } = look(box, box, pose);
    expect(state).toBe('touching');
    // the sum −5 + 10 mm rounds to within one unit of the last place
    expect(depthM).toBeLessThan(ROUNDING_M);
  });

  test('an edge on a face touches', () => {
    const half = Math.SQRT1_2 * 0.01;
    const pose = { positionM: [0.005 + half, 0, 0], rotation: quatFromAxisAngle([0, 0, 1], Math.PI / 4) } as const;
    expect(look(box, box, pose).state).toBe('touching');
  });

  test('a gap of 0.1 µm is apart', () => {
    expect(look(box, box, at(0.01 + 1e-7)).state).toBe('apart');
  });
});

describe('overlap', () => {
  test.each([1e-6, 1e-5])('of %f m between faces has that depth', (overlapM) => {
    const { state, depthM } = look(box, box, at(0.01 - overlapM, 0.003, 0.002));
    expect(state).toBe('crossing');
    expect(Math.abs(depthM - overlapM)).toBeLessThan(ROUNDING_M);
  });

  test('of aligned boxes, where all sides are coplanar, is seen though nothing crosses', () => {
    const { depthM } = look(box, box, at(0.01 - 1e-6));
    expect(Math.abs(depthM - 1e-6)).toBeLessThan(ROUNDING_M);
  });

  test('of identical solids is seen though all surface lies on surface', () => {
    // inner points are halfway between opposite faces, over triangle centroids: 10/3 mm from the nearest side
    expect(look(box, box, at(0)).depthM).toBeCloseTo(0.01 / 3, 12);
    // shifted by less than anything that a tolerance catches
    expect(look(box, box, at(1e-7, 1e-7, 1e-7)).depthM).toBeGreaterThan(0.003);
  });

  test('of an edge turned by 45° into a face is the travel of the edge', () => {
    const reach = Math.SQRT1_2 * 0.01;
    const pose = {
      positionM: [0.005 + reach - 2e-4, 0, 0],
      rotation: quatFromAxisAngle([0, 0, 1], Math.PI / 4),
    } as const;
    const { state, depthM } = look(box, box, pose);
    expect(state).toBe('crossing');
    expect(Math.abs(depthM - 2e-4)).toBeLessThan(ROUNDING_M);
  });

  test('of two spheres is rA + rB − d, less the sag of the facets', () => {
    const sphere = watertight(sphereMesh(0.01, 96));
    const { depthM } = look(sphere, sphere, at(0.019));
    // both surfaces sag at most r(1 − cos(π/96)) below the sphere, along both directions of the grid
    const sag = 0.01 * (1 - Math.cos(Math.PI / 96));
    expect(depthM).toBeLessThanOrEqual(0.001);
    expect(depthM).toBeGreaterThan(0.001 - 4 * sag);
  });

  test('of a pin pushed into the side of its hole is the push', async () => {
    const [plate, bolt] = [watertight(await plateWithHole(5, 128)), watertight(await pin(5, 128))];
    const { depthM } = look(plate, bolt, at(0.0002));
    // facets of both coincide in direction, so that the wall is met at the apothem at most: 5 mm·(1 − cos(π/128)) = 1.5 µm
    expect(Math.abs(depthM - 2e-4)).toBeLessThan(2e-6);
  });

  test('of two crossing bars has no corner inside, and is found on the pieces of edges', async () => {
    const bar = watertight(boxMesh([0.1, 0.01, 0.01]));
    const pose = { positionM: [0, 0, 0.009], rotation: quatFromAxisAngle([0, 0, 1], Math.PI / 2) } as const;
    const { state, depthM } = look(bar, bar, pose);
    expect(state).toBe('crossing');
    expect(Math.abs(depthM - 0.001)).toBeLessThan(ROUNDING_M);
  });

  test('is located inside both solids', () => {
    const { answers } = look(box, box, at(0.009, 0.004, 0.003));
    const [x, y, z] = answers.depthPointM;
    for (const [value, low, high] of [
      [x!, 0.004, 0.005],
      [y!, -0.001, 0.005],
      [z!, -0.002, 0.005],
    ] as const) {
      expect(value).toBeGreaterThanOrEqual(low - ROUNDING_M);
      expect(value).toBeLessThanOrEqual(high + ROUNDING_M);
    }
  });
});

describe('containment', () => {
  const large = watertight(boxMesh([0.03, 0.03, 0.03]));

  test('is found from either side', () => {
    expect(look(large, box, at(0.002)).state).toBe('contained');
    expect(look(box, large, at(0.002)).state).toBe('contained');
  });

  test('touching from inside is containment too', () => {
    const { state, depthM } = look(large, box, at(0.01));
    expect(state).toBe('contained');
    expect(depthM).toBeCloseTo(0.01, 12); // the far face of the small box
  });

  test('in the empty room of a hollow box is none', async () => {
    const hollow = watertight(await hollowBox());
    expect(look(hollow, box, at(0.001, 0.002, -0.001)).state).toBe('apart');
    expect(look(box, hollow, at(0.001, 0.002, -0.001)).state).toBe('apart');
    expect(look(hollow, box, at(0.005)).state).toBe('touching');
    expect(look(hollow, box, at(0.0051)).state).toBe('crossing');
  });

  test('is judged for every component', async () => {
    const two = watertight(
      await mesh(({ Manifold: M }) => M.cube([2, 2, 2], true).add(M.cube([2, 2, 2], true).translate([40, 0, 0]))),
    );
    expect(look(large, two, at(0)).state).toBe('contained');
    expect(look(large, two, at(-0.04)).state).toBe('contained');
    expect(look(large, two, at(-0.02)).state).toBe('apart');
  });
});

describe('clearance', () => {
  test('of two spheres is d − rA − rB at facet corners that face each other', () => {
    const sphere = watertight(sphereMesh(0.01, 64));
    const { state, clearanceM, answers } = look(sphere, sphere, at(0.0205), 0.001);
    expect(state).toBe('apart');
    expect(Math.abs(clearanceM - 0.0005)).toBeLessThan(ROUNDING_M);
    expect([...answers.closestOnFirstM].map((x) => Math.round(x * 1e9) + 0)).toEqual([10_000_000, 0, 0]);
    expect([...answers.closestOnSecondM].map((x) => Math.round(x * 1e9) + 0)).toEqual([10_500_000, 0, 0]);
  });

  test('of a pin in its hole is the radial gap of the facets', async () => {
    const { clearanceM } = look(watertight(await plateWithHole(5.1, 64)), watertight(await pin(5, 64)), at(0), 0.001);
    expect(clearanceM).toBeCloseTo(0.0001 * Math.cos(Math.PI / 64), 10);
  });

  test('beyond what was asked is +∞, and 0 where they touch', () => {
    expect(look(box, box, at(0.02), 0.005).clearanceM).toBe(Number.POSITIVE_INFINITY);
    expect(look(box, box, at(0.01), 0.005).clearanceM).toBe(0);
  });
});

describe('open meshes', () => {
  const closed = boxMesh([0.01, 0.01, 0.01]);
  const open = { mesh: { ...closed, triangles: closed.triangles.slice(6) }, isWatertight: false };

  test('cross, but hold nothing', () => {
    expect(look(open, box, at(0.006, 0.001, 0.001)).state).toBe('crossing');
    const small = watertight(boxMesh([0.002, 0.002, 0.002]));
    expect(look(open, small, at(0)).state).toBe('apart');
  });

  test('have no depth against each other', () => {
    expect(look(open, open, at(0.006, 0.001, 0.001)).depthM).toBeNaN();
  });
});
