/**
 * Clutches, brakes, governors and bearing friction against closed forms: stiction that does not creep, slip at exactly the
 * cap, locking at the common momentum.
 */
import { describe, expect, test } from 'vitest';
import type { EngineModel } from '../../src/dynamics/engine.js';
import type { ModelKind } from '../../src/models/index.js';
import * as models from '../../src/models/index.js';
import { governedSpeed } from '../../src/models/viscous-governor.js';
import { actuator, body, command, coordinateOf, GROUND, joint, model } from '../unit/dynamics/rapier/models.js';
import { balance, ENGINES, rotors, run, slider, testOn, withModel } from './models-bench.js';
import { ALONG_X, coaxial } from './models-cases.js';

const on = { joint: 'j' };
const kind = (k: unknown): ModelKind => k as ModelKind;

describe.each(ENGINES)('%s', (name, start) => {
  const isDirect = name === 'direct';

  test.each([0.95, 1.05])('a friction clutch under %d of its slip torque', async (part) => {
    const m = withModel(coaxial([1e-4, 1e-4], [0, 0]), kind(models.frictionClutch), { on, slipTorqueNm: 0.5 }, [2]);
    const engine = await start({ ...m, actuators: [actuator(0, 2), actuator(1, 2)] });
    command(engine, 1, { kd: Number.POSITIVE_INFINITY, cap: 2 });
    let [least, most] = [Number.POSITIVE_INFINITY, 0];
    run(engine, 1, (k) => {
      command(engine, 0, { feedforward: part * 0.5 * Math.min(1, k / 300), cap: 2 });
      if (k <= 400) return;
      const torque = Math.abs(engine.couplingEffort[0]!);
      least = Math.min(least, torque);
      most = Math.max(most, torque);
    });
    if (part < 1) {
      expect(Math.abs(engine.coordinate[2]!)).toBeLessThan(1e-6);
      expect(most).toBeCloseTo(0.475, isDirect ? 9 : 6);
    } else {
      expect(least).toBeCloseTo(0.5, 12);
      expect(most).toBeCloseTo(0.5, 12);
      // slips from 1/1.05 of the ramp on: ω = ∫(τ − 0.5)/J
      const ramp = 0.3;
      const rate = (0.025 / 1e-4) * (0.5 * (ramp - ramp / 1.05) + (1 - ramp));
      expect(Math.abs(engine.coordinateRate[0]! / rate - 1)).toBeLessThan(isDirect ? 5e-3 : 2e-2);
    }
    engine.free();
  });

  test('two rotors lock at their common momentum', async () => {
    // Chrono utest_CH_shafts, with the exact answer: 0.5 at 30 rad/s and 0.6 at −10 rad/s, 60 N·m: 0.1818 s, 8.1818 rad/s
    const m = withModel(coaxial([0.5, 0.6], [30, -10]), kind(models.frictionClutch), { on, slipTorqueNm: 60 }, [2]);
    const engine = await start(m);
    let locked = 0;
    run(engine, 0.3, () => {
      if (locked === 0 && Math.abs(engine.coordinateRate[2]!) < 1e-2) locked = engine.timeS;
    });
    expect(locked).toBeGreaterThan(0.1808);
    expect(locked).toBeLessThan(0.1848);
    expect(engine.coordinateRate[0]).toBeCloseTo(9 / 1.1, isDirect ? 9 : 1);
    engine.free();
  });

  const seconds = isDirect || process.env.MECHTRIAL_FULL === '1' ? 60 : 6;
  const holdsStill = async () => {
    const sled = withModel(slider(1), kind(models.steadyLinearBrake), { on, forceN: 5 }, [0]);
    const wheel = withModel(rotors([{ inertia: 1e-5 }]), kind(models.steadyRotaryBrake), { on, torqueNm: 1 }, [0]);
    for (const [m, load] of [
      [sled, 4.9],
      [wheel, 0.98],
    ] as const) {
      const engine = await start({ ...m, actuators: [actuator(0, 10)] });
      command(engine, 0, { feedforward: load, cap: 10 });
      run(engine, seconds);
      expect(Math.abs(engine.coordinate[0]!)).toBeLessThan(1e-6);
      expect(engine.couplingEffort[0]).toBeCloseTo(-load, 6);
      engine.free();
    }
  };
  testOn(name, `a brake holds for ${seconds} s without creep`, holdsStill, 120_000);

  test('a brake stops a slider after v²·m/2F', async () => {
    const engine = await start(withModel(slider(0.5, 1), kind(models.steadyLinearBrake), { on, forceN: 2 }, [0]));
    run(engine, 0.5);
    // to half a step of the last velocity
    expect(engine.coordinate[0]).toBeCloseTo((0.5 * 0.5) / 2, isDirect ? 4 : 3);
    expect(Math.abs(engine.coordinateRate[0]!)).toBeLessThan(isDirect ? 1e-6 : 1e-4);
    expect(engine.energy.dissipatedJ).toBeCloseTo(0.25, isDirect ? 9 : 4);
    engine.free();
  });

  const strokes = isDirect || process.env.MECHTRIAL_FULL === '1' ? 1000 : 50;
  test(`a one-way clutch carries ${strokes} strokes without running back`, { timeout: 120_000 }, async () => {
    const clutch = withModel(coaxial([1e-4, 3e-4], [0, 0]), kind(models.oneWayClutch), { on }, [2]);
    const held = withModel(clutch, kind(models.steadyRotaryBrake), { on, torqueNm: 0.05 }, [1]);
    const engine = await start({ ...held, actuators: [actuator(0, 2)] });
    let [highest, back] = [0, 0];
    const w = 50 * Math.PI;
    run(engine, strokes / 25, (k) => {
      const t = (k + 1) * 1e-3;
      const target = 0.2 * Math.sin(w * t);
      command(engine, 0, { kp: 50, kd: 0.5, target, targetRate: 0.2 * w * Math.cos(w * t), cap: 2 });
      highest = Math.max(highest, engine.coordinate[2]!);
      back = Math.max(back, highest - engine.coordinate[2]!);
    });
    // declared backlash: none
    expect(back).toBeLessThan(isDirect ? 1e-7 : 1e-5);
    expect(engine.coordinate[1]).toBeGreaterThan(0.4 * strokes);
    engine.free();
  });

  test('a one-way clutch grips after its declared backlash', async () => {
    const clutch = withModel(coaxial([1e-4, 3e-4], [0, 0]), kind(models.oneWayClutch), { on, backlashRad: 0.1 }, [2]);
    const engine = await start({ ...clutch, actuators: [actuator(1, 1)] });
    command(engine, 0, { kd: Number.POSITIVE_INFINITY, targetRate: -1, cap: 1 });
    let least = 0;
    run(engine, 0.5, () => {
      least = Math.min(least, engine.coordinate[2]!);
    });
    expect(least).toBeCloseTo(-0.1, isDirect ? 6 : 4);
    expect(engine.coordinateRate[0]).toBeCloseTo(-1, isDirect ? 6 : 2);
    engine.free();
  });

  test('a governor settles at the speed that balances its torque', async () => {
    const record = { on, dampingNmSPerRad: 2e-5, vaneTorqueNm: 1e-3, vaneSpeedRadPerS: 20 };
    const m = withModel(rotors([{ inertia: 1e-5 }]), kind(models.viscousGovernor), record, [0]);
    const engine = await start({ ...m, actuators: [actuator(0, 1)] });
    command(engine, 0, { feedforward: 0.005, cap: 1 });
    run(engine, 3);
    const exact = governedSpeed(0.005, 2e-5, 1e-3 / 400);
    expect(Math.abs(engine.coordinateRate[0]! / exact - 1)).toBeLessThan(isDirect ? 1e-9 : 1e-3);
    engine.free();
  });

  test('vanes slow a rotor down as 1/(1 + c·ω₀·t/J)', async () => {
    const m = withModel(
      rotors([{ inertia: 1e-5, speed: 50 }]),
      kind(models.viscousGovernor),
      { on, vaneTorqueNm: 1e-6 },
      [0],
    );
    const engine = await start(m);
    run(engine, 1);
    const exact = 50 / (1 + (1e-6 * 50 * 1) / 1e-5);
    // drag of the step before: first order, c·ω₀·h/J = 0.5 % at the start
    expect(Math.abs(engine.coordinateRate[0]! / exact - 1)).toBeLessThan(5e-3);
    engine.free();
  });
});

