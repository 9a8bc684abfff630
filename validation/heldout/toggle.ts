/**
 * Toggle of two equal links L (slender, mass m) and a slider (mass M), straight at θ = 0; slider at x = 2L·cos θ.
 *
 *   load −P on the slider, held at θ = −δ:  holding torque 2PL·sin δ, pivot force P, side force P·tan δ
 *   load +P: swings about dead centre:  M(θ)θ̈ + ½M'(θ)θ̇² = −2PL·sin θ,
 *     M(θ) = mL²/3 + m·L²(2.25·sin²θ + 0.25·cos²θ) + mL²/12 + 4·M·L²·sin²θ
 *   load reversed at (almost) dead centre: folds to the side of its offset until a stop at 60° and rests there
 */
import {
  addActuator,
  addBar,
  addBody,
  addCoordinate,
  addJoint,
  buildModel,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import type { EngineModel } from '../../src/dynamics/engine.js';
import type { Lab, ValidationCase } from '../case.js';
import { addError, drive, driveSpeed, newErrors, rmsOf, steps } from '../rig.js';
import { integrate } from '../runge-kutta.js';

const L = 0.1;
const LINK_KG = 0.05;
const SLIDER_KG = 0.2;
const DELTA = (2 * Math.PI) / 180;
const HOLD_N = 200;
const PULL_N = 5;
const FOLD_N = 50;
const STOP_RAD = Math.PI / 3;
const SLIDER = 3;

const HOLD = 2 * HOLD_N * L * Math.sin(DELTA);
const STATIC = 'virtual work; 1e-6 relative in statics';

export const toggle: ValidationCase = {
  name: 'toggle-reversal',
  title: 'Toggle at dead centre: holding torque, swing after reversal, folding from dead centre',
  expected: [
    { quantity: 'holding torque', unit: 'N·m', value: HOLD, tolerance: 1e-6 * HOLD, basis: STATIC },
    { quantity: 'pivot force along the slide', unit: 'N', value: HOLD_N, tolerance: 1e-6 * HOLD_N, basis: STATIC },
    {
      quantity: 'side force on the slide',
      unit: 'N',
      value: HOLD_N * Math.tan(DELTA),
      tolerance: 1e-6 * HOLD_N,
      basis: STATIC,
    },
    {
      quantity: 'swing RMS error, 1 s',
      unit: 'rad',
      value: 0,
      tolerance: 3e-4,
      basis: 'RK45; leapfrog phase error ωt(ωh)²/24 · amplitude = 2.4e-4 rad at 1 s',
    },
    {
      quantity: 'swing error ratio, 1 ms to 0.5 ms',
      unit: '1',
      value: 4,
      tolerance: 0.5,
      basis: 'second order in h',
    },
    {
      quantity: 'angle after folding',
      unit: 'rad',
      value: STOP_RAD,
      tolerance: 1e-5,
      basis: 'rests on the stop, restitution 0',
    },
    {
      quantity: 'largest joint separation while folding',
      unit: 'm',
      value: 0,
      tolerance: 1e-6,
      basis: 'below any verdict tolerance, also in the impact on the stop',
    },
  ],
  async measure(lab) {
    const coarse = await swing(lab, 1e-3);
    const fine = await swing(lab, 5e-4);
    return {
      ...(await hold(lab)),
      'swing RMS error, 1 s': coarse,
      'swing error ratio, 1 ms to 0.5 ms': coarse / fine,
      ...(await fold(lab)),
    };
  },
};

/** θ of the crank coordinate is counted from the start angle. */
function linkage(theta: number, stepS: number, stop: number | null = null): EngineModel {
  const s = newBuilder();
  const elbow = [L * Math.cos(theta), L * Math.sin(theta)] as const;
  const end = [2 * L * Math.cos(theta), 0] as const;
  const i = (LINK_KG * L * L) / 12;
  const [one, two] = [addBar(s, [0, 0], elbow, { massKg: LINK_KG }), addBar(s, elbow, end, { massKg: LINK_KG })];
  for (const link of [one, two])
    s.bodies[link] = { ...s.bodies[link]!, inertiaKgM2: [i / 100, 0, 0, 0, i, 0, 0, 0, i] };
  const slider = addBody(s, { massKg: SLIDER_KG, inertiaKgM2: [1e-4, 1e-4, 1e-4], pose: poseAt([...end, 0]) });
  const pivot = addJoint(s, 'revolute', 0, one, [0, 0, 0]);
  addJoint(s, 'revolute', one, two, [...elbow, 0]);
  addJoint(s, 'revolute', two, slider, [...end, 0]);
  addJoint(s, 'prismatic', 0, slider, [...end, 0], [1, 0, 0]);
  const limits = stop === null ? null : { lower: -stop - theta, upper: stop - theta, restitution: 0 };
  addActuator(s, addCoordinate(s, pivot, 'angle', { limits }), 20);
  return buildModel(s, { gravity: [0, 0, 0], stepS });
}

async function hold(lab: Lab): Promise<Record<string, number>> {
  const model = linkage(-DELTA, 1e-3);
  const engine = await lab.start(model);
  driveSpeed(engine, model, 0, 0);
  const load = () => {
    engine.wrench[6 * SLIDER] = -HOLD_N;
  };
  steps(engine, 200, () => {}, load);
  const values = {
    'holding torque': engine.actuatorEffort[0]!,
    'pivot force along the slide': engine.jointReaction[0]!,
    'side force on the slide': Math.abs(engine.jointReaction[6 * 3 + 1]!),
  };
  engine.free();
  return values;
}

async function swing(lab: Lab, stepS: number): Promise<number> {
  const model = linkage(-DELTA, stepS);
  const engine = await lab.start(model);
  const a = (LINK_KG * L * L) / 3 + (LINK_KG * L * L) / 12;
  const f = (_t: number, [theta = 0, rate = 0]: Float64Array, out: Float64Array) => {
    const [s, c] = [Math.sin(theta), Math.cos(theta)];
    const inertia = a + LINK_KG * L * L * (2.25 * s * s + 0.25 * c * c) + 4 * SLIDER_KG * L * L * s * s;
    const slope = (4 * LINK_KG * L * L + 8 * SLIDER_KG * L * L) * s * c;
    out[0] = rate;
    out[1] = (-2 * PULL_N * L * s - 0.5 * slope * rate * rate) / inertia;
  };
  const n = Math.round(1 / stepS);
  const reference = integrate(f, [-DELTA, 0], stepS, n);
  const errors = newErrors();
  const read = (k: number) => addError(errors, engine.coordinate[0]! - DELTA - reference[k]![0]!);
  const load = () => {
    engine.wrench[6 * SLIDER] = PULL_N;
  };
  steps(engine, n, read, load);
  engine.free();
  return rmsOf(errors);
}

async function fold(lab: Lab): Promise<Record<string, number>> {
  const theta = 1e-6;
  const model = linkage(theta, 1e-3, STOP_RAD);
  const engine = await lab.start(model);
  drive(engine, model, 0, {});
  let separation = 0;
  const read = () => {
    separation = Math.max(separation, ...engine.jointSeparationM);
  };
  steps(engine, 100, read, () => {
    engine.wrench[6 * SLIDER] = FOLD_N;
  });
  steps(engine, 900, read, () => {
    engine.wrench[6 * SLIDER] = -FOLD_N;
  });
  const angle = Math.abs(engine.coordinate[0]! + theta);
  engine.free();
  return { 'angle after folding': angle, 'largest joint separation while folding': separation };
}
