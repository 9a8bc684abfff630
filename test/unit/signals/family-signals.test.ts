// Signals that mechanism families need, on poses set by hand.
import { describe, expect, test } from 'vitest';
import { IDENTITY_POSE, type Pose, quatFromAxisAngle, type Vec3 } from '../../../src/core/vector.js';
import type { SceneIndex } from '../../../src/signals/index.js';
import * as signals from '../../../src/signals/index.js';
import { fakeIndex, fakeView } from './fake-trial.js';

const at = (positionM: Vec3, turnRad = 0): Pose => ({ positionM, rotation: quatFromAxisAngle([0, 0, 1], turnRad) });

test('sideways leaves motion along the axis out', () => {
  const spec = signals.sideways.fields.parse({ body: 'arm', pointM: [0, 0, 0], axis: [2, 0, 0] });
  const read = signals.sideways.bind(spec, fakeIndex());
  expect(read(fakeView({ arm: at([0.5, 0, 0]) }))).toBeCloseTo(0, 15);
  expect(read(fakeView({ arm: at([0.5, 3e-3, 4e-3]) }))).toBeCloseTo(5e-3, 15);
});

test('guide-overlap is what of a length lies in the guide, negative when it has left', () => {
  const spec = signals.guideOverlap.fields.parse({
    body: 'arm',
    bodyEndsM: [
      [0, 0, 0],
      [0.02, 0, 0],
    ],
    guide: 'base',
    guideEndsM: [
      [0.05, 0, 0],
      [-0.01, 0, 0],
    ],
    axis: [1, 0, 0],
  });
  const read = signals.guideOverlap.bind(spec, fakeIndex());
  expect(read(fakeView({ arm: IDENTITY_POSE }))).toBeCloseTo(0.02, 12);
  expect(read(fakeView({ arm: at([0.04, 0, 0]) }))).toBeCloseTo(0.01, 12);
  expect(read(fakeView({ arm: at([0.06, 0, 0]) }))).toBeCloseTo(-0.01, 12);
});

const withGeometry = (): SceneIndex => ({
  ...fakeIndex(),
  boundsOf: () => ({ minM: [-0.01, -0.02, 0], maxM: [0.01, 0.02, 0] }),
  outlineOf: () => Float64Array.of(-0.01, -0.02, 0, 0.01, -0.02, 0, 0.01, 0.02, 0, -0.01, 0.02, 0),
});

test('outside-box is how far a corner reaches out, 0 inside', () => {
  const spec = signals.outsideBox.fields.parse({ bodies: ['arm'], minM: [-0.1, -0.1, -0.1], maxM: [0.1, 0.1, 0.1] });
  const read = signals.outsideBox.bind(spec, withGeometry());
  expect(read(fakeView({ arm: at([0.05, 0, 0]) }))).toBe(0);
  expect(read(fakeView({ arm: at([0.095, 0, 0]) }))).toBeCloseTo(0.005, 12);
  expect(read(fakeView({ arm: at([0.095, 0, 0], Math.PI / 2) }))).toBeCloseTo(0.015, 12);
});

test('extent is the size along the axis, of the bodies together', () => {
  const spec = signals.extent.fields.parse({ bodies: ['arm', 'base'], axis: [0, 1, 0] });
  const read = signals.extent.bind(spec, withGeometry());
  expect(read(fakeView({ arm: IDENTITY_POSE, base: IDENTITY_POSE }))).toBeCloseTo(0.04, 12);
  expect(read(fakeView({ arm: at([0, 0.1, 0]), base: IDENTITY_POSE }))).toBeCloseTo(0.14, 12);
  expect(read(fakeView({ arm: at([0, 0.1, 0], Math.PI / 2), base: IDENTITY_POSE }))).toBeCloseTo(0.13, 12);
});

/** Corners of a box of 2 × 2 × 2 cm around the origin. */
const CUBE = Float64Array.from({ length: 24 }, (_, i) => ((Math.floor(i / 3) >> (i % 3)) & 1 ? 0.01 : -0.01));

