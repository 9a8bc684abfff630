/**
 * Double pendulum of two rods (m = 1 kg, l = 1 m, J = 1 kg·m², g = 10 m/s²), both level along +x at rest, against RK45.
 *
 *   M₁₁p̈₁ + M₁₂p̈₂ = f₁, M₁₂p̈₁ + M₂₂p̈₂ = f₂,  M₁₁ = m l²/4 + J + m l², M₁₂ = ½m l² cos(p₂ − p₁), M₂₂ = m l²/4 + J
 *   f₁ = −(3/2)m l g cos p₁ + ½m l² ṗ₂² sin(p₂ − p₁),  f₂ = −½m l g cos p₂ − ½m l² ṗ₁² sin(p₂ − p₁)
 *
 * Source of the parameters: Project Chrono, utest_CH_double_pend; tolerance of position 1e-3 as there.
 */
import { addBody, addJoint, buildModel, newBuilder, poseAt } from '../../benchmarks/dynamics/model-builder.js';
import type { Lab, ValidationCase } from '../case.js';
import { addError, newErrors, rmsOf, steps } from '../rig.js';
import { integrate } from '../runge-kutta.js';

const GRAVITY = 10;
const END_S = 1;
/** At 1 ms the direct engine divides some steps, and the order does not show. */
const ORDER = 'position error ratio, 0.5 ms to 0.25 ms';

export const doublePendulum: ValidationCase = {
  name: 'double-pendulum',
  title: 'Double pendulum against RK45, 1 s',
  expected: [
    { quantity: 'position of rod 2, RMS error', unit: 'm', value: 0, tolerance: 1e-5, basis: 'RK45; Chrono asks 1e-3' },
    {
      quantity: 'velocity of rod 2, RMS error',
      unit: 'm/s',
      value: 0,
      tolerance: 1e-4,
      basis: 'RK45; Chrono asks 1e-3',
    },
    {
      quantity: ORDER,
      unit: '1',
      value: 4,
      tolerance: 0.5,
      basis: 'second order in h; steps that the engine does not divide',
    },
    { quantity: 'largest joint separation', unit: 'm', value: 0, tolerance: 1e-6, basis: 'Chrono asks 1e-6' },
  ],
  async measure(lab) {
    const coarse = await swing(lab, 1e-3);
    const [half, quarter] = [await swing(lab, 5e-4), await swing(lab, 2.5e-4)];
    return {
      'position of rod 2, RMS error': coarse.position,
      'velocity of rod 2, RMS error': coarse.velocity,
      [ORDER]: half.isWhole && quarter.isWhole ? half.position / quarter.position : Number.NaN,
      'largest joint separation': coarse.separation,
    };
  },
};

function derivative(_t: number, y: Float64Array, out: Float64Array): void {
  const [p1 = 0, p2 = 0, w1 = 0, w2 = 0] = y;
  const c = Math.cos(p2 - p1);
  const s = Math.sin(p2 - p1);
  const [m11, m12, m22] = [2.25, 0.5 * c, 1.25];
  const f1 = -1.5 * GRAVITY * Math.cos(p1) + 0.5 * w2 * w2 * s;
  const f2 = -0.5 * GRAVITY * Math.cos(p2) - 0.5 * w1 * w1 * s;
  const det = m11 * m22 - m12 * m12;
  out[0] = w1;
  out[1] = w2;
  out[2] = (m22 * f1 - m12 * f2) / det;
  out[3] = (m11 * f2 - m12 * f1) / det;
}

async function swing(lab: Lab, stepS: number) {
  const s = newBuilder();
  const one = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([0.5, 0, 0]) });
  const two = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([1.5, 0, 0]) });
  addJoint(s, 'revolute', 0, one, [0, 0, 0]);
  addJoint(s, 'revolute', one, two, [1, 0, 0]);
  const engine = await lab.start(buildModel(s, { gravity: [0, -GRAVITY, 0], stepS }));
  const n = Math.round(END_S / stepS);
  const reference = integrate(derivative, [0, 0, 0, 0], stepS, n);
  const position = newErrors();
  const velocity = newErrors();
  let separation = 0;
  let isWhole = true;
  steps(engine, n, (k) => {
    const [p1 = 0, p2 = 0, w1 = 0, w2 = 0] = reference[k]!;
    const x = Math.cos(p1) + 0.5 * Math.cos(p2);
    const y = Math.sin(p1) + 0.5 * Math.sin(p2);
    const vx = -w1 * Math.sin(p1) - 0.5 * w2 * Math.sin(p2);
    const vy = w1 * Math.cos(p1) + 0.5 * w2 * Math.cos(p2);
    addError(position, Math.hypot(engine.pose[7 * two]! - x, engine.pose[7 * two + 1]! - y));
    addError(velocity, Math.hypot(engine.velocity[6 * two]! - vx, engine.velocity[6 * two + 1]! - vy));
    if (engine.name === 'direct' && engine.subStepCount !== 1) isWhole = false;
    separation = Math.max(separation, ...engine.jointSeparationM);
  });
  engine.free();
  return { position: rmsOf(position), velocity: rmsOf(velocity), separation, isWhole };
}
