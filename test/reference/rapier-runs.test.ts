/** Runs of the `rapier` engine: same numbers twice and after a snapshot, releases, bodies that come and go, bad numbers. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../src/core/vector.js';
import type { Engine, EngineModel } from '../../src/dynamics/engine.js';
import { startRapierEngine } from '../../src/dynamics/rapier/index.js';
import {
  body,
  boxInertia,
  boxShape,
  command,
  energyBalance,
  fourBar,
  GROUND,
  joint,
  model,
} from '../unit/dynamics/rapier/models.js';

/** The driven four-bar with friction, over a floor, with a ball in its way and a cube that is placed later. */
function busyModel(): EngineModel {
  const linkage = fourBar(2);
  const floor = {
    ...GROUND,
    name: 'floor',
    poseInWorld: { ...GROUND.poseInWorld, positionM: [0.03, -0.07, 0] as Vec3 },
  };
  const ball = body('ball', 0.02, [1e-6, 1e-6, 1e-6], [0.02, 0.1, 0]);
  const cube = body('cube', 0.02, boxInertia(0.02, [0.01, 0.01, 0.01]), [0, 0, 0], { isPresent: false });
  return {
    ...linkage,
    bodies: [...linkage.bodies, floor, ball, cube],
    coordinates: linkage.coordinates.map((c, i) => (i === 1 ? { ...c, dryFriction: 0.002, damping: 1e-4 } : c)),
    shapes: [
      boxShape(4, [0.2, 0.02, 0.2]),
      { ...boxShape(5, [0, 0, 0]), geometry: { kind: 'sphere', radiusM: 0.008 } },
      boxShape(6, [0.005, 0.005, 0.005]),
      boxShape(1, [0.01, 0.005, 0.0025]),
      boxShape(2, [0.035, 0.005, 0.0025]),
      boxShape(3, [0.02, 0.005, 0.0025]),
    ],
    contactPairs: [
      [4, 5],
      [2, 5],
      [4, 6],
    ],
  };
}

/** Runs steps `from` to `to` with a placement at 300 and a release at 400; returns a hash of every output. */
function run(engine: Engine, from: number, to: number): string {
  const hash = createHash('sha256');
  for (let k = from; k < to; k++) {
    command(engine, 0, { kd: 0.8, targetRate: 2 * Math.PI, cap: 2 });
    if (k === 300) engine.setPresence(6, { positionM: [0.03, 0.0, 0], rotation: [0, 0, 0, 1] });
    if (k === 400) engine.releaseJoint(2);
    engine.step();
    const { pose, velocity, coordinate, jointReaction, contactForceN, contactGapM, actuatorEffort } = engine;
    for (const array of [pose, velocity, coordinate, jointReaction, contactForceN, contactGapM, actuatorEffort]) {
      hash.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
    }
    hash.update(JSON.stringify(engine.energy));
  }
  return hash.digest('hex');
}

describe('determinism', () => {
  test('two runs agree bit for bit', async () => {
    const hashes: string[] = [];
    for (let i = 0; i < 2; i++) {
      const engine = await startRapierEngine(busyModel());
      hashes.push(run(engine, 0, 500));
      expect(engine.contactNormalN[0]! + engine.contactNormalN[2]!).toBeGreaterThan(0);
      engine.free();
    }
    expect(hashes[0]).toBe(hashes[1]);
  });

  test.each([150, 350, 450])('a snapshot at step %i goes on bit for bit, here and in another engine', async (at) => {
    const one = await startRapierEngine(busyModel());
    run(one, 0, at);
    const snapshot = one.snapshot();
    const first = run(one, at, at + 100);
    one.restore(snapshot);
    expect(one.timeS).toBeCloseTo(at * 1e-3, 12);
    expect(run(one, at, at + 100)).toBe(first);
    one.free();
    const two = await startRapierEngine(busyModel());
    two.restore(snapshot);
    expect(run(two, at, at + 100)).toBe(first);
    two.free();
  });
});

