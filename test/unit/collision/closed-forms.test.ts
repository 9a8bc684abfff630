/**
 * Shapes whose volume and surface are known in closed form. The pieces are held against the formula, not only against their
 * own deviation report: thousands of points, seeded, must lie in a piece where the formula says material and in none where it
 * says none, except within the tolerance of the surface.
 */
import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import { describe, expect, test } from 'vitest';
import { collisionShapes, DEFAULT_COLLISION_TOLERANCE_M, LARGEST_VOLUME_SHARE } from '../../../src/collision/index.js';
import type { Vec3 } from '../../../src/core/vector.js';
import { depthIn, hullsOf, ORIGIN_M, partOf, seeded } from './solids.js';

const SEGMENTS = 96;
/** Largest distance between a circle of 10 mm and its inscribed 96-gon: r·(1 − cos(π/n)) [mm]. */
const SAGITTA_MM = 10 * (1 - Math.cos(Math.PI / SEGMENTS));
const TOLERANCE_MM = DEFAULT_COLLISION_TOLERANCE_M * 1e3;

interface Shape {
  readonly name: string;
  readonly build: (m: ManifoldToplevel) => Manifold;
  /** Distance to the surface [mm] or a bound of it with the right sign: positive inside. */
  readonly inside: (x: number, y: number, z: number) => number;
  /** Half edges of the box that points are drawn from [mm]. */
  readonly box: Vec3;
  readonly volumeMm3: number;
  readonly mostPieces: number;
}

const cylinder = (m: ManifoldToplevel, radius: number, height: number, x = 0, y = 0, z = 0): Manifold => {
  const upright = m.Manifold.cylinder(height, radius, radius, SEGMENTS, true);
  const moved = upright.translate(x, y, z);
  upright.delete();
  return moved;
};
const block = (m: ManifoldToplevel, size: readonly [number, number, number], at: readonly [number, number, number]) => {
  const centered = m.Manifold.cube([...size], true);
  const moved = centered.translate(...at);
  centered.delete();
  return moved;
};
const cut = (m: ManifoldToplevel, ...solids: Manifold[]): Manifold => {
  const rest = m.Manifold.difference(solids);
  for (const solid of solids) solid.delete();
  return rest;
};
const join = (m: ManifoldToplevel, ...solids: Manifold[]): Manifold => {
  const whole = m.Manifold.union(solids);
  for (const solid of solids) solid.delete();
  return whole;
};

const inBox = (x: number, y: number, z: number, hx: number, hy: number, hz: number) =>
  Math.min(hx - Math.abs(x), hy - Math.abs(y), hz - Math.abs(z));
const inCylinder = (x: number, y: number, z: number, r: number, half: number) =>
  Math.min(r - Math.hypot(x, y), half - Math.abs(z));
/** Area of the n-gon inscribed in a circle. */
const polygon = (r: number) => 0.5 * SEGMENTS * r * r * Math.sin((2 * Math.PI) / SEGMENTS);

