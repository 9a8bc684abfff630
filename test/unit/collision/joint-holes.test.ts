import { expect, test } from 'vitest';
import { collisionShapes } from '../../../src/collision/index.js';
import { add, rotate, type Vec3 } from '../../../src/core/vector.js';
import { depthIn, hullsOf, ORIGIN_M, partOf, seeded } from './solids.js';

const RADIUS_M = 0.004;

/** A block with a round hole along x in a body that is no extrusion: cone, ball and block in one. */
const lump = () =>
  partOf((m) => {
    const solids = [
      m.Manifold.cube([24, 20, 16], true),
      m.Manifold.sphere(12, 8).translate(6, 4, 3),
      m.Manifold.cylinder(18, 11, 3, 5).rotate(35, 20, 0),
    ];
    const hole = m.Manifold.cylinder(80, 4, 4, 24, true).rotate(0, 90, 0);
    const rest = m.Manifold.union(solids).subtract(hole);
    for (const solid of [...solids, hole]) solid.delete();
    return rest;
  }, 'lump');

test('a pin of the hole’s own radius meets no piece of a part with no direction of its own', async () => {
  const part = await lump();
  const jointHoles = [{ pointM: ORIGIN_M, axis: [1, 0, 0] as const, radiusM: RADIUS_M, lengthM: 0.024 }];
  const model = await collisionShapes(part, { jointHoles, cacheDirectory: null });
  expect(model.blockedJointHoles).toEqual([]);
  const hulls = hullsOf(model.pieces);
  const random = seeded(3);
  for (let i = 0; i < 3000; i++) {
    const [r, angle, x] = [RADIUS_M * Math.sqrt(random()), 2 * Math.PI * random(), 0.05 * (random() - 0.5)];
    const point: Vec3 = add(ORIGIN_M, [x, r * Math.cos(angle), r * Math.sin(angle)]);
    // 0.1 µm: single precision of the kernel, and tangents that touch the circle.
    expect(depthIn(hulls, point)).toBeLessThan(1e-7);
  }
});

test('a hole across the axis of extrusion is free as well', async () => {
  const part = await partOf((m) => {
    const bar = m.Manifold.cube([60, 10, 10], true);
    const hole = m.Manifold.cylinder(20, 4, 4, 96, true).rotate(90, 0, 0).translate(12, 0, 0);
    const slot = m.Manifold.cube([30, 4, 20], true).translate(-20, 0, 0);
    const rest = m.Manifold.difference([bar, hole, slot]);
    for (const solid of [bar, hole, slot]) solid.delete();
    return rest;
  });
  const pointM = add(ORIGIN_M, [0.012, 0, 0]);
  const jointHoles = [{ pointM, axis: [0, 1, 0] as const, radiusM: RADIUS_M, lengthM: 0.01 }];
  const { findings, blockedJointHoles, pieces } = await collisionShapes(part, { jointHoles, cacheDirectory: null });
  expect(findings).toEqual([]);
  expect(blockedJointHoles).toEqual([]);
  const hulls = hullsOf(pieces);
  for (let i = 0; i < 64; i++) {
    const spoke = rotate([0, Math.sin(i / 2), 0, Math.cos(i / 2)], [RADIUS_M, 0, 0]);
    expect(depthIn(hulls, add(pointM, spoke))).toBeLessThan(1e-7);
  }
});