describe('events', () => {
  test('a released joint lets go for good: no reaction, separation between origins, its bodies do not burst apart', async () => {
    const bodies = [GROUND, body('bob', 0.1, boxInertia(0.1, [0.04, 0.04, 0.04]), [0.1, 0, 0])];
    const ground = { ...GROUND, name: 'post' };
    const all = [bodies[0]!, bodies[1]!, ground];
    const joints = [joint('revolute', all, 2, 1, [0, 0, 0])];
    const shapes = [boxShape(1, [0.12, 0.02, 0.02]), boxShape(2, [0.05, 0.05, 0.05])];
    const engine = await startRapierEngine(model({ bodies: all, joints, shapes }));
    for (let k = 0; k < 50; k++) engine.step();
    engine.releaseJoint(0);
    const speed = Math.hypot(...engine.velocity.subarray(6, 9));
    engine.step();
    expect(engine.jointActive[0]).toBe(0);
    expect([...engine.jointReaction]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(Math.hypot(...engine.velocity.subarray(6, 9))).toBeLessThan(speed + 0.02);
    for (let k = 0; k < 100; k++) engine.step();
    expect(engine.jointSeparationM[0]).toBeGreaterThan(0.02);
    engine.free();
  });

  test('an environment body is placed at rest and removed again; the hand that does it enters the books', async () => {
    const floor = {
      ...GROUND,
      name: 'floor',
      poseInWorld: { ...GROUND.poseInWorld, positionM: [0, -0.02, 0] as Vec3 },
    };
    const cube = body('cube', 0.1, boxInertia(0.1, [0.02, 0.02, 0.02]), [0, 9, 0], { isPresent: false });
    const shapes = [boxShape(1, [0.2, 0.02, 0.2]), boxShape(2, [0.01, 0.01, 0.01])];
    const engine = await startRapierEngine(model({ bodies: [GROUND, floor, cube], shapes, contactPairs: [[1, 2]] }));
    const start = energyBalance(engine);
    for (let k = 0; k < 20; k++) engine.step();
    expect(engine.energy.kineticJ).toBe(0);
    engine.setPresence(2, { positionM: [0, 0.02, 0], rotation: [0, 0, 0, 1] });
    expect(engine.pose[15]).toBe(0.02);
    expect(engine.energy.workInJ).toBeCloseTo(0.1 * 9.81 * 0.02, 9);
    for (let k = 0; k < 200; k++) engine.step();
    expect(engine.pose[15]).toBeCloseTo(0.01, 5);
    expect(engine.contactNormalN[0]).toBeCloseTo(0.981, 2);
    engine.setPresence(2, null);
    for (let k = 0; k < 20; k++) engine.step();
    expect(engine.contactGapM[0]).toBe(Number.POSITIVE_INFINITY);
    expect(Math.abs(energyBalance(engine) - start)).toBeLessThan(1e-4); // of 0.02 J that the fall dissipates
    engine.free();
  });
});

describe('numbers that are not', () => {
  test.each([Number.NaN, Number.POSITIVE_INFINITY, 1e30])(
    'a force of %d freezes the trial at its last good state',
    async (force) => {
      const engine = await startRapierEngine(model({ bodies: [GROUND, body('b', 1, [1e-3, 1e-3, 1e-3])] }));
      for (let k = 0; k < 5; k++) engine.step();
      const pose = [...engine.pose];
      engine.wrench[6] = force;
      engine.step();
      engine.step();
      expect(engine.troubles.map((t) => t.code)).toEqual(['diverged']);
      expect(engine.troubles[0]!.atS).toBeCloseTo(0.005, 9);
      expect([...engine.pose]).toEqual(pose);
      expect(engine.timeS).toBeCloseTo(0.007, 9);
      engine.free();
    },
  );

  test('a body above the speed clamp is counted and reported', async () => {
    const engine = await startRapierEngine(model({ bodies: [GROUND, body('b', 1, [1e-3, 1e-3, 1e-3])] }));
    const clamp = engine.settings.linearClampMPerS as number;
    for (let k = 0; k < 20; k++) {
      engine.wrench[6] = (2 * clamp) / 0.02;
      engine.step();
    }
    expect(engine.velocity[6]).toBeLessThan(clamp * 1.001);
    expect(engine.clampedCount).toBeGreaterThan(0);
    expect(engine.troubles.map((t) => t.code)).toEqual(['speed_clamped']);
    engine.free();
  });

  test('what the engine cannot do is an input error that names the joint', async () => {
    const bodies = [GROUND, body('b', 1, [1e-3, 1e-3, 1e-3])];
    const joints = [joint('distance', bodies, 0, 1, [0, 0, 0], [0, 0, 0, 1], { lengthM: 0 })];
    await expect(startRapierEngine(model({ bodies, joints }))).rejects.toMatchObject({
      issues: [{ code: 'unsupported_by_engine', path: ['joints', 0] }],
    });
    const shapes = [{ ...boxShape(1, [1, 1, 1]), geometry: { kind: 'hull', verticesM: new Float64Array(9) } as const }];
    await expect(startRapierEngine(model({ bodies, shapes }))).rejects.toMatchObject({
      issues: [{ code: 'degenerate_hull', path: ['shapes', 0] }],
    });
  });
});
