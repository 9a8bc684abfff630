/** Joints with a closed form. Sources of parameters: Project Chrono, utest_CH_assembly, utest_JOINT_distance_unilateral, utest_MCORE_joints_dvi. */
import { addBody, addJoint, buildModel, newBuilder, poseAt } from '../../benchmarks/dynamics/model-builder.js';
import { add, cross, scale, type Vec3 } from '../../src/core/vector.js';
import type { ValidationCase } from '../case.js';
import { steps, vectorAt } from '../rig.js';

const GRAVITY = 9.80665;
const TILT = -Math.PI / 4;
const ARM: Vec3 = [2, 0, 0];
const AXIS: Vec3 = [0, -Math.sin(TILT), Math.cos(TILT)];
const ALPHA = (-GRAVITY * 2 * Math.sin(TILT)) / (0.1 + 4);
/** m·a − m·g, and the torque at the pivot: I_z·α·n + r×F. */
const FORCE = add(scale(cross(AXIS, ARM), ALPHA), [0, 0, GRAVITY]);
const TORQUE = add(scale(AXIS, 0.1 * ALPHA), cross(ARM, FORCE));
const BASIS = 'Chrono asks 1e-2 of accelerations and reactions';

/** A rod of 4 m on an inclined pivot, at the instant of release. */
export const release: ValidationCase = {
  name: 'release',
  title: 'Rod on an inclined pivot at the instant of release: acceleration and reactions',
  expected: [
    { quantity: 'angular acceleration', unit: 'rad/s²', value: ALPHA, tolerance: 1e-2, basis: BASIS },
    ...(['x', 'y', 'z'] as const).flatMap((axis, k) => [
      { quantity: `pivot force ${axis}`, unit: 'N', value: FORCE[k]!, tolerance: 1e-2, basis: BASIS },
      { quantity: `pivot torque ${axis}`, unit: 'N·m', value: TORQUE[k]!, tolerance: 1e-2, basis: BASIS },
    ]),
  ],
  async measure(lab) {
    const s = newBuilder();
    const rod = addBody(s, { massKg: 1, inertiaKgM2: [0.04, 0.1, 0.1], pose: poseAt(ARM, TILT, [1, 0, 0]) });
    addJoint(s, 'revolute', 0, rod, [0, 0, 0], AXIS);
    const engine = await lab.start(buildModel(s, { gravity: [0, 0, -GRAVITY] }));
    engine.step();
    const force = vectorAt(engine.jointReaction, 0);
    const torque = vectorAt(engine.jointReaction, 3);
    const alpha = Math.hypot(...vectorAt(engine.velocity, 6 * rod + 3)) / engine.timeS;
    engine.free();
    const values: Record<string, number> = { 'angular acceleration': alpha };
    (['x', 'y', 'z'] as const).forEach((axis, k) => {
      values[`pivot force ${axis}`] = force[k]!;
      values[`pivot torque ${axis}`] = torque[k]!;
    });
    return values;
  },
};

const TAUT_S = Math.sqrt((2 * (0.9 + Math.sqrt(0.99))) / 10);

/** A point mass falls from (0.1, 0.9) until a rope of 1 m to the origin catches it. */
export const rope: ValidationCase = {
  name: 'rope',
  title: 'Point mass caught by a rope',
  expected: [
    {
      quantity: 'free fall, largest error',
      unit: 'm',
      value: 0,
      tolerance: 1e-6,
      basis: 'Chrono asks 1e-6 of acceleration',
    },
    { quantity: 'instant of catching', unit: 's', value: TAUT_S, tolerance: 1e-3, basis: 'within that step' },
    { quantity: '|p·p − 1| for 2 s after it', unit: 'm²', value: 0, tolerance: 1e-4, basis: 'Chrono asks 1e-4' },
  ],
  async measure(lab) {
    const s = newBuilder();
    const ball = addBody(s, { massKg: 1, inertiaKgM2: [1e-3, 1e-3, 1e-3], pose: poseAt([0.1, 0.9, 0]) });
    addJoint(s, 'distance', 0, ball, [0, 0, 0], [0, 0, 1], { pointB: [0.1, 0.9, 0], lengthM: 1, isCord: true });
    const engine = await lab.start(buildModel(s, { gravity: [0, -10, 0] }));
    let [fall, caughtS, sphere] = [0, Number.NaN, 0];
    steps(engine, 2616, () => {
      const [x, y] = [engine.pose[7 * ball]!, engine.pose[7 * ball + 1]!];
      const t = engine.timeS;
      if (t < TAUT_S) fall = Math.max(fall, Math.hypot(x - 0.1, y - 0.9 + 5 * t * t));
      if (Number.isNaN(caughtS) && Math.hypot(engine.jointReaction[0]!, engine.jointReaction[1]!) > 1e-9) caughtS = t;
      if (t > TAUT_S + 1e-3) sphere = Math.max(sphere, Math.abs(x * x + y * y - 1));
    });
    engine.free();
    return { 'free fall, largest error': fall, 'instant of catching': caughtS, '|p·p − 1| for 2 s after it': sphere };
  },
};

/** A sled of 550 kg on a rail at 2 m/s with a wheel of 350 kg swinging on it. */
export const sled: ValidationCase = {
  name: 'sled-wheel',
  title: 'Sled and swinging wheel, 900 kg, 2 s',
  expected: [
    { quantity: 'largest joint separation', unit: 'm', value: 0, tolerance: 1e-4, basis: 'Chrono asks 1e-4' },
    {
      quantity: 'largest change of momentum along the rail',
      unit: 'N·s',
      value: 0,
      tolerance: 1800e-4,
      basis: '1e-4 in motion',
    },
    {
      quantity: 'largest change of energy',
      unit: 'J',
      value: 0,
      tolerance: 5e-4 * 350 * 9.81,
      basis: '0.05 % of m·g·l',
    },
  ],
  async measure(lab) {
    const s = newBuilder();
    const speed = { linearVelocityMPerS: [2, 0, 0] } as const;
    const body = addBody(s, { massKg: 550, inertiaKgM2: [100, 100, 100], pose: poseAt([0, 0, 0]), ...speed });
    const wheel = addBody(s, { massKg: 350, inertiaKgM2: [50, 138, 138], pose: poseAt([2, 0, 0]), ...speed });
    addJoint(s, 'prismatic', 0, body, [0, 0, 0], [1, 0, 0]);
    addJoint(s, 'revolute', body, wheel, [1, 0, 0], [0, 1, 0]);
    const engine = await lab.start(buildModel(s, { gravity: [0, 0, -9.81] }));
    const start = engine.energy.kineticJ + engine.energy.potentialJ;
    let [separation, momentum, energy] = [0, 0, 0];
    steps(engine, 2000, () => {
      separation = Math.max(separation, ...engine.jointSeparationM);
      const p = 550 * engine.velocity[6 * body]! + 350 * engine.velocity[6 * wheel]!;
      momentum = Math.max(momentum, Math.abs(p - 1800));
      energy = Math.max(energy, Math.abs(engine.energy.kineticJ + engine.energy.potentialJ - start));
    });
    engine.free();
    return {
      'largest joint separation': separation,
      'largest change of momentum along the rail': momentum,
      'largest change of energy': energy,
    };
  },
};
