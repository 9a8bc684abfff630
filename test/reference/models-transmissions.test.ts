/**
 * Transmissions against closed forms: the three-stage reducer, worms inside and outside their friction condition, racks,
 * belts, planetary sets and the reaction on their carriers.
 *
 * The reducer is the one of knowledge common to such benchmarks: wheels of 20/60 mm, 1.578e-5 and 1.278e-3 kg·m², ratio
 * 1:3 three times, driven at one turn per second against a dry brake on the last shaft.
 */
import { describe, expect, test } from 'vitest';
import type { Engine, EngineModel, StartEngine } from '../../src/dynamics/engine.js';
import type { ModelKind } from '../../src/models/index.js';
import * as models from '../../src/models/index.js';
import { wormFriction } from '../../src/models/worm-pair.js';
import { actuator, command } from '../unit/dynamics/rapier/models.js';
import { balance, ENGINES, rotors, run, testOn, withModel } from './models-bench.js';
import { planetarySet, rackBox, wormBox } from './models-cases.js';

const on = { joint: 'j' };
const kind = (k: unknown): ModelKind => k as ModelKind;
const PINION = 1.578e-5;
const WHEEL = 1.278e-3;

const gear = (extra: Record<string, unknown> = {}) => ({
  wheels: [
    { on, toothCount: 20 },
    { on, toothCount: 60 },
  ],
  moduleM: 0.002,
  ...extra,
});

function reducer(): EngineModel {
  let m = rotors(
    [PINION, PINION + WHEEL, PINION + WHEEL, WHEEL].map((inertia, i) => ({ inertia, at: [0.08 * i, 0, 0] })),
  );
  for (let i = 0; i < 3; i++) m = withModel(m, kind(models.gearPair), gear(), [i, i + 1]);
  return { ...m, actuators: [actuator(0, 2), actuator(3, 3)] };
}

const phaseError = (engine: Engine) => Math.abs(engine.coordinate[0]! + 27 * engine.coordinate[3]!);

describe.each(ENGINES)('%s: reducer 27:1', (name, start) => {
  const isDirect = name === 'direct';

  test.each([0.1, 0.3, 1, 3])('with a brake of %d N·m', { timeout: 60_000 }, async (brake) => {
    const engine = await start(reducer());
    const before = balance(engine);
    command(engine, 0, { kd: 0.8, targetRate: 2 * Math.PI, cap: 2 });
    command(engine, 1, { kd: Number.POSITIVE_INFINITY, cap: brake });
    let phase = 0;
    let torque = 0;
    run(engine, 3, (k) => {
      if (k < 2000) return;
      phase = Math.max(phase, phaseError(engine));
      torque += engine.actuatorEffort[0]! / 1000;
    });
    // rapier: 2.2e-5 of crank angle, that is 8e-7 rad of the last shaft
    expect(phase).toBeLessThan(isDirect ? 1e-12 : 5e-5);
    expect(Math.abs(torque / (brake / 27) - 1)).toBeLessThan(isDirect ? 1e-9 : 1e-3);
    expect(Math.abs(balance(engine) - before) / engine.energy.workInJ).toBeLessThan(isDirect ? 1e-9 : 0.1);
    engine.free();
  });

  test('coasts down under its brake alone', async () => {
    const engine = await start(reducer());
    command(engine, 0, { kd: 0.8, targetRate: 2 * Math.PI, cap: 2 });
    command(engine, 1, { kd: Number.POSITIVE_INFINITY, cap: 0.1 });
    run(engine, 1);
    engine.commands[5] = 0;
    const before = engine.coordinateRate[0]!;
    run(engine, 0.05);
    // inertia reduced to the input, brake over 27
    const J = PINION + (PINION + WHEEL) / 9 + (PINION + WHEEL) / 81 + WHEEL / 729;
    const exact = before - (0.1 / 27 / J) * 0.05;
    // direct: the rate is taken half a step later than the effort ends
    expect(Math.abs(engine.coordinateRate[0]! - exact)).toBeLessThan(isDirect ? 0.02 : 0.05);
    expect(engine.actuatorEffort[0]).toBe(0);
    engine.free();
  });
});