const SHAPES: readonly Shape[] = [
  {
    name: 'plate with two holes',
    build: (m) => cut(m, block(m, [60, 40, 6], [0, 0, 0]), cylinder(m, 5, 8, -15), cylinder(m, 8, 8, 15, 5)),
    inside: (x, y, z) => Math.min(inBox(x, y, z, 30, 20, 3), Math.hypot(x + 15, y) - 5, Math.hypot(x - 15, y - 5) - 8),
    box: [33, 23, 5],
    volumeMm3: 60 * 40 * 6 - 6 * (polygon(5) + polygon(8)),
    mostPieces: 2 * SEGMENTS,
  },
  {
    name: 'L-bracket with a hole in each leg',
    build: (m) => {
      const across = m.Manifold.cylinder(20, 4, 4, SEGMENTS, true).rotate(0, 90, 0).translate(-17, 0, 15);
      const solid = join(m, block(m, [40, 30, 5], [0, 0, 0]), block(m, [5, 30, 32.5], [-17.5, 0, 13.75]));
      return cut(m, solid, cylinder(m, 6, 10, 6), across);
    },
    inside: (x, y, z) =>
      Math.min(
        Math.max(inBox(x, y, z, 20, 15, 2.5), inBox(x + 17.5, y, z - 13.75, 2.5, 15, 16.25)),
        Math.hypot(x - 6, y) - 6,
        Math.hypot(y, z - 15) - 4,
      ),
    box: [22, 17, 32],
    volumeMm3: 40 * 30 * 5 + 5 * 30 * 27.5 - 5 * (polygon(6) + polygon(4)),
    mostPieces: 2 * SEGMENTS + 4,
  },
  {
    name: 'tube',
    build: (m) => cut(m, cylinder(m, 8, 20), cylinder(m, 5, 22)),
    inside: (x, y, z) => Math.min(inCylinder(x, y, z, 8, 10), Math.hypot(x, y) - 5),
    box: [9, 9, 11],
    volumeMm3: 20 * (polygon(8) - polygon(5)),
    mostPieces: 100,
  },
  {
    name: 'stepped shaft',
    build: (m) => join(m, cylinder(m, 4, 20, 0, 0, -10), cylinder(m, 7, 10, 0, 0, 5), cylinder(m, 3, 15, 0, 0, 17.5)),
    inside: (x, y, z) =>
      Math.max(inCylinder(x, y, z + 10, 4, 10), inCylinder(x, y, z - 5, 7, 5), inCylinder(x, y, z - 17.5, 3, 7.5)),
    box: [8, 8, 26],
    volumeMm3: 20 * polygon(4) + 10 * polygon(7) + 15 * polygon(3),
    mostPieces: 3,
  },
  {
    name: 'hollow box',
    build: (m) => cut(m, block(m, [30, 24, 18], [0, 0, 0]), block(m, [26, 20, 14], [0, 0, 0])),
    inside: (x, y, z) => Math.min(inBox(x, y, z, 15, 12, 9), -inBox(x, y, z, 13, 10, 7)),
    box: [17, 14, 11],
    volumeMm3: 30 * 24 * 18 - 26 * 20 * 14,
    mostPieces: 8,
  },
];

describe.each(SHAPES)('$name', (shape) => {
  const model = partOf(shape.build, shape.name).then((part) => collisionShapes(part, { cacheDirectory: null }));

  test('has the volume of the formula, and pieces within tolerance of it', async () => {
    const { deviation, findings, blockedJointHoles, pieces } = await model;
    // Inscribed polygons are exact; the rest is rounding of single precision in the kernel.
    expect(deviation.sourceM3 / (shape.volumeMm3 * 1e-9)).toBeCloseTo(1, 6);
    expect(findings).toEqual([]);
    expect(blockedJointHoles).toEqual([]);
    expect(deviation.blockedHoles).toEqual([]);
    expect(deviation.outsideDepthM).toBeLessThanOrEqual(DEFAULT_COLLISION_TOLERANCE_M);
    expect(deviation.missingDepthM).toBeLessThanOrEqual(DEFAULT_COLLISION_TOLERANCE_M);
    expect(deviation.missingM3 / deviation.sourceM3).toBeLessThan(LARGEST_VOLUME_SHARE);
    expect(pieces.length).toBeLessThanOrEqual(shape.mostPieces);
  });

  test('fills what the formula calls material, and nothing else', async () => {
    const hulls = hullsOf((await model).pieces);
    const random = seeded(7);
    // Beyond the collision tolerance, the formula's circles stand out of the polygons by the sagitta.
    const slackMm = TOLERANCE_MM + SAGITTA_MM;
    let [material, empty] = [0, 0];
    for (let i = 0; i < 6000; i++) {
      const [x, y, z] = shape.box.map((half) => (2 * random() - 1) * half) as [number, number, number];
      const inside = shape.inside(x, y, z);
      if (Math.abs(inside) <= slackMm) continue;
      const point: Vec3 = [ORIGIN_M[0] + x / 1e3, ORIGIN_M[1] + y / 1e3, ORIGIN_M[2] + z / 1e3];
      const depth = depthIn(hulls, point);
      if (inside > 0) {
        material++;
        // Where two pieces share a face, rounding may leave a film of 1 nm between them.
        expect(depth, `(${x}, ${y}, ${z}) mm is material`).toBeGreaterThan(-1e-9);
      } else {
        empty++;
        expect(depth, `(${x}, ${y}, ${z}) mm is empty`).toBeLessThan(0);
      }
    }
    expect(Math.min(material, empty)).toBeGreaterThan(200);
  });
});
