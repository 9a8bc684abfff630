import { describe, expect, test } from 'vitest';
import { composePose, IDENTITY_POSE, type Pose, quatFromAxisAngle, type Vec3 } from '../../../src/core/vector.js';
import * as signals from '../../../src/signals/index.js';
import { type Asked, fakeIndex, fakeView, place } from './fake-trial.js';

const turn = (axis: Vec3, angle: number, positionM: Vec3 = [0, 0, 0]): Pose => ({
  positionM,
  rotation: quatFromAxisAngle(axis, angle),
});

describe('registered coordinates', () => {
  test('body-angle asks for an angle about the given axis and reads it', () => {
    const asked: Asked = { coordinates: [] };
    const spec = signals.bodyAngle.fields.parse({ body: 'arm', axis: [0, 0, 2] });
    const read = signals.bodyAngle.bind(spec, fakeIndex({}, asked));
    expect(asked.coordinates).toEqual([
      { body: 'arm', reference: 'world', motion: 'angle', originM: [0, 0, 0], axis: [0, 0, 2] },
    ]);
    const view = fakeView();
    view.coordinate[3] = 28.19;
    expect(read(view)).toBe(28.19);
  });
  test('body-travel asks for a travel', () => {
    const asked: Asked = { coordinates: [] };
    const spec = signals.bodyTravel.fields.parse({ body: 'arm', reference: 'base', axis: [1, 0, 0] });
    signals.bodyTravel.bind(spec, fakeIndex({}, asked));
    expect(asked.coordinates[0]).toMatchObject({ motion: 'travel', reference: 'base' });
  });
  test('joint signals take the first coordinate or the named one, with its unit', () => {
    const view = fakeView();
    view.coordinate.set([1, 2, 3, 4]);
    view.coordinateRate.set([5, 6, 7, 8]);
    const index = fakeIndex();
    const first = signals.jointCoordinate.fields.parse({ joint: 'sleeve' });
    const second = signals.jointCoordinate.fields.parse({ joint: 'sleeve', coordinate: 'travel' });
    expect(signals.jointCoordinate.bind(first, index)(view)).toBe(2);
    expect(signals.jointCoordinate.bind(second, index)(view)).toBe(3);
    expect(signals.jointCoordinate.unit(first, index)).toBe('rad');
    expect(signals.jointCoordinate.unit(second, index)).toBe('m');
    expect(signals.jointSpeed.bind(second, index)(view)).toBe(7);
    expect(signals.jointSpeed.unit(second, index)).toBe('m/s');
  });
});

describe('body-position', () => {
  const initial = { arm: turn([0, 0, 1], Math.PI / 2, [1, 0, 0]), base: turn([0, 0, 1], 0.3, [0, 2, 0]) };
  const bind = (reference: string, axis: Vec3) =>
    signals.bodyPosition.bind(
      signals.bodyPosition.fields.parse({ body: 'arm', reference, pointM: [1, 1, 0], axis }),
      fakeIndex(initial),
    );
  test('is the world coordinate of the point at t = 0, whatever the reference', () => {
    const view = fakeView(initial);
    expect(bind('world', [0, 3, 0])(view)).toBeCloseTo(1, 14);
    expect(bind('base', [0, 3, 0])(view)).toBeCloseTo(1, 14);
    expect(bind('base', [1, 0, 0])(view)).toBeCloseTo(1, 14);
  });
  test('follows the point as the body turns', () => {
    const view = fakeView(initial);
    // the point sits 1 m along +x of the body; with the body at identity orientation it is at (2, 0, 0)
    place(view, 'arm', { positionM: [1, 0, 0], rotation: [0, 0, 0, 1] });
    expect(bind('world', [1, 0, 0])(view)).toBeCloseTo(2, 14);
    expect(bind('world', [0, 1, 0])(view)).toBeCloseTo(0, 14);
  });
  test('does not change when body and reference move as one', () => {
    const view = fakeView(initial);
    const move = turn([0.6, 0, 0.8], 1.1, [3, -2, 0.5]);
    place(view, 'arm', composePose(move, initial.arm));
    place(view, 'base', composePose(move, initial.base));
    expect(bind('base', [1, 0, 0])(view)).toBeCloseTo(1, 13);
    expect(bind('base', [0, 1, 0])(view)).toBeCloseTo(1, 13);
  });
});