describe.each(ENGINES)('%s: joint friction in proportion to the load', (name, start) => {
  const isDirect = name === 'direct';

  test('a plain bearing takes µ·r·load', async () => {
    // 2 kg rotor, weight across the axis: ω̇ = −µ·r·m·g/J
    const rotor = body('rotor', 2, [1e-3, 1e-3, 1e-3], [0, 0, 0], { angularVelocityRadPerS: [0, 0, 20] });
    const bodies = [GROUND, rotor];
    const joints = [joint('revolute', bodies, 0, 1, [0, 0, 0])];
    const coordinates = [coordinateOf(joints, 0, 'angle', { reactionFriction: 0.2 * 0.005 })];
    const engine = await start(model({ bodies, joints, coordinates }));
    const before = balance(engine);
    run(engine, 0.5);
    const exact = 20 - ((0.2 * 0.005 * 2 * 9.81) / 1e-3) * 0.5;
    // the load is known from the second step on
    expect(Math.abs(engine.coordinateRate[0]! - exact)).toBeLessThan(isDirect ? 0.03 : 0.1);
    expect(Math.abs(balance(engine) - before)).toBeLessThan(isDirect ? 1e-9 : 1e-2);
    engine.free();
  });

  test('a loaded slide sticks below µ and slides above', async () => {
    for (const [part, slides] of [
      [0.95, false],
      [1.05, true],
    ] as const) {
      const bodies = [GROUND, body('sled', 1, [1e-3, 1e-3, 1e-3])];
      const joints = [joint('prismatic', bodies, 0, 1, [0, 0, 0], ALONG_X)];
      const coordinates = [coordinateOf(joints, 0, 'travel', { reactionFriction: 0.3 })];
      const m: EngineModel = model({ bodies, joints, coordinates, actuators: [actuator(0, 50)] });
      const engine = await start(m);
      const force = part * 0.3 * 9.81;
      run(engine, 1, (k) => command(engine, 0, { feedforward: k < 20 ? 0 : force, cap: 50 }));
      const exact = slides ? 0.5 * 0.05 * 0.3 * 9.81 * 0.98 ** 2 : 0;
      expect(Math.abs(engine.coordinate[0]! - exact)).toBeLessThan(isDirect ? 2e-4 : 5e-3);
      engine.free();
    }
  });
});
