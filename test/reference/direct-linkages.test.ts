/**
 * The direct engine on jointed cases against closed forms. Sources: circle intersection (four-bar), complete elliptic
 * integral by the arithmetic–geometric mean (pendulum), gear ratios; parameters of the published baseline cases (a), (b).
 */
import { describe, expect, test } from 'vitest';
import * as cases from '../../benchmarks/dynamics/cases/linkages.js';
import {
  addActuator,
  addBar,
  addBody,
  addCoordinate,
  addJoint,
  boxInertia,
  buildModel,
  command,
  commandSpeed,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import { balanceOf, run } from '../../benchmarks/dynamics/run.js';
import { startDirectEngine } from '../../src/dynamics/direct/index.js';

describe('closure and motion', () => {
  test('driven four-bar: separation ≤ 1e-6 mm, rocker on its closed form', async () => {
    const { run: r, errors } = await cases.drivenFourBar(startDirectEngine, 1);
    expect(r.separationM).toBeLessThan(1e-9); // required
    expect(errors.rockerRad).toBeLessThan(1e-8); // 1e-9 m over the 0.04 m rocker, with its transmission
    expect(r.troubles).toEqual([]);
  });

  test('free four-bar: energy comes back', async () => {
    const { errors } = await cases.freeFourBar(startDirectEngine, 3);
    expect(errors.energySwing).toBeLessThan(2e-3); // leapfrog's h²ω² swing within a turn
    expect(errors.energyEnd).toBeLessThan(2e-3);
  });

  test('slider-crank and scissor lift follow their geometry', async () => {
    const slider = await cases.sliderCrank(startDirectEngine, 1);
    expect(slider.run.separationM).toBeLessThan(1e-9);
    expect(slider.errors.sliderM).toBeLessThan(1e-9);
    const lift = await cases.scissorLift(startDirectEngine, 3, 1);
    expect(lift.run.separationM).toBeLessThan(1e-9);
    expect(lift.errors.platformM).toBeLessThan(1e-8); // nine closures above each other
  });

  test('pendulum 60 s: energy within 0.05 %, period within 20 ppm, pin force within 1e-4', async () => {
    const { errors } = await cases.pendulum(startDirectEngine, 60);
    expect(errors.energy).toBeLessThan(5e-4);
    expect(errors.periodRelative).toBeLessThan(20e-6);
    expect(errors.pinOfWeight).toBeLessThan(1e-4);
  });

  test('free spatial chain of 100 mm links, 10 s: energy within 0.3 % of its peak', async () => {
    const { run: r, errors } = await cases.freeChain(startDirectEngine, 3, 10, 0.1);
    expect(errors.energyOfState).toBeLessThan(3e-3);
    expect(r.separationM).toBeLessThan(1e-7);
  });

  test('light links carry heavy bobs', async () => {
    for (const bobKg of [1, 20]) {
      const { run: r, errors } = await cases.bob(startDirectEngine, 1e-3, bobKg, 2);
      expect(r.separationM).toBeLessThan(1e-9);
      expect(errors.energy).toBeLessThan(5e-4); // as the pendulum
    }
  });

  test.each([0.1, 5])('reducer with a brake of %f N·m: phase and input torque', async (brake) => {
    const { run: r, errors } = await cases.reducer(startDirectEngine, brake, 1);
    expect(errors.phaseRad).toBeLessThan(1e-10);
    expect(errors.torqueRelative).toBeLessThan(1e-6);
    expect(r.energyResidualJ).toBeLessThan(1e-12); // linear: only rounding of 0.1 J
  });
});

describe('reactions and efforts in statics', () => {
  test('a held lever: pin force and holding torque', async () => {
    const s = newBuilder();
    const bar = addBar(s, [-0.1, 0], [0.2, 0]);
    const q = addCoordinate(s, addJoint(s, 'revolute', 0, bar, [0, 0, 0]), 'angle');
    const drive = addActuator(s, q, 5);
    const engine = await startDirectEngine(buildModel(s));
    commandSpeed(engine, drive, 0);
    run(engine, 50, () => {
      engine.wrench[6 * bar + 1] = -7;
    });
    const load = s.bodies[bar]!.massKg * 9.81 + 7;
    expect(engine.jointReaction[1]! / load).toBeCloseTo(1, 6);
    expect(engine.actuatorEffort[drive]! / (load * 0.05)).toBeCloseTo(1, 6);
  });

  test('a cantilever on a fixed joint: force and moment at the root', async () => {
    const s = newBuilder();
    const beam = addBar(s, [0, 0], [0.1, 0], { massKg: 0.2 });
    addJoint(s, 'fixed', 0, beam, [0, 0, 0], [1, 0, 0]);
    const engine = await startDirectEngine(buildModel(s));
    run(engine, 50);
    const weight = 0.2 * 9.81;
    const expected = [0, weight, 0, 0, 0, weight * 0.05];
    for (let k = 0; k < 6; k++) expect(Math.abs(engine.jointReaction[k]! - expected[k]!)).toBeLessThan(1e-6 * weight);
  });

  test('three hinges of a door share its weight and sum to it', async () => {
    const s = newBuilder();
    const door = addBody(s, { massKg: 2, inertiaKgM2: boxInertia(2, 0.6, 0.9, 0.03), pose: poseAt([0.3, 0, 0]) });
    for (const y of [-0.4, 0, 0.4]) addJoint(s, 'revolute', 0, door, [0, y, 0], [0, 1, 0]);
    const engine = await startDirectEngine(buildModel(s));
    run(engine, 200);
    const total = [0, 1, 2].reduce((sum, j) => sum + engine.jointReaction[6 * j + 1]!, 0);
    expect(total / (2 * 9.81)).toBeCloseTo(1, 6);
    expect(Math.max(...engine.jointSeparationM)).toBeLessThan(1e-9);
  });

  test('every joint kind hangs a mass and reads its weight', async () => {
    for (const kind of [
      'revolute',
      'spherical',
      'fixed',
      'universal',
      'distance',
      'prismatic',
      'cylindrical',
      'planar',
    ] as const) {
      const s = newBuilder();
      const mass = addBody(s, { massKg: 0.5, inertiaKgM2: [1e-4, 2e-4, 3e-4], pose: poseAt([0, -0.1, 0]) });
      // slides stand across gravity, the plane's normal along it
      const axis = kind === 'planar' ? ([0, 1, 0] as const) : ([0, 0, 1] as const);
      addJoint(s, kind, 0, mass, [0, 0, 0], axis, kind === 'distance' ? { lengthM: 0.1, pointB: [0, -0.1, 0] } : {});
      const engine = await startDirectEngine(buildModel(s));
      run(engine, 100);
      expect(engine.jointReaction[1]! / (0.5 * 9.81), kind).toBeCloseTo(1, 6);
      expect(engine.jointSeparationM[0], kind).toBeLessThan(1e-9);
    }
  });
});

describe('laws of coordinates', () => {
  const rotor = async (o: Parameters<typeof addCoordinate>[3], I = 2e-4, rate = 0) => {
    const s = newBuilder();
    const body = addBody(s, {
      massKg: 0.1,
      inertiaKgM2: [I, I, I],
      pose: poseAt([0, 0, 0]),
      angularVelocityRadPerS: [0, 0, rate],
    });
    const q = addCoordinate(s, addJoint(s, 'revolute', 0, body, [0, 0, 0]), 'angle', o);
    addActuator(s, q, 0.05);
    return startDirectEngine(buildModel(s, { gravity: [0, 0, 0] }));
  };

  test('damping decays a rotor exactly', async () => {
    const engine = await rotor({ damping: 4e-4 }, 2e-4, 10);
    run(engine, 500);
    // fitted to the exponential: only the first, half kick differs; velocities are read with O(h²)
    expect(engine.coordinateRate[0]! / (10 * Math.exp(-2 * 0.5))).toBeCloseTo(1, 5);
    const { kineticJ, dissipatedJ } = engine.energy;
    expect(Math.abs(kineticJ + dissipatedJ - 0.5 * 2e-4 * 100)).toBeLessThan(1e-15);
  });

  test('dry friction holds below its effort and brakes by it above', async () => {
    const engine = await rotor({ dryFriction: 0.01 });
    run(engine, 500, () => {
      engine.coordinateEffort[0] = 0.0095;
    });
    expect(Math.abs(engine.coordinate[0]!)).toBeLessThan(1e-6); // stiction without creep
    run(engine, 500, () => {
      engine.coordinateEffort[0] = 0.012;
    });
    // (0.012 − 0.01)/I over 0.5 s, to the half step that the first kick covers
    expect(Math.abs(engine.coordinateRate[0]! - 5)).toBeLessThan(0.01);
  });

  test('a drive never exceeds its cap, and holds its target below it', async () => {
    const engine = await rotor({});
    let most = 0;
    const servo = { kp: 0.5, kd: 0.1, target: 20 };
    run(
      engine,
      3000,
      () => command(engine, 0, servo),
      () => {
        most = Math.max(most, Math.abs(engine.actuatorEffort[0]!));
      },
    );
    expect(most).toBeLessThanOrEqual(0.05 * (1 + 1e-12));
    expect(Math.abs(engine.coordinate[0]! - 20)).toBeLessThan(1e-4); // settled; past three turns
  });

  test('a limit stops dead, or bounces with its restitution', async () => {
    const dead = await rotor({ limits: { lower: -1, upper: 0.5, restitution: 0 } }, 2e-4, 3);
    run(dead, 400);
    expect(Math.abs(dead.coordinate[0]! - 0.5)).toBeLessThan(1e-7); // 1e-7 of the impact's speed is left
    expect(dead.energy.dissipatedJ).toBeCloseTo(0.5 * 2e-4 * 9, 12);
    const bouncing = await rotor({ limits: { lower: -1, upper: 0.5, restitution: 0.6 } }, 2e-4, 3);
    run(bouncing, 400);
    expect(bouncing.coordinateRate[0]!).toBeCloseTo(-1.8, 6);
  });

  test("an explicit spring swings with leapfrog's frequency and keeps its amplitude", async () => {
    const [k, I, h] = [0.2, 2e-4, 1e-3];
    const engine = await rotor({}, I, 1);
    let peak = 0;
    const r = run(
      engine,
      5000,
      () => {
        engine.coordinateEffort[0] = -k * engine.coordinate[0]!;
      },
      (i) => {
        if (i > 4000) peak = Math.max(peak, engine.coordinate[0]!);
      },
    );
    const w = Math.sqrt(k / I);
    // leapfrog conserves ½v² + ½w²x² − h²w⁴x²/8: amplitude v0/w/√(1 − (hw)²/4); sampled peaks miss by (hw)²/8
    const amplitude = 1 / w / Math.sqrt(1 - (h * w) ** 2 / 4);
    expect(Math.abs(peak / amplitude - 1)).toBeLessThan((h * w) ** 2 / 8 + 1e-9);
    expect(r.troubles).toEqual([]);
  });

  test('a cord lets go and holds', async () => {
    const s = newBuilder();
    const mass = addBody(s, { massKg: 0.5, inertiaKgM2: [1e-4, 1e-4, 1e-4], pose: poseAt([0, -0.05, 0]) });
    addJoint(s, 'distance', 0, mass, [0, 0, 0], [0, 0, 1], { lengthM: 0.1, isCord: true, pointB: [0, -0.05, 0] });
    const engine = await startDirectEngine(buildModel(s));
    run(engine, 90);
    expect(engine.jointReaction[1]).toBe(0); // free fall: 0.04 m
    run(engine, 100);
    expect(engine.pose[8]! + 0.1).toBeCloseTo(0, 7);
    expect(engine.jointReaction[1]! / (0.5 * 9.81)).toBeCloseTo(1, 6);
  });
});

test('a body modelled off its centre of mass moves as one modelled at it', async () => {
  const build = (offset: readonly [number, number, number]) => {
    const s = newBuilder();
    const at = [0.05 - offset[0], -offset[1], -offset[2]] as const;
    const tensor = [2e-4, 3e-5, 0, 3e-5, 3e-4, 1e-5, 0, 1e-5, 4e-4];
    const body = addBody(s, { massKg: 0.3, inertiaKgM2: tensor, centerOfMassM: offset, pose: poseAt(at) });
    addJoint(s, 'spherical', 0, body, [0, 0, 0]);
    return startDirectEngine(buildModel(s));
  };
  const [a, b] = [await build([0, 0, 0]), await build([0.01, -0.02, 0.03])];
  const [ra, rb] = [run(a, 500), run(b, 500)];
  // the same numbers up to the rounding of another origin, over 500 steps of a non-chaotic motion
  for (let k = 3; k < 7; k++) expect(Math.abs(a.pose[7 + k]! - b.pose[7 + k]!)).toBeLessThan(1e-9);
  for (let k = 0; k < 6; k++) expect(Math.abs(a.jointReaction[k]! - b.jointReaction[k]!)).toBeLessThan(1e-8);
  expect(Math.abs(ra.energyResidualJ - rb.energyResidualJ)).toBeLessThan(1e-9);
});

test('a released joint lets its body fall and stays released', async () => {
  const s = newBuilder();
  const body = addBody(s, { massKg: 1, inertiaKgM2: [1e-3, 1e-3, 1e-3], pose: poseAt([0, 0, 0]) });
  addJoint(s, 'fixed', 0, body, [0, 0, 0]);
  const engine = await startDirectEngine(buildModel(s));
  run(engine, 100);
  engine.releaseJoint(0);
  run(engine, 100);
  expect(engine.jointActive[0]).toBe(0);
  expect(engine.pose[8]! + 0.5 * 9.81 * 0.1 ** 2).toBeCloseTo(0, 3); // half a step of the first kick
  expect(engine.jointSeparationM[0]!).toBeCloseTo(-engine.pose[8]!, 12);
  expect(Math.abs(balanceOf(engine))).toBeLessThan(1e-9);
});
