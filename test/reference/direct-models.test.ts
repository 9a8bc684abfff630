/** Coupling behaviours and explicit laws on the direct engine: closed forms of one and two rotors. */
import { expect, test } from 'vitest';
import {
  addActuator,
  addBody,
  addCoordinate,
  addJoint,
  buildModel,
  commandSpeed,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import { run } from '../../benchmarks/dynamics/run.js';
import { startDirectEngine } from '../../src/dynamics/direct/index.js';
import type { EngineCoupling, EngineLaw } from '../../src/dynamics/engine.js';

const I = 2e-4;

/** Rotors on ground revolutes at the given speeds, with couplings and laws. */
async function rotors(
  rates: readonly number[],
  o: { couplings?: EngineCoupling[]; laws?: EngineLaw[]; caps?: number[]; friction?: number[] },
) {
  const s = newBuilder();
  for (const [i, rate] of rates.entries()) {
    const pose = poseAt([0.1 * i, 0, 0]);
    const body = addBody(s, { massKg: 0.1, inertiaKgM2: [I, I, I], pose, angularVelocityRadPerS: [0, 0, rate] });
    const joint = addJoint(s, 'revolute', 0, body, [0.1 * i, 0, 0]);
    const q = addCoordinate(s, joint, 'angle', { dryFriction: o.friction?.[i] ?? 0 });
    addActuator(s, q, o.caps?.[i] ?? 0);
  }
  const model = { ...buildModel(s, { gravity: [0, 0, 0] }), couplings: o.couplings ?? [], laws: o.laws ?? [] };
  return startDirectEngine(model);
}

const relative = (behavior: EngineCoupling['behavior']): EngineCoupling => ({
  name: 'relative',
  terms: [
    { coordinate: 0, factor: 1 },
    { coordinate: 1, factor: -1 },
  ],
  ...(behavior ? { behavior } : {}),
});

const balance = (e: Awaited<ReturnType<typeof rotors>>) =>
  e.energy.kineticJ + e.energy.potentialJ + (e.energy.elasticJ ?? 0) - e.energy.workInJ + e.energy.dissipatedJ;

test('a friction clutch brings two rotors together in L/(2·cap), then locks', async () => {
  const engine = await rotors([10, 0], { couplings: [relative({ kind: 'friction', cap: 0.01 })] });
  // relative speed 10 falls by 2·cap/I = 100 rad/s²: 0.1 s
  run(engine, 60);
  expect(engine.couplingEffort[0]!).toBeCloseTo(-0.01, 12);
  run(engine, 60);
  expect(engine.coordinateRate[0]!).toBeCloseTo(5, 6);
  expect(engine.coordinateRate[1]!).toBeCloseTo(5, 6);
  expect(engine.energy.dissipatedJ).toBeCloseTo(0.5 * I * 100 - I * 25, 8);
});

test('backlash: the driven rotor starts when the play is used up, at the speed of an inelastic impact', async () => {
  const engine = await rotors([4, 0], { couplings: [relative({ kind: 'stops', lower: -0.1, upper: 0.1 })] });
  run(engine, 20);
  expect(engine.coordinate[1]!).toBe(0);
  run(engine, 20);
  expect(engine.coordinateRate[1]!).toBeCloseTo(2, 6);
  expect(engine.coordinate[0]! - engine.coordinate[1]!).toBeCloseTo(0.1, 6);
});

test('a one-way row lets through and holds', async () => {
  const engine = await rotors([3, 0], { couplings: [relative({ kind: 'one-way', play: 0.01 })], caps: [1, 0] });
  run(engine, 200);
  expect(engine.coordinateRate[1]!).toBeCloseTo(0, 9);
  commandSpeed(engine, 0, -3); // backwards it takes the other along
  run(engine, 200);
  expect(engine.coordinateRate[1]!).toBeCloseTo(-3, 6);
});

test('a damper between rotors decays their difference by exp(−2ct/I)', async () => {
  const c = 1e-3;
  const engine = await rotors([4, 0], { couplings: [relative({ kind: 'damping', linear: c, quadratic: 0 })] });
  run(engine, 300);
  const difference = engine.coordinateRate[0]! - engine.coordinateRate[1]!;
  expect(difference / (4 * Math.exp((-2 * c * 0.3) / I))).toBeCloseTo(1, 4);
});

test('a lossy transmission asks for its load over the efficiency 1 − driven', async () => {
  const coupling: EngineCoupling = { ...relative(undefined), loss: { term: 1, driving: 0.25, driven: 0.2 } };
  const engine = await rotors([0, 0], { couplings: [coupling], caps: [1, 0], friction: [0, 0.02] });
  commandSpeed(engine, 0, 2);
  run(engine, 400);
  expect(engine.coordinateRate[1]!).toBeCloseTo(2, 6);
  // the row carries the load and its own friction: e = load/(1 − driven)
  expect(engine.actuatorEffort[0]!).toBeCloseTo(0.02 / 0.8, 6);
});

test.each([0.2, 20, 2000])(
  'a spring law of %f N·m/rad swings with its exact frequency and keeps its energy',
  async (k) => {
    const law: EngineLaw = {
      name: 'spring',
      coordinates: [0],
      effort: (q, _qd, effort) => {
        effort[0] = -k * q[0]!;
      },
      tangent: (_q, stiffness) => {
        stiffness[0] = k;
      },
      energy: (q) => 0.5 * k * q[0]! ** 2,
      isConservative: true,
    };
    const engine = await rotors([1], { laws: [law] });
    const w = Math.sqrt(k / I);
    const before = balance(engine);
    let worst = 0;
    let phase = 0;
    run(engine, 1000, undefined, (i) => {
      worst = Math.max(worst, Math.abs(balance(engine) - before));
      if (w * 1e-3 <= 1)
        phase = Math.max(phase, Math.abs(engine.coordinate[0]! - Math.sin(w * (i + 1) * 1e-3) / w) * w);
    });
    // the balance is exact from the second step on; the first, half kick shifts it by up to (hω)²/8
    expect(worst).toBeLessThan(0.5 * I * Math.min(1, (1e-3 * w) ** 2));
    // exact frequency: what is left is the start's amplitude error of the half step
    if (w * 1e-3 <= 1) expect(phase).toBeLessThan(0.3 * (1e-3 * w) ** 2);
  },
);
