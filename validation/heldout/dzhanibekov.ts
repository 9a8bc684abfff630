/**
 * A free body turning about its middle axis: it flips at equal intervals.
 *
 *   L² > 2E·I₂:  T = 4K(k)·√(I₁I₂I₃/((I₃ − I₂)(L² − 2E·I₁))),   k'² = (I₃ − I₁)(L² − 2E·I₂)/((I₃ − I₂)(L² − 2E·I₁))
 *   K(k) = π/(2·agm(1, k')),  a flip every T/2 … with I₁ < I₂ < I₃
 *
 * Source: Landau & Lifshitz, Mechanics, §37 (with the axes of smallest and largest moment as there).
 */
import { addBody, buildModel, newBuilder, poseAt } from '../../benchmarks/dynamics/model-builder.js';
import { norm, rotate, subtract, type Vec3 } from '../../src/core/vector.js';
import type { ValidationCase } from '../case.js';
import { addError, meanOf, newErrors, poseOf, steps, timesInertia, vectorAt } from '../rig.js';

const I: Vec3 = [1e-4, 2e-4, 3e-4];
const W: Vec3 = [0, 20, 0.1];
const E2 = I[1] * W[1] ** 2 + I[2] * W[2] ** 2;
const L2 = (I[1] * W[1]) ** 2 + (I[2] * W[2]) ** 2;

function agm(a: number, b: number): number {
  return Math.abs(a - b) < 1e-15 * a ? a : agm((a + b) / 2, Math.sqrt(a * b));
}

const fast = (I[2] - I[1]) * (L2 - E2 * I[0]);
const K = Math.PI / (2 * agm(1, Math.sqrt(((I[2] - I[0]) * (L2 - E2 * I[1])) / fast)));
const FLIP_S = 2 * K * Math.sqrt((I[0] * I[1] * I[2]) / fast);

export const dzhanibekov: ValidationCase = {
  name: 'dzhanibekov',
  title: 'Free body about its middle axis: flips, energy, angular momentum, 10 s',
  expected: [
    {
      quantity: 'mean interval of flips',
      unit: 's',
      value: FLIP_S,
      tolerance: 1e-3 * FLIP_S,
      basis: 'elliptic integral; (ωh)²',
    },
    {
      quantity: 'largest relative change of energy',
      unit: '1',
      value: 0,
      tolerance: 5e-4,
      basis: '0.05 % as the pendulum',
    },
    {
      quantity: 'largest relative change of angular momentum',
      unit: '1',
      value: 0,
      tolerance: 1e-9,
      basis: 'conserved; 1e-9 asked of a tumbling body',
    },
  ],
  async measure(lab) {
    const s = newBuilder();
    const body = addBody(s, { massKg: 0.5, inertiaKgM2: I, pose: poseAt([0, 0, 0]), angularVelocityRadPerS: W });
    const engine = await lab.start(buildModel(s, { gravity: [0, 0, 0] }));
    const start: Vec3 = [I[0] * W[0], I[1] * W[1], I[2] * W[2]];
    const interval = newErrors();
    let [energy, momentum, last, flippedS] = [0, 0, W[1] as number, Number.NaN];
    steps(engine, 10_000, () => {
      const { rotation } = poseOf(engine, body);
      const w = vectorAt(engine.velocity, 6 * body + 3);
      const middle = rotate([-rotation[0], -rotation[1], -rotation[2], rotation[3]], w)[1];
      if (middle * last < 0) {
        const atS = engine.timeS - (1e-3 * middle) / (middle - last);
        if (!Number.isNaN(flippedS)) addError(interval, atS - flippedS);
        flippedS = atS;
      }
      last = middle;
      energy = Math.max(energy, Math.abs(engine.energy.kineticJ / (E2 / 2) - 1));
      momentum = Math.max(momentum, norm(subtract(timesInertia(rotation, I, w), start)) / norm(start));
    });
    engine.free();
    return {
      'mean interval of flips': meanOf(interval),
      'largest relative change of energy': energy,
      'largest relative change of angular momentum': momentum,
    };
  },
};