describe('speeds', () => {
  test('body-speed of a point of a turning body is ω × r', () => {
    const view = fakeView();
    view.velocity.set([0, 0, 0, 0, 0, 2], 12);
    const at = (fields: object) =>
      signals.bodySpeed.bind(signals.bodySpeed.fields.parse({ body: 'arm', ...fields }), fakeIndex())(view);
    expect(at({ pointM: [0.5, 0, 0] })).toBeCloseTo(1, 14);
    expect(at({ pointM: [0.5, 0, 0], axis: [0, -1, 0] })).toBeCloseTo(-1, 14);
    expect(at({})).toBe(0); // the center of mass rests
  });
  test('an observer that turns along sees no motion', () => {
    const view = fakeView();
    view.centerOfMassM.set([0.1, 0, 0, 0.4, 0, 0], 3);
    // both turn about the world origin at 2 rad/s: their centers move at ω × c
    view.velocity.set([0, 0.2, 0, 0, 0, 2], 6);
    view.velocity.set([0, 0.8, 0, 0, 0, 2], 12);
    const spec = signals.bodySpeed.fields.parse({ body: 'arm', reference: 'base', pointM: [0.7, 0.2, 0.1] });
    expect(signals.bodySpeed.bind(spec, fakeIndex())(view)).toBeCloseTo(0, 14);
  });
  test('the axis of a component turns with the reference', () => {
    const view = fakeView();
    place(view, 'base', turn([0, 0, 1], Math.PI / 2));
    view.velocity.set([0, 3, 0, 0, 0, 0], 12);
    const spec = signals.bodySpeed.fields.parse({ body: 'arm', reference: 'base', axis: [1, 0, 0] });
    expect(signals.bodySpeed.bind(spec, fakeIndex())(view)).toBeCloseTo(3, 14);
  });
  test('body-angular-speed is relative, magnitude or component', () => {
    const view = fakeView();
    view.velocity.set([0, 0, 0, 1, 0, 0], 6);
    view.velocity.set([0, 0, 0, 1, 3, 4], 12);
    const read = (fields: object) =>
      signals.bodyAngularSpeed.bind(
        signals.bodyAngularSpeed.fields.parse({ body: 'arm', reference: 'base', ...fields }),
        fakeIndex(),
      )(view);
    expect(read({})).toBeCloseTo(5, 14);
    expect(read({ axis: [0, 0, -5] })).toBeCloseTo(-4, 14);
  });
});

describe('tilt', () => {
  const read = (pose: Pose, axis?: Vec3) => {
    const view = fakeView();
    place(view, 'arm', pose);
    const spec = signals.tilt.fields.parse({ body: 'arm', ...(axis && { axis }) });
    return signals.tilt.bind(spec, fakeIndex())(view);
  };
  test.each([0, 1e-9, 0.01, 1.5, 3])('is the angle of a turn by %d about a level line', (angle) => {
    // atan2 keeps 1e-9 rad where acos would give 0 or 1.5e-8
    expect(Math.abs(read(turn([1, 0, 0], angle)) - angle)).toBeLessThan(1e-15);
  });
  test('turning about the line itself is no tilt', () => expect(read(turn([0, 0, 1], 1))).toBeCloseTo(0, 14));
  test('of another line', () => expect(read(turn([0, 0, 1], 1), [1, 0, 0])).toBeCloseTo(1, 14));
});

describe('joints', () => {
  const index = fakeIndex();
  test('separation of one joint, and the largest of all', () => {
    const view = fakeView();
    view.jointSeparationM.set([1e-6, 3e-6]);
    const read = (fields: object) =>
      signals.jointSeparation.bind(signals.jointSeparation.fields.parse(fields), index)(view);
    expect(read({ joint: 'hinge' })).toBe(1e-6);
    expect(read({})).toBe(3e-6);
    view.jointSeparationM[0] = Number.NaN;
    expect(read({})).toBeNaN();
  });
  test('active: one, and all', () => {
    const view = fakeView();
    view.jointActive[1] = 0;
    const read = (fields: object) => signals.jointActive.bind(signals.jointActive.fields.parse(fields), index)(view);
    expect([read({ joint: 'hinge' }), read({ joint: 'sleeve' }), read({})]).toEqual([1, 0, 0]);
  });
  test('reaction force and torque, magnitude and component', () => {
    const view = fakeView();
    view.jointReaction.set([3, 0, 4, 0, 5, 12], 6);
    const force = (fields: object) =>
      signals.jointReactionForce.bind(
        signals.jointReactionForce.fields.parse({ joint: 'sleeve', ...fields }),
        index,
      )(view);
    expect(force({})).toBe(5);
    expect(force({ axis: [0, 0, -1] })).toBe(-4);
    place(view, 'base', turn([0, 1, 0], Math.PI / 2)); // turns its x onto −z
    expect(force({ axis: [1, 0, 0], reference: 'base' })).toBeCloseTo(-4, 14);
    const torque = signals.jointReactionTorque.fields.parse({ joint: 'sleeve' });
    expect(signals.jointReactionTorque.bind(torque, index)(view)).toBe(13);
  });
});

