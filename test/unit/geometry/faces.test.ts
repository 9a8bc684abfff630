import type { Manifold } from 'manifold-3d';
import { describe, expect, test } from 'vitest';
import {
  findCylinders,
  findPlanes,
  type GeometrySource,
  loadFileParts,
  loadManifold,
  loadPart,
  type Part,
  solidFromManifold,
} from '../../../src/geometry/index.js';
import { REALCAD } from './fixtures.js';

const TURN = 2 * Math.PI;

/** Every triangle belongs to exactly one face, and faces follow each other. */
function expectContiguous(part: Part): void {
  let next = 0;
  for (const face of part.faces) {
    expect(face.firstTriangle).toBe(next);
    expect(face.triangleCount).toBeGreaterThan(0);
    next += face.triangleCount;
  }
  expect(next).toBe(part.mesh.triangles.length / 3);
}

/** Builds a solid with manifold-3d in mm, frees everything it used, and loads it. */
async function built(make: (m: Awaited<ReturnType<typeof loadManifold>>, keep: (s: Manifold) => Manifold) => Manifold) {
  const used: Manifold[] = [];
  const keep = (solid: Manifold): Manifold => {
    used.push(solid);
    return solid;
  };
  const inMeters = keep(keep(make(await loadManifold(), keep)).scale(0.001));
  const source = solidFromManifold(inMeters);
  for (const solid of new Set(used)) solid.delete();
  return loadPart(source, { name: 'built' });
}

describe('primitives', () => {
  test('box: six planes with outward normals', async () => {
    const part = await loadPart({ kind: 'box', sizeM: [0.01, 0.02, 0.03] });
    expectContiguous(part);
    expect(findPlanes(part).map((plane) => plane.areaM2)).toEqual(
      [6e-4, 6e-4, 3e-4, 3e-4, 2e-4, 2e-4].map((a) => expect.closeTo(a, 15)),
    );
    for (const { normal, pointM } of findPlanes(part)) {
      expect(normal.reduce((sum, n, k) => sum + n * pointM[k]!, 0)).toBeGreaterThan(0);
    }
    expect(findCylinders(part)).toEqual([]);
  });

  test.each([12, 13, 64, 200])('cylinder of %i facets', async (segmentCount) => {
    const part = await loadPart({ kind: 'cylinder', radiusM: 0.004, lengthM: 0.02, segmentCount });
    expectContiguous(part);
    const [cylinder, ...others] = findCylinders(part);
    expect(others).toEqual([]);
    expect(cylinder).toMatchObject({ isHole: false, sweepRad: TURN, axis: [0, 0, expect.closeTo(1, 14)] });
    expect(cylinder!.radiusM).toBeCloseTo(0.004, 14);
    expect(cylinder!.lengthM).toBeCloseTo(0.02, 14);
    expect(cylinder!.fitErrorM).toBeLessThan(1e-15);
    expect(Math.hypot(...cylinder!.pointM)).toBeLessThan(1e-15);
    expect(findPlanes(part)).toHaveLength(2);
  });

  test('eleven sides or fewer are a prism', async () => {
    const part = await loadPart({ kind: 'cylinder', radiusM: 0.004, lengthM: 0.02, segmentCount: 8 });
    expect(findCylinders(part)).toEqual([]);
    expect(findPlanes(part)).toHaveLength(10);
  });

  test('sphere: one curved face without a name', async () => {
    const part = await loadPart({ kind: 'sphere', radiusM: 0.01 });
    expectContiguous(part);
    expect(part.faces).toMatchObject([{ surface: null }]);
  });
});

