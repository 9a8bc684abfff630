// Checks that mechanism families need: each against what it must be by hand.
import { describe, expect, test } from 'vitest';
import * as checks from '../../../src/checks/index.js';
import type { PhaseRecord } from '../../../src/signals/index.js';
import { check, measure, recordingOf, sampled } from './recording-of.js';

const whole = { units: { x: 'rad', e: 'N·m', f: 'N' } } as const;

describe('actual-input', () => {
  const fields = { signal: 'x', effort: 'e', cap: 2, commanded: 1, goalUnit: 'rad', op: '>=', bound: 0.95, unit: '1' };
  const run = (end: number, effort: number) =>
    check(
      checks.actualInput,
      fields,
      recordingOf({ x: sampled(100, (t) => (end * t) / 0.1), e: sampled(100, () => effort) }, whole),
    );

  test('is the covered share', () => {
    expect(run(0.97, 0.1)).toMatchObject({ status: 'PASS' });
    expect(run(0.97, 0.1).measured).toBeCloseTo(0.97, 12);
  });
  test('short of it at the cap is a jam: FAIL; below the cap nothing was executed: INCONCLUSIVE', () => {
    expect(run(0.5, 2)).toMatchObject({ status: 'FAIL', measured: 0.5 });
    expect(run(0.5, 1.9)).toMatchObject({ status: 'INCONCLUSIVE', measured: null });
    // at the cap for 10 ms only: an impact, not a jam
    const e = sampled(100, (t) => (t < 0.01 ? 2 : 0.1));
    expect(check(checks.actualInput, fields, recordingOf({ x: sampled(100, (t) => 5 * t), e }, whole)).status).toBe(
      'INCONCLUSIVE',
    );
  });
  test('towards a target it counts from where it began; nothing commanded is covered', () => {
    const { commanded: _, ...rest } = fields;
    const back = recordingOf({ x: sampled(100, (t) => 1 - 9 * t), e: sampled(100, () => 0) }, whole);
    expect(check(checks.actualInput, { ...rest, target: 0 }, back)).toMatchObject({ status: 'INCONCLUSIVE' });
    expect(check(checks.actualInput, { ...rest, target: 0.1 }, back).measured).toBeCloseTo(1, 9);
    expect(check(checks.actualInput, { ...rest, target: 1 }, back).measured).toBe(1);
  });
});

test('evidence that is missed is inconclusive, not failed', () => {
  const fields = { signal: 'x', statistic: 'mean', op: '>=', bound: 0.9, unit: 'rad', isEvidence: true };
  expect(check(checks.statistic, fields, recordingOf({ x: [0.5, 0.5] })).status).toBe('INCONCLUSIVE');
  expect(check(checks.statistic, fields, recordingOf({ x: [1, 1] })).status).toBe('PASS');
});

test('events are counted by code, subject and window', () => {
  const recording = {
    ...recordingOf({ x: sampled(10, () => 0) }),
    events: [
      { atS: 0.002, code: 'range_left', message: 'spring solid', subject: 'spring' },
      { atS: 0.004, code: 'range_left', message: 'belt slipped', subject: 'belt' },
    ],
  };
  const count = (more: object) =>
    check(checks.events, { code: 'range_left', op: '<=', bound: 0, unit: '1', ...more }, recording);
  expect(count({})).toMatchObject({ measured: 2, status: 'FAIL', atS: 0.002, note: 'spring solid' });
  expect(count({ subject: 'belt' }).measured).toBe(1);
  expect(count({ window: { fromS: 0.003 } }).measured).toBe(1);
  expect(count({ code: 'joint_released' })).toMatchObject({ measured: 0, status: 'PASS' });
});

test('dwell is the longest time inside a band, wherever it lies', () => {
  const x = sampled(1000, (t) => (t < 0.3 ? t : t < 0.7 ? 0.3 + 0.001 * Math.sin(300 * t) : t));
  // the sine is 0.002 wide; the ramps cross a band of 0.01 in 10 ms
  const measured = measure(checks.dwell, { signal: 'x', band: 0.01, bandUnit: 'rad' }, recordingOf({ x }));
  expect(measured).toBeGreaterThanOrEqual(0.4);
  expect(measured).toBeLessThan(0.41);
  expect(measure(checks.dwell, { signal: 'x', band: 0.5, bandUnit: 'rad' }, recordingOf({ x: [0, 1, 0, 1] }))).toBe(0);
});

test('overshoot is measured from the end, along the motion', () => {
  const of = (x: number[], more = {}) => measure(checks.overshoot, { signal: 'x', ...more }, recordingOf({ x }));
  expect(of([0, 1, 1.2, 1])).toBeCloseTo(0.2, 12);
  expect(of([0, -1, -1.3, -1])).toBeCloseTo(0.3, 12);
  expect(of([0, 0.5, 1])).toBe(0);
  expect(of([0, 0.5, 0], { direction: 'decreasing' })).toBe(0);
});