describe('hull-distance', () => {
  const spec = signals.hullDistance.fields.parse({ groupA: ['arm'], groupB: ['base'] });
  const read = signals.hullDistance.bind(spec, { ...fakeIndex(), outlineOf: () => CUBE });
  const distance = (arm: Pose, base: Pose = IDENTITY_POSE) => read(fakeView({ arm, base }));

  test.each<[string, Vec3, number, number]>([
    ['face to face', [0.05, 0.003, -0.002], 0, 0.03],
    ['edge to edge', [0.05, 0.06, 0], 0, Math.hypot(0.03, 0.04)],
    ['corner to corner', [0.05, -0.06, 0.14], 0, Math.hypot(0.03, 0.04, 0.12)],
    ['turned by 45°: edge to face', [0.05, 0, 0], Math.PI / 4, 0.04 - 0.01 * Math.SQRT2],
  ])('%s', (_where, positionM, turnRad, expectedM) => {
    expect(distance(at(positionM, turnRad))).toBeCloseTo(expectedM, 12);
  });

  test('is the same from either side and wherever both stand', () => {
    const [arm, base] = [at([0.031, 0.027, 0.024], 0.7), at([-0.005, 0.002, -0.009], -1.3)];
    const far = (pose: Pose): Pose => ({
      positionM: [0.3 - pose.positionM[1], 0.2 + pose.positionM[0], pose.positionM[2] - 0.1],
      rotation: quatFromAxisAngle([0, 0, 1], 2 * Math.atan2(pose.rotation[2], pose.rotation[3]) + Math.PI / 2),
    });
    const distanceM = distance(arm, base);
    expect(distanceM).toBeGreaterThan(0.005);
    // 1e-9 of the distance: what GJK ends at
    expect(distance(base, arm)).toBeCloseTo(distanceM, 10);
    expect(distance(far(arm), far(base))).toBeCloseTo(distanceM, 10);
  });

  test('is 0 where the hulls meet, and +∞ without a body', () => {
    expect(distance(at([0.015, 0.01, 0.005], 0.3))).toBe(0);
    const view = fakeView();
    view.bodyPresent = Uint8Array.of(1, 1, 0);
    expect(read(view)).toBe(Number.POSITIVE_INFINITY);
  });
});

test('fastest-body takes the largest, of travel or of turning', () => {
  const view = fakeView();
  view.velocity.set([3, 4, 0, 0, 0, 1], 6);
  view.velocity.set([0, 0, 1, 0, 3, 4], 12);
  const bind = (motion: string) =>
    signals.fastestBody.bind(signals.fastestBody.fields.parse({ bodies: ['base', 'arm'], motion }), fakeIndex());
  expect(bind('travel')(view)).toBe(5);
  expect(bind('angle')(view)).toBe(5);
});

test('an expression reads channels that come before it, and refuses others', () => {
  const index: SceneIndex = {
    ...fakeIndex(),
    channel: (name) =>
      name === 'left' ? { index: 0, unit: 'm' } : name === 'right-jaw' ? { index: 1, unit: 'm' } : null,
    channelNames: () => ['left', 'right-jaw'],
  };
  const spec = signals.expression.fields.parse({ formula: 'left - {right-jaw}', unit: 'm' });
  const read = signals.expression.bind(spec, index);
  expect(read({ ...fakeView(), channels: Float64Array.of(3, 1) })).toBe(2);
  expect(signals.expression.unit(spec, index)).toBe('m');
  const refuse =
    (formula: string, unit = 'm') =>
    () =>
      signals.expression.unit(signals.expression.fields.parse({ formula, unit }), index);
  expect(refuse('left - later')).toThrow("reads 'later'");
  expect(refuse('left -')).toThrow('it cannot be read');
  expect(refuse('left', 'rad')).toThrow("comes out in 'm', not in 'rad'");
});