describe('solids built with manifold-3d', () => {
  test('drilled block: the hole is a hole', async () => {
    const part = await built(({ Manifold }, keep) =>
      keep(Manifold.cube([40, 30, 10], true)).subtract(
        keep(keep(Manifold.cylinder(30, 4, 4, 48, true)).translate([7, -3, 0])),
      ),
    );
    expectContiguous(part);
    const [hole, ...others] = findCylinders(part);
    expect(others).toEqual([]);
    expect(hole).toMatchObject({ isHole: true, sweepRad: TURN });
    expect(hole!.radiusM).toBeCloseTo(0.004, 12);
    expect(hole!.lengthM).toBeCloseTo(0.01, 12);
    [0.007, -0.003, 0].forEach((x, k) => {
      expect(hole!.pointM[k]).toBeCloseTo(x, 12);
    });
    expect(findPlanes(part)).toHaveLength(6);
  });

  test('a turned and moved hole keeps axis and radius', async () => {
    const part = await built(({ Manifold }, keep) =>
      keep(
        keep(keep(Manifold.cube([40, 30, 10], true)).subtract(keep(Manifold.cylinder(30, 4, 4, 64, true)))).rotate([
          30, 40, 0,
        ]),
      ).translate([100, 50, -20]),
    );
    const [hole] = findCylinders(part);
    // Rz·Ry·Rx of the z axis
    const [a, b] = [(30 * Math.PI) / 180, (40 * Math.PI) / 180];
    const axis = [Math.sin(b) * Math.cos(a), -Math.sin(a), Math.cos(b) * Math.cos(a)];
    axis.forEach((x, k) => {
      expect(hole!.axis[k]).toBeCloseTo(x, 9);
    });
    expect(hole!.radiusM).toBeCloseTo(0.004, 9);
    [0.1, 0.05, -0.02].forEach((x, k) => {
      expect(hole!.pointM[k]).toBeCloseTo(x, 9);
    });
  });

  test('a slot is two half cylinders and its flanks, not one blend', async () => {
    const part = await built(({ CrossSection }, keep) => {
      const round = CrossSection.circle(3, 64);
      const slot = round
        .translate([5, 0])
        .add(round.translate([-5, 0]))
        .hull();
      return keep(CrossSection.square([40, 20], true).subtract(slot).extrude(6));
    });
    expectContiguous(part);
    const ends = findCylinders(part);
    expect(ends).toHaveLength(2);
    for (const end of ends) {
      expect(end.isHole).toBe(true);
      expect(end.radiusM).toBeCloseTo(0.003, 9);
      expect(end.sweepRad).toBeCloseTo(Math.PI, 6);
      expect(Math.abs(end.pointM[0])).toBeCloseTo(0.005, 9);
    }
    expect(findPlanes(part)).toHaveLength(8);
  });

  test('a cylinder cut at a slant has corners on its chords and is one all the same', async () => {
    const part = await built(({ Manifold }, keep) =>
      keep(Manifold.cylinder(30, 5, 5, 40, true)).subtract(
        keep(keep(keep(Manifold.cube([40, 40, 40], true)).translate([0, 0, 20])).rotate([25, 10, 0])),
      ),
    );
    expectContiguous(part);
    const [cylinder] = findCylinders(part);
    expect(cylinder).toMatchObject({ isHole: false, sweepRad: expect.closeTo(TURN, 6) });
    expect(cylinder!.radiusM).toBeCloseTo(0.005, 9);
    // sagitta of a chord: the honest distance of its corners from the cylinder
    expect(cylinder!.fitErrorM).toBeLessThanOrEqual(0.005 * (1 - Math.cos(Math.PI / 40)) + 1e-9);
  });

  test('bores of a clevis stay two, a stepped bore is two radii', async () => {
    const clevis = await built(({ Manifold }, keep) => {
      const ears = keep(
        keep(keep(Manifold.cube([20, 20, 4], true)).translate([0, 0, 8])).add(
          keep(keep(Manifold.cube([20, 20, 4], true)).translate([0, 0, -8])),
        ),
      );
      return ears.subtract(keep(Manifold.cylinder(40, 3, 3, 64, true)));
    });
    expect(findCylinders(clevis).map((hole) => hole.lengthM)).toEqual([0.004, 0.004].map((l) => expect.closeTo(l, 9)));
    const stepped = await built(({ Manifold }, keep) =>
      keep(keep(Manifold.cube([20, 20, 20], true)).subtract(keep(Manifold.cylinder(40, 3, 3, 64, true)))).subtract(
        keep(keep(Manifold.cylinder(10, 6, 6, 64)).translate([0, 0, 4])),
      ),
    );
    expect(findCylinders(stepped).map((hole) => hole.radiusM)).toEqual([0.003, 0.006].map((r) => expect.closeTo(r, 9)));
  });
});

