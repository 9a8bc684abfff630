// Closed loops moved by one coordinate without dynamics: the four-bar on its closed form, and where it cannot go.
import { beforeAll, describe, expect, test } from 'vitest';
import { BindingError } from '../../../src/core/errors.js';
import { rotate } from '../../../src/core/vector.js';
import { type KinematicSweep, kinematicSweep } from '../../../src/dynamics/index.js';
import { KINDS } from '../../../src/kinds.js';
import { loadBareScene, type Scene } from '../../../src/scene/index.js';
import { sweepScene } from '../../../src/trial/index.js';
import { fourBarScene, START_RAD, stateOf } from '../../reference/four-bar.js';

let scene: Scene;
beforeAll(async () => {
  scene = await loadBareScene(fourBarScene(), KINDS);
});

/** Angle of a body's x axis in the plane of the linkage. */
function angleOf(poses: NonNullable<ReturnType<KinematicSweep['posesAt']>>, body: string): number {
  const [x, y] = rotate(poses[scene.bodies.findIndex(({ name }) => name === body)]!.rotation, [1, 0, 0]);
  return Math.atan2(y, x);
}

/** Size of the smallest turn between two angles. */
const apart = (a: number, b: number): number => Math.abs(2 * Math.sin((a - b) / 2));

describe('a full turn of the crank', () => {
  test('coupler and rocker on the closed form to 1e-6 rad, both ways round, in any order', () => {
    const sweep = kinematicSweep(scene, 'crank-pivot', KINDS.joints);
    expect(sweep.motion).toBe('angle');
    const values = Array.from({ length: 24 }, (_, k) => ((k % 2 === 0 ? 1 : -1) * k * Math.PI) / 12);
    for (const value of values) {
      const poses = sweep.posesAt(value)!;
      const { couplerRad, rockerRad } = stateOf(START_RAD + value);
      expect(apart(angleOf(poses, 'crank'), START_RAD + value)).toBeLessThan(1e-6);
      expect(apart(angleOf(poses, 'coupler'), couplerRad)).toBeLessThan(1e-6);
      expect(apart(angleOf(poses, 'rocker'), rockerRad)).toBeLessThan(1e-6);
      for (const pose of poses) expect(Math.abs(pose.positionM[2])).toBeLessThan(1e-8);
    }
  });

  test('at 0 it is the scene itself, within the closure tolerance', () => {
    const poses = kinematicSweep(scene, 'crank-pivot', KINDS.joints).posesAt(0)!;
    for (const [k, { positionM }] of poses.entries()) {
      for (let i = 0; i < 3; i++) {
        expect(Math.abs(positionM[i]! - scene.bodies[k]!.poseInWorld.positionM[i]!)).toBeLessThan(1e-8);
      }
    }
  });
});

describe('the rocker', () => {
  // It stops where crank and coupler are in line: stretched (0.125 m) and folded (0.065 m).
  const limits = [0.095 + 0.03, 0.095 - 0.03].map((reach) => {
    const cos = (0.1 ** 2 + 0.04 ** 2 - reach ** 2) / (2 * 0.1 * 0.04);
    return Math.PI - Math.acos(cos) - stateOf(START_RAD).rockerRad;
  });

  test('reaches everything between its dead centres and nothing beyond', () => {
    const [low, high] = [Math.min(...limits), Math.max(...limits)];
    for (const value of [low + 0.02, (low + high) / 2, high - 0.02]) {
      expect(kinematicSweep(scene, 'rocker-pivot', KINDS.joints).posesAt(value)).not.toBeNull();
    }
    for (const value of [low - 0.02, high + 0.02]) {
      expect(kinematicSweep(scene, 'rocker-pivot', KINDS.joints).posesAt(value)).toBeNull();
    }
  });

  test('a sweep of the scene names the first value that is not reached', async () => {
    const high = Math.max(...limits);
    const stepCount = 12;
    const to = high + 0.3;
    const { unreachable, joint, motion } = await sweepScene(fourBarScene(), {
      joint: 'rocker-pivot',
      from: 0,
      to,
      stepCount,
    });
    expect([joint, motion]).toEqual(['rocker-pivot', 'angle']);
    // a sweep looks at no fewer than 1000 values on its way
    expect(unreachable).toBeGreaterThan(high);
    expect(unreachable).toBeLessThan(high + to / 1000);
  });

  test('a sweep that starts out of reach is refused', async () => {
    const refusal = sweepScene(fourBarScene(), { joint: 'rocker-pivot', from: 2.5, to: 3, stepCount: 2 });
    await expect(refusal).rejects.toMatchObject({ issues: [{ code: 'unreachable' }] });
  });
});

test('an unknown joint is refused, naming those that there are', () => {
  expect(() => kinematicSweep(scene, 'crank', KINDS.joints)).toThrow(BindingError);
  expect(() => kinematicSweep(scene, 'crank', KINDS.joints)).toThrow(/crank-pivot/);
});
