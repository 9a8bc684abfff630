import { describe, expect, test } from 'vitest';
import { auditPoses, auditSweep, type BodyPoses, sweepJoint } from '../../../src/audit/index.js';
import { BindingError } from '../../../src/core/errors.js';
import { IDENTITY_POSE, quatFromAxisAngle, transformPoint } from '../../../src/core/vector.js';
import { KINDS } from '../../../src/kinds.js';
import { loadBareScene } from '../../../src/scene/index.js';
import { at, inputOf, solidBody, wasm } from './bodies.js';

const cube = (name: string) => solidBody(name, { kind: 'box', sizeM: [0.01, 0.01, 0.01] });
/** A bar of 40 × 4 × 4 mm from the origin along +x. */
const lever = () => solidBody('lever', { kind: 'box', sizeM: [0.04, 0.004, 0.004] }, at(0.02));

describe('auditPoses', () => {
  test('audits every pose of a list and says which one is worst', async () => {
    const bodies = [await cube('a'), await cube('b')];
    const poses: BodyPoses[] = [0.02, 0.0098, 0.006, 0.02].map((x) => ({ a: IDENTITY_POSE, b: at(x, 0.001, 0.002) }));
    const { violations, poseCount } = await auditPoses(inputOf(bodies), poses, wasm);
    expect(poseCount).toBe(4);
    expect(violations).toMatchObject([{ bodies: ['a', 'b'], firstS: 1, worstS: 2 }]);
  });

  test('leaves out a body where no pose names it', async () => {
    const bodies = [await cube('a'), await cube('b')];
    const { violations } = await auditPoses(inputOf(bodies), [{ a: IDENTITY_POSE }], wasm);
    expect(violations).toEqual([]);
  });
});

describe('auditSweep', () => {
  // the lever turns about z from the x axis; its upper face meets the stop's lower edge
  const swing = (value: number): BodyPoses => ({
    lever: { positionM: [0, 0, 0], rotation: quatFromAxisAngle([0, 0, 1], value) },
    stop: at(0.02, 0.0223),
  });

  test('finds the jam to a thousandth of the range, the worst value and the interference there', async () => {
    const bodies = [await lever(), await cube('stop')];
    const report = await auditSweep(inputOf(bodies), { from: 0, to: 0.8, valueCount: 9, posesAt: swing }, wasm);
    // the stop's lower left edge is at (15, 17.3) mm; depth 0.05 mm below the lever's face, which is 2 mm above its axis
    const reach = Math.hypot(0.015, 0.0173);
    const jam = Math.atan2(0.0173, 0.015) - Math.asin(0.00195 / reach);
    const first = Math.atan2(0.0173, 0.025) - Math.asin(0.00195 / Math.hypot(0.025, 0.0173));
    expect(jam).toBeGreaterThan(first); // the lower right edge is met first
    expect(report.jam!.value).toBeGreaterThanOrEqual(first - 1e-12);
    // a thousandth of the range, and what 1 mm³ takes beyond 0.05 mm of depth (10 mm long edge, right angle: 0.3 mm)
    expect(report.jam!.value).toBeLessThan(first + 0.8e-3 + 0.0004 / Math.hypot(0.025, 0.0173));
    expect(report.worst!.value).toBeGreaterThanOrEqual(report.jam!.value);
    expect(report.worst!.interference.bodies).toEqual(['lever', 'stop']);
    expect(report.audit.poseCount).toBe(9);
  });

  test('of a free way has no jam, and the smallest clearance with its value', async () => {
    const bodies = [await lever(), await cube('stop')];
    const input = inputOf(bodies, { clearances: [{ bodies: ['lever', 'stop'], upToM: 0.05 }] });
    const report = await auditSweep(input, { from: -0.4, to: 0, valueCount: 5, posesAt: swing }, wasm);
    expect(report).toMatchObject({ jam: null, worst: null, audit: { status: 'PASS' } });
    const [{ value, clearance }] = report.clearances as [(typeof report.clearances)[number]];
    expect(value).toBeCloseTo(0, 12);
    expect(clearance.clearanceM).toBeCloseTo(0.0223 - 0.005 - 0.002, 12);
    expect(clearance.onFirstM![1]).toBeCloseTo(0.002, 12);
    expect(clearance.onSecondM![1]).toBeCloseTo(0.0173, 12);
  });
});

describe('sweepJoint', () => {
  const box = { geometry: { kind: 'box', sizeM: [0.01, 0.01, 0.01] } } as const;
  const body = (name: string, x: number, isGround = false) => ({
    name,
    isGround,
    parts: [{ ...box, material: 'steel' }],
    poseInWorld: at(x),
  });
  const region = { kind: 'sphere', radiusM: 0.02 } as const;
  const hinge = (name: string, first: string, second: string, x: number) => ({
    kind: 'revolute' as const,
    name,
    bodies: [first, second],
    frame: { originM: [x, 0, 0] as const, axis: [0, 0, 1] as const },
    regions: [region, region],
  });

  const arm = (joints: readonly ReturnType<typeof hinge>[]) =>
    loadBareScene(
      {
        schema: 'mechtrial/scene@1',
        name: 'arm',
        bodies: [body('base', 0, true), body('upper', 0.02), body('lower', 0.04)],
        joints: [...joints],
      },
      KINDS,
    );

  test('turns the second body and what hangs on it about the joint axis', async () => {
    const scene = await arm([hinge('shoulder', 'base', 'upper', 0.01), hinge('elbow', 'upper', 'lower', 0.03)]);
    const poses = sweepJoint(scene, 'shoulder', 'angle')(Math.PI / 2);
    expect(poses.base).toEqual(scene.bodies.find((b) => b.name === 'base')!.poseInWorld);
    const centre = (name: string) => transformPoint(poses[name]!, [0, 0, 0]).map((x) => Math.round(x * 1e9) + 0);
    expect(centre('upper')).toEqual([10_000_000, 10_000_000, 0]);
    expect(centre('lower')).toEqual([10_000_000, 30_000_000, 0]);
    const bent = sweepJoint(scene, 'elbow', 'angle')(-Math.PI / 2);
    expect(transformPoint(bent.lower!, [0, 0, 0])[1]).toBeCloseTo(-0.01, 12);
    expect(bent.upper).toEqual(scene.bodies.find((b) => b.name === 'upper')!.poseInWorld);
  });

  test('slides along the axis, and moves the first body where the second is ground', async () => {
    const scene = await arm([hinge('shoulder', 'upper', 'base', 0.01), hinge('elbow', 'upper', 'lower', 0.03)]);
    const poses = sweepJoint(scene, 'shoulder', 'travel')(0.005);
    expect(transformPoint(poses.lower!, [0, 0, 0])[2]).toBeCloseTo(-0.005, 12);
    expect(transformPoint(poses.base!, [0, 0, 0])[2]).toBe(0);
  });

  test('refuses a joint in a closed loop, and one that is not there', async () => {
    const scene = await arm([
      hinge('shoulder', 'base', 'upper', 0.01),
      hinge('elbow', 'upper', 'lower', 0.03),
      hinge('hand', 'lower', 'base', 0.02),
    ]);
    expect(() => sweepJoint(scene, 'shoulder', 'angle')).toThrow(BindingError);
    expect(() => sweepJoint(scene, 'shoulder', 'angle')).toThrow('closed loop');
    expect(() => sweepJoint(scene, 'knee', 'angle')).toThrow('shoulder, elbow, hand');
  });
});