async function wormTorque(start: StartEngine, friction: number, speed: number): Promise<number> {
  const m = wormBox(friction, speed);
  const engine = await start({ ...m, actuators: [actuator(0, 2), actuator(1, 5)] });
  command(engine, 0, { kd: 0.5, targetRate: speed, cap: 2 });
  command(engine, 1, { feedforward: 2, cap: 5 });
  let torque = 0;
  run(engine, 0.6, (k) => {
    if (k >= 400) torque += engine.actuatorEffort[0]! / 200;
  });
  engine.free();
  return torque;
}

describe.each(ENGINES)('%s: worm', (name, start) => {
  const isDirect = name === 'direct';
  const tolerance = isDirect ? 1e-9 : 1e-4;

  test.each([0.02, 0.05, 0.15])('µ = %d: torque against and with the load', async (mu) => {
    const { forwardEfficiency, backwardEfficiency } = wormFriction(Math.atan(0.1), mu, 0.349);
    // 2 N·m on the wheel, ratio 40. A load on +q₂ drives the worm to −q₁ (wormBox: q̇₂ = −q̇₁/40).
    expect(await wormTorque(start, mu, 20)).toBeCloseTo(2 / 40 / forwardEfficiency, isDirect ? 9 : 5);
    // Running with the load it has to be held back; a self-locking one has to be driven.
    expect(Math.abs((await wormTorque(start, mu, -20)) - (2 / 40) * backwardEfficiency)).toBeLessThan(tolerance);
  });

  testOn(name, 'within its friction condition no load turns it, outside one does', async () => {
    // γ = atan(0.1): self-locking from µ = 0.1·cos α = 0.094 on
    for (const [mu, locks] of [
      [0.089, false],
      [0.099, true],
    ] as const) {
      const m = wormBox(mu, 0);
      const engine = await start({ ...m, actuators: [actuator(1, 5)] });
      run(engine, 2, (k) => command(engine, 0, { feedforward: 2 * Math.min(1, k / 300), cap: 5 }));
      const turned = Math.abs(engine.coordinate[0]!);
      // rapier takes up 1e-3 rad while the load grows (its friction follows a sub-step behind), then stands
      if (locks) expect(turned).toBeLessThan(isDirect ? 1e-8 : 5e-3);
      else expect(turned).toBeGreaterThan(10);
      engine.free();
    }
  });
});

