import { describe, expect, test } from 'vitest';
import type { Quat } from '../../../../src/core/vector.js';
import { multiplyQuat, quatFromAxisAngle } from '../../../../src/core/vector.js';
import type { BodyStates } from '../../../../src/dynamics/rapier/bodies.js';
import { createBodyStates, refreshDerived } from '../../../../src/dynamics/rapier/bodies.js';
import { createCoordinateStates, refreshCoordinates } from '../../../../src/dynamics/rapier/coordinates.js';
import { body, GROUND, model } from './models.js';

/** Two free bodies with a travel and an angle coordinate between frames that coincide with nothing. */
function freeCoordinates() {
  const bodies = [
    GROUND,
    body('a', 1, [1e-3, 2e-3, 3e-3], [0.1, -0.2, 0.3], {
      rotation: quatFromAxisAngle([0.6, 0, 0.8], 0.7),
      centerOfMassM: [0.01, 0.02, -0.03],
      linearVelocityMPerS: [0.3, -0.1, 0.2],
      angularVelocityRadPerS: [1, -2, 0.5],
    }),
    body('b', 1, [1e-3, 2e-3, 3e-3], [0.4, 0.1, -0.1], {
      rotation: quatFromAxisAngle([0, 0.6, 0.8], -0.4),
      centerOfMassM: [-0.02, 0.01, 0.02],
      linearVelocityMPerS: [-0.2, 0.4, 0.1],
      angularVelocityRadPerS: [-0.7, 0.3, 2],
    }),
  ];
  const pair = {
    a: 1,
    b: 2,
    frameInA: { positionM: [0.05, 0, 0.01] as const, rotation: quatFromAxisAngle([1, 0, 0], 0.3) },
    frameInB: { positionM: [0, -0.04, 0.02] as const, rotation: quatFromAxisAngle([0, 1, 0], 0.2) },
    joint: null,
    limits: null,
    dryFriction: 0,
    damping: 0,
  };
  return model({
    bodies,
    coordinates: [
      { ...pair, name: 'travel', kind: 'travel' },
      { ...pair, name: 'angle', kind: 'angle' },
    ],
  });
}

/** Moves every body by dt along its velocity: the centre of mass straight, the rotation about it. */
function drift(states: BodyStates, dt: number): void {
  for (let i = 1; i < states.count; i++) {
    const V = states.V.subarray(6 * i, 6 * i + 6);
    const w = Math.hypot(V[3]!, V[4]!, V[5]!);
    const before = states.pose.slice(7 * i + 3, 7 * i + 7);
    const center = states.center.slice(3 * i, 3 * i + 3);
    const turn = quatFromAxisAngle([V[3]! / w, V[4]! / w, V[5]! / w], w * dt);
    states.pose.set(multiplyQuat(turn, Array.from(before) as [number, number, number, number] as Quat), 7 * i + 3);
    refreshDerived(states);
    for (let k = 0; k < 3; k++) states.pose[7 * i + k]! += center[k]! + V[k]! * dt - states.center[3 * i + k]!;
  }
  refreshDerived(states);
}

describe('refreshCoordinates', () => {
  test('rates are the derivatives of the values, for free-standing coordinates that tilt', () => {
    const m = freeCoordinates();
    const dt = 1e-5;
    const at = (t: number) => {
      const states = createBodyStates(m);
      drift(states, t);
      return createCoordinateStates(m.coordinates, states);
    };
    const { rate } = at(0);
    const [early, late] = [at(-dt), at(dt)];
    for (let i = 0; i < 2; i++) {
      const slope = (late.value[i]! - early.value[i]!) / (2 * dt);
      // Central difference: error dt²·q̈'/6 ~ 1e-10·10, round-off 1e-16/1e-5.
      expect(Math.abs(rate[i]! - slope)).toBeLessThan(1e-8);
    }
  });

  test('angles count whole turns', () => {
    const spin = { angularVelocityRadPerS: [0, 0, 1] as const };
    const bodies = [GROUND, body('wheel', 1, [1e-3, 1e-3, 1e-3], [0, 0, 0], spin)];
    const frame = { positionM: [0, 0, 0] as const, rotation: [0, 0, 0, 1] as const };
    const m = model({
      bodies,
      coordinates: [
        {
          name: 'q',
          kind: 'angle',
          a: 0,
          b: 1,
          frameInA: frame,
          frameInB: frame,
          joint: null,
          limits: null,
          dryFriction: 0,
          damping: 0,
        },
      ],
    });
    const states = createBodyStates(m);
    const coordinates = createCoordinateStates(m.coordinates, states);
    for (let k = 0; k < 20; k++) {
      drift(states, 1);
      refreshCoordinates(coordinates, states);
    }
    expect(coordinates.value[0]).toBeCloseTo(20, 10);
  });
});
