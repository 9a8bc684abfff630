/**
 * Contact and friction of the `rapier` engine against Coulomb statics and dynamics: a block on a 20° incline, a clamp of
 * two 10 g jaws, an arm jammed on a stop, a stack, pairs of materials, pairs that do not collide. Rapier solves the
 * contacts; friction is inferred from momentum balances.
 */
import { describe, expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../src/core/vector.js';
import { quatFromAxisAngle } from '../../src/core/vector.js';
import type { EngineBody, EngineShape } from '../../src/dynamics/engine.js';
import { startRapierEngine } from '../../src/dynamics/rapier/index.js';
import {
  actuator,
  body,
  boxInertia,
  boxShape,
  command,
  coordinateOf,
  energyBalance,
  GROUND,
  joint,
  model,
} from '../unit/dynamics/rapier/models.js';

const Z_TO_X: Quat = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
const g = 9.81;

const fixed = (name: string, positionM: Vec3, rotation: Quat = [0, 0, 0, 1]): EngineBody => ({
  ...GROUND,
  name,
  poseInWorld: { positionM, rotation },
});

const cube = (name: string, massKg: number, sideM: number, positionM: Vec3, rest: Partial<EngineBody> = {}) =>
  body(name, massKg, boxInertia(massKg, [sideM, sideM, sideM]), positionM, rest);

describe('block of 1 kg on a 20° incline', () => {
  const a = Math.PI / 9;
  const incline = (mu: number) => {
    const rotation = quatFromAxisAngle([0, 0, 1], -a);
    const normal: Vec3 = [Math.sin(a), Math.cos(a), 0];
    const at: Vec3 = [normal[0] * 0.075, normal[1] * 0.075, 0];
    const bodies = [
      GROUND,
      fixed('slab', [0, 0, 0], rotation),
      body('block', 1, boxInertia(1, [0.1, 0.05, 0.1]), at, { rotation }),
    ];
    const shapes = [boxShape(1, [20, 0.05, 0.5], mu), boxShape(2, [0.05, 0.025, 0.05], mu)];
    return model({ bodies, shapes, contactPairs: [[1, 2]] });
  };

  test('µ 0.5: rests, with N = m·g·cos α and friction m·g·sin α pointing uphill', async () => {
    const engine = await startRapierEngine(incline(0.5));
    expect(Math.abs(engine.contactGapM[0]!)).toBeLessThan(1e-6);
    for (let k = 0; k < 300; k++) engine.step();
    const start = [...engine.pose.subarray(14, 17)];
    let normal = 0;
    let friction = 0;
    for (let k = 0; k < 1000; k++) {
      engine.step();
      normal += engine.contactNormalN[0]! / 1000;
      friction += engine.contactFrictionN[0]! / 1000;
    }
    const creep = Math.hypot(...start.map((x, k) => engine.pose[14 + k]! - x));
    expect(creep).toBeLessThan(2e-6); // known of Rapier: below 0.002 mm in 10 s; observed 1e-6 m in 1 s
    expect(Math.abs(normal / (g * Math.cos(a)) - 1)).toBeLessThan(1e-3);
    expect(Math.abs(friction / (g * Math.sin(a)) - 1)).toBeLessThan(1e-3);
    // The total on the block carries its weight straight up. One step of a resting contact flutters by 1e-3.
    expect(Math.abs(engine.contactForceN[1]! - g)).toBeLessThan(5e-3);
    expect(Math.abs(engine.contactForceN[0]!)).toBeLessThan(5e-3);
    expect(engine.maxPenetrationM).toBeLessThan(1e-6);
    engine.free();
  });

  test('µ 0.2: slides at g(sin α − µ cos α) and loses what friction takes', async () => {
    const engine = await startRapierEngine(incline(0.2));
    const start = energyBalance(engine);
    const mean = { normal: 0, friction: 0 };
    for (let k = 0; k < 500; k++) {
      engine.step();
      mean.normal += engine.contactNormalN[0]! / 500;
      mean.friction += engine.contactFrictionN[0]! / 500;
    }
    const acceleration = g * (Math.sin(a) - 0.2 * Math.cos(a));
    expect(Math.abs(Math.hypot(...engine.velocity.subarray(12, 15)) / (acceleration * 0.5) - 1)).toBeLessThan(2e-3);
    // Single steps flutter by 4 % (f32 velocities over 1 ms); the mean does not.
    expect(Math.abs(mean.friction / mean.normal / 0.2 - 1)).toBeLessThan(0.01);
    const way = 0.5 * acceleration * 0.5 ** 2;
    expect(Math.abs(engine.energy.dissipatedJ / (0.2 * g * Math.cos(a) * way) - 1)).toBeLessThan(1e-2);
    expect(Math.abs(energyBalance(engine) - start)).toBeLessThan(1e-5);
    engine.free();
  });
});

describe('clamp of 10 N by two 10 g jaws', () => {
  const clamp = async (pullN: number) => {
    const inertia = boxInertia(0.01, [0.01, 0.03, 0.03]);
    const bodies = [
      GROUND,
      body('left', 0.01, inertia, [-0.015, 0, 0]),
      body('right', 0.01, inertia, [0.015, 0, 0]),
      cube('block', 0.05, 0.02, [0, 0, 0]),
    ];
    const joints = [
      joint('prismatic', bodies, 0, 1, [-0.015, 0, 0], Z_TO_X),
      joint('prismatic', bodies, 0, 2, [0.015, 0, 0], Z_TO_X),
    ];
    const jaw: Vec3 = [0.005, 0.015, 0.015];
    const engine = await startRapierEngine(
      model({
        gravityMPerS2: [0, 0, 0],
        bodies,
        joints,
        coordinates: [coordinateOf(joints, 0, 'travel'), coordinateOf(joints, 1, 'travel')],
        actuators: [actuator(0, 10), actuator(1, 10)],
        shapes: [boxShape(1, jaw), boxShape(2, jaw), boxShape(3, [0.01, 0.01, 0.01])],
        contactPairs: [
          [1, 3],
          [2, 3],
        ],
      }),
    );
    command(engine, 0, { feedforward: 10, cap: 10 });
    command(engine, 1, { feedforward: -10, cap: 10 });
    for (let k = 0; k < 300; k++) engine.step();
    const start = engine.pose[22]!;
    for (let k = 0; k < 1000; k++) {
      engine.wrench[19] = -pullN;
      engine.step();
    }
    return { engine, slipM: Math.abs(engine.pose[22]! - start) };
  };

  test('holds 5 N, each jaw with 10 N and half the pull', async () => {
    const { engine, slipM } = await clamp(5);
    expect(slipM).toBeLessThan(3e-6); // known of Rapier: 0.0009 mm in 4 s; observed 0.0015 mm
    for (let i = 0; i < 2; i++) expect(engine.contactNormalN[i]).toBeCloseTo(10, 3);
    // How the two pads share the pull is not determined; their sum is.
    expect(engine.contactForceN[1]! + engine.contactForceN[4]!).toBeCloseTo(5, 2);
    expect(engine.jointReaction[1]! + engine.jointReaction[7]!).toBeCloseTo(5, 2);
    engine.free();
  });

  test('lets go at 12 N', async () => {
    const { engine, slipM } = await clamp(12);
    expect(slipM).toBeGreaterThan(0.02);
    engine.free();
  });
});

describe('arm driven against a stop', () => {
  test.each([
    [0.02, 0.02 * 2 * Math.PI],
    [0.8, 2],
  ])(
    'gain %d N·m·s/rad: the servo pushes with its law, the contact answers by moment balance',
    async (kd, torqueNm) => {
      const bodies = [
        GROUND,
        fixed('stop', [0.08, 0.03, 0]),
        body('arm', 0.05, boxInertia(0.05, [0.1, 0.01, 0.01]), [0.05, 0, 0]),
      ];
      const joints = [joint('revolute', bodies, 0, 2, [0, 0, 0])];
      const engine = await startRapierEngine(
        model({
          gravityMPerS2: [0, 0, 0],
          bodies,
          joints,
          coordinates: [coordinateOf(joints, 0, 'angle')],
          actuators: [actuator(0, 2)],
          shapes: [boxShape(1, [0.01, 0.01, 0.01], 0), boxShape(2, [0.05, 0.005, 0.005], 0)],
          contactPairs: [[1, 2]],
        }),
      );
      command(engine, 0, { kd, targetRate: 2 * Math.PI, cap: 2 });
      for (let k = 0; k < 300; k++) engine.step();
      expect(Math.abs(engine.coordinateRate[0]!)).toBeLessThan(1e-3);
      expect(engine.actuatorEffort[0]! / torqueNm).toBeCloseTo(1, 3);
      // Touches at the near upper edge of the arm: normal to the arm, lever = way along the arm to the corner of the stop.
      const q = engine.coordinate[0]!;
      const lever = 0.09 * Math.cos(q) + 0.02 * Math.sin(q);
      expect(Math.abs((engine.contactNormalN[0]! * lever) / torqueNm - 1)).toBeLessThan(0.01);
      expect(engine.maxPenetrationM).toBeLessThan(2e-5);
      engine.free();
    },
  );
});

describe('stack of five cubes', () => {
  test('carries its weight, stays, and gains no energy', async () => {
    const cubes = [0, 1, 2, 3, 4].map((i) => cube(`cube${i}`, 0.064, 0.04, [0, 0.02 + 0.04 * i, 0]));
    const bodies = [GROUND, fixed('floor', [0, -0.05, 0]), ...cubes];
    const shapes = [boxShape(1, [0.5, 0.05, 0.5]), ...cubes.map((_, i) => boxShape(2 + i, [0.02, 0.02, 0.02]))];
    const contactPairs = [[1, 2], [2, 3], [5, 6], [1, 6]] as const; // biome-ignore format: pairs
    const engine = await startRapierEngine(model({ bodies, shapes, contactPairs }));
    const start = energyBalance(engine);
    const mean = [0, 0, 0];
    for (let k = 0; k < 1000; k++) {
      engine.step();
      if (k >= 500) for (let i = 0; i < 3; i++) mean[i]! += engine.contactNormalN[i]! / 500;
    }
    [5, 4, 1].forEach((n, i) => {
      expect(Math.abs(mean[i]! / (n * 0.064 * g) - 1)).toBeLessThan(2e-3);
    });
    expect(engine.contactGapM[3]).toBe(Number.POSITIVE_INFINITY);
    for (let i = 2; i < 7; i++) expect(Math.hypot(engine.pose[7 * i]!, engine.pose[7 * i + 2]!)).toBeLessThan(1e-4);
    expect(energyBalance(engine) - start).toBeLessThan(2e-4); // of 0.3 J
    engine.free();
  });
});

describe('all kinds of shapes', () => {
  const tetrahedron = Float64Array.from([0.02, -0.01, 0, -0.01, -0.01, 0.017, -0.01, -0.01, -0.017, 0, 0.03, 0]);
  const onSide: Quat = quatFromAxisAngle([1, 0, 0], Math.PI / 2);
  const kinds: [string, EngineShape['geometry'], number, Quat][] = [
    ['box', { kind: 'box', halfExtentsM: [0.01, 0.02, 0.03] }, 0.02, [0, 0, 0, 1]],
    ['sphere', { kind: 'sphere', radiusM: 0.015 }, 0.015, [0, 0, 0, 1]],
    ['cylinder lying (axis z)', { kind: 'cylinder', radiusM: 0.01, halfLengthM: 0.03 }, 0.01, [0, 0, 0, 1]],
    ['cylinder standing', { kind: 'cylinder', radiusM: 0.01, halfLengthM: 0.03 }, 0.03, onSide],
    ['capsule lying (axis z)', { kind: 'capsule', radiusM: 0.01, halfLengthM: 0.03 }, 0.01, [0, 0, 0, 1]],
    ['hull', { kind: 'hull', verticesM: tetrahedron }, 0.01, [0, 0, 0, 1]],
  ];
  test.each(kinds)('%s rests on the floor at its own height and weighs m·g', async (_, geometry, heightM, rotation) => {
    const bodies = [
      GROUND,
      fixed('floor', [0, -0.05, 0]),
      body('part', 0.1, [4e-5, 4e-5, 4e-5], [0, heightM + 1e-4, 0], { rotation }),
    ];
    const shapes = [boxShape(1, [0.5, 0.05, 0.5]), { ...boxShape(2, [0, 0, 0]), geometry }];
    const engine = await startRapierEngine(model({ bodies, shapes, contactPairs: [[1, 2]] }));
    let mean = 0;
    for (let k = 0; k < 400; k++) {
      engine.step();
      if (k >= 200) mean += engine.contactNormalN[0]! / 200;
    }
    expect(Math.abs(engine.pose[15]! - heightM)).toBeLessThan(1e-5);
    expect(Math.abs(mean / (0.1 * g) - 1)).toBeLessThan(5e-3);
    engine.free();
  });
});

describe('who touches whom, and how', () => {
  test('a table of pairs that no combination rule reproduces: every pair slides with its own coefficient', async () => {
    const bodies = [
      GROUND,
      fixed('floor', [0, -0.02, 0]),
      ...[0, 1, 2].map((i) => cube(`c${i}`, 0.1, 0.02, [0.1 * i, 0.01, 0], { linearVelocityMPerS: [0, 0, 0.8] })),
    ];
    const half: Vec3 = [0.01, 0.01, 0.01];
    const shapes = [boxShape(1, [1, 0.02, 1]), ...[2, 3, 4].map((i) => boxShape(i, half))].map((s, material) => ({
      ...s,
      material,
    }));
    const pairFriction = Float64Array.from([0, 0.1, 0.3, 0.6, 0.1, 0, 0.9, 0.9, 0.3, 0.9, 0, 0.2, 0.6, 0.9, 0.2, 0]);
    const engine = await startRapierEngine(model({ bodies, shapes, materialCount: 4, pairFriction }));
    expect(engine.settings.usesContactHook).toBe(true);
    for (let k = 0; k < 50; k++) engine.step();
    [0.1, 0.3, 0.6].forEach((mu, i) => {
      // A cube of 20 mm tips at µ = 1; below, it decelerates at µ·g.
      expect(Math.abs(engine.velocity[6 * (2 + i) + 2]! - (0.8 - mu * g * 0.05))).toBeLessThan(2e-3);
    });
    engine.free();
  });

  test('excluded pairs and jointed bodies pass through each other, others do not', async () => {
    const bodies = [
      GROUND,
      fixed('floor', [0, -0.02, 0]),
      cube('a', 0.1, 0.02, [0, 0.03, 0]),
      cube('b', 0.1, 0.02, [0.1, 0.03, 0]),
    ];
    const half: Vec3 = [0.01, 0.01, 0.01];
    const shapes = [boxShape(1, [1, 0.02, 1]), boxShape(2, half), boxShape(3, half)];
    const engine = await startRapierEngine(model({ bodies, shapes, excludedPairs: [[2, 1]] }));
    for (let k = 0; k < 150; k++) engine.step();
    expect(engine.pose[15]).toBeCloseTo(0.03 - 0.5 * g * 0.15 ** 2, 3);
    expect(engine.pose[22]).toBeCloseTo(0.01, 4);
    engine.free();
  });
});
