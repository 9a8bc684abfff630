// Every way to PASS, FAIL and INCONCLUSIVE, on recordings made by hand: no engine, no files.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scene } from '../../../src/scene/index.js';
import { assembles } from '../../../src/trial/assembly.js';
import { auditOf, judged, loadPendulum, numbersIn, overlap, recordingFor, statusOf } from './evidence.js';

let scene: Scene;
beforeAll(async () => {
  scene = await loadPendulum();
});

const NOT_REACHED = [
  { id: 'first', firstStep: 0, lastStep: 100, endedBy: 'time-out' as const },
  { id: 'second', firstStep: null, lastStep: null, endedBy: null },
];
const release = (atS: number) => ({
  atS,
  code: 'joint_released',
  message: "joint 'pivot' was released: its two regions no longer overlap",
  subject: 'pivot',
  value: 1e-3,
});

describe('checks', () => {
  test('all of them pass, audit and quality too: PASS with measured values, margins and instants', () => {
    const verdict = judged(scene);
    expect(verdict.status).toBe('PASS');
    expect(verdict.checks.map(({ id, status }) => [id, status])).toEqual([
      ['joints-held', 'PASS'],
      ['near', 'PASS'],
      ['far', 'PASS'],
    ]);
    const far = verdict.checks[2]!;
    expect(far).toMatchObject({ op: '>=', bound: 0.15, unit: 'rad', requirement: 'R1', phase: 'second', note: null });
    expect(far.measured).toBeCloseTo(0.2, 12);
    expect(far.margin).toBeCloseTo(0.05, 12);
    expect(far.atS).toBeCloseTo(0.2, 12);
    expect(verdict).toMatchObject({ simulatedS: 0.2, stepCount: 200, execution: 'completed', engine: 'direct' });
    expect(verdict.phases).toEqual([
      { id: 'first', fromS: 0, toS: 0.1, endedBy: 'duration' },
      { id: 'second', fromS: 0.1, toS: 0.2, endedBy: 'duration' },
    ]);
  });

  test('one that fails: FAIL, the others keep their answers', () => {
    const verdict = judged(scene, { angle: (t) => t / 2 });
    expect(verdict.status).toBe('FAIL');
    expect([statusOf(verdict, 'near'), statusOf(verdict, 'far')]).toEqual(['PASS', 'FAIL']);
    expect(verdict.checks[2]!.margin).toBeCloseTo(-0.05, 12);
  });

  test('a signal that is not a number is not measured: INCONCLUSIVE', () => {
    const verdict = judged(scene, { angle: (t) => (t > 0.15 ? Number.NaN : t) });
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(verdict.checks[2]).toMatchObject({ status: 'INCONCLUSIVE', measured: null, margin: null });
  });

  test('a phase that was not reached: what asks about it is INCONCLUSIVE, never passed', () => {
    const verdict = judged(scene, { phases: NOT_REACHED, execution: 'failed', stepCount: 101 });
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(statusOf(verdict, 'near')).toBe('PASS');
    expect(verdict.checks[2]).toMatchObject({
      status: 'INCONCLUSIVE',
      measured: null,
      atS: null,
      note: "phase 'second' was not reached",
    });
    expect(verdict.phases[1]).toEqual({ id: 'second', fromS: null, toS: null, endedBy: null });
  });

  test('a failure in a phase that was reached still fails a trial that broke off', () => {
    const verdict = judged(scene, { phases: NOT_REACHED, execution: 'failed', stepCount: 101, angle: () => 0 });
    expect(verdict.status).toBe('FAIL');
  });

  test.each(['stopped-wall-limit', 'stopped-diverged', 'stopped-interrupted', 'failed'] as const)(
    '%s is never a PASS, even where every check had been measured',
    (execution) => {
      const verdict = judged(scene, { execution });
      expect(verdict.checks.every(({ status }) => status === 'PASS')).toBe(true);
      expect(verdict).toMatchObject({ status: 'INCONCLUSIVE', execution });
    },
  );
});

