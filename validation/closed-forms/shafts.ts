/** Shafts: gear, clutch, motors. Source of parameters: Project Chrono, utest_CH_shafts, utest_MCORE_rotmotors. */
import {
  addActuator,
  addBody,
  addCoordinate,
  addCoupling,
  addJoint,
  type Builder,
  buildModel,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import type { Lab, ValidationCase } from '../case.js';
import { addFreeCoordinate, drive, driveSpeed, steps } from '../rig.js';

function addShaft(s: Builder, inertia: number, at: number, speed = 0): number {
  const body = addBody(s, {
    massKg: 1,
    inertiaKgM2: [inertia, inertia, inertia],
    pose: poseAt([at, 0, 0]),
    angularVelocityRadPerS: [0, 0, speed],
  });
  return addCoordinate(s, addJoint(s, 'revolute', 0, body, [at, 0, 0]), 'angle');
}

const RATIO = -0.1;
const GEAR_ACC = 6 / (10 + 100 * RATIO ** 2);

/** J₁ = 10, J₂ = 100, q₂ = r·q₁, T = 6 on shaft 1: α₁ = T/(J₁ + J₂r²), gear torque on shaft 2 = J₂·r·α₁. */
export const shaftGear: ValidationCase = {
  name: 'shaft-gear',
  title: 'Two geared shafts under a torque',
  expected: [
    {
      quantity: 'angle of shaft 1 at 0.5 s',
      unit: 'rad',
      value: 0.125 * GEAR_ACC,
      tolerance: 1e-3,
      basis: 'Chrono asks 1e-3',
    },
    {
      quantity: 'speed of shaft 1 at 0.5 s',
      unit: 'rad/s',
      value: 0.5 * GEAR_ACC,
      tolerance: 1e-4,
      basis: 'Chrono asks 1e-4',
    },
    {
      quantity: 'speed of shaft 2 at 0.5 s',
      unit: 'rad/s',
      value: 0.5 * RATIO * GEAR_ACC,
      tolerance: 1e-4,
      basis: 'Chrono asks 1e-4',
    },
    {
      quantity: 'gear torque on shaft 2',
      unit: 'N·m',
      value: 100 * RATIO * GEAR_ACC,
      tolerance: 1e-4,
      basis: 'Chrono asks 1e-4',
    },
  ],
  async measure(lab) {
    const s = newBuilder();
    const [q1, q2] = [addShaft(s, 10, 0), addShaft(s, 100, 1)];
    addCoupling(s, [q2, 1], [q1, -RATIO]);
    const engine = await lab.start(buildModel(s, { gravity: [0, 0, 0] }));
    const turn = () => {
      engine.coordinateEffort[q1] = 6;
    };
    steps(engine, 500, () => {}, turn);
    const values = {
      'angle of shaft 1 at 0.5 s': engine.coordinate[q1]!,
      'speed of shaft 1 at 0.5 s': engine.coordinateRate[q1]!,
      'speed of shaft 2 at 0.5 s': engine.coordinateRate[q2]!,
      'gear torque on shaft 2': engine.couplingEffort[0]!,
    };
    engine.free();
    return values;
  },
};

const CLOSE_S = 0.8;
const LOCK_S = 40 / (60 * (1 / 0.5 + 1 / 0.6));

/** J 0.5 at 30 rad/s and J 0.6 at −10 rad/s, clutch of 60 N·m closed at 0.8 s. */
export const clutch: ValidationCase = {
  name: 'clutch',
  title: 'Friction clutch between two shafts: time to lock, common speed',
  expected: [
    { quantity: 'time to lock', unit: 's', value: LOCK_S, tolerance: 1e-3, basis: '40 rad/s at 220 rad/s²; one step' },
    { quantity: 'common speed', unit: 'rad/s', value: (15 - 6) / 1.1, tolerance: 1e-6, basis: 'angular momentum' },
    { quantity: 'slipping torque', unit: 'N·m', value: 60, tolerance: 6e-5, basis: 'the cap; 1e-6 relative' },
    { quantity: 'slip after locking, 1 s', unit: 'rad', value: 0, tolerance: 1e-6, basis: 'true stiction' },
  ],
  async measure(lab) {
    const s = newBuilder();
    const [q1, q2] = [addShaft(s, 0.5, 0, 30), addShaft(s, 0.6, 0, -10)];
    const between = addFreeCoordinate(s, 'angle', 1, 2, [0, 0, 0], [0, 0, 1]);
    addActuator(s, between, 60);
    const model = buildModel(s, { gravity: [0, 0, 0] });
    const engine = await lab.start(model);
    steps(engine, CLOSE_S * 1000);
    driveSpeed(engine, model, 0, 0);
    let [lockS, slipping] = [Number.NaN, 0];
    steps(engine, 500, (k) => {
      if (k === 100) slipping = Math.abs(engine.actuatorEffort[0]!);
      const isLocked = Math.abs(engine.coordinateRate[q1]! - engine.coordinateRate[q2]!) < 1e-3;
      if (isLocked && Number.isNaN(lockS)) lockS = k * 1e-3;
    });
    const from = engine.coordinate[q1]! - engine.coordinate[q2]!;
    steps(engine, 1000);
    const values = {
      'time to lock': lockS,
      'common speed': engine.coordinateRate[q1]!,
      'slipping torque': slipping,
      'slip after locking, 1 s': engine.coordinate[q1]! - engine.coordinate[q2]! - from,
    };
    engine.free();
    return values;
  },
};

/** A free body on a speed motor (constant) and on an angle motor (ramp), ±0.5 rad/s. */
export const motors: ValidationCase = {
  name: 'rotation-motors',
  title: 'Speed motor and angle motor on a body, 2 s',
  expected: (['speed motor', 'angle motor'] as const).flatMap((kind) => [
    {
      quantity: `${kind}: speed error after 0.1 s`,
      unit: 'rad/s',
      value: 0,
      tolerance: 1e-6,
      basis: 'Chrono asks 1e-6',
    },
    {
      quantity: `${kind}: acceleration after 0.1 s`,
      unit: 'rad/s²',
      value: 0,
      tolerance: 1e-4,
      basis: 'Chrono asks 1e-4',
    },
  ]),
  async measure(lab) {
    const values: Record<string, number> = {};
    for (const kind of ['speed motor', 'angle motor'] as const) {
      const results = await Promise.all([0.5, -0.5].map((rate) => runMotor(lab, kind, rate)));
      values[`${kind}: speed error after 0.1 s`] = Math.max(...results.map((r) => r.speed));
      values[`${kind}: acceleration after 0.1 s`] = Math.max(...results.map((r) => r.acceleration));
    }
    return values;
  },
};

async function runMotor(lab: Lab, kind: 'speed motor' | 'angle motor', rate: number) {
  const s = newBuilder();
  addActuator(s, addShaft(s, 1, 0), 1e4);
  const model = buildModel(s, { gravity: [0, 0, 0] });
  const engine = await lab.start(model);
  let [speed, acceleration, before] = [0, 0, Number.NaN];
  const read = (k: number) => {
    const now = engine.coordinateRate[0]!;
    if (k > 100) {
      speed = Math.max(speed, Math.abs(now - rate));
      acceleration = Math.max(acceleration, Math.abs(now - before) / 1e-3);
    }
    before = now;
  };
  // the ramp is followed by a stiff servo, ω = 316 rad/s, critically damped
  const command = (k: number) =>
    kind === 'speed motor'
      ? driveSpeed(engine, model, 0, rate)
      : drive(engine, model, 0, { kp: 1e5, kd: 632, target: rate * k * 1e-3, targetRate: rate });
  steps(engine, 2000, read, command);
  engine.free();
  return { speed, acceleration };
}