describe('STEP', () => {
  test('both halves of a hole are one cylinder', async () => {
    const parts = await loadFileParts({ file: 'caxif_as1-oc-214.stp' }, { baseDirectory: REALCAD });
    const plate = parts.find((part) => part.name === 'plate')!;
    const holes = findCylinders(plate);
    // AS1 plate: six through holes Ø10 in a 20 mm plate, each from two half-cylinder faces; 25 nm is the file's own rounding
    expect(holes).toHaveLength(6);
    for (const hole of holes) {
      expect(hole).toMatchObject({ isHole: true, sweepRad: TURN });
      expect(hole.faces).toHaveLength(2);
      expect(Math.abs(hole.radiusM - 0.005)).toBeLessThan(5e-8);
      expect(Math.abs(hole.lengthM - 0.02)).toBeLessThan(5e-8);
    }
    expect(findPlanes(plate)).toHaveLength(6);
    expectContiguous(plate);
  });

  test('rod and bolts are pins', async () => {
    const parts = await loadFileParts({ file: 'caxif_as1-oc-214.stp' }, { baseDirectory: REALCAD });
    const [rod] = findCylinders(parts.find((part) => part.name === 'rod')!);
    expect(rod).toMatchObject({ isHole: false, sweepRad: TURN });
    expect(Math.abs(rod!.radiusM - 0.005)).toBeLessThan(5e-8);
    expect(Math.abs(rod!.lengthM - 0.2)).toBeLessThan(5e-8);
  });

  test.each([1e-4, 2e-5, 5e-6])('axis and radius do not depend on the chord (%d m)', async (chordM) => {
    const source: GeometrySource = { kind: 'file', file: 'cadquery_red_cube_blue_cylinder.step', solid: 0 };
    const [cylinder] = findCylinders(await loadPart(source, { baseDirectory: REALCAD, chordM }));
    expect(Math.abs(cylinder!.radiusM - 0.005)).toBeLessThan(1e-15);
    expect(cylinder!.axis).toEqual([0, 0, 1].map((x) => expect.closeTo(x, 14)));
  });
});

describe('triangle files of real parts', () => {
  test('bearing spacer: a ring', async () => {
    const [ring] = await loadFileParts(
      { file: 'cycloidal_Bearing_spacer_v6.stl', lengthUnit: 'mm' },
      { baseDirectory: REALCAD },
    );
    expectContiguous(ring!);
    const [outside, inside] = findCylinders(ring!);
    expect(outside).toMatchObject({ isHole: false, sweepRad: expect.closeTo(TURN, 6) });
    expect(inside).toMatchObject({ isHole: true, sweepRad: expect.closeTo(TURN, 6) });
    // 6.6 mm outside by SOURCES.md; the mesh is Float32: 1e-9 m at this size
    expect(outside!.radiusM).toBeCloseTo(0.0033, 8);
    expect(findPlanes(ring!)).toHaveLength(2);
  });

  test('print-in-place arm: 4.0 mm pins in 4.2 mm bores', async () => {
    const [arm] = await loadFileParts({ file: 'so100_mini.3mf' }, { baseDirectory: REALCAD });
    expectContiguous(arm!);
    const full = findCylinders(arm!).filter((c) => c.sweepRad === TURN && c.lengthM > 0.01);
    const near = (radiusM: number) => (c: { radiusM: number }) => Math.abs(c.radiusM - radiusM) < 1e-6;
    expect(full.filter((c) => c.isHole && near(0.0042)(c)).length).toBeGreaterThanOrEqual(5);
    expect(full.filter((c) => !c.isHole && near(0.004)(c)).length).toBeGreaterThanOrEqual(2);
  });
});
