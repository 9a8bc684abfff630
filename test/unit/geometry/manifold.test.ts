import { describe, expect, test } from 'vitest';
import { IDENTITY_POSE, quatFromAxisAngle } from '../../../src/core/vector.js';
import {
  boundsOf,
  boxMesh,
  convexHullOf,
  cylinderMesh,
  hullOfRegion,
  loadManifold,
  loadPart,
  manifoldFromMesh,
  massProperties,
  meshFromManifold,
  type RegionShape,
  solidFromManifold,
  sphereMesh,
} from '../../../src/geometry/index.js';
import { issueOf, REALCAD } from './fixtures.js';

describe('there and back', () => {
  test('positions keep their double precision', async () => {
    const module = await loadManifold();
    const mesh = sphereMesh(0.0123456789, 32);
    const solid = manifoldFromMesh(module, mesh);
    const back = meshFromManifold(solid);
    solid.delete();
    const known = new Set(pointsOf(mesh.verticesM));
    expect(pointsOf(back.verticesM).every((point) => known.has(point))).toBe(true);
    expect(back.triangles).toHaveLength(mesh.triangles.length);
    // the same triangles in another order: rounding of the sum only
    expect(massProperties(back).volumeM3 / massProperties(mesh).volumeM3).toBeCloseTo(1, 13);
  });

  test('a solid built far from the origin keeps the volume that the kernel says it has', async () => {
    const { Manifold } = await loadManifold();
    const box = Manifold.cube([0.01, 0.006, 0.02], true);
    const drill = Manifold.cylinder(0.03, 0.002, 0.002, 64, true);
    const drilled = box.subtract(drill);
    const turned = drilled.rotate([33, 21, 11]);
    const solid = turned.translate([0.1, 0.2, 0.3]);
    const part = await loadPart(solidFromManifold(solid), { name: 'drilled' });
    const volume = solid.volume();
    for (const temporary of [box, drill, drilled, turned, solid]) temporary.delete();
    expect(part).toMatchObject({ isWatertight: true, origin: 'built in code', name: 'drilled' });
    // Float32 positions would give 1e-6
    expect(Math.abs(part.massProperties.volumeM3 / volume - 1)).toBeLessThan(1e-12);
  });

  test('the module is one', async () => {
    expect(await loadManifold()).toBe(await loadManifold());
  });

  test('an open mesh bounds no solid', async () => {
    const module = await loadManifold();
    const box = boxMesh([1, 1, 1]);
    const open = { verticesM: box.verticesM, triangles: box.triangles.subarray(3) };
    const issue = await issueOf(Promise.resolve().then(() => manifoldFromMesh(module, open)));
    expect(issue.code).toBe('not_watertight');
  });
});

describe('convex hulls', () => {
  test('of a cube with points inside', async () => {
    const cube = boxMesh([0.02, 0.02, 0.02]).verticesM;
    const hull = await convexHullOf(Float64Array.from([...cube, 0, 0, 0, 0.001, 0.002, 0.003]));
    expect(hull!.verticesM).toHaveLength(24);
    expect(massProperties(hull!).volumeM3).toBeCloseTo(8e-6, 18);
  });

  test('of points on a plane there is none', async () => {
    expect(await convexHullOf(Float64Array.from([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]))).toBeNull();
    expect(await convexHullOf(new Float64Array(0))).toBeNull();
  });
});

