// A physical pendulum from its scene to its recording, against its equation of motion in double precision.
//
//   (I + m·l²)·φ̈ = −m·g·l·sin φ − c·φ̇        φ from the direction of gravity
import { describe, expect, test } from 'vitest';
import type { Binding } from '../../src/trial/index.js';
import { integrate } from '../../validation/runge-kutta.js';
import { pendulumScene } from '../unit/scene/minimal.js';
import { column, type EngineName, largestDifference, record } from './record-binding.js';

const m = 0.12; // kg
const l = 0.08; // m
const I = 9e-5; // kg·m², about the centre of mass
const g = 9.81; // m/s²
const phi0 = Math.PI / 2;

/** The pendulum held level, gravity across the axis of its joint; let go at t = 0. */
function pendulum(c: number, durationS: number): Binding {
  const scene = pendulumScene();
  Object.assign(scene.bodies[1]!, {
    massProperties: { massKg: m, centerOfMassM: [0, l, 0], inertiaKgM2: [I, I / 4, I, 0, 0, 0] },
  });
  Object.assign(scene.joints![0]!, { dampingNmSPerRad: c });
  return {
    schema: 'mechtrial/binding@1',
    name: 'physical-pendulum',
    scene: { ...scene, gravityMPerS2: [g, 0, 0] },
    signals: [
      { kind: 'joint-coordinate', name: 'q', joint: 'pivot' },
      { kind: 'joint-reaction-force', name: 'pull', joint: 'pivot' },
    ],
    trials: [{ id: 'T1', phases: [{ id: 'swing', durationS }] }],
  };
}

/** φ and φ̇ every millisecond. */
const solve = (c: number, durationS: number) =>
  integrate(
    (_t, [phi, phid], d) => {
      d[0] = phid!;
      d[1] = (-m * g * l * Math.sin(phi!) - c * phid!) / (I + m * l * l);
    },
    [phi0, 0],
    0.001,
    Math.round(durationS / 0.001),
  );

/** Largest error of the angle at the given recorded step. */
async function angleError(engine: EngineName, c: number, stepS: number, durationS = 1): Promise<number> {
  const q = column(await record(pendulum(c, durationS), engine, stepS), 'q');
  const exact = solve(c, durationS).map(([phi]) => phi! - phi0);
  return largestDifference(exact, q, Math.round(0.001 / stepS));
}

describe('direct: second order in its sub-step', () => {
  // It takes more sub-steps where the acceleration changes fast: from 0.25 ms down a recorded step is one sub-step.
  // Observed 1.207e-5 → 3.017e-6 rad undamped, 2.925e-6 → 7.32e-7 rad damped: ratios 4.00. Converging to the independent
  // solution with the right order leaves no room for an error in mass, arm, gravity or frame.
  test.each([0, 2e-3])('damping %d N·m·s/rad', async (c) => {
    const [whole, half] = [await angleError('direct', c, 0.00025), await angleError('direct', c, 0.000125)];
    expect(whole / half).toBeGreaterThan(3.8);
    expect(whole / half).toBeLessThan(4.2);
    expect(await angleError('direct', c, 0.001)).toBeLessThan(2e-5); // observed 1.2e-5 and 5.7e-6 rad
  });
});

describe('rapier: first order in its sub-step', () => {
  // 1 ms is recorded in 4 sub-steps of 0.25 ms, 0.125 ms in one.
  test('undamped: half the sub-step, half the error', async () => {
    const [whole, half] = [await angleError('rapier', 0, 0.001, 0.5), await angleError('rapier', 0, 0.000125, 0.5)];
    expect(whole / half).toBeGreaterThan(1.7);
    expect(whole / half).toBeLessThan(2.3);
    expect(whole).toBeLessThan(4e-3);
  });

  test('damped: its two first-order errors nearly cancel', async () => {
    expect(await angleError('rapier', 2e-3, 0.001)).toBeLessThan(7e-4); // observed 5.2e-4 rad
  });
});

test('the reaction of the joint is the string tension and the tangential rest, mean over the step', async () => {
  const exact = solve(0, 1).map(([phi, phid]) => {
    const phidd = (-m * g * l * Math.sin(phi!)) / (I + m * l * l);
    return Math.hypot(m * (g * Math.cos(phi!) + l * phid! * phid!), m * (g * Math.sin(phi!) + l * phidd));
  });
  // The initial state has no step before it, so no reaction. Half a step of lag at up to 70 N/s is 0.035 N.
  for (const engine of ['direct', 'rapier'] as const) {
    const pull = column(await record(pendulum(0, 1), engine), 'pull');
    expect(largestDifference(exact.slice(1), pull.subarray(1))).toBeLessThan(0.035); // observed 0.030 and 0.015 N
  }
});
