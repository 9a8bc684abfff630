import { describe, expect, test } from 'vitest';
import {
  type AuditBody,
  auditInterference,
  auditPoses,
  auditSweep,
  chooseBackend,
  listBackends,
} from '../../../src/audit/index.js';
import { poseOnScrew, screwBetween } from '../../../src/audit/screw.js';
import { composePose, IDENTITY_POSE, type Pose, quatFromAxisAngle, transformPoint } from '../../../src/core/vector.js';
import { at, inputOf, meshBody, solidBody, trackOf } from './bodies.js';
import { mesh, pin, plateWithHole } from './solids.js';

const available = (await listBackends()).filter(({ isAvailable }) => isAvailable).map(({ name }) => name);
const turned = (angle: number): Pose => ({ positionM: [0, 0, 0], rotation: quatFromAxisAngle([0, 0, 1], angle) });
const box = (name: string, ...sizeM: [number, number, number]) => solidBody(name, { kind: 'box', sizeM });

/** A plate of 20 × 20 × 1 mm and a blade of 10 × 10 × 0.5 mm above it. */
const plateAndBlade = async (): Promise<AuditBody[]> => [
  await box('plate', 0.02, 0.02, 0.001),
  await box('blade', 0.01, 0.01, 0.0005),
];

describe.each(available)('between samples, on %s', (prefer) => {
  const options = { createBackend: () => chooseBackend({ prefer }) };

  test('a blade that crosses a plate between two samples of 10 Hz fails, at the recorded pose where it does', async () => {
    const bodies = await plateAndBlade();
    // 0.2 m/s downwards from 30 mm: through the plate at 0.15 s, both samples around it 10 mm away
    const track = trackOf(bodies, 0.3, (name, t) => (name === 'plate' ? at(0) : at(0, 0, 0.03 - 0.2 * t)));
    const report = await auditInterference(inputOf(bodies), track, options);
    expect(report).toMatchObject({ status: 'FAIL', poseCount: 4, coverage: { unseenWayM: 0 } });
    expect(report.violations[0]).toMatchObject({ bodies: ['plate', 'blade'] });
    // 0.75 mm of way either side of the middle
    expect(Math.abs(report.violations[0]!.worstS - 0.15)).toBeLessThan(0.75e-3 / 0.2);
  });

  test('a blade that crosses a plate between two recorded poses fails too', async () => {
    const bodies = await plateAndBlade();
    // 2 m/s: 40 mm between recorded poses, the plate in the middle of one stretch
    const track = trackOf(bodies, 0.2, (name, t) => (name === 'plate' ? at(0) : at(0, 0, 0.22 - 2 * t)));
    const report = await auditInterference(inputOf(bodies), track, options);
    expect(report.status).toBe('FAIL');
    const [violation] = report.violations;
    expect(Math.abs(violation!.worstS - 0.11)).toBeLessThan(0.75e-3 / 2);
    // from the first touch to the middle
    expect(violation!.firstS).toBeLessThanOrEqual(violation!.worstS);
    expect(violation!.firstS).toBeGreaterThan(0.11 - 0.75e-3 / 2);
  });

  test('a body that the recording says turned too fast to follow is listed as partly audited', async () => {
    const bodies = await plateAndBlade();
    const track = trackOf(bodies, 0.1, (name) => (name === 'plate' ? at(0) : at(0, 0, 0.03)));
    const event = { atS: 0.02, code: 'turn_not_followed', message: 'turns by 100° in one step', subject: 'blade' };
    const report = await auditInterference(inputOf(bodies), { ...track, events: [event] }, options);
    expect(report).toMatchObject({ status: 'INCONCLUSIVE', violations: [] });
    expect(report.notAudited).toMatchObject([{ bodies: ['blade'], isPartly: true }]);
    const elastic = { ...inputOf(bodies), elasticBodies: [{ body: 'blade', reason: 'a reed' }] };
    expect((await auditInterference(elastic, { ...track, events: [event] }, options)).status).toBe('PASS');
  });

  test('a lug that sweeps past a tab once per turn fails; a hand that stays clear of it passes with few questions', async () => {
    const lug = await mesh(({ Manifold: M }) =>
      M.cube([2, 2, 2], true)
        .translate([50, 0, 0])
        .add(M.cylinder(4, 5, 5, 48, true)),
    );
    const tabAt = (z: number) => mesh(({ Manifold: M }) => M.cube([4, 1, 1], true).translate([50, 0, z]));
    const motion = (name: string, t: number): Pose => (name === 'tab' ? turned(0.77) : turned(20 * t));
    const hit = [await meshBody('hand', lug), await meshBody('tab', await tabAt(0))];
    expect((await auditInterference(inputOf(hit), trackOf(hit, 0.6, motion), options)).status).toBe('FAIL');
    const clear = [await meshBody('hand', lug), await meshBody('tab', await tabAt(1.7))];
    const report = await auditInterference(inputOf(clear), trackOf(clear, 0.6, motion), options);
    expect(report).toMatchObject({ status: 'PASS', coverage: { unseenWayM: 0 } });
    expect(report.coverage!.motionCount).toBeLessThan(60);
  });

  test('a pin that spins in its hole with 0.03 mm of play passes', async () => {
    const bodies = [await meshBody('plate', await plateWithHole(5.03, 96)), await meshBody('pin', await pin(5, 96))];
    const track = trackOf(bodies, 1, (name, t) => (name === 'plate' ? at(0) : turned(12 * t)));
    const report = await auditInterference(inputOf(bodies), track, options);
    expect(report).toMatchObject({ status: 'PASS', violations: [], coverage: { unseenWayM: 0 } });
    // 0.24 rad per stretch; facets of 0.16 mm half width move (½·0.12²·5 + 0.12·0.16) = 0.055 mm towards the hole
    expect(report.coverage!.motionCount).toBeLessThan(50 * 4);
  });

  test('a slider in contact with its rail passes however far it slides', async () => {
    const bodies = [await box('rail', 0.4, 0.01, 0.01), await box('slider', 0.02, 0.01, 0.01)];
    const track = trackOf(bodies, 0.4, (name, t) => (name === 'rail' ? at(0) : at(-0.15 + 0.7 * t, 0.001, 0.01)));
    const report = await auditInterference(inputOf(bodies), track, options);
    expect(report).toMatchObject({ status: 'PASS', coverage: { motionCount: 4, unseenWayM: 0 } });
  });

  test('a body that was put on the other side has not gone through', async () => {
    const bodies = await plateAndBlade();
    const track = trackOf(bodies, 0.3, (name, t) => (name === 'plate' ? at(0) : at(0, 0, t <= 0.1 ? 0.02 : -0.02)));
    const placed = { atS: 0.1, code: 'body_placed', message: '', subject: 'blade' };
    expect((await auditInterference(inputOf(bodies), { ...track, events: [placed] }, options)).status).toBe('PASS');
    // without the event it was thrown there: how, nobody recorded
    const thrown = await auditInterference(inputOf(bodies), track, options);
    expect(thrown.status).toBe('INCONCLUSIVE');
    expect(thrown.notAudited[0]!.reason).toContain('poseIntervalS');
  });

  test('poses of a list have nothing between them', async () => {
    const bodies = await plateAndBlade();
    const poses = [0.02, -0.02].map((z) => ({ plate: IDENTITY_POSE, blade: at(0, 0, z) }));
    expect(await auditPoses(inputOf(bodies), poses, options)).toMatchObject({ status: 'PASS', coverage: null });
  });

  test('a sweep of five steps finds a tab of 0.4 mm', async () => {
    const bodies = [
      await solidBody('arm', { kind: 'box', sizeM: [0.1, 0.002, 0.002] }, at(0.05)),
      await box('tab', 0.01, 0.0004, 0.004),
    ];
    const tabAt = composePose(turned(0.5), at(0.09));
    const sweep = { from: 0, to: 1.5, valueCount: 6, posesAt: (value: number) => ({ arm: turned(value), tab: tabAt }) };
    const report = await auditSweep(inputOf(bodies), sweep, options);
    // the arm's side meets the tab's near corner: half widths 1 and 0.2 mm at 90 ± 5 mm
    expect(report.jam!.value).toBeLessThan(0.5);
    expect(report.jam!.value).toBeGreaterThan(0.5 - (0.0012 + 1e-4) / 0.085);
    expect(report.worst!.interference.bodies).toEqual(['arm', 'tab']);
  });

  test('what the questions do not suffice for is listed, and is no pass', async () => {
    const bodies = await plateAndBlade();
    // the blade stops short of the plate in the end: nothing is known of the way there without questions
    const track = trackOf(bodies, 0.1, (name, t) => (name === 'plate' ? at(0) : at(0, 0, 0.03 - 0.29 * t)));
    const report = await auditInterference(inputOf(bodies), track, { ...options, questionLimit: 0 });
    expect(report.status).toBe('INCONCLUSIVE');
    expect(report.notAudited[0]).toMatchObject({ bodies: ['plate', 'blade'], isPartly: true });
    expect(report.coverage!.unseenWayM).toBeCloseTo(0.29 * 0.1, 9);
  });
});

