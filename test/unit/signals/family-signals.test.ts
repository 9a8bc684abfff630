// Signals that mechanism families need, on poses set by hand.
import { expect, test } from 'vitest';
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
