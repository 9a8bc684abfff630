/**
 * What mechanisms do that should not work, or only just: the direct engine stays bounded, finite, and says what happened.
 *
 * In every case the forces that are read sum to the change of momentum: `momentumError` checks joints, contacts, gravity
 * and wrenches of one body against m·Δv of its half-step velocities, read back from the positions.
 */
import { describe, expect, test } from 'vitest';
import { fourBarAtChangePoint, newRig } from './direct-robustness.js';

/** Relative to the largest force of the run; rounding of positions of 0.1 m over (1 ms)², 1 kg: 1e-16·0.1/1e-6 N. */
const FORCE_TOLERANCE = 1e-8;

describe('redundant and contradictory joints', () => {
  test('a bar on three parallel hinges swings as on one', async () => {
    const rig = newRig();
    const bar = rig.bar([0, 0], [0.2, 0]);
    for (const z of [-0.05, 0, 0.05]) rig.hinge(0, bar, [0, 0, z]);
    const { engine, momentumError, residualJ, peakJ } = await rig.run(500, bar);
    expect(Math.max(...engine.jointSeparationM)).toBeLessThan(1e-9);
    expect(residualJ).toBeLessThan(1e-3 * peakJ);
    expect(momentumError).toBeLessThan(FORCE_TOLERANCE);
  });

  test('two servos that want opposite things both push with their caps', async () => {
    const rig = newRig();
    const bar = rig.bar([0, 0], [0.1, 0]);
    const q = rig.angle(rig.hinge(0, bar, [0, 0, 0]));
    const [a, b] = [rig.speed(q, 2, 3), rig.speed(q, -2, 1)];
    const { engine, momentumError } = await rig.run(300, bar);
    // 3 N·m against 1 N·m and less of weight: the stronger has its way, the weaker gives all it has
    expect(engine.coordinateRate[q]).toBeCloseTo(2, 6);
    expect(engine.actuatorEffort[b]).toBeCloseTo(-1, 9);
    expect(Math.abs(engine.actuatorEffort[a]!)).toBeLessThan(3);
    expect(momentumError).toBeLessThan(FORCE_TOLERANCE);
  });

  test('bars that do not fit together are pulled as close as they get, and reported', async () => {
    const rig = newRig();
    const bar = rig.bar([0, 0], [0.1, 0]);
    rig.hinge(0, bar, [0, 0, 0]);
    rig.apart(0, bar, [0.1, 0, 0], [0.105, 0, 0]);
    const { engine } = await rig.run(50, bar);
    expect(engine.troubles.map((t) => t.code)).toContain('velocity_level');
    // what the quality gate looks at
    expect(Math.max(...engine.jointSeparationM)).toBeGreaterThan(1e-3);
    for (const x of engine.pose) expect(Number.isFinite(x)).toBe(true);
    // 5 mm between two pins 100 mm apart cannot close; no bar is flung about
    expect(Math.max(...engine.velocity.map(Math.abs))).toBeLessThan(5);
  });
});

test('a parallelogram linkage is driven through its change points', async () => {
  const { engine, turns, separationM, momentumError } = await fourBarAtChangePoint(2000);
  expect(turns).toBeGreaterThan(1.9);
  // 1e-6 m: a step above it is taken again (step-report.ts)
  expect(separationM).toBeLessThan(1e-6);
  expect(engine.troubles.filter((t) => t.code !== 'velocity_level')).toEqual([]);
  expect(momentumError).toBeLessThan(1e-6);
});

test('a crank that jams on a block stalls at its cap, in balance', async () => {
  const rig = newRig();
  const bar = rig.bar([0, 0], [0.1, 0]);
  rig.box(bar, [0.05, 0.005, 0.0025]);
  const q = rig.angle(rig.hinge(0, bar, [0, 0, 0]));
  const drive = rig.speed(q, 3, 2);
  const block = rig.ground([0.08, 0.05, 0]);
  rig.box(block, [0.01, 0.01, 0.02]);
  rig.watch(block, bar);
  const { engine, momentumError } = await rig.run(1000, bar);
  expect(Math.abs(engine.coordinateRate[q]!)).toBeLessThan(1e-9);
  expect(engine.actuatorEffort[drive]).toBeCloseTo(2, 9);
  expect(momentumError).toBeLessThan(FORCE_TOLERANCE);
});

