/** The direct engine in contact: closed forms of statics and sliding, energy, read-outs, snapshot. */
import { expect, test } from 'vitest';
import { clamp, gearTeeth, incline } from '../../benchmarks/dynamics/cases/contact.js';
import {
  addBody,
  addShape,
  boxInertia,
  buildModel,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import { run } from '../../benchmarks/dynamics/run.js';
import { startDirectEngine } from '../../src/dynamics/direct/index.js';

test('a box rests on an incline: creep, normal force, friction', async () => {
  const { run: r, errors } = await incline(startDirectEngine, 0.5, 1);
  expect(errors.creepM).toBeLessThan(2e-6 * 1e-3 * 100); // 0.0002 mm; the baseline creeps 1.7e-6 mm in 4.5 s
  expect(errors.normalRelative).toBeLessThan(1e-6);
  expect(errors.frictionRelative).toBeLessThan(1e-6);
  expect(r.energyResidualJ).toBeLessThan(1e-12);
});

test('and slides with g(sin − µ·cos)', async () => {
  const { errors } = await incline(startDirectEngine, 0.2, 1);
  expect(Math.abs(errors.accelerationRelative!)).toBeLessThan(1e-6);
  expect(errors.frictionRelative).toBeLessThan(1e-4);
});

test.each([5, 9.9])('a block clamped for 10 N holds %f N', async (pull) => {
  const { errors } = await clamp(startDirectEngine, pull, 2);
  expect(errors.slipM).toBeLessThan(1e-6);
  expect(errors.normalRelative).toBeLessThan(1e-6);
  expect(errors.frictionRelative).toBeLessThan(1e-6);
});

test('and slips at 12 N as the sum of forces says', async () => {
  const { errors } = await clamp(startDirectEngine, 12, 0.52);
  // 19 kicks of (12 − 10)/0.05 m/s²: h²·a·(1 + … + 19); the patch shifts while it slides
  expect(errors.slipM! / (40e-6 * 190)).toBeCloseTo(1, 1);
});

test('round and polyhedral bodies come to rest on a floor with their weight', async () => {
  const s = newBuilder();
  const floor = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([0, 0, 0]), isGround: true });
  addShape(s, floor, { kind: 'box', halfExtentsM: [0.5, 0.05, 0.5] }, { pose: poseAt([0, -0.05, 0]) });
  const tetra = Float64Array.of(-0.02, -0.02, -0.02, 0.02, -0.02, -0.02, 0, -0.02, 0.03, 0, 0.02, 0);
  const geometries = [
    { kind: 'sphere', radiusM: 0.02 },
    { kind: 'capsule', radiusM: 0.02, halfLengthM: 0.02 },
    { kind: 'cylinder', radiusM: 0.02, halfLengthM: 0.03 },
    { kind: 'hull', verticesM: tetra },
    { kind: 'box', halfExtentsM: [0.02, 0.02, 0.02] },
  ] as const;
  for (const [i, geometry] of geometries.entries()) {
    const body = addBody(s, { massKg: 0.1, inertiaKgM2: [2e-5, 2e-5, 2e-5], pose: poseAt([0.1 * i, 0.03, 0]) });
    addShape(s, body, geometry);
    s.contactPairs.push([floor, body]);
  }
  const engine = await startDirectEngine(buildModel(s));
  const r = run(engine, 500);
  for (let i = 0; i < geometries.length; i++) {
    expect(Math.abs(engine.pose[7 * (2 + i) + 1]! - 0.02), geometries[i]!.kind).toBeLessThan(1e-7);
    expect(engine.contactNormalN[i]! / 0.981, geometries[i]!.kind).toBeCloseTo(1, 6);
    expect(engine.contactForceN[3 * i + 1]! / 0.981).toBeCloseTo(1, 6);
  }
  expect(r.energyResidualJ).toBeLessThan(1e-12);
  // all that was lost is the drop of 10 mm, to m·g²h²/8 each from the half step at the start
  expect(Math.abs(engine.energy.dissipatedJ - 5 * 0.981 * 0.01)).toBeLessThan(6e-6);
});

test('a ball bounces to e² of its height', async () => {
  const s = newBuilder();
  const floor = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([0, 0, 0]), isGround: true });
  addShape(
    s,
    floor,
    { kind: 'box', halfExtentsM: [0.5, 0.05, 0.5] },
    { pose: poseAt([0, -0.05, 0]), restitution: 0.5 },
  );
  const ball = addBody(s, { massKg: 0.1, inertiaKgM2: [2e-5, 2e-5, 2e-5], pose: poseAt([0, 0.07, 0]) });
  addShape(s, ball, { kind: 'sphere', radiusM: 0.02 }, { restitution: 0.5 });
  const engine = await startDirectEngine(buildModel(s));
  let peak = 0;
  let low = 1;
  run(engine, 260, undefined, () => {
    const height = engine.pose[7 * ball + 1]! - 0.02;
    low = Math.min(low, height);
    if (low < 1e-3) peak = Math.max(peak, height);
  });
  // the bounce happens up to one step of 1 m/s early: 1 mm of 12.5 mm is 8 %, sub-steps make it an eighth of that
  expect(Math.abs(peak / (0.25 * 0.05) - 1)).toBeLessThan(0.02);
});

