import { describe, expect, test } from 'vitest';
import type { EngineModel } from '../../../../src/dynamics/engine.js';
import { createBodyStates } from '../../../../src/dynamics/rapier/bodies.js';
import { createFramePairs, refreshFrames } from '../../../../src/dynamics/rapier/frames.js';
import { createJointOperator } from '../../../../src/dynamics/rapier/joint-operator.js';
import { addImpulse, impulseToVelocity, rowRate } from '../../../../src/dynamics/rapier/rows.js';
import { bar, fourBar, GROUND, joint, model } from './models.js';

function operatorOf(m: EngineModel, isActive = new Uint8Array(m.joints.length).fill(1)) {
  const states = createBodyStates(m);
  const frames = createFramePairs(m.joints);
  refreshFrames(frames, states);
  const isGround = Uint8Array.from(m.bodies, (b) => (b.isGround ? 1 : 0));
  const operator = createJointOperator(m.joints, isActive, isGround);
  operator.refresh(states, frames);
  return { states, operator };
}

/** Largest joint rate that is left after the joints have answered the velocities V. */
function rateAfterAnswer(m: EngineModel): number {
  const { states, operator } = operatorOf(m);
  const V = Float64Array.from(states.V, (_, k) => (k < 6 ? 0 : Math.sin(k)));
  const lambda = Float64Array.from({ length: operator.rowCount }, (_, r) => -rowRate(operator.rows, r, V));
  operator.forward(lambda, 0);
  operator.backward(lambda, 0);
  const P = new Float64Array(V.length);
  for (let r = 0; r < operator.rowCount; r++) addImpulse(operator.rows, r, lambda[r]!, P);
  const change = new Float64Array(V.length);
  impulseToVelocity(states, P, change);
  for (let k = 0; k < V.length; k++) V[k]! += change[k]!;
  return Math.max(...Array.from({ length: operator.rowCount }, (_, r) => Math.abs(rowRate(operator.rows, r, V))));
}

describe('createJointOperator', () => {
  test('its factor answers any velocity so that every joint rate vanishes (planar loop: 20 rows, rank 17)', () => {
    // Regularised by 1e-11, times the condition of a 1 g/7 g loop of 20–70 mm (1e3): 1e-8; observed 1e-8.
    expect(rateAfterAnswer(fourBar())).toBeLessThan(1e-7);
  });

  test('a chain has one row block per joint and is exact to the regularisation', () => {
    const bodies = [GROUND, ...[0, 1, 2, 3, 4].map((i) => bar(`link${i}`, [0.1 * i, 0, 0], [0.1 * i + 0.1, 0, 0]))];
    const joints = [0, 1, 2, 3, 4].map((i) => joint('spherical', bodies, i, i + 1, [0.1 * i, 0, 0]));
    const m = model({ bodies, joints });
    expect(operatorOf(m).operator.rowCount).toBe(15);
    expect(rateAfterAnswer(m)).toBeLessThan(1e-7);
  });

  test('released joints and joints without rows have none', () => {
    const m = fourBar();
    const { operator } = operatorOf(m, Uint8Array.of(1, 0, 1, 1));
    expect(operator.firstRow[1]).toBe(-1);
    expect(operator.rowCount).toBe(15);
  });
});