describe.each(ENGINES)('%s', (name, start) => {
  const isDirect = name === 'direct';

  test('a gear pair with play and loss carries its load with the declared efficiency', async () => {
    const wheels = rotors([{ inertia: 1e-5 }, { inertia: 1e-4, at: [0.08, 0, 0] }]);
    const m = withModel(wheels, kind(models.gearPair), gear({ efficiency: 0.9, backlashM: 1e-4 }), [0, 1]);
    const engine = await start({ ...m, actuators: [actuator(0, 2), actuator(1, 0.6)] });
    command(engine, 0, { kd: 0.8, targetRate: 10, cap: 2 });
    command(engine, 1, { kd: Number.POSITIVE_INFINITY, cap: 0.6 });
    let torque = 0;
    let play = 0;
    run(engine, 1, (k) => {
      if (k >= 500) torque += engine.actuatorEffort[0]! / 500;
      play = Math.max(play, Math.abs(0.02 * engine.coordinate[0]! + 0.06 * engine.coordinate[1]!));
    });
    expect(torque).toBeCloseTo(0.2 / 0.9, isDirect ? 9 : 5);
    expect(play).toBeLessThan(5e-5 + (isDirect ? 1e-8 : 1e-6));
    engine.free();
  });

  test('a rack moves by the rolled arc and weighs on its pinion', async () => {
    const box = rackBox();
    const engine = await start({ ...box, actuators: [actuator(0, 1), actuator(1, 20)] });
    command(engine, 0, { kd: 0.5, targetRate: 4, cap: 1 });
    command(engine, 1, { feedforward: -6, cap: 20 });
    run(engine, 1);
    expect(engine.coordinate[1]! - 0.01 * engine.coordinate[0]!).toBeCloseTo(0, isDirect ? 12 : 6);
    expect(engine.actuatorEffort[0]).toBeCloseTo(0.06, isDirect ? 9 : 4);
    engine.free();
  });

  test('a belt slips at its slip force and no sooner', async () => {
    const pulleys = [
      { on, pitchRadiusM: 0.02 },
      { on, pitchRadiusM: 0.05 },
    ];
    for (const load of [0.9, 1.1]) {
      const wheels = rotors([{ inertia: 1e-4 }, { inertia: 1e-4, at: [0.1, 0, 0] }]);
      const m = withModel(wheels, kind(models.belt), { pulleys, slipForceN: 10 }, [0, 1]);
      const engine = await start({ ...m, actuators: [actuator(0, 2), actuator(1, 5)] });
      command(engine, 0, { kd: 0.5, targetRate: 5, cap: 2 });
      run(engine, 1, (k) => command(engine, 1, { feedforward: -load * 0.5 * Math.min(1, k / 500), cap: 5 }));
      const slip = 0.02 * engine.coordinateRate[0]! - 0.05 * engine.coordinateRate[1]!;
      // rapier: rates are f32 differences
      if (load < 1) expect(Math.abs(slip)).toBeLessThan(isDirect ? 1e-9 : 5e-5);
      else {
        expect(slip).toBeGreaterThan(0.1);
        expect(Math.abs(engine.couplingEffort[0]!)).toBeCloseTo(10, 9);
      }
      engine.free();
    }
  });

  test('a planetary set keeps the equation of Willis, and its carrier takes what sun and ring leave', async () => {
    const set = planetarySet({ sun: 0, ring: 0, carrier: 0 });
    // coordinates: sun, ring, planet against the carrier, carrier against the ground
    const sunOnGround = { ...set.coordinates[3]!, name: 'sun', b: 2, joint: 1, frameInB: set.joints[1]!.frameInB };
    const ringOnGround = { ...set.coordinates[3]!, name: 'ring', b: 3, joint: 2, frameInB: set.joints[2]!.frameInB };
    const m: EngineModel = {
      ...set,
      coordinates: [...set.coordinates, sunOnGround, ringOnGround],
      actuators: [actuator(4, 1), actuator(5, 10), actuator(3, 10)],
    };
    const engine = await start(m);
    // sun driven, ring held, carrier braked with 0.4 N·m: the sun gives 0.4/4, the ring 0.3
    command(engine, 0, { kd: 0.1, targetRate: 8, cap: 1 });
    command(engine, 1, { kd: Number.POSITIVE_INFINITY, cap: 10 });
    command(engine, 2, { kd: Number.POSITIVE_INFINITY, cap: 0.4 });
    run(engine, 1);
    const [carrier, sun] = [engine.coordinateRate[3]!, engine.coordinateRate[4]!];
    expect(sun / carrier).toBeCloseTo(1 + 60 / 20, isDirect ? 6 : 3);
    expect(engine.actuatorEffort[0]).toBeCloseTo(0.1, isDirect ? 6 : 3);
    expect(engine.actuatorEffort[1]).toBeCloseTo(0.3, isDirect ? 6 : 3);
    expect(engine.actuatorEffort[2]).toBeCloseTo(-0.4, isDirect ? 6 : 3);
    engine.free();
  });

  test('a coupling taken out of action transmits nothing', async () => {
    const wheels = rotors([
      { inertia: 1e-5, speed: 6 },
      { inertia: 2e-4, speed: -2, at: [0.08, 0, 0] },
    ]);
    const m = withModel(wheels, kind(models.gearPair), gear(), [0, 1]);
    const engine = await start({ ...m, actuators: [actuator(0, 2)] });
    command(engine, 0, { feedforward: 0.01, cap: 2 });
    run(engine, 0.02);
    engine.disableCoupling!(0);
    run(engine, 0.002);
    const before = engine.coordinateRate[1]!;
    run(engine, 0.02);
    expect(engine.coordinateRate[1]).toBeCloseTo(before, isDirect ? 4 : 3);
    expect(engine.couplingEffort[0]).toBe(0);
    engine.free();
  });
});
