import { describe, expect, test } from 'vitest';
import { displacement, ratio, statistic } from '../../../src/checks/index.js';
import { check, measure, recordingOf, sampled } from './recording-of.js';

const sine = recordingOf({ x: sampled(1000, (t) => 3 + 2 * Math.sin(2 * Math.PI * t)) });
const of = (name: string, recording = sine, more: object = {}) =>
  measure(statistic, { signal: 'x', statistic: name, ...more }, recording);

describe('one period of 3 + 2 sin(2πt)', () => {
  test.each([
    ['min', 1],
    ['max', 5],
    ['mean', 3],
    ['range', 4],
    ['max-abs', 5],
    ['initial', 3],
    ['final', 3],
    ['net-change', 0],
    ['drift-from-start', 2],
  ])('%s = %d', (name, value) => {
    // quarter periods fall on samples: exact to rounding. The mean has 1001 samples, both ends at 3: exact as well.
    expect(Math.abs(of(name) - value)).toBeLessThan(1e-12);
  });
  test('rms = √(3² + 2²/2), one sample in 1001 off', () => {
    // Σx² over 1000 samples is exactly 11·1000; the 1001st adds 9
    expect(of('rms')).toBeCloseTo(Math.sqrt((11 * 1000 + 9) / 1001), 12);
  });
  test('gives the instant of the worst value', () => {
    const at = (name: string) => check(statistic, { signal: 'x', statistic: name }, sine).atS;
    expect([at('max'), at('min'), at('range'), at('final')]).toEqual([0.25, 0.75, 0.75, 1]);
  });
});

test('a negative signal: max-abs', () => expect(of('max-abs', recordingOf({ x: [1, -7, 3] }))).toBe(7));

test('a window of one sample', () => {
  const window = { fromS: 0.25, toS: 0.25 };
  expect(['min', 'max', 'mean', 'rms', 'final'].map((name) => of(name, sine, { window }))).toEqual([5, 5, 5, 5, 5]);
  expect(['range', 'net-change', 'drift-from-start'].map((name) => of(name, sine, { window }))).toEqual([0, 0, 0]);
});

describe('moving mean', () => {
  // 100 ones with one spike of 21: a mean over 20 samples sees 1 + 20/20
  const spike = recordingOf({ x: Array.from({ length: 100 }, (_, k) => (k === 50 ? 21 : 1)) });
  test('takes a spike down to its share', () => {
    expect(of('max', spike)).toBe(21);
    expect(of('max', spike, { movingMeanS: 0.02 })).toBeCloseTo(2, 14);
    expect(of('min', spike, { movingMeanS: 0.02 })).toBe(1);
  });
  test('belongs to the middle of its samples', () => {
    const ramp = recordingOf({ x: sampled(100, (t) => -t) });
    const result = check(statistic, { signal: 'x', statistic: 'max', movingMeanS: 0.02 }, ramp);
    expect(result.atS).toBeCloseTo(0.0095, 12);
    expect(result.measured).toBeCloseTo(-0.0095, 12);
  });
  test('needs a window at least as long', () => {
    const fields = { signal: 'x', statistic: 'min', movingMeanS: 0.02, window: { toS: 0.01 } };
    expect(check(statistic, fields, spike).status).toBe('INCONCLUSIVE');
  });
});

describe('drift', () => {
  const ramp = recordingOf({ x: sampled(1000, (t) => 5 + t) });
  test('from the first sample', () => expect(of('drift-from-start', ramp)).toBeCloseTo(1, 12));
  test('from the mean of the start', () => {
    // the first 100 samples of the ramp have the mean 5 + 0.0495
    expect(of('drift-from-start', ramp, { startMeanS: 0.1 })).toBeCloseTo(0.9505, 12);
  });
  test('is not measured in a window no longer than its start', () => {
    const fields = { signal: 'x', statistic: 'drift-from-start', startMeanS: 0.1, window: { toS: 0.05 } };
    expect(check(statistic, fields, ramp).status).toBe('INCONCLUSIVE');
  });
});

test('baseline: relative to the mean of another window', () => {
  const phases = [
    { id: 'settle', firstStep: 0, lastStep: 500, endedBy: 'duration' as const },
    { id: 'run', firstStep: 500, lastStep: 1000, endedBy: 'duration' as const },
  ];
  const step = recordingOf({ x: sampled(1000, (t) => (t <= 0.5 ? 2 : 9)) }, { phases });
  expect(of('final', step, { window: { phase: 'run' }, baseline: { phase: 'settle', lastS: 0.1 } })).toBe(7);
  const result = check(statistic, { signal: 'x', statistic: 'final', baseline: { phase: 'none' } }, step);
  expect(result).toMatchObject({ status: 'INCONCLUSIVE', note: "baseline: the trial has no phase 'none'" });
});

test('minus: the difference of two signals', () => {
  const two = recordingOf({ x: sampled(100, (t) => 2 * t), y: sampled(100, (t) => t) });
  expect(of('max-abs', two, { minus: 'y' })).toBeCloseTo(0.1, 14);
  expect(check(statistic, { signal: 'x', statistic: 'max', minus: 'z' }, two).status).toBe('INCONCLUSIVE');
});

test('infinite gaps: the smallest is infinite, their range is nothing', () => {
  const far = recordingOf({ x: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY] });
  expect(check(statistic, { signal: 'x', statistic: 'min', bound: 0.001 }, far)).toMatchObject({ status: 'PASS' });
  expect(check(statistic, { signal: 'x', statistic: 'range' }, far).status).toBe('INCONCLUSIVE');
});

describe('ratio', () => {
  const gears = recordingOf({ out: sampled(1000, (t) => -t / 27 + 4), in: sampled(1000, (t) => t) });
  test('of net changes, signed', () =>
    expect(measure(ratio, { output: 'out', input: 'in' }, gears)).toBeCloseTo(-1 / 27, 14));
  test('an input that stands still is not measured', () => {
    const still = recordingOf({ out: [0, 1], in: [3, 3] });
    expect(check(ratio, { output: 'out', input: 'in' }, still).status).toBe('INCONCLUSIVE');
  });
  test('units: rad over rad is 1, m over rad is m', () => {
    const spec = ratio.fields.parse({ output: 'out', input: 'in' });
    expect(ratio.unit(spec, () => 'rad')).toBe('1');
    expect(ratio.unit(spec, (name) => (name === 'out' ? 'm' : 'rad'))).toBe('m');
  });
});

describe('displacement', () => {
  const circle = recordingOf({
    x: sampled(1000, (t) => 7 + Math.cos(2 * Math.PI * t)),
    y: sampled(1000, (t) => Math.sin(2 * Math.PI * t)),
    z: sampled(1000, () => 1),
  });
  test('of a point on a unit circle is its diameter, half a turn later', () => {
    const result = check(displacement, { x: 'x', y: 'y', z: 'z' }, circle);
    expect(result.measured).toBeCloseTo(2, 12);
    expect(result.atS).toBe(0.5);
  });
  test('counts from the start of the window', () => {
    // quarter turn: chord √2
    const fields = { x: 'x', y: 'y', z: 'z', window: { fromS: 0.5, toS: 0.75 } };
    expect(measure(displacement, fields, circle)).toBeCloseTo(Math.SQRT2, 12);
  });
});
