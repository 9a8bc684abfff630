import { describe, expect, test } from 'vitest';
import { eventual, firstTime, settlingTime, sustained } from '../../../src/checks/index.js';
import { check, measure, recordingOf, sampled } from './recording-of.js';

const decay = recordingOf({ x: sampled(3000, (t) => Math.exp(-2 * t) * Math.cos(20 * t)) });

describe('settling-time', () => {
  test('of an exponential is ln(1/ε)/a, to the next sample', () => {
    const x = recordingOf({ x: sampled(3000, (t) => 1 - Math.exp(-2 * t)) });
    const exact = Math.log(1 / 0.02) / 2;
    const measured = measure(settlingTime, { signal: 'x', target: 1, targetUnit: 'rad', tolerance: 0.02 }, x);
    expect(measured).toBe(Math.ceil(exact * 1000) / 1000);
  });
  test('of a swing is after its last excursion', () => {
    const measured = measure(settlingTime, { signal: 'x', target: 0, targetUnit: 'rad', tolerance: 0.1 }, decay);
    const inside = decay.channels[0]!.values.slice(Math.round(measured * 1000));
    expect(Math.max(...inside.map(Math.abs))).toBeLessThanOrEqual(0.1);
    expect(Math.abs(decay.channels[0]!.values[Math.round(measured * 1000) - 1]!)).toBeGreaterThan(0.1);
  });
  test('counts from the start of the window, 0 when settled all along', () => {
    const fields = { signal: 'x', target: 1, targetUnit: 'rad', tolerance: 0.1 };
    expect(measure(settlingTime, fields, recordingOf({ x: [1, 1, 1] }))).toBe(0);
    const window = { fromS: 0.001 };
    expect(measure(settlingTime, { ...fields, window }, recordingOf({ x: [0, 0, 0, 1, 1] }))).toBe(0.002);
  });
  test('a signal still outside at the end fails, even a generous bound', () => {
    const never = { signal: 'x', target: 1, targetUnit: 'rad', tolerance: 0.1, op: '<=', bound: 1000, unit: 's' };
    expect(check(settlingTime, never, recordingOf({ x: [1, 1, 0] }))).toMatchObject({ status: 'FAIL', measured: null });
  });
});

describe('sustained', () => {
  const of = (x: number[], op = '>', value = 0) =>
    measure(sustained, { signal: 'x', when: { op, value, unit: 'rad' } }, recordingOf({ x }));
  test('is the longest run of samples', () => {
    expect(of([1, 1, 0, 1, 1, 1, 1, 0, 1])).toBeCloseTo(0.003, 15);
    expect(of([1, 1, 1])).toBeCloseTo(0.002, 15);
  });
  test('is 0 for a single sample and where it never holds', () => {
    expect(of([0, 1, 0])).toBe(0);
    expect(of([0, 0, 0])).toBe(0);
    expect(of([1])).toBe(0);
  });
  test('of a sine above ½ is a third of its period, to two samples', () => {
    const x = recordingOf({ x: sampled(3000, (t) => Math.sin(2 * Math.PI * t)) });
    const measured = measure(sustained, { signal: 'x', when: { op: '>=', value: 0.5, unit: 'rad' } }, x);
    expect(Math.abs(measured - 1 / 3)).toBeLessThan(0.002);
  });
  test('tells when the run began', () => {
    const x = recordingOf({ x: [0, 1, 0, 1, 1, 1] });
    expect(check(sustained, { signal: 'x', when: { op: '==', value: 1, unit: 'rad' } }, x).atS).toBe(0.003);
  });
});

describe('first-time and eventual', () => {
  const x = recordingOf({ x: [0, 0, 1, 0, 1, 1, 1] });
  const fields = { signal: 'x', when: { op: '>=', value: 1, unit: 'rad' } };
  test('first true, and true for good', () => {
    expect(measure(firstTime, fields, x)).toBe(0.002);
    expect(measure(eventual, fields, x)).toBe(0.004);
  });
  test('count from the start of the window', () => {
    expect(measure(firstTime, { ...fields, window: { fromS: 0.003 } }, x)).toBe(0.001);
    expect(check(firstTime, { ...fields, window: { fromS: 0.003 } }, x).atS).toBe(0.004);
    expect(measure(eventual, { ...fields, window: { fromS: 0.005 } }, x)).toBe(0);
  });
  test('never, and not for good, fail an upper bound', () => {
    const bounded = { ...fields, op: '<=', bound: 1000, unit: 's' };
    expect(check(firstTime, bounded, recordingOf({ x: [0, 0] })).status).toBe('FAIL');
    expect(check(eventual, bounded, recordingOf({ x: [0, 1, 0] })).status).toBe('FAIL');
  });
  test('never early: an event that did not happen passes a lower bound', () => {
    const notBefore = { ...fields, op: '>=', bound: 5, unit: 's' };
    expect(check(firstTime, notBefore, recordingOf({ x: [0, 0] })).status).toBe('PASS');
  });
  test('NaN is inconclusive', () => {
    expect(check(firstTime, fields, recordingOf({ x: [0, Number.NaN, 1] })).status).toBe('INCONCLUSIVE');
  });
});