describe('extremes', () => {
  // maxima 1, 1.1, 0.9 at 0.25, 1.25, 2.25 s
  const x = sampled(3000, (t) => [1, 1.1, 0.9][Math.min(2, Math.floor(t))]! * Math.sin(2 * Math.PI * t));
  const fields = { signal: 'x', amplitude: 2, amplitudeUnit: 'rad', extreme: 'maximum' };
  test('range of the maxima, and from the second on', () => {
    expect(measure(checks.extremeRange, fields, recordingOf({ x }))).toBeCloseTo(0.2, 6);
    const late = recordingOf({ x: sampled(3000, (t) => (t < 1 ? 2 : 1) * Math.sin(2 * Math.PI * t)) });
    expect(measure(checks.extremeRange, { ...fields, fromCount: 2 }, late)).toBeCloseTo(0, 6);
  });
  test('periods between them', () => {
    expect(measure(checks.cyclePeriod, { ...fields, which: 'longest' }, recordingOf({ x }))).toBeCloseTo(1, 3);
  });
  test('one extreme is not enough', () => {
    const one = recordingOf({ x: sampled(700, (t) => Math.sin(2 * Math.PI * t)) });
    const result = check(checks.extremeRange, { ...fields, op: '<=', bound: 1, unit: 'rad' }, one);
    expect(result).toMatchObject({ status: 'INCONCLUSIVE' });
  });
  test('cycles per turn of an input at twice the speed are one half', () => {
    const q = sampled(3000, (t) => 4 * Math.PI * t);
    const one = { signal: 'x', input: 'q', amplitude: 2, amplitudeUnit: 'rad' };
    expect(measure(checks.cyclesPerTurn, one, recordingOf({ x, q }))).toBeCloseTo(0.5, 3);
  });
});

describe('same-phase-return against the first period', () => {
  const q = sampled(4000, (t) => 2 * Math.PI * t);
  const fields = { output: 'x', input: 'q', against: 'first' };
  test('sees a slow change of course that neighbours do not show', () => {
    const x = sampled(4000, (t) => Math.sin(2 * Math.PI * t) + 0.01 * t);
    const recording = recordingOf({ x, q });
    expect(measure(checks.samePhaseReturn, fields, recording)).toBeCloseTo(0.04, 4);
    expect(measure(checks.samePhaseReturn, { ...fields, against: 'previous' }, recording)).toBeCloseTo(0.01, 4);
  });
  test('is 0 for a periodic output', () => {
    const x = sampled(4000, (t) => Math.sin(2 * Math.PI * t));
    expect(measure(checks.samePhaseReturn, fields, recordingOf({ x, q }))).toBeLessThan(1e-9);
  });
});

test('sequence compares the ends of phases with a list', () => {
  const phases: PhaseRecord[] = [
    { id: 'a', firstStep: 0, lastStep: 2, endedBy: 'duration' },
    { id: 'b', firstStep: 2, lastStep: 4, endedBy: 'duration' },
  ];
  const recording = recordingOf({ x: [0, 0, 1, 1, 2.1] }, { phases });
  const fields = {
    signal: 'x',
    phases: ['a', 'b'],
    values: [1, 2],
    valueUnit: 'rad',
    op: '<=',
    bound: 0.2,
    unit: 'rad',
  };
  expect(check(checks.sequence, fields, recording)).toMatchObject({ status: 'PASS', atS: 0.004 });
  expect(check(checks.sequence, fields, recording).measured).toBeCloseTo(0.1, 12);
  const missing = recordingOf(
    { x: [0, 0, 1] },
    { phases: [phases[0]!, { id: 'b', firstStep: null, lastStep: null, endedBy: null }] },
  );
  expect(check(checks.sequence, fields, missing).status).toBe('INCONCLUSIVE');
});

test('statistic-while looks only where the condition holds', () => {
  const recording = recordingOf({ f: [5, -15, 15, 5], v: [0, -1, 1, 0] }, { units: { f: 'N', v: 'm/s' } });
  const condition = { signal: 'v', isAbsolute: true, op: '>', value: 0.5, unit: 'm/s' };
  const fields = { signal: 'f', statistic: 'mean-abs', while: condition };
  expect(measure(checks.statisticWhile, fields, recording)).toBe(15);
  const never = { ...fields, while: { ...condition, value: 2 }, op: '>=', bound: 1, unit: 'N' };
  expect(check(checks.statisticWhile, never, recording).status).toBe('INCONCLUSIVE');
});

test('statistic-while minds no NaN where its condition does not hold, and reports one where it does', () => {
  const recording = recordingOf(
    { p: [Number.NaN, 3, 5, Number.NaN], on: [0, 1, 1, 0] },
    { units: { p: 'm', on: '1' } },
  );
  const fields = { signal: 'p', statistic: 'mean', while: { signal: 'on', op: '>', value: 0.5, unit: '1' } };
  expect(measure(checks.statisticWhile, fields, recording)).toBe(4);
  const always = { ...fields, while: { ...fields.while, op: '>=', value: 0 }, op: '>=', bound: 1, unit: 'm' };
  const result = check(checks.statisticWhile, always, recording);
  expect(result.status).toBe('INCONCLUSIVE');
});