test('an obstacle that appears stops a running crank; taken away, it runs again', async () => {
  const rig = newRig();
  const bar = rig.bar([0, 0], [0.1, 0]);
  rig.box(bar, [0.05, 0.005, 0.0025]);
  const q = rig.angle(rig.hinge(0, bar, [0, 0, 0]));
  rig.speed(q, 3, 2);
  const block = rig.ground([-0.08, 0.03, 0], false);
  rig.box(block, [0.01, 0.01, 0.02]);
  rig.watch(block, bar);
  const { engine } = await rig.run(200, bar);
  expect(engine.coordinateRate[q]).toBeCloseTo(3, 6);
  engine.setPresence(block, rig.poseOf(block));
  for (let i = 0; i < 1500; i++) engine.step();
  expect(Math.abs(engine.coordinateRate[q]!)).toBeLessThan(1e-9);
  expect(engine.contactNormalN[0]).toBeGreaterThan(10);
  engine.setPresence(block, null);
  for (let i = 0; i < 200; i++) engine.step();
  expect(engine.coordinateRate[q]).toBeCloseTo(3, 6);
});

test('a 1 g link carries 20 kg: the pin reads the weight of both', async () => {
  const rig = newRig();
  const link = rig.bar([0, 0], [0, -0.1], 1e-3);
  const bob = rig.mass([0, -0.1, 0], 20);
  const pin = rig.hinge(0, link, [0, 0, 0]);
  rig.hinge(link, bob, [0, -0.1, 0]);
  const { engine, momentumError } = await rig.run(500, bob);
  expect(engine.jointReaction[6 * pin + 1]! / (20.001 * 9.81)).toBeCloseTo(1, 8);
  expect(momentumError).toBeLessThan(FORCE_TOLERANCE);
});

test('a rotor on a hinge is brought to 3000 rad/s and back without losing count', async () => {
  const rig = newRig();
  const rotor = rig.mass([0, 0, 0], 0.01);
  const q = rig.angle(rig.hinge(0, rotor, [0, 0, 0]));
  const drive = rig.speed(q, 3000, 0.1);
  const { engine } = await rig.run(1200, rotor);
  // I = 4e-4·m: α = 0.1/4e-6 = 25 000 rad/s²; there in 0.12 s, then 3000 rad/s
  expect(engine.coordinateRate[q]! / 3000).toBeCloseTo(1, 6);
  expect(engine.coordinate[q]! / (3000 * 1.2 - (0.5 * 3000 ** 2) / 25000)).toBeCloseTo(1, 4);
  rig.setSpeed(engine, drive, 0);
  for (let i = 0; i < 300; i++) engine.step();
  expect(Math.abs(engine.coordinateRate[q]!)).toBeLessThan(1e-6);
  expect(engine.troubles).toEqual([]);
});

test('links of length zero: two pins in one place, a rod of no length', async () => {
  const rig = newRig();
  const ring = rig.mass([0.1, 0, 0], 0.05);
  const bar = rig.bar([0.1, 0], [0.2, 0]);
  rig.hinge(0, ring, [0.1, 0, 0]);
  rig.hinge(ring, bar, [0.1, 0, 0]);
  const rod = rig.apart(0, ring, [0.1, 0, 0], [0.1, 0, 0], 0);
  const { engine, residualJ, peakJ } = await rig.run(500, bar);
  expect(Math.max(...engine.jointSeparationM)).toBeLessThan(1e-8);
  expect(residualJ).toBeLessThan(1e-3 * peakJ);
  for (let k = 0; k < 6; k++) expect(Number.isFinite(engine.jointReaction[6 * rod + k]!)).toBe(true);
});