describe('numerical quality', () => {
  test.each<['jointSeparationM' | 'penetrationM' | 'energyResidualJ' | 'residualM', number, string]>([
    ['jointSeparationM', 3e-5, 'joint separation 30.0 µm of ≤ 20.0 µm, first at 0.150 s'],
    ['penetrationM', 6e-5, 'contact penetration 60.0 µm of ≤ 50.0 µm, first at 0.150 s'],
    ['energyResidualJ', -2e-5, 'energy balance off by 2.00e-5 J of ≤ 1.00e-5 J, first at 0.150 s'],
    ['residualM', 2e-6, 'solver residual 2.00 µm of ≤ 1.00 µm, first at 0.150 s'],
  ])('%s above its bound: everything passes, yet INCONCLUSIVE, and it says why', (column, value, reason) => {
    const verdict = judged(scene, { quality: { [column]: (t: number) => (t >= 0.15 ? value : 0) } });
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(verdict.quality).toMatchObject({ status: 'bad', reasons: [reason] });
  });

  test('a bound of the energy balance grows with the work put in and the kinetic energy', () => {
    const quality = { energyResidualJ: () => 0.011 };
    expect(judged(scene, { quality, totals: { workInJ: -0.6, peakKineticJ: 0.5 } }).quality).toMatchObject({
      status: 'ok',
      energyResidualAllowedJ: 0.01 * (0.6 + 0.5) + 1e-5,
    });
    expect(judged(scene, { quality, totals: { workInJ: 0.6, peakKineticJ: 0.4 } }).quality.status).toBe('bad');
  });

  test('exactly on the bound is good', () => {
    expect(judged(scene, { quality: { penetrationM: () => 5e-5 } }).quality.status).toBe('ok');
  });

  test('a failure of a window that ended before the numerics went bad is a FAIL', () => {
    const verdict = judged(scene, { angle: () => 0, quality: { penetrationM: (t) => (t > 0.13 ? 1 : 0) } });
    expect([statusOf(verdict, 'near'), statusOf(verdict, 'far')]).toEqual(['FAIL', 'INCONCLUSIVE']);
    expect(verdict.status).toBe('FAIL');
  });

  test('what was not reached while the numerics held proves nothing: it might have been', () => {
    const verdict = judged(scene, { angle: (t) => t / 2, quality: { penetrationM: (t) => (t > 0.13 ? 1 : 0) } });
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(verdict.checks[2]).toMatchObject({
      status: 'INCONCLUSIVE',
      note: 'failed by what came after the numerics went bad at 0.131 s',
    });
    expect(verdict.checks[2]!.measured).toBeCloseTo(0.1, 12);
  });

  test('what exceeded its bound while the numerics held is a FAIL, wherever the largest value stands', async () => {
    const never = await loadPendulum({ check: { statistic: 'max', op: '<=', bound: 0.12 } });
    const badAfter = (fromS: number) => ({ penetrationM: (t: number) => (t > fromS ? 1 : 0) });
    expect(statusOf(judged(never, { quality: badAfter(0.13) }), 'far')).toBe('FAIL');
    expect(statusOf(judged(never, { quality: badAfter(0.11) }), 'far')).toBe('INCONCLUSIVE');
    const stays = await loadPendulum({ check: { statistic: 'min', op: '>=', bound: -0.12 } });
    expect(statusOf(judged(stays, { angle: (t) => -t, quality: badAfter(0.13) }), 'far')).toBe('FAIL');
    const ends = await loadPendulum({ check: { statistic: 'final', op: '<=', bound: 0.12 } });
    expect(statusOf(judged(ends, { quality: badAfter(0.13) }), 'far')).toBe('INCONCLUSIVE');
  });

  test('a silent clamp makes every failure untrustworthy', () => {
    const verdict = judged(scene, { angle: () => 0, totals: { clampedCount: 3 } });
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(verdict.quality).toMatchObject({ status: 'bad', clampedSteps: 3 });
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('a quality of %s is bad, and null in the verdict', (value) => {
    const verdict = judged(scene, {
      quality: { energyResidualJ: (t) => (t > 0.1 ? value : 0), jointSeparationM: (t) => (t > 0.15 ? value : 0) },
      totals: { workInJ: value },
    });
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(verdict.quality).toMatchObject({ energyResidualJ: null, maxJointSeparationM: null });
  });
});

test.each(['too_fast', 'velocity_level'])('the trouble %s makes what follows it untrustworthy', (code) => {
  const trouble = { atS: 0.05, code, message: 'more than it can', subject: 'engine', value: 100 };
  const verdict = judged(scene, { events: [trouble], angle: (t) => t / 2 });
  expect(verdict.status).toBe('INCONCLUSIVE');
  expect(verdict.quality).toMatchObject({ status: 'bad', reasons: ['more than it can, first at 0.050 s'] });
  expect(judged(scene, { events: [{ ...trouble, code: 'too_large' }] }).status).toBe('PASS');
});

test('a coarse step that was not verified is no pass', () => {
  const verdict = judged(scene, { stepS: 2e-3 });
  expect(verdict.status).toBe('INCONCLUSIVE');
  expect(verdict.quality.reasons[0]).toBe('a step of 2 ms has not been verified at half of it');
});

describe('half the step', () => {
  test('a check that changes its answer is INCONCLUSIVE, and so is the trial', () => {
    const halvedStep = { changedChecks: ['far'], largestMarginChange: 3 };
    const verdict = judged(scene, { angle: (t) => t / 2 }, { halvedStep });
    expect(statusOf(verdict, 'far')).toBe('INCONCLUSIVE');
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(verdict.quality.reasons[0]).toContain('far');
  });

  test('no change leaves the verdict as it is', () => {
    const halvedStep = { changedChecks: [], largestMarginChange: 1e-4 };
    expect(judged(scene, {}, { halvedStep })).toMatchObject({ status: 'PASS', quality: { halvedStep } });
  });
});

describe('audit', () => {
  test('an overlap fails a trial whose checks all pass', () => {
    const verdict = judged(scene, {}, { audit: auditOf([overlap(0.06)]) });
    expect(verdict).toMatchObject({ status: 'FAIL', audit: { status: 'FAIL' } });
  });

  test('no audit at all, an incomplete one, and an overlap that the solver explains: INCONCLUSIVE', () => {
    const open = {
      bodies: ['post', 'arm'],
      parts: ['post', 'arm'],
      reason: 'open mesh',
      isPartly: true,
      crossingAtS: null,
    };
    for (const audit of [
      null,
      auditOf([], { status: 'INCONCLUSIVE', notAudited: [open] }),
      auditOf([overlap(0.06, true)]),
    ]) {
      expect(judged(scene, {}, { audit }).status).toBe('INCONCLUSIVE');
    }
  });

  test('an overlap that begins after the numerics went bad proves nothing', () => {
    const quality = { jointSeparationM: (t: number) => (t > 0.1 ? 1e-3 : 0) };
    const late = judged(scene, { quality }, { audit: auditOf([overlap(0.12)]) });
    expect(late).toMatchObject({ status: 'INCONCLUSIVE', audit: { status: 'INCONCLUSIVE' } });
    expect(late.audit!.violations).toHaveLength(1);
    expect(judged(scene, { quality }, { audit: auditOf([overlap(0.06), overlap(0.12)]) }).status).toBe('FAIL');
  });
});

describe('joints', () => {
  test('a release fails joints-held, at its instant and with its message', () => {
    const verdict = judged(scene, { events: [release(0.05), release(0.07)] });
    expect(verdict.status).toBe('FAIL');
    expect(verdict.checks[0]).toMatchObject({ id: 'joints-held', status: 'FAIL', measured: 2, margin: -2, atS: 0.05 });
    expect(verdict.checks[0]!.note).toContain("'pivot' was released");
    expect(verdict.events).toHaveLength(2);
  });

  test('a release that is part of the function does not', async () => {
    const may = await loadPendulum({ mayRelease: true });
    expect(judged(may, { events: [release(0.05)] }).status).toBe('PASS');
  });

  test('a release after the numerics went bad is INCONCLUSIVE', () => {
    const verdict = judged(scene, { events: [release(0.15)], quality: { jointSeparationM: (t) => (t > 0.1 ? 1 : 0) } });
    expect(statusOf(verdict, 'joints-held')).toBe('INCONCLUSIVE');
    expect(verdict.status).toBe('INCONCLUSIVE');
  });

  test('released before the first step, it was never assembled: FAIL on `assembles`, even where it may be released', async () => {
    const may = await loadPendulum({ mayRelease: true });
    const changes = { events: [release(0)] };
    const verdict = assembles(judged(may, changes), recordingFor(changes), null);
    expect(verdict.status).toBe('FAIL');
    expect(verdict.checks[0]).toMatchObject({ id: 'assembles', status: 'FAIL', measured: 1, bound: 0 });
    expect(verdict.checks[0]!.note).toContain('pivot');
  });

  test('`assembles` passes where nothing parted, and is not judged where no step was made', () => {
    expect(assembles(judged(scene), recordingFor(), null).checks[0]).toMatchObject({ id: 'assembles', status: 'PASS' });
    const [first, second] = NOT_REACHED;
    const phases = [{ ...first!, lastStep: 0, endedBy: 'stop' as const }, second!];
    const changes = { stepCount: 1, execution: 'stopped-interrupted' as const, phases };
    const verdict = assembles(judged(scene, changes), recordingFor(changes), null);
    expect(verdict.checks[0]).toMatchObject({ id: 'assembles', status: 'INCONCLUSIVE', measured: null });
    expect(verdict).toMatchObject({ status: 'INCONCLUSIVE', simulatedS: 0, stepCount: 0 });
  });
});

test('what the file lost is a trouble of the trial; the answer stays', () => {
  const verdict = assembles(judged(scene), recordingFor(), 'the recording cannot be written: the disk is full');
  expect(verdict.status).toBe('PASS');
  expect(verdict.troubles).toEqual([
    { code: 'write_failed', message: 'the recording cannot be written: the disk is full', atS: 0.2, value: null },
  ]);
});

test('troubles of the engine stand apart from events; JSON gives back what was judged, without NaN or ∞', () => {
  const trouble = {
    atS: 0.1,
    code: 'diverged',
    message: 'it flew away',
    subject: 'engine',
    value: Number.POSITIVE_INFINITY,
  };
  const event = { atS: 0.05, code: 'range_left', message: 'left', subject: 'spring', value: Number.NaN };
  const verdict = judged(scene, {
    events: [trouble, event],
    angle: (t) => (t > 0.05 ? Number.NaN : t),
    quality: { penetrationM: () => Number.NaN, energyResidualJ: () => Number.NEGATIVE_INFINITY },
    totals: { workInJ: Number.NaN, peakKineticJ: Number.POSITIVE_INFINITY },
    execution: 'stopped-diverged',
  });
  expect(verdict.troubles).toEqual([{ code: 'diverged', message: 'it flew away', atS: 0.1, value: null }]);
  expect(verdict.events).toEqual([{ atS: 0.05, code: 'range_left', message: 'left', subject: 'spring' }]);
  expect(numbersIn(verdict).filter(([, x]) => !Number.isFinite(x))).toEqual([]);
  expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict);
});
