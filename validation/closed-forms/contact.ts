/**
 * Contact with a closed form.
 *
 * Sources of parameters: Project Chrono, utest_CH_compute_contact, utest_SMC_sliding_gravity (Xiang 2009), utest_SMC_cor_normal,
 * utest_SMC_stacking (Asmar 2002).
 */
import {
  addBody,
  addShape,
  type Builder,
  boxInertia,
  buildModel,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import type { Vec3 } from '../../src/core/vector.js';
import type { Lab, ValidationCase } from '../case.js';
import { addError, meanOf, newErrors, steps } from '../rig.js';

function addFloor(s: Builder, halfExtentsM: Vec3, friction: number, restitution = 0): number {
  const pose = poseAt([0, -halfExtentsM[1], 0]);
  const floor = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose, isGround: true });
  addShape(s, floor, { kind: 'box', halfExtentsM }, { friction, restitution });
  return floor;
}

function addBall(
  s: Builder,
  massKg: number,
  radiusM: number,
  at: Vec3,
  o: { vy?: number; e?: number; mu?: number },
): number {
  const i = 0.4 * massKg * radiusM ** 2;
  const velocity = { linearVelocityMPerS: [0, o.vy ?? 0, 0] } as const;
  const ball = addBody(s, { massKg, inertiaKgM2: [i, i, i], pose: poseAt(at), ...velocity });
  addShape(s, ball, { kind: 'sphere', radiusM }, { friction: o.mu ?? 0, restitution: o.e ?? 0 });
  return ball;
}

const LOAD_N = 8 * 5 * 9.81;

export const floorLoad: ValidationCase = {
  name: 'floor-load',
  title: 'Eight balls dropped on a floor: load from 0.25 s to 3 s',
  expected: [
    {
      quantity: 'load, largest error',
      unit: 'N',
      value: 0,
      tolerance: 1e-3 * LOAD_N,
      basis: 'Chrono asks 0.1 % of the weight',
    },
  ],
  async measure(lab) {
    const s = newBuilder();
    const floor = addFloor(s, [2, 0.1, 2], 0.4);
    for (let i = 0; i < 8; i++)
      s.contactPairs.push([floor, addBall(s, 5, 0.05, [0.1 * i, 0.06, 0.1 * i], { mu: 0.4 })]);
    const engine = await lab.start(buildModel(s));
    const load = newErrors();
    steps(engine, 3000, (k) => {
      if (k <= 250) return;
      let sum = 0;
      for (let i = 0; i < 8; i++) sum += engine.contactForceN[3 * i + 1]!;
      addError(load, sum - LOAD_N);
    });
    engine.free();
    return { 'load, largest error': load.max };
  },
};

const STOP_M = 25 / (2 * 0.5 * 9.81);

export const slidingBlock: ValidationCase = {
  name: 'sliding-block',
  title: 'Block sliding to rest, µ = 0.5, 5 m/s',
  expected: [
    { quantity: 'distance', unit: 'm', value: STOP_M, tolerance: 5e-3 * STOP_M, basis: 'v²/2µg; Chrono asks 0.5 %' },
    {
      quantity: 'friction force while sliding',
      unit: 'N',
      value: 0.5 * 9.81,
      tolerance: 1e-4 * 0.5 * 9.81,
      basis: 'µ·m·g, 1e-4',
    },
    { quantity: 'kinetic energy after 2 s', unit: 'J', value: 0, tolerance: 1e-8, basis: 'Chrono asks 1e-8' },
  ],
  async measure(lab) {
    const s = newBuilder();
    const floor = addFloor(s, [4, 0.5, 1.5], 0.5);
    const block = addBody(s, { massKg: 1, inertiaKgM2: boxInertia(1, 0.5, 0.5, 0.5), pose: poseAt([-3, 0.25, 0]) });
    s.bodies[block] = { ...s.bodies[block]!, linearVelocityMPerS: [5, 0, 0] };
    addShape(s, block, { kind: 'box', halfExtentsM: [0.25, 0.25, 0.25] }, { friction: 0.5 });
    s.contactPairs.push([floor, block]);
    const engine = await lab.start(buildModel(s));
    const friction = newErrors();
    steps(engine, 2000, (k) => k > 100 && k < 900 && addError(friction, engine.contactFrictionN[0]!));
    const values = {
      distance: engine.pose[7 * block]! + 3,
      'friction force while sliding': meanOf(friction),
      'kinetic energy after 2 s': engine.energy.kineticJ,
    };
    engine.free();
    return values;
  },
};

const COEFFICIENTS = [0, 0.25, 0.5, 0.75, 1] as const;

export const restitution: ValidationCase = {
  name: 'restitution',
  title: 'Two balls meeting at 2 m/s',
  expected: COEFFICIENTS.map((e) => ({
    quantity: `ratio of speeds, e = ${e}`,
    unit: '1',
    value: e,
    tolerance: 1e-3,
    basis: 'Chrono asks 1e-3',
  })),
  async measure(lab) {
    const values: Record<string, number> = {};
    for (const e of COEFFICIENTS) values[`ratio of speeds, e = ${e}`] = await collide(lab, e);
    return values;
  },
};

async function collide(lab: Lab, e: number): Promise<number> {
  const s = newBuilder();
  const [one, two] = [
    addBall(s, 1, 0.5, [0, 0.625, 0], { vy: -1, e }),
    addBall(s, 1, 0.5, [0, -0.625, 0], { vy: 1, e }),
  ];
  const engine = await lab.start(buildModel(s, { gravity: [0, 0, 0] }));
  steps(engine, 500);
  const ratio = (engine.velocity[6 * one + 1]! - engine.velocity[6 * two + 1]!) / 2;
  engine.free();
  return ratio;
}

export const ballStack: ValidationCase = {
  name: 'ball-stack',
  title: 'Five balls dropped above each other, e = 0.3, 10 s',
  expected: [
    { quantity: 'largest side offset', unit: 'm', value: 0, tolerance: 1e-6, basis: 'Chrono asks 1e-6' },
    { quantity: 'largest spin at the end', unit: 'rad/s', value: 0, tolerance: 1e-6, basis: 'no rotation' },
    { quantity: 'kinetic energy at the end', unit: 'J', value: 0, tolerance: 1e-8, basis: 'at rest' },
  ],
  async measure(lab) {
    const s = newBuilder();
    addFloor(s, [10, 0.5, 10], 0.5, 0.3);
    const balls = Array.from({ length: 5 }, (_, i) => addBall(s, 1, 1, [0, 1 + 2.5 * i + 0.5, 0], { e: 0.3, mu: 0.5 }));
    const engine = await lab.start(buildModel(s));
    let side = 0;
    steps(engine, 10_000, () => {
      for (const b of balls) side = Math.max(side, Math.abs(engine.pose[7 * b]!), Math.abs(engine.pose[7 * b + 2]!));
    });
    const spin = Math.max(...balls.flatMap((b) => [3, 4, 5].map((k) => Math.abs(engine.velocity[6 * b + k]!))));
    const kinetic = engine.energy.kineticJ;
    engine.free();
    return { 'largest side offset': side, 'largest spin at the end': spin, 'kinetic energy at the end': kinetic };
  },
};