describe('what an interpolated pose leaves open', () => {
  const options = { createBackend: () => chooseBackend({ prefer: 'auto' }) };

  test('is no violation: a ball that rolls over a hump between recorded poses', async () => {
    // the recorded poses are on the circle around the hump, the straight way between them cuts it by r·θ²/8 = 0.3 mm
    const bodies = [
      await solidBody('hump', { kind: 'cylinder', radiusM: 0.02, lengthM: 0.01 }),
      await box('shoe', 0.004, 0.004, 0.004),
    ];
    const track = trackOf(bodies, 0.4, (name, t) => {
      if (name === 'hump') return IDENTITY_POSE;
      const angle = 12 * t;
      // translates on the circle, touching with a corner or a face never closer than its half diagonal
      return at(0.0229 * Math.cos(angle), 0.0229 * Math.sin(angle));
    });
    const report = await auditInterference(inputOf(bodies), track, options);
    expect(report).toMatchObject({ status: 'PASS', violations: [] });
  });
});

test('screws take one pose to another, about the axis of a hinge', () => {
  const hinge = [0.3, -0.2, 0.1] as const;
  const about = (angle: number): Pose => {
    const rotation = quatFromAxisAngle([0, 1, 0], angle);
    const turnedBack = transformPoint({ positionM: [0, 0, 0], rotation }, hinge);
    return { positionM: [hinge[0] - turnedBack[0], hinge[1] - turnedBack[1], hinge[2] - turnedBack[2]], rotation };
  };
  const screw = screwBetween(about(0.3), about(1.5));
  expect(screw.angleRad).toBeCloseTo(1.2, 12);
  expect(screw.travelM).toBeCloseTo(0, 12);
  const middle = poseOnScrew(about(0.3), screw, 0.5);
  expect(middle.positionM).toEqual(about(0.9).positionM.map((x) => expect.closeTo(x, 12)));
  expect(screwBetween(at(0), at(0.1, 0.2)).travelM).toBeCloseTo(Math.hypot(0.1, 0.2), 15);
});