test('drive effort, power and work', () => {
  const view = fakeView();
  view.driveEffort[0] = -2;
  view.coordinateRate[0] = 3;
  view.driveWorkJ[0] = 0.7;
  const spec = { drive: 'motor' };
  const index = fakeIndex();
  expect(signals.driveEffort.bind(spec, index)(view)).toBe(-2);
  expect(signals.drivePower.bind(spec, index)(view)).toBe(-6);
  expect(signals.driveWork.bind(spec, index)(view)).toBe(0.7);
  expect(signals.driveEffort.unit(spec, index)).toBe('N·m');
});

describe('contact, over the pairs 0 and 2 of three', () => {
  const groups = { groupA: ['base'], groupB: ['arm', 'world'] };
  const index = fakeIndex();
  const view = fakeView();
  view.contactNormalN.set([10, 99, 10]);
  view.contactFrictionN.set([1, 99, 2]);
  view.contactForceN.set([10, 0, 1, 99, 99, 99, -10, 0, 2]);
  view.contactGapM.set([1e-3, -1, 2e-3]);
  const force = (component: string) =>
    signals.contactForce.bind(signals.contactForce.fields.parse({ ...groups, component }), index)(view);
  test('a clamp counts both jaws as normal force and cancels in the total', () => {
    expect(force('normal')).toBe(20);
    expect(force('friction')).toBe(3);
    expect(force('total')).toBe(3);
  });
  test('gap is the smallest, NaN is not swallowed', () => {
    const read = signals.contactGap.bind(signals.contactGap.fields.parse(groups), index);
    expect(read(view)).toBe(1e-3);
    expect(read({ ...view, contactGapM: Float64Array.of(Number.NaN, 0, 1) })).toBeNaN();
  });
  test('state is above its threshold, not at it', () => {
    const read = (thresholdN: number) =>
      signals.contactState.bind(signals.contactState.fields.parse({ ...groups, thresholdN }), index)(view);
    expect([read(0.1), read(19.999), read(20)]).toEqual([1, 1, 0]);
    expect(signals.contactState.fields.parse(groups).thresholdN).toBe(0.1);
  });
  test('depth is the deepest overlap, 0 without one, NaN is not swallowed', () => {
    const read = signals.contactDepth.bind(signals.contactDepth.fields.parse(groups), index);
    expect(read(view)).toBe(0);
    expect(read({ ...view, contactGapM: Float64Array.of(-1e-5, -1, -3e-5) })).toBe(3e-5);
    expect(read({ ...view, contactGapM: Float64Array.of(Number.NaN, 0, 1) })).toBeNaN();
  });
  test('impulse adds force times time; in the total pushes in opposite directions cancel', () => {
    const read = (component: string) => {
      const reader = signals.contactImpulse.bind(signals.contactImpulse.fields.parse({ ...groups, component }), index);
      reader({ ...view, timeS: 0 });
      reader({ ...view, timeS: 0.5 });
      return reader({ ...view, timeS: 0.75 });
    };
    expect(read('normal')).toBe(15);
    expect(read('friction')).toBe(2.25);
    expect(read('total')).toBe(2.25);
  });
  test('first contact is the end of the first step above the threshold, and stays', () => {
    const fields = signals.firstContactTime.fields.parse({ ...groups, thresholdN: 5 });
    const read = signals.firstContactTime.bind(fields, index);
    const at = (timeS: number, N: number) => read({ ...view, timeS, contactNormalN: Float64Array.of(N, 99, 0) });
    expect([at(0, 0), at(0.1, 5), at(0.2, 6), at(0.3, 0), at(0.4, 9)]).toEqual([Infinity, Infinity, 0.2, 0.2, 0.2]);
  });
  test('point is the mean weighted by normal force, in the reference body; NaN while nothing pushes', () => {
    const moved = fakeView();
    place(moved, 'arm', turn([0, 0, 1], Math.PI / 2, [1, 0, 0]));
    moved.contactNormalN.set([1, 99, 3]);
    moved.contactPointM.set([1, 4, 0, 99, 99, 99, 1, 8, 0]);
    const spec = signals.contactPoint.fields.parse({ ...groups, reference: 'arm', axis: [2, 0, 0] });
    // x of the arm points along y of the world, and its origin has moved to [1, 0, 0]
    expect(signals.contactPoint.bind(spec, index)(moved)).toBeCloseTo(7, 14);
    moved.contactNormalN.set([0, 99, 3]);
    moved.contactPointM.fill(Number.NaN, 0, 3);
    expect(signals.contactPoint.bind(spec, index)(moved)).toBeCloseTo(8, 14);
    moved.contactNormalN.fill(0);
    expect(signals.contactPoint.bind(spec, index)(moved)).toBeNaN();
  });
});