describe('hull of the material in a region', () => {
  const block = boxMesh([0.04, 0.02, 0.01]);

  test('a box that takes one end of a block', async () => {
    const region: RegionShape = { kind: 'box', sizeM: [0.02, 0.1, 0.1] };
    const hull = await hullOfRegion(block, region, { ...IDENTITY_POSE, positionM: [0.02, 0, 0] });
    const { min, max } = boundsOf(hull!.verticesM);
    [0.01, -0.01, -0.005].forEach((x, k) => {
      expect(min[k]).toBeCloseTo(x, 15);
    });
    [0.02, 0.01, 0.005].forEach((x, k) => {
      expect(max[k]).toBeCloseTo(x, 15);
    });
  });

  test('a turned region turns its cut', async () => {
    const rotation = quatFromAxisAngle([0, 0, 1], Math.PI / 4);
    const hull = await hullOfRegion(block, { kind: 'box', sizeM: [0.01, 0.01, 1] }, { positionM: [0, 0, 0], rotation });
    // a square of 10 mm on its corner, 10 mm thick
    expect(massProperties(hull!).volumeM3).toBeCloseTo(1e-6, 15);
    expect(boundsOf(hull!.verticesM).max[0]).toBeCloseTo(0.005 * Math.SQRT2, 12);
  });

  test.each([
    [{ kind: 'cylinder', radiusM: 0.004, lengthM: 0.1 } as const, Math.PI * 0.004 ** 2 * 0.01],
    [{ kind: 'sphere', radiusM: 0.004 } as const, (4 / 3) * Math.PI * 0.004 ** 3],
  ])('$kind', async (region, volume) => {
    const hull = await hullOfRegion(block, region, IDENTITY_POSE);
    const low = 1 - massProperties(hull!).volumeM3 / volume;
    expect(low).toBeGreaterThan(0);
    // 128 facets around: chord depth 3e-4 of the radius, twice for the sphere, times the dimension it acts in
    expect(low).toBeLessThan(2e-3);
  });

  test('the hull bridges a hole inside the region', async () => {
    const { Manifold } = await loadManifold();
    const [solid, drill] = [Manifold.cube([0.04, 0.02, 0.01], true), Manifold.cylinder(1, 0.003, 0.003, 32, true)];
    const drilled = solid.subtract(drill);
    const mesh = meshFromManifold(drilled);
    for (const temporary of [solid, drill, drilled]) temporary.delete();
    const hull = await hullOfRegion(mesh, { kind: 'box', sizeM: [0.02, 0.02, 0.01] }, IDENTITY_POSE);
    expect(massProperties(hull!).volumeM3).toBeCloseTo(4e-6, 14);
  });

  test('a region that touches nothing', async () => {
    const far = { ...IDENTITY_POSE, positionM: [1, 0, 0] as const };
    expect(await hullOfRegion(block, { kind: 'sphere', radiusM: 0.01 }, far)).toBeNull();
  });

  test('an open mesh is refused', async () => {
    const open = await loadPart(
      { kind: 'file', file: 'so101_Motor_holder_SO101_Base.step' },
      { baseDirectory: REALCAD },
    );
    const issue = await issueOf(hullOfRegion(open.mesh, { kind: 'sphere', radiusM: 1 }, IDENTITY_POSE));
    expect(issue.code).toBe('not_watertight');
  });

  test('a fingertip of a real jaw', async () => {
    const jaw = await loadPart(
      { kind: 'file', file: 'lowcostrobot_gripper_moving_part.step' },
      { baseDirectory: REALCAD },
    );
    const { min, max } = jaw.boundsM;
    const middle = min.map((x, k) => (x + max[k]!) / 2) as [number, number, number];
    const region: RegionShape = { kind: 'box', sizeM: [1, 0.01, 1] };
    const hull = await hullOfRegion(jaw.mesh, region, { ...IDENTITY_POSE, positionM: [middle[0], max[1], middle[2]] });
    const box = boundsOf(hull!.verticesM);
    expect(box.min[1]).toBeGreaterThanOrEqual(max[1] - 0.005 - 1e-9);
    expect(box.max[1]).toBeCloseTo(max[1], 12);
    expect(box.min[0]).toBeGreaterThanOrEqual(min[0] - 1e-12);
    expect(box.max[2]).toBeLessThanOrEqual(max[2] + 1e-12);
  });
});

test('a prism survives a union with itself moved by less than Float32 resolves', async () => {
  const module = await loadManifold();
  const solid = manifoldFromMesh(module, cylinderMesh(0.005, 0.01, 32));
  const shifted = solid.translate([0, 0, 1e-10]);
  const union = solid.add(shifted);
  expect(union.status()).toBe('NoError');
  for (const temporary of [solid, shifted, union]) temporary.delete();
});

/** Points as text, for sets. */
function pointsOf(verticesM: Float64Array): readonly string[] {
  return Array.from({ length: verticesM.length / 3 }, (_, v) => verticesM.subarray(3 * v, 3 * v + 3).join());
}
