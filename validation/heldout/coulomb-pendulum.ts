/**
 * Physical pendulum with dry friction τ in its joint.
 *
 *   turning points, exactly:  m·g·l·(cos θ_{k+1} − cos θ_k) = τ·(θ_k + θ_{k+1})     small angles: 4τ/(m·g·l) per cycle
 *   it stays where m·g·l·sin θ ≤ τ at a turning point
 */
import {
  addBody,
  addCoordinate,
  addJoint,
  buildModel,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import type { ValidationCase } from '../case.js';
import { G, steps } from '../rig.js';

const MASS_KG = 1;
const ARM_M = 0.25;
const INERTIA = 0.02;
const TORQUE = 0.02;
const START = 0.15;
const MGL = MASS_KG * G * ARM_M;

/** |θ| at the turning points, from the start to where it stays. */
function turningPoints(): number[] {
  const points = [START];
  for (;;) {
    const from = points.at(-1)!;
    if (MGL * Math.sin(from) <= TORQUE) return points;
    // Newton from the small-angle value
    let to = from - (2 * TORQUE) / MGL;
    for (let i = 0; i < 20; i++) {
      const r = MGL * (Math.cos(to) - Math.cos(from)) - TORQUE * (from + to);
      to -= r / (-MGL * Math.sin(to) - TORQUE);
    }
    points.push(to);
  }
}

const POINTS = turningPoints();
const REST = POINTS.at(-1)! * (POINTS.length % 2 === 1 ? 1 : -1);
const LOST = MGL * (Math.cos(REST) - Math.cos(START));

export const coulombPendulum: ValidationCase = {
  name: 'coulomb-pendulum',
  title: 'Physical pendulum with dry friction in its joint: decay per cycle, sticking',
  expected: [
    {
      quantity: 'amplitude after 1 cycle',
      unit: 'rad',
      value: POINTS[2]!,
      tolerance: 2e-5,
      basis: 'energy closed form',
    },
    {
      quantity: 'amplitude after 3 cycles',
      unit: 'rad',
      value: POINTS[6]!,
      tolerance: 4e-5,
      basis: 'energy closed form',
    },
    {
      quantity: 'decay per cycle, first three',
      unit: 'rad',
      value: (4 * TORQUE) / MGL,
      tolerance: (0.01 * 4 * TORQUE) / MGL,
      basis: 'small angles: exact to θ²/6',
    },
    { quantity: 'angle at rest', unit: 'rad', value: REST, tolerance: 1e-4, basis: 'last turning point' },
    { quantity: 'creep in 5 s of sticking', unit: 'rad', value: 0, tolerance: 1e-6, basis: 'true stiction' },
    {
      quantity: 'dissipated energy',
      unit: 'J',
      value: LOST,
      tolerance: 1e-3 * LOST,
      basis: 'm·g·l·(cos θ_end − cos θ_0)',
    },
  ],
  async measure(lab) {
    const s = newBuilder();
    const at = [ARM_M * Math.sin(START), -ARM_M * Math.cos(START), 0] as const;
    const rod = addBody(s, { massKg: MASS_KG, inertiaKgM2: [INERTIA, INERTIA, INERTIA], pose: poseAt(at, START) });
    addCoordinate(s, addJoint(s, 'revolute', 0, rod, [0, 0, 0]), 'angle', { dryFriction: TORQUE });
    const engine = await lab.start(buildModel(s));
    const peaks: number[] = [];
    let [before, last] = [START, START];
    steps(engine, 12_000, () => {
      const theta = engine.coordinate[0]! + START;
      const size = Math.abs(last);
      if (size >= Math.abs(before) && size > Math.abs(theta) && peaks.length < POINTS.length) peaks.push(size);
      [before, last] = [last, theta];
    });
    const rest = last;
    steps(engine, 5000);
    const creep = engine.coordinate[0]! + START - rest;
    const lost = engine.energy.dissipatedJ;
    engine.free();
    return {
      'amplitude after 1 cycle': peaks[2]!,
      'amplitude after 3 cycles': peaks[6]!,
      'decay per cycle, first three': (START - peaks[6]!) / 3,
      'angle at rest': rest,
      'creep in 5 s of sticking': creep,
      'dissipated energy': lost,
    };
  },
};
