/** What a scene asks of the sub-steps, and what both engines choose from it. */
import { describe, expect, test } from 'vitest';
import {
  addBody,
  addCoordinate,
  addJoint,
  buildModel,
  newBuilder,
  poseAt,
} from '../../../benchmarks/dynamics/model-builder.js';
import { planSteps } from '../../../src/dynamics/direct/step-plan.js';
import type { EngineLaw, EngineModel } from '../../../src/dynamics/engine.js';
import { ENGINES } from '../../../src/dynamics/index.js';
import { chooseSettings } from '../../../src/dynamics/rapier/settings.js';
import { scenePace } from '../../../src/dynamics/scene-pace.js';

/** A bob on the end of a link of 1 g and 100 mm, hinged at the other end, on a torsion spring. */
function bob(massKg: number, stiffnessNmPerRad = 0, more: Partial<EngineModel> = {}): EngineModel {
  const s = newBuilder();
  const [m, L] = [1e-3, 0.1];
  const I = (m * L * L) / 12;
  const link = addBody(s, { massKg: m, inertiaKgM2: [I, I, I], pose: poseAt([L / 2, 0, 0]) });
  const end = addBody(s, { massKg, inertiaKgM2: [1e-3, 1e-3, 1e-3], pose: poseAt([L, 0, 0]) });
  const hinge = addCoordinate(s, addJoint(s, 'revolute', 0, link, [0, 0, 0]), 'angle');
  addJoint(s, 'revolute', link, end, [L, 0, 0]);
  const spring: EngineLaw = {
    name: 'spring',
    coordinates: [hinge],
    effort: (q, _qd, effort) => {
      effort[0] = -stiffnessNmPerRad * q[0]!;
    },
    tangent: (_q, stiffness) => {
      stiffness[0] = stiffnessNmPerRad;
    },
    isConservative: true,
  };
  return { ...buildModel(s), laws: [spring], ...more };
}

describe('what the scene asks', () => {
  test('inertia ratio: mobility of both bodies at the joint between them, 1/m + 2r²/(3I) of a link with equal inertias', () => {
    // r²/I = (L/2)²/(m·L²/12) = 3/m: the link has 1/m·(1 + 2) = 3000 1/kg at its end, the bob 1/kg
    expect(scenePace(bob(1)).inertiaRatio).toBeCloseTo(3000, 6);
    expect(scenePace(bob(1)).inertiaRatioAt).toBe('joint1');
  });

  test('stiffness: √(K/I) of the free link, although the bob makes it slower', () => {
    expect(scenePace(bob(1, 2)).stiffestRadPerS).toBeCloseTo(Math.sqrt(2 / (1e-5 / 12)), 6);
    expect(scenePace(bob(1)).stiffestRadPerS).toBe(0);
  });
});

describe('what rapier chooses', () => {
  test('the sub-step of the precision for bodies alike', () => {
    expect(chooseSettings(bob(1e-3))).toMatchObject({ subStepS: 2.5e-4, subStepBasis: 'precision' });
  });

  test('shorter ones for a heavy bob on a light link, by the square root of the ratio, down to a quarter', () => {
    // 10 µm of separation: ratio·0.065·9.81·h² = 1e-5, ratio 300: h = 0.229 ms
    expect(chooseSettings(bob(0.1))).toMatchObject({ subStepS: 1.25e-4, subStepBasis: 'inertia ratio' });
    expect(chooseSettings(bob(10))).toMatchObject({ subStepS: 6.25e-5, subStepBasis: 'inertia ratio' });
  });

  test('shorter ones for a stiff spring, one radian of its vibration at most', () => {
    const { subStepS, subStepBasis, pace } = chooseSettings(bob(1e-3, 20));
    expect(subStepBasis).toBe('stiffness');
    expect(pace.stiffestRadPerS).toBeGreaterThan(4000);
    expect(subStepS * pace.stiffestRadPerS).toBeLessThanOrEqual(1);
  });

  test('what is given, and half of it in the comparison at half the step', () => {
    expect(chooseSettings(bob(10, 0, { subStepS: 5e-4 }))).toMatchObject({ subStepS: 5e-4, subStepBasis: 'given' });
    expect(chooseSettings(bob(1e-3, 0, { refinement: 2 })).subStepS).toBe(1.25e-4);
    expect(chooseSettings(bob(1e-3, 0, { stepS: 5e-4, refinement: 2 })).subStepS).toBe(1.25e-4);
    expect(chooseSettings(bob(1e-3, 0, { lengthUnitM: 0.02 })).lengthUnitMm).toBe(20);
  });
});

describe('what direct chooses', () => {
  test('one sub-step, four for a stiff spring or a precise trial, sixteen for both', () => {
    expect(planSteps(bob(1e-3))).toMatchObject({ fewest: 1, basis: 'precision' });
    expect(planSteps(bob(1e-3, 20))).toMatchObject({ fewest: 4, basis: 'stiffness' });
    expect(planSteps(bob(1e-3, 0, { precision: 'precise' })).fewest).toBe(4);
    expect(planSteps(bob(1e-3, 1e6, { precision: 'precise' })).fewest).toBe(16);
    expect(planSteps(bob(1e-3, 1e6, { precision: 'fast' })).fewest).toBe(1);
    expect(planSteps(bob(1e-3, 0, { subStepS: 3e-4 }))).toMatchObject({ fewest: 4, basis: 'given' });
  });
});

test.each([
  ['direct', 1, 1e4],
  ['rapier', 1e-3, 30],
] as const)('%s says which joint carries too much on too little', async (name, held, tooMuch) => {
  for (const [massKg, isTold] of [
    [held, false],
    [tooMuch, true],
  ] as const) {
    const engine = await ENGINES[name](bob(massKg));
    const told = engine.troubles.filter(({ code }) => code === 'inertia_ratio');
    expect(told.length > 0).toBe(isTold);
    if (isTold) expect(told[0]!.message).toContain('joint1');
    expect(engine.settings.inertiaRatio).toBeCloseTo(massKg * 3000, 0);
    engine.free();
  }
});
