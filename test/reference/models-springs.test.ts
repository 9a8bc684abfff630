/**
 * Springs, cords, detents and elastic joints against closed forms.
 *
 * `direct` integrates a mass on a linear spring with its exact frequency (law-weight.ts), so that it is held to rounding.
 * `rapier` keeps its bodies in f32 and feeds efforts through an observer: its tolerances are observed values times two.
 */
import { describe, expect, test } from 'vitest';
import type { Engine, EngineModel, StartEngine } from '../../src/dynamics/engine.js';
import type { ModelKind } from '../../src/models/index.js';
import * as models from '../../src/models/index.js';
import { actuator, body, command, GROUND, model } from '../unit/dynamics/rapier/models.js';
import { balance, distanceCoordinate, ENGINES, rotors, run, slider, testOn, withModel } from './models-bench.js';
import { bushed } from './models-cases.js';

const on = { joint: 'j' };
const kind = (k: unknown): ModelKind => k as ModelKind;

async function started(start: StartEngine, m: EngineModel): Promise<Engine> {
  return start(m);
}

describe.each(ENGINES)('%s', (name, start) => {
  const isDirect = name === 'direct';

  for (const hertz of [5, 50, 150]) {
    testOn(name, `a rotor on a torsion spring swings at ${hertz} Hz`, async () => {
      const [J, w] = [1e-5, 2 * Math.PI * hertz];
      const m = withModel(
        rotors([{ inertia: J }]),
        kind(models.torsionSpring),
        { on, stiffnessNmPerRad: J * w * w, preloadNm: 0.1 * J * w * w },
        [0],
      );
      const engine = await started(start, m);
      let worst = 0;
      run(engine, 1, (k) => {
        const exact = 0.1 - 0.1 * Math.cos(w * (k + 1) * 1e-3);
        worst = Math.max(worst, Math.abs(engine.coordinate[0]! - exact));
      });
      // rapier observed 0.0003, 0.001, 0.003
      expect(worst).toBeLessThan(isDirect ? 1e-11 : 2e-5 * hertz + 1e-3);
      engine.free();
    });
  }

  testOn(name, 'a law far too stiff for the step stays bounded and loses nothing', async () => {
    const [J, w] = [1e-5, 2 * Math.PI * 20000];
    const m = withModel(
      rotors([{ inertia: J }]),
      kind(models.torsionSpring),
      { on, stiffnessNmPerRad: J * w * w, preloadNm: 1e-6 * J * w * w },
      [0],
    );
    const engine = await started(start, m);
    const before = balance(engine);
    let largest = 0;
    run(engine, 0.5, () => {
      largest = Math.max(largest, Math.abs(engine.coordinate[0]!));
    });
    // about the free angle 1e-6 rad, from rest: between 0 and 2e-6 for the exact motion, four times that for the mean rule
    expect(largest).toBeLessThan(8e-6);
    const stored = 0.5 * J * w * w * 1e-12;
    if (isDirect) expect(Math.abs(balance(engine) - before) / stored).toBeLessThan(1e-6);
    engine.free();
  });

  testOn(name, 'a mass between spring and damper rings down as it should', async () => {
    // x'' + 2δx' + ω²x = 0 from x₀ = 10 mm at rest
    const [M, k, c] = [0.5, 400, 2];
    const m = withModel(
      slider(M),
      kind(models.travelSpring),
      { on, stiffnessNPerM: k, preloadN: k * 0.01, dampingNSPerM: c },
      [0],
    );
    const engine = await started(start, m);
    const delta = c / (2 * M);
    const w = Math.sqrt(k / M - delta * delta);
    let worst = 0;
    run(engine, 1, (i) => {
      const t = (i + 1) * 1e-3;
      const y = -0.01 * Math.exp(-delta * t) * (Math.cos(w * t) + (delta / w) * Math.sin(w * t));
      worst = Math.max(worst, Math.abs(engine.coordinate[0]! - 0.01 - y));
    });
    // Damping and spring are split within the step: an error of second order, δ·ω·h² = 6e-5 of 10 mm at most (observed 2.5e-7).
    expect(worst).toBeLessThan(isDirect ? 6e-7 : 2e-5);
    engine.free();
  });

  test('a bob on a spring through the air keeps its energy and its angular momentum', async () => {
    const bob = body('bob', 0.4, [2e-4, 2e-4, 2e-4], [0.15, 0, 0], { linearVelocityMPerS: [0, 0.6, 0] });
    const m = model({ bodies: [GROUND, bob], gravityMPerS2: [0, 0, 0] });
    const free = { ...m, coordinates: [distanceCoordinate(m, 0, [0, 0, 0], 1, [0.15, 0, 0])] };
    const ends = [
      { body: 'ground', pointM: [0, 0, 0] },
      { body: 'bob', pointM: [0.15, 0, 0] },
    ];
    const engine = await started(
      start,
      withModel(free, kind(models.linearSpring), { ends, stiffnessNPerM: 60, freeLengthM: 0.12 }, [0]),
    );
    const before = balance(engine);
    const spin = 0.4 * 0.15 * 0.6;
    let worst = 0;
    let drift = 0;
    run(engine, 3, () => {
      const [x, y] = [engine.pose[7]!, engine.pose[8]!];
      const [vx, vy] = [engine.velocity[6]!, engine.velocity[7]!];
      worst = Math.max(worst, Math.abs(0.4 * (x * vy - y * vx) - spin));
      drift = Math.max(drift, Math.abs(balance(engine) - before));
    });
    // the published velocity is extrapolated by half a step: (ωh)²/8 = 2e-5
    expect(worst / spin).toBeLessThan(isDirect ? 3e-5 : 5e-3);
    expect(drift / (0.5 * 0.4 * 0.36)).toBeLessThan(isDirect ? 5e-5 : 1e-2);
    engine.free();
  });

  test('a spring is a dead stop from its solid angle on, and gives back what it stored', async () => {
    const m = withModel(
      rotors([{ inertia: 1e-5, speed: 20 }]),
      kind(models.torsionSpring),
      { on, stiffnessNmPerRad: 0.01, solidAngle: { upperRad: 0.3 } },
      [0],
    );
    const engine = await started(start, m);
    let largest = 0;
    run(engine, 0.3, () => {
      largest = Math.max(largest, engine.coordinate[0]!);
    });
    expect(largest).toBeLessThan(0.3 + (isDirect ? 1e-7 : 1e-4));
    expect(largest).toBeGreaterThan(0.299);
    // What it had left on the way to the stop is dead; what the spring holds there, ½·0.01·0.09, comes back whole.
    const returned = engine.energy.kineticJ + engine.energy.elasticJ!;
    // The step in which it arrives costs part of a kick of the spring, h·ω = 3 %: (hω)² in energy.
    expect(returned / 4.5e-4).toBeCloseTo(1, 2);
    engine.free();
  });

  test('a constant-force spring pulls with its force', async () => {
    const m = withModel(
      slider(0.5),
      kind(models.constantForceSpring),
      { on, forceN: 2, startM: -0.3, riseM: 0.05 },
      [0],
    );
    const engine = await started(start, m);
    run(engine, 0.2);
    // x = −½·(F/m)·t²; the first half kick makes h·t/2 of it no error of the leapfrog
    expect(engine.coordinate[0]).toBeCloseTo(-0.5 * (2 / 0.5) * 0.04, isDirect ? 12 : 4);
    expect(engine.lawEffort![0]).toBeCloseTo(-2, 12);
    engine.free();
  });

  test('an elastic joint gives way by force over stiffness, in every direction', async () => {
    const damped = bushed({ relaxationS: 0.01 });
    const still: EngineModel = {
      ...damped,
      gravityMPerS2: [0, 0, 0],
      bodies: damped.bodies.map((b) => ({
        ...b,
        linearVelocityMPerS: [0, 0, 0] as const,
        angularVelocityRadPerS: [0, 0, 0] as const,
      })),
    };
    const engine = await started(start, still);
    const load = [3, -2, 4, 0.02, 0.03, -0.01];
    run(engine, 1.5, () => engine.wrench.set(load, 6));
    engine.wrench.set(load, 6);
    engine.step();
    const [x, y, z, qx, qy, qz] = engine.pose.subarray(7, 13);
    // frame z of the joint is the world's z
    expect(x).toBeCloseTo(3 / 800, isDirect ? 8 : 5);
    expect(y).toBeCloseTo(-2 / 800, isDirect ? 8 : 5);
    expect(z).toBeCloseTo(4 / 2000, isDirect ? 8 : 5);
    // small angles: the projections differ from the rotation vector by products of them, 0.03·0.04
    expect(2 * qx!).toBeCloseTo(0.02 / 0.8, 2.5);
    expect(2 * qy!).toBeCloseTo(0.03 / 0.8, 2.5);
    expect(2 * qz!).toBeCloseTo(-0.01 / 0.5, 2.5);
    engine.free();
  });

  test('a slack cord lets its bob fall freely, a taut one holds it on the sphere', async () => {
    // After the Chrono unit test JOINT_distance_unilateral (BSD-3), at 0.3 of its size: 1 kg at (0.03, 0.27, 0), g = 10
    const at = [0.03, 0.27, 0] as const;
    const m = model({ bodies: [GROUND, body('bob', 1, [1e-3, 1e-3, 1e-3], at)], gravityMPerS2: [0, -10, 0] });
    const free = { ...m, coordinates: [distanceCoordinate(m, 0, [0, 0, 0], 1, at)] };
    const ends = [
      { body: 'ground', pointM: [0, 0, 0] },
      { body: 'bob', pointM: at },
    ];
    const engine = await started(start, withModel(free, kind(models.cord), { ends, lengthM: 0.3 }, [0]));
    let taut = 0;
    let longest = 0;
    let pushes = 0;
    run(engine, 1.5, () => {
      const pull = engine.couplingEffort[0]!;
      if (taut === 0 && pull < -1e-6) taut = engine.timeS;
      pushes = Math.max(pushes, pull);
      longest = Math.max(longest, engine.coordinate[0]!);
    });
    const exact = Math.sqrt((2 * (0.27 + Math.sqrt(0.09 - 0.0009))) / 10);
    expect(taut).toBeGreaterThan(exact - 1.5e-3);
    expect(taut).toBeLessThan(exact + 2.5e-3);
    expect(longest).toBeLessThan(0.3 + (isDirect ? 1e-6 : 1e-4));
    expect(pushes).toBe(0);
    engine.free();
  });

  test.each([
    [0.95, true],
    [1.05, false],
  ])('a detent under %d of its peak torque holds: %s', async (part, holds) => {
    const pitch = Math.PI / 6;
    const knob = withModel(
      rotors([{ inertia: 1e-5 }]),
      kind(models.rotaryDetent),
      { on, peakTorqueNm: 0.02, pitchRad: pitch },
      [0],
    );
    const damped = withModel(knob, kind(models.rotaryDamper), { on, dampingNmSPerRad: 1e-3 }, [0]);
    const engine = await started(start, { ...damped, actuators: [actuator(0, 1)] });
    run(engine, 1.5, (k) => command(engine, 0, { feedforward: part * 0.02 * Math.min(1, k / 1000), cap: 1 }));
    if (holds) expect(engine.coordinate[0]! / pitch).toBeCloseTo(Math.asin(part) / (2 * Math.PI), isDirect ? 6 : 5);
    else expect(engine.coordinate[0]! / pitch).toBeGreaterThan(1);
    engine.free();
  });
});
