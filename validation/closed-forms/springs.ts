/**
 * Springs as laws of the engine.
 *
 * Sources of parameters: Project Chrono, utest_CH_slider_pend, utest_CH_prismatic_spring, utest_CH_shafts.
 */
import {
  addBody,
  addCoordinate,
  addCoupling,
  addJoint,
  buildModel,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import { dot, norm, scale, type Vec3 } from '../../src/core/vector.js';
import type { ValidationCase } from '../case.js';
import { addDistance, addError, lawOn, newErrors, poseOf, rmsOf, steps } from '../rig.js';
import { integrate } from '../runge-kutta.js';

const STEP_S = 1e-3;
/** (m₁ + m₂)ẍ − ½m₂l sin p·p̈ = ½m₂l cos p·ṗ² − kx,  −½m₂l sin p·ẍ + (¼m₂l² + J)p̈ = −½m₂l·g cos p; all 1, k = g = 10. */
export const sliderPendulum: ValidationCase = {
  name: 'slider-pendulum',
  title: 'Slider on a spring with a hanging rod, against RK45, 5 s',
  expected: [
    {
      quantity: 'position of the rod, RMS error',
      unit: 'm',
      value: 0,
      tolerance: 1e-3,
      basis: 'RK45; Chrono asks 1e-3',
    },
    { quantity: 'largest joint separation', unit: 'm', value: 0, tolerance: 1e-6, basis: 'Chrono asks 1e-6' },
  ],
  async measure(lab) {
    const s = newBuilder();
    const slider = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([0, 0, 0]) });
    const rod = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([0.5, 0, 0]) });
    addCoordinate(s, addJoint(s, 'prismatic', 0, slider, [0, 0, 0], [1, 0, 0]), 'travel');
    addJoint(s, 'revolute', slider, rod, [0, 0, 0]);
    const laws = [
      lawOn(
        0,
        (q) => -10 * q,
        () => 10,
      ),
    ];
    const model = { ...buildModel(s, { gravity: [0, -10, 0], stepS: STEP_S }), laws };
    const engine = await lab.start(model);
    const reference = integrate(
      (_t, [x = 0, p = 0, vx = 0, w = 0], out) => {
        const [sin, cos] = [Math.sin(p), Math.cos(p)];
        const [f1, f2] = [0.5 * cos * w * w - 10 * x, -5 * cos];
        const [m12, m22] = [-0.5 * sin, 1.25];
        const det = 2 * m22 - m12 * m12;
        out[0] = vx;
        out[1] = w;
        out[2] = (m22 * f1 - m12 * f2) / det;
        out[3] = (2 * f2 - m12 * f1) / det;
      },
      [0, 0, 0, 0],
      STEP_S,
      5000,
    );
    const errors = newErrors();
    let separation = 0;
    const read = (k: number) => {
      const [x = 0, p = 0] = reference[k]!;
      const at = poseOf(engine, rod).positionM;
      addError(errors, Math.hypot(at[0] - x - 0.5 * Math.cos(p), at[1] - 0.5 * Math.sin(p)));
      separation = Math.max(separation, ...engine.jointSeparationM);
    };
    steps(engine, 5000, read);
    engine.free();
    return { 'position of the rod, RMS error': rmsOf(errors), 'largest joint separation': separation };
  },
};

const RAIL: Vec3 = [-Math.SQRT1_2, 0, Math.SQRT1_2];
const AT: Vec3 = [0, 0, -3];

/** Slider of 1 kg on an inclined rail, spring from the origin: k = 50, c = 2, rest length 1.5, g = 10. */
export const prismaticSpring: ValidationCase = {
  name: 'prismatic-spring',
  title: 'Slider on an inclined rail with a spring to a point, against RK45, 1 s',
  expected: [
    { quantity: 'travel, RMS error', unit: 'm', value: 0, tolerance: 1e-4, basis: 'RK45; (ωh)² of the travel is 5e-5' },
    { quantity: 'largest joint separation', unit: 'm', value: 0, tolerance: 1e-6, basis: 'straight rail' },
  ],
  async measure(lab) {
    const s = newBuilder();
    const slider = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt(AT) });
    addCoordinate(s, addJoint(s, 'prismatic', 0, slider, AT, RAIL), 'travel');
    const spring = addDistance(s, slider, [0, 0, 0], AT);
    const laws = [
      lawOn(
        spring,
        (length, rate) => -50 * (length - 1.5) - 2 * rate,
        () => 50,
      ),
    ];
    const model = { ...buildModel(s, { gravity: [0, 0, -10], stepS: STEP_S }), laws };
    const engine = await lab.start(model);
    const force = (p: Vec3, v: Vec3): Vec3 => {
      const length = norm(p);
      const u = scale(p, 1 / length);
      return scale(u, -50 * (length - 1.5) - 2 * dot(u, v));
    };
    const reference = integrate(
      (_t, [q = 0, rate = 0], out) => {
        const p: Vec3 = [AT[0] + q * RAIL[0], 0, AT[2] + q * RAIL[2]];
        out[0] = rate;
        out[1] = dot(RAIL, force(p, scale(RAIL, rate))) - 10 * RAIL[2];
      },
      [0, 0],
      STEP_S,
      1000,
    );
    const errors = newErrors();
    let separation = 0;
    const read = (k: number) => {
      addError(errors, engine.coordinate[0]! - reference[k]![0]!);
      separation = Math.max(separation, engine.jointSeparationM[0]!);
    };
    steps(engine, 1000, read);
    engine.free();
    return { 'travel, RMS error': rmsOf(errors), 'largest joint separation': separation };
  },
};

/** J = 9 geared 1:1 to I = 1, torque 3, spring 40 N·m/rad: q = (3/40)(1 − cos 2t). */
export const torsionSpring: ValidationCase = {
  name: 'torsion-spring',
  title: 'Geared shaft on a torsion spring',
  expected: [
    {
      quantity: 'angle at 0.5 s',
      unit: 'rad',
      value: 0.075 * (1 - Math.cos(1)),
      tolerance: 1e-4,
      basis: 'closed form; Chrono asks 1e-3',
    },
    {
      quantity: 'speed at 0.5 s',
      unit: 'rad/s',
      value: 0.15 * Math.sin(1),
      tolerance: 1e-4,
      basis: 'Chrono asks 1e-4',
    },
  ],
  async measure(lab) {
    const s = newBuilder();
    const q = [9, 1].map((i, k) => {
      const shaft = addBody(s, { massKg: 1, inertiaKgM2: [i, i, i], pose: poseAt([k, 0, 0]) });
      return addCoordinate(s, addJoint(s, 'revolute', 0, shaft, [k, 0, 0]), 'angle');
    });
    addCoupling(s, [q[0]!, 1], [q[1]!, -1]);
    const laws = [
      lawOn(
        0,
        (q) => -40 * q,
        () => 40,
      ),
    ];
    const model = { ...buildModel(s, { gravity: [0, 0, 0], stepS: STEP_S }), laws };
    const engine = await lab.start(model);
    const turn = () => {
      engine.coordinateEffort[1] = 3;
    };
    steps(engine, 500, () => {}, turn);
    const values = { 'angle at 0.5 s': engine.coordinate[0]!, 'speed at 0.5 s': engine.coordinateRate[0]! };
    engine.free();
    return values;
  },
};
