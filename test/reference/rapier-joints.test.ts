/**
 * Joints of the `rapier` engine against closed forms: the published four-bar (20/70/40/60 mm), a pendulum, a Hooke joint
 * at 30° (tan θ₂ = tan θ₁·cos β or /cos β, by the yoke that is taken as reference), statics of every kind, cords and rods.
 * Tolerances: Rapier poses are f32 in mm (1e-8 m at 100 mm), its joints yield by micrometres, its swings lose energy.
 */
import { describe, expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../src/core/vector.js';
import { multiplyQuat, quatFromAxisAngle } from '../../src/core/vector.js';
import type { EngineJointKind } from '../../src/dynamics/engine.js';
import { startRapierEngine } from '../../src/dynamics/rapier/index.js';
import {
  actuator,
  body,
  command,
  coordinateOf,
  energyBalance,
  fourBar,
  frameIn,
  GROUND,
  joint,
  model,
  rockerAngle,
} from '../unit/dynamics/rapier/models.js';

const Z_TO_X: Quat = [0, Math.SQRT1_2, 0, Math.SQRT1_2];
const wrap = (x: number) => Math.atan2(Math.sin(x), Math.cos(x));

describe('four-bar at 60 rpm, 2 N·m cap, gain far above what the crank inertia can take explicitly', () => {
  test.each(['fast', 'standard', 'precise'] as const)('%s', async (precision) => {
    const engine = await startRapierEngine({ ...fourBar(2), precision });
    const start = energyBalance(engine);
    command(engine, 0, { kd: 0.8, targetRate: 2 * Math.PI, cap: 2 });
    let separationM = 0;
    let rockerRad = 0;
    let peakEffort = 0;
    for (let k = 0; k < 1000; k++) {
      engine.step();
      separationM = Math.max(separationM, ...engine.jointSeparationM);
      const crank = Math.PI / 2 + engine.coordinate[0]!;
      const rocker = rockerAngle(crank) - rockerAngle(Math.PI / 2);
      rockerRad = Math.max(rockerRad, Math.abs(wrap(engine.coordinate[1]! - rocker)));
      if (k > 100) peakEffort = Math.max(peakEffort, Math.abs(engine.actuatorEffort[0]!));
    }
    expect(separationM).toBeLessThan(0.02e-3); // quality gate; observed 0.0003 mm
    expect(rockerRad).toBeLessThan((0.05 * Math.PI) / 180); // issue; observed 0.0012°
    // The servo yields by effort/gain, up to 0.006 of 6.28 rad/s: under a thousandth of the turns.
    expect(Math.abs(engine.coordinate[0]! - 2 * Math.PI)).toBeLessThan(0.01);
    // 0.0047 N·m: the peak running torque that Chrono finds with the same parameters, to its two digits.
    expect(peakEffort).toBeGreaterThan(0.00465);
    expect(peakEffort).toBeLessThan(0.00475);
    // Kinetic energy is 3e-4 J, the work of a turn ±8e-3 J. Quality gate: 1 % of (work + peak kinetic) + 10 µJ.
    expect(Math.abs(energyBalance(engine) - start)).toBeLessThan(0.01 * 8e-3 + 1e-5);
    expect(engine.troubles).toEqual([]);
    engine.free();
  });
});

describe('pendulum of 0.2 m released level', () => {
  test('keeps its pin within a micrometre, pulls 3 m·g at the bottom, and shows its damping as residual', async () => {
    const bodies = [GROUND, body('bob', 1, [1e-6, 1e-6, 1e-6], [0.2, 0, 0])];
    const joints = [joint('revolute', bodies, 0, 1, [0, 0, 0])];
    const engine = await startRapierEngine(model({ bodies, joints }));
    const start = energyBalance(engine);
    let separationM = 0;
    let pull = 0;
    for (let k = 0; k < 2000; k++) {
      engine.step();
      separationM = Math.max(separationM, engine.jointSeparationM[0]!);
      pull = Math.max(pull, Math.hypot(engine.jointReaction[0]!, engine.jointReaction[1]!));
    }
    expect(separationM).toBeLessThan(1e-6); // observed 1e-7
    expect(Math.abs(pull / (3 * 9.81) - 1)).toBeLessThan(2e-3); // observed 4e-4: lost energy and 1 ms means
    const residual = energyBalance(engine) - start;
    expect(residual).toBeLessThan(0); // damping, not gain
    expect(residual).toBeGreaterThan(-0.01 * 2 * 9.81 * 0.2); // known: 2 % in 10 s
    expect(engine.energy.dissipatedJ).toBe(0);
    engine.free();
  });
});

describe('statics of every joint kind under an oblique load', () => {
  const FREE: Readonly<Partial<Record<EngineJointKind, { force: Vec3; torque: Vec3 }>>> = {
    // Axis along world x, gravity (1, −9.81, 2), body of 1 kg with its centre 50 mm along x: F = −m·g, τ = r × F.
    prismatic: { force: [0, 9.81, -2], torque: [0, 0.1, 0.4905] },
    cylindrical: { force: [0, 9.81, -2], torque: [0, 0.1, 0.4905] },
    revolute: { force: [-1, 9.81, -2], torque: [0, 0.1, 0.4905] },
    fixed: { force: [-1, 9.81, -2], torque: [0, 0.1, 0.4905] },
    planar: { force: [-1, 0, 0], torque: [0, 0, 0] },
  };
  test.each(Object.entries(FREE))('%s', async (kind, { force, torque }) => {
    const bodies = [GROUND, body('b', 1, [1e-3, 1.2e-3, 1.5e-3], [0.05, 0, 0])];
    const joints = [joint(kind as EngineJointKind, bodies, 0, 1, [0, 0, 0], Z_TO_X)];
    const coordinates = [coordinateOf(joints, 0, 'travel'), coordinateOf(joints, 0, 'angle')];
    const engine = await startRapierEngine(model({ gravityMPerS2: [1, -9.81, 2], bodies, joints, coordinates }));
    for (let k = 0; k < 200; k++) engine.step();
    // Momentum balance of f32 velocities: 6e-8·v·m/1 ms, v up to 2 m/s for the planar joint.
    for (let k = 0; k < 3; k++) {
      expect(Math.abs(engine.jointReaction[k]! - force[k]!)).toBeLessThan(2e-4);
      expect(Math.abs(engine.jointReaction[3 + k]! - torque[k]!)).toBeLessThan(2e-4);
    }
    const isSliding = kind === 'prismatic' || kind === 'cylindrical';
    const travel = isSliding ? 0.5 * 1 * 0.2 ** 2 : 0;
    // Rapier's free fall leads by half a solver iteration: ½·a·t·h/4 = 6e-6 m.
    expect(Math.abs(engine.coordinate[0]! - travel)).toBeLessThan(1e-5);
    expect(engine.jointSeparationM[0]).toBeLessThan(1e-9);
    expect(engine.jointMisalignmentRad[0]).toBeLessThan(1e-9);
    engine.free();
  });
});

describe('universal joint at 30°', () => {
  test('turns the output by the law of the Hooke joint over two turns', async () => {
    const beta = Math.PI / 6;
    const tilt = quatFromAxisAngle([0, 1, 0], beta);
    const outAt: Vec3 = [0.05 * Math.sin(beta), 0, 0.05 * Math.cos(beta)];
    const shaft = [1e-5, 1e-5, 1e-5] as const;
    const bodies = [GROUND, body('in', 0.1, shaft, [0, 0, -0.05]), body('out', 0.1, shaft, outAt, { rotation: tilt })];
    const zToY = quatFromAxisAngle([1, 0, 0], -Math.PI / 2);
    const joints = [
      joint('revolute', bodies, 0, 1, [0, 0, -0.05]),
      { ...joint('universal', bodies, 1, 2, [0, 0, 0], zToY), frameInB: frameIn(bodies[2]!, [0, 0, 0], tilt) },
      joint('revolute', bodies, 0, 2, outAt, tilt),
    ];
    const coordinates = [coordinateOf(joints, 0, 'angle'), coordinateOf(joints, 2, 'angle')];
    const engine = await startRapierEngine(
      model({ gravityMPerS2: [0, 0, 0], bodies, joints, coordinates, actuators: [actuator(0, 1)] }),
    );
    command(engine, 0, { kd: Number.POSITIVE_INFINITY, targetRate: 2 * Math.PI, cap: 1 });
    let worst = 0;
    for (let k = 0; k < 2000; k++) {
      engine.step();
      const q = engine.coordinate[0]!;
      // The cross axis fixed in the input shaft is y, perpendicular to both shafts at the start: tan θ₂ = tan θ₁·cos β.
      const expected = Math.atan2(Math.sin(q) * Math.cos(beta), Math.cos(q));
      worst = Math.max(worst, Math.abs(wrap(engine.coordinate[1]! - expected)));
    }
    expect(worst).toBeLessThan(1e-5); // our row, β = 0.2 per sub-step; observed 1e-6
    expect(engine.jointMisalignmentRad[1]).toBeLessThan(1e-5);
    expect(Math.abs(engine.coordinate[1]! - 4 * Math.PI)).toBeLessThan(1e-3);
    engine.free();
  });
});

describe('distance', () => {
  const LEVEL: Vec3 = [0.1, 0, 0];
  const rod = (isCord: boolean, at: Vec3, lengthM: number) => {
    const bodies = [GROUND, body('bob', 1, [1e-4, 1e-4, 1e-4], at)];
    const frame = { positionM: [0, 0, 0] as const, rotation: [0, 0, 0, 1] as const };
    return model({
      bodies,
      joints: [{ ...joint('distance', bodies, 0, 1, [0, 0, 0]), frameInA: frame, frameInB: frame, lengthM, isCord }],
    });
  };

  test('a rod swings like a pendulum: length to a micrometre, 3 m·g at the bottom, energy to 5e-4', async () => {
    const engine = await startRapierEngine(rod(false, LEVEL, 0.1));
    const start = energyBalance(engine);
    let separationM = 0;
    let pull = 0;
    for (let k = 0; k < 2000; k++) {
      engine.step();
      separationM = Math.max(separationM, engine.jointSeparationM[0]!);
      pull = Math.max(pull, Math.hypot(...engine.jointReaction.subarray(0, 3)));
    }
    expect(separationM).toBeLessThan(2e-6); // observed 8e-7
    expect(Math.abs(pull / (3 * 9.81) - 1)).toBeLessThan(2e-3);
    expect(Math.abs(energyBalance(engine) - start)).toBeLessThan(5e-4 * 2 * 9.81 * 0.1); // observed 3e-4 J, to and fro
    engine.free();
  });

  test('a cord is slack inside its length and takes the fall with a loss that is booked', async () => {
    const engine = await startRapierEngine(rod(true, [0.1, 0.05, 0], 0.2));
    const start = energyBalance(engine);
    let stretchM = 0;
    for (let k = 0; k < 150; k++) engine.step();
    // Falls freely: 0.05 − ½·g·t² at 0.15 s, less half a solver iteration.
    expect(engine.pose[8]).toBeCloseTo(0.05 - 0.5 * 9.81 * 0.15 ** 2, 3);
    expect(engine.energy.dissipatedJ).toBe(0);
    for (let k = 0; k < 850; k++) {
      engine.step();
      stretchM = Math.max(stretchM, engine.jointSeparationM[0]!);
    }
    expect(stretchM).toBeLessThan(1e-6);
    expect(engine.energy.dissipatedJ).toBeGreaterThan(1);
    expect(Math.abs(energyBalance(engine) - start)).toBeLessThan(1e-3); // of 2 J; observed 1e-4
    engine.free();
  });
});

describe('a body whose frame is not its centre of mass and whose tensor is not diagonal', () => {
  test('moves as the same body modelled in its principal frame', async () => {
    const turn = quatFromAxisAngle([0.48, 0.6, 0.64], 0.9);
    const spin = { angularVelocityRadPerS: [2, -1, 3] as Vec3, linearVelocityMPerS: [0.1, 0.2, -0.1] as Vec3 };
    const plain = body('plain', 0.5, [1e-3, 2e-3, 2.5e-3], [0, 0, 0], spin);
    // The same matter seen from a frame turned back by `turn` and set off: c_B = −Rᵀ·offset, I_B = Rᵀ·I·R.
    const R = columns(turn);
    const inertia = [0, 1, 2].flatMap((i) =>
      [0, 1, 2].map((j) => [1e-3, 2e-3, 2.5e-3].reduce((sum, I, k) => sum + R[i]![k]! * I * R[j]![k]!, 0)),
    );
    const skew = {
      ...plain,
      centerOfMassM: [0.03, -0.02, 0.01] as Vec3,
      inertiaKgM2: inertia,
      poseInWorld: { positionM: add(R, [0.03, -0.02, 0.01]), rotation: turn },
    };
    const run = async (b: typeof plain) => {
      const engine = await startRapierEngine(model({ gravityMPerS2: [0, 0, 0], bodies: [GROUND, b] }));
      for (let k = 0; k < 300; k++) engine.step();
      const velocity = [...engine.velocity.subarray(6, 12)];
      const pose = [...engine.pose.subarray(7, 14)] as [number, number, number, number, number, number, number];
      engine.free();
      return { velocity, pose };
    };
    const [one, two] = [await run(plain), await run(skew)];
    // Both start with the same velocities and inertia in the world: f32 round-off over 1200 sub-steps.
    for (let k = 0; k < 6; k++) expect(Math.abs(one.velocity[k]! - two.velocity[k]!)).toBeLessThan(2e-3);
    const relative = multiplyQuat([one.pose[3], one.pose[4], one.pose[5], one.pose[6]], turn);
    const same = relative.reduce((sum, x, k) => sum + x * two.pose[3 + k]!, 0);
    expect(Math.abs(Math.abs(same) - 1)).toBeLessThan(1e-5);
  });
});

/** Rows of Rᵀ: components of the world axes in the turned frame. */
function columns(q: Quat): number[][] {
  const [x, y, z, w] = q;
  const R = [
    [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
    [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
    [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
  ];
  return [0, 1, 2].map((i) => [0, 1, 2].map((k) => R[k]![i]!));
}

/** −R·c: where the frame sits when its centre of mass is at the origin. */
function add(Rt: number[][], c: Vec3): Vec3 {
  const at = (k: number) => -[0, 1, 2].reduce((sum, i) => sum + Rt[i]![k]! * c[i]!, 0);
  return [at(0), at(1), at(2)];
}
