import { expect, test } from 'vitest';
import { composePose, IDENTITY_POSE, quatFromAxisAngle } from '../../../src/core/vector.js';
import {
  cylindrical,
  distance,
  fixed,
  planar,
  prismatic,
  revolute,
  spherical,
  universal,
} from '../../../src/joints/index.js';
import type { BoundedRegion } from '../../../src/scene/index.js';

test('the angle is right-handed about z, whatever else the frames do', () => {
  const value = revolute.coordinates[0]!.value;
  for (const q of [-3, -1.2, 0, 0.4, 3.1]) {
    const turned = { positionM: [1, 2, 3] as const, rotation: quatFromAxisAngle([0, 0, 1], q) };
    expect(value(turned)).toBeCloseTo(q, 14);
    // tilting b about its own x keeps x_b, hence the angle
    const tilted = composePose(turned, { positionM: [0, 0, 0], rotation: quatFromAxisAngle([1, 0, 0], 0.5) });
    expect(value(tilted)).toBeCloseTo(q, 14);
  }
});

test('the travel is the offset along z of frame a', () => {
  const X_AB = { positionM: [0.3, 0.2, -0.1] as const, rotation: quatFromAxisAngle([1, 0, 0], 1) };
  expect(prismatic.coordinates[0]!.value(X_AB)).toBe(-0.1);
});

test('freedoms of all kinds', () => {
  const count = (freedom: readonly boolean[]) => freedom.filter(Boolean).length;
  expect([revolute, prismatic, cylindrical, planar, universal, spherical, fixed].map((k) => count(k.freedom))).toEqual([
    1, 1, 2, 3, 2, 3, 0,
  ]);
});

test('limits, friction and damping reach the coordinates', () => {
  const spec = revolute.fields.parse({
    limits: { lowerRad: -1, upperRad: 2, restitutionCoefficient: 0.5 },
    frictionTorqueNm: 0.01,
    dampingNmSPerRad: 0.001,
  });
  const coordinate = revolute.coordinates[0]!;
  expect(coordinate.limits(spec)).toEqual({ lower: -1, upper: 2, restitution: 0.5 });
  expect(coordinate.dryFriction(spec)).toBe(0.01);
  expect(coordinate.damping(spec)).toBe(0.001);

  const sleeve = cylindrical.fields.parse({ travelLimits: { lowerM: 0, upperM: 0.01 }, frictionForceN: 2 });
  expect(cylindrical.coordinates.map((c) => c.limits(sleeve))).toEqual([
    null,
    { lower: 0, upper: 0.01, restitution: 0 },
  ]);
  expect(cylindrical.coordinates.map((c) => c.dryFriction(sleeve))).toEqual([0, 2]);
});

test('defaults are free of friction and limits', () => {
  const spec = prismatic.fields.parse({});
  const coordinate = prismatic.coordinates[0]!;
  expect([coordinate.limits(spec), coordinate.dryFriction(spec), coordinate.damping(spec)]).toEqual([null, 0, 0]);
});

test('fields refuse crossed limits, negative friction and unknown keys', () => {
  expect(revolute.fields.safeParse({ limits: { lowerRad: 1, upperRad: 0 } }).success).toBe(false);
  expect(revolute.fields.safeParse({ frictionTorqueNm: -1 }).success).toBe(false);
  expect(prismatic.fields.safeParse({ limits: { lowerM: 0, upperM: Number.NaN } }).success).toBe(false);
  expect(prismatic.fields.safeParse({ frictionTorqueNm: 0.1 }).success).toBe(false);
  expect(distance.fields.safeParse({ lengthM: 0 }).success).toBe(false);
});

test('a rod keeps its seats apart by its length, a cord by at most its length', () => {
  const seat: BoundedRegion = { kind: 'sphere', radiusM: 0.002, poseInBody: IDENTITY_POSE };
  const apart = (x: number) => ({ positionM: [x, 0, 0] as const, rotation: [0, 0, 0, 1] as const });
  const rod = distance.fields.parse({ lengthM: 0.05 });
  const cord = distance.fields.parse({ lengthM: 0.05, isCord: true });
  expect(distance.fieldsOfDistance!(cord)).toEqual({ lengthM: 0.05, isCord: true });
  // two seats of 2 mm: a rod holds from 46 to 54 mm
  expect([0.045, 0.047, 0.053, 0.055].map((x) => distance.regionsOverlap(apart(x), seat, seat, rod))).toEqual([
    false,
    true,
    true,
    false,
  ]);
  expect([0, 0.02, 0.053, 0.055].map((x) => distance.regionsOverlap(apart(x), seat, seat, cord))).toEqual([
    true,
    true,
    true,
    false,
  ]);
});