test('point-distance and slip follow the points', () => {
  const view = fakeView();
  place(view, 'arm', turn([0, 0, 1], Math.PI / 2, [0, 0, 0.3]));
  const distance = signals.pointDistance.fields.parse({
    bodyA: 'arm',
    pointAM: [1, 0, 0],
    bodyB: 'base',
    pointBM: [0, 1, 0],
  });
  expect(signals.pointDistance.bind(distance, fakeIndex())(view)).toBeCloseTo(0.3, 14);
  const spec = signals.slip.fields.parse({ body: 'arm', reference: 'base', pointM: [1, 0, 0] });
  // (1,0,0) has gone to (0,1,0.3): √(1 + 1 + 0.09)
  expect(signals.slip.bind(spec, fakeIndex())(view)).toBeCloseTo(Math.sqrt(2.09), 14);
  place(view, 'base', turn([0, 0, 1], Math.PI / 2, [0, 0, 0.3]));
  expect(signals.slip.bind(spec, fakeIndex())(view)).toBeCloseTo(0, 14);
});

describe('regions', () => {
  const depth = (region: object, pointM: Vec3) => {
    const spec = signals.depthInRegion.fields.parse({ body: 'arm', pointM, regionBody: 'base', region });
    return signals.depthInRegion.bind(spec, fakeIndex())(fakeView());
  };
  test('depth in a box: nearest face inside, distance outside', () => {
    const box = { kind: 'box', sizeM: [2, 4, 6], poseInBody: { positionM: [1, 0, 0] } };
    expect(depth(box, [1, 0, 0])).toBe(1);
    expect(depth(box, [1.75, 0, 0])).toBe(0.25);
    expect(depth(box, [2, 0, 0])).toBeCloseTo(0, 15);
    expect(depth(box, [5, 6, 0])).toBe(-5);
  });
  test('depth in a cylinder turned onto x, and in a ball', () => {
    const rotation = quatFromAxisAngle([0, 1, 0], Math.PI / 2);
    const cylinder = { kind: 'cylinder', radiusM: 1, lengthM: 10, poseInBody: { rotation } };
    expect(depth(cylinder, [3, 0, 0.25])).toBeCloseTo(0.75, 14);
    expect(depth(cylinder, [4.9, 0, 0])).toBeCloseTo(0.1, 14);
    expect(depth(cylinder, [8, 0, 5])).toBeCloseTo(-5, 14);
    expect(depth({ kind: 'sphere', radiusM: 1 }, [0, 0, 3])).toBe(-2);
  });
  test('the region moves with its body', () => {
    const spec = signals.depthInRegion.fields.parse({
      body: 'arm',
      pointM: [0, 0, 0],
      regionBody: 'base',
      region: { kind: 'sphere', radiusM: 1 },
    });
    const view = fakeView();
    place(view, 'base', { ...IDENTITY_POSE, positionM: [0, 0.4, 0] });
    expect(signals.depthInRegion.bind(spec, fakeIndex())(view)).toBeCloseTo(0.6, 14);
  });
  test('bodies-in-region counts centers of mass of present bodies', () => {
    const spec = signals.bodiesInRegion.fields.parse({
      bodies: ['base', 'arm'],
      regionBody: 'world',
      region: { kind: 'sphere', radiusM: 1 },
    });
    const read = signals.bodiesInRegion.bind(spec, fakeIndex());
    const view = fakeView();
    expect(read(view)).toBe(2);
    view.centerOfMassM.set([0, 0, 1.5], 6); // the arm's origin is inside, its center of mass is not
    expect(read(view)).toBe(1);
    expect(read({ ...view, bodyPresent: Uint8Array.of(1, 0, 1) })).toBe(0);
  });
});

test('energy reads the form asked for', () => {
  const view = fakeView();
  view.energy = { kineticJ: 1, potentialJ: 2, workInJ: 3, dissipatedJ: 4 };
  const forms = ['kinetic', 'potential', 'work', 'dissipated'] as const;
  expect(forms.map((form) => signals.energy.bind({ form }, fakeIndex())(view))).toEqual([1, 2, 3, 4]);
});

test('fields refuse axes of length zero, empty groups and unknown keys', () => {
  expect(signals.bodyAngle.fields.safeParse({ body: 'arm', axis: [0, 0, 0] }).success).toBe(false);
  expect(signals.contactGap.fields.safeParse({ groupA: [], groupB: ['arm'] }).success).toBe(false);
  expect(signals.slip.fields.safeParse({ body: 'arm', pointM: [0, 0, 0], axis: [1, 0, 0] }).success).toBe(false);
});
