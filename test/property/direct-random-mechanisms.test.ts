/**
 * Random mechanisms on the direct engine: trees and loops of 2–12 bodies, all joint kinds, drives, friction, limits,
 * obstacles. Whatever they are, numbers stay finite, nothing throws, and no energy comes from nowhere.
 *
 * MECHTRIAL_FULL=1 runs 10⁴ of them (npm run check:full).
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addActuator,
  addBody,
  addCoordinate,
  addJoint,
  addShape,
  boxInertia,
  buildModel,
  command,
  newBuilder,
} from '../../benchmarks/dynamics/model-builder.js';
import { normalizeQuat, type Quat, type Vec3 } from '../../src/core/vector.js';
import { startDirectEngine } from '../../src/dynamics/direct/index.js';

const RUNS = process.env.MECHTRIAL_FULL === '1' ? 10_000 : 60;
const STEPS = 200;
const TREE_KINDS = ['revolute', 'revolute', 'prismatic', 'spherical', 'cylindrical', 'universal', 'fixed'] as const;
const LOOP_KINDS = ['revolute', 'spherical', 'distance', 'planar', 'universal'] as const;

/** Numbers in [0, 1) from a seed. */
function numbers(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return (s >>> 8) / 2 ** 24;
  };
}

function randomMechanism(bodyCount: number, seed: number) {
  const next = numbers(seed);
  const between = (a: number, b: number) => a + (b - a) * next();
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const vector = (size: number): Vec3 => [between(-size, size), between(-size, size), between(-size, size)];
  const s = newBuilder();
  for (let i = 0; i < bodyCount; i++) {
    const [x, y, z] = [between(0.02, 0.1), between(0.01, 0.03), between(0.01, 0.03)];
    const massKg = 2000 * x * y * z * 10 ** between(-1, 1);
    const turn: Quat = normalizeQuat([between(-1, 1), between(-1, 1), between(-1, 1), 1.1]);
    const body = addBody(s, {
      massKg,
      inertiaKgM2: boxInertia(massKg, x, y, z),
      pose: { positionM: vector(0.15), rotation: turn },
      centerOfMassM: vector(0.005),
    });
    addShape(s, body, { kind: 'box', halfExtentsM: [x / 2, y / 2, z / 2] }, { friction: between(0, 0.8) });
    const parent = next() < 0.25 ? 0 : Math.floor(next() * body);
    const joint = addJoint(s, pick(TREE_KINDS), parent, body, vector(0.15), vector(1));
    addLaws(s, joint, next, between);
  }
  for (let i = Math.floor(between(0, bodyCount / 3)); i > 0; i--) {
    const a = Math.floor(next() * (bodyCount + 1));
    const b = 1 + Math.floor(next() * bodyCount);
    if (a === b) continue;
    const kind = pick(LOOP_KINDS);
    const [p, q] = [vector(0.15), vector(0.15)];
    const length = Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    const extra = kind === 'distance' ? { pointB: q, lengthM: length, isCord: next() < 0.5 } : {};
    addJoint(s, kind, a, b, p, vector(1), extra);
  }
  // bodies meet obstacles only, which start out of reach
  for (let a = 1; a <= bodyCount; a++) for (let b = 1; b < a; b++) s.excludedPairs.push([a, b]);
  for (const [x, y] of [
    [0, -0.35],
    [0.4, 0],
  ] as const) {
    const obstacle = addBody(s, {
      massKg: 1,
      inertiaKgM2: [1, 1, 1],
      pose: { positionM: [x, y, 0], rotation: [0, 0, 0, 1] },
      isGround: true,
    });
    addShape(s, obstacle, { kind: 'box', halfExtentsM: [0.1, 0.1, 0.3] });
  }
  return { model: buildModel(s), next };
}

function addLaws(
  s: ReturnType<typeof newBuilder>,
  joint: number,
  next: () => number,
  between: (a: number, b: number) => number,
): void {
  const { kind } = s.joints[joint]!;
  if (kind === 'fixed' || kind === 'spherical' || next() < 0.4) return;
  const isTravel = kind === 'prismatic';
  const reach = isTravel ? 0.02 : 0.5;
  const q = addCoordinate(s, joint, isTravel ? 'travel' : 'angle', {
    limits: next() < 0.3 ? { lower: -reach, upper: reach, restitution: next() < 0.5 ? 0 : 0.4 } : null,
    dryFriction: next() < 0.3 ? between(0, 0.01) : 0,
    damping: next() < 0.3 ? between(0, 0.01) : 0,
  });
  if (next() < 0.5) addActuator(s, q, isTravel ? between(0, 20) : between(0, 0.5), next() < 0.8);
}

async function check(bodyCount: number, seed: number): Promise<void> {
  const { model, next } = randomMechanism(bodyCount, seed);
  const engine = await startDirectEngine(model);
  for (let i = 0; i < model.actuators.length; i++) {
    if (next() < 0.5) command(engine, i, { kd: Number.POSITIVE_INFINITY, targetRate: 4 * next() - 2 });
    else command(engine, i, { kp: 10 * next(), kd: next(), target: 2 * next() - 1 });
  }
  const start = engine.energy.kineticJ + engine.energy.potentialJ;
  let peak = 0;
  let gain = 0;
  for (let k = 0; k < STEPS; k++) {
    engine.step();
    const { kineticJ, potentialJ, workInJ } = engine.energy;
    peak = Math.max(peak, kineticJ);
    gain = Math.max(gain, kineticJ + potentialJ - start - workInJ);
    for (let i = 0; i < model.actuators.length; i++) {
      expect(Math.abs(engine.actuatorEffort[i]!)).toBeLessThanOrEqual(model.actuators[i]!.cap * (1 + 1e-9) + 1e-12);
    }
  }
  for (const array of [engine.pose, engine.velocity, engine.jointReaction, engine.coordinate]) {
    for (const x of array) expect(Number.isFinite(x)).toBe(true);
  }
  expect(engine.troubles.filter((t) => t.code === 'diverged')).toEqual([]);
  // required: 0.5 % of the peak kinetic energy + 10 µJ; where the engine says that a step failed, it is not to be trusted
  const isTrusted = !engine.troubles.some((t) => t.code === 'residual' || t.code === 'not_converged');
  if (isTrusted) expect(gain).toBeLessThan(5e-3 * peak + 1e-5);
  engine.free();
}

test(
  `${RUNS} random mechanisms: finite, within caps, no energy from nowhere`,
  async () => {
    await fc.assert(fc.asyncProperty(fc.integer({ min: 2, max: 12 }), fc.nat(), check), {
      numRuns: RUNS,
      seed: 20240611,
      endOnFailure: true,
    });
  },
  RUNS * 10_000,
);