test('a rolling ball keeps rolling', async () => {
  const s = newBuilder();
  const floor = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([0, 0, 0]), isGround: true });
  addShape(s, floor, { kind: 'box', halfExtentsM: [2, 0.05, 0.5] }, { pose: poseAt([0, -0.05, 0]) });
  const I = 0.4 * 0.1 * 0.02 ** 2;
  const ball = addBody(s, {
    massKg: 0.1,
    inertiaKgM2: [I, I, I],
    pose: poseAt([0, 0.02, 0]),
    linearVelocityMPerS: [1, 0, 0],
    angularVelocityRadPerS: [0, 0, -50],
  });
  addShape(s, ball, { kind: 'sphere', radiusM: 0.02 });
  const engine = await startDirectEngine(buildModel(s));
  run(engine, 1000);
  expect(engine.pose[7 * ball]!).toBeCloseTo(1, 4);
  expect(engine.pose[7 * ball + 1]!).toBeCloseTo(0.02, 7);
});

test('gear teeth: ratio, transmission error, energy', async () => {
  const { run: r, errors } = await gearTeeth(startDirectEngine, 0.6);
  expect(errors.transmissionErrorDeg).toBeLessThan(0.01);
  expect(errors.inputTorqueFactor).toBeGreaterThan(1);
  expect(errors.inputTorqueFactor).toBeLessThan(1.05); // friction of the flanks
  expect(r.energyResidualJ).toBeLessThan(1e-10);
});

test('heavy on light: 20 kg on a 1 g box', async () => {
  const s = newBuilder();
  const floor = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([0, 0, 0]), isGround: true });
  addShape(s, floor, { kind: 'box', halfExtentsM: [0.5, 0.05, 0.5] }, { pose: poseAt([0, -0.05, 0]) });
  const box = (massKg: number, y: number) => {
    const body = addBody(s, { massKg, inertiaKgM2: boxInertia(massKg, 0.04, 0.04, 0.04), pose: poseAt([0, y, 0]) });
    addShape(s, body, { kind: 'box', halfExtentsM: [0.02, 0.02, 0.02] });
    return body;
  };
  const light = box(1e-3, 0.02);
  const heavy = box(20, 0.06);
  s.contactPairs.push([floor, light], [light, heavy]);
  const engine = await startDirectEngine(buildModel(s));
  run(engine, 300);
  expect(engine.contactNormalN[0]! / (20.001 * 9.81)).toBeCloseTo(1, 6);
  expect(engine.contactNormalN[1]! / (20 * 9.81)).toBeCloseTo(1, 6);
  expect(engine.pose[7 * heavy + 1]!).toBeCloseTo(0.06, 4);
});

test('environment bodies come and go; deep overlap does not explode', async () => {
  const s = newBuilder();
  const floor = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([0, 0, 0]), isGround: true });
  addShape(s, floor, { kind: 'box', halfExtentsM: [0.5, 0.05, 0.5] }, { pose: poseAt([0, -0.05, 0]) });
  const inertia = boxInertia(0.1, 0.04, 0.04, 0.04);
  const cube = addBody(s, { massKg: 0.1, inertiaKgM2: inertia, pose: poseAt([0, 1, 0]), isPresent: false });
  addShape(s, cube, { kind: 'box', halfExtentsM: [0.02, 0.02, 0.02] });
  s.contactPairs.push([floor, cube]);
  const engine = await startDirectEngine(buildModel(s));
  run(engine, 50);
  expect(engine.pose[7 * cube + 1]).toBe(1);
  engine.setPresence(cube, poseAt([0, 0.01, 0])); // 10 mm inside the floor
  let fastest = 0;
  run(engine, 400, undefined, () => {
    fastest = Math.max(fastest, Math.abs(engine.velocity[6 * cube + 1]!));
  });
  expect(fastest).toBeLessThan(0.1); // pushed out at 0.05 m/s
  expect(engine.pose[7 * cube + 1]!).toBeCloseTo(0.02, 5);
  engine.setPresence(cube, null);
  run(engine, 10);
  expect(engine.contactNormalN[0]).toBe(0);
  expect(engine.contactGapM[0]).toBe(Number.POSITIVE_INFINITY);
});

async function mixedScene() {
  const s = newBuilder();
  const floor = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([0, 0, 0]), isGround: true });
  addShape(s, floor, { kind: 'box', halfExtentsM: [0.5, 0.05, 0.5] }, { pose: poseAt([0, -0.05, 0]) });
  for (let i = 0; i < 3; i++) {
    const inertia = boxInertia(0.2, 0.04, 0.04, 0.04);
    const pose = poseAt([0.002 * (i % 2), 0.03 + 0.05 * i, 0.001 * i], 0.1 * i);
    const cube = addBody(s, { massKg: 0.2, inertiaKgM2: inertia, pose });
    addShape(s, cube, { kind: 'box', halfExtentsM: [0.02, 0.02, 0.02] });
    s.contactPairs.push([floor, cube]);
  }
  return startDirectEngine(buildModel(s));
}

test('two runs, and a run from a snapshot, are equal bit for bit', async () => {
  const [a, b, c] = [await mixedScene(), await mixedScene(), await mixedScene()];
  // the lowest cube lands at 45 ms, the others after 60 ms
  run(a, 70);
  run(b, 70);
  c.restore(a.snapshot());
  for (const engine of [a, b, c]) run(engine, 40);
  for (const other of [b, c]) {
    expect(other.pose).toEqual(a.pose);
    expect(other.velocity).toEqual(a.velocity);
    expect(other.contactForceN).toEqual(a.contactForceN);
    expect(other.energy).toEqual(a.energy);
    expect(other.timeS).toBe(a.timeS);
  }
});
