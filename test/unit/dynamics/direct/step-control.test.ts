/** When a recorded step is cut, and what its errors are called. */
import { describe, expect, test } from 'vitest';
import { addBody, buildModel, newBuilder, poseAt } from '../../../../benchmarks/dynamics/model-builder.js';
import { createBodies } from '../../../../src/dynamics/direct/bodies.js';
import { createContactSet } from '../../../../src/dynamics/direct/contacts.js';
import { isOffBalance, neededSubsteps } from '../../../../src/dynamics/direct/step-control.js';
import { planSteps } from '../../../../src/dynamics/direct/step-plan.js';
import { isSolved, reportStep } from '../../../../src/dynamics/direct/step-report.js';
import type { Trouble } from '../../../../src/dynamics/engine.js';

const STEP_S = 1e-3;

function needed(spinRadPerS: number, jerk: number, precision: 'standard' | 'precise' = 'standard'): number {
  const s = newBuilder();
  addBody(s, {
    massKg: 1,
    inertiaKgM2: [1, 1, 1],
    pose: poseAt([0, 0, 0]),
    angularVelocityRadPerS: [0, 0, spinRadPerS],
  });
  const model = buildModel(s, { stepS: STEP_S, precision });
  return neededSubsteps(createBodies(model), null, createContactSet(4), jerk, planSteps(model));
}

describe('sub-steps', () => {
  test('one at rest, four where precision is asked for', () => {
    expect(needed(0, 0)).toBe(1);
    expect(needed(0, 0, 'precise')).toBe(4);
  });

  test('no body turns by more than 0.1 rad in one', () => {
    expect(needed(99, 0)).toBe(1);
    expect(needed(3000, 0)).toBe(30);
  });

  test('the change of acceleration moves nothing by more than 20 nm: h³·|ȧ|, in powers of two', () => {
    // 1e-9 s³ · 20 m/s³ = 20 nm; cbrt(100) = 4.6 → 8
    expect(needed(0, 20)).toBe(1);
    expect(needed(0, 2000)).toBe(8);
    expect(needed(0, 1e12)).toBe(16);
  });
});

test('the balance is off beyond 0.2 % of the kinetic energy and 1 µJ', () => {
  expect(isOffBalance(1.9e-3, 1)).toBe(false);
  expect(isOffBalance(2.1e-3, 1)).toBe(true);
  expect(isOffBalance(-2.1e-3, 1)).toBe(true);
  expect(isOffBalance(0.9e-6, 0)).toBe(false);
});

describe('reports', () => {
  const codes = (closureM: number, slackM: number, sweptM: number, penetrationM = 0, contactCount = 0) => {
    const troubles: Trouble[] = [];
    reportStep(troubles, { closureM, slackM, sweptM }, penetrationM, contactCount, 0.5);
    return troubles.map((t) => t.code);
  };

  test('every error has its own code', () => {
    expect(codes(0, 0, 0)).toEqual([]);
    expect(codes(2e-5, 0, 0)).toEqual(['residual']);
    expect(codes(0, 2e-7, 0)).toEqual(['not_converged']);
    expect(codes(0, 0, 2e-4)).toEqual(['pile_not_converged']);
    expect(codes(0, 0, 0, 3e-4)).toEqual(['deep_overlap']);
    expect(codes(0, 0, 0, 0, 4001)).toEqual(['too_large']);
  });

  test('a step that is no number is not solved', () => {
    expect(isSolved({ closureM: 1e-9, slackM: 1e-9, sweptM: 1 })).toBe(true);
    expect(isSolved({ closureM: Number.NaN, slackM: 0, sweptM: 0 })).toBe(false);
    expect(isSolved({ closureM: 0, slackM: Number.NaN, sweptM: 0 })).toBe(false);
  });
});
