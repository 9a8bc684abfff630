import { describe, expect, test } from 'vitest';
import { type CheckOperator, firstTime, judgeMeasurement, statistic } from '../../../src/checks/index.js';
import { checkCommonFields } from '../../../src/scene/index.js';
import { check, recordingOf, sampled } from './recording-of.js';

const phases = [
  { id: 'settle', firstStep: 0, lastStep: 500, endedBy: 'duration' as const },
  { id: 'run', firstStep: 500, lastStep: 1000, endedBy: 'duration' as const },
];
const recording = recordingOf({ x: sampled(1000, (t) => t) }, { phases });
const specOf = (op: CheckOperator, bound: number) => checkCommonFields().parse({ id: 'R1/x', op, bound, unit: 'rad' });
const judge = (op: CheckOperator, bound: number, measured: number) =>
  judgeMeasurement(specOf(op, bound), { measured, atS: 0.2 }, recording);

describe('status and margin', () => {
  test.each<[CheckOperator, number, number, string, number]>([
    ['<=', 2, 1.5, 'PASS', 0.5],
    ['<=', 2, 2, 'PASS', 0],
    ['<=', 2, 2.5, 'FAIL', -0.5],
    ['<', 2, 2, 'FAIL', 0],
    ['>=', 3, 4, 'PASS', 1],
    ['>=', 3, 3, 'PASS', 0],
    ['>=', 3, 0, 'FAIL', -3],
    ['>', 3, 3, 'FAIL', 0],
    ['==', 3, 3, 'PASS', 0],
    ['==', 3, 5, 'FAIL', -2],
  ])('%s %d measured %d is %s by %d', (op, bound, measured, status, margin) => {
    expect(judge(op, bound, measured)).toEqual({
      id: 'R1/x',
      status,
      measured,
      op,
      bound,
      unit: 'rad',
      margin,
      atS: 0.2,
      phase: 'settle',
      note: null,
    });
  });
});

test.each<CheckOperator>(['<=', '>=', '<', '>', '=='])('NaN never passes %s', (op) => {
  expect(judge(op, 1, Number.NaN)).toMatchObject({ status: 'INCONCLUSIVE', measured: null, margin: null });
});

test('what was not measured is inconclusive and says why', () => {
  const result = judgeMeasurement(specOf('<=', 1), { reason: "phase 'b' was not reached" }, recording);
  expect(result).toMatchObject({
    status: 'INCONCLUSIVE',
    measured: null,
    atS: null,
    note: "phase 'b' was not reached",
  });
});

test('an infinite value is judged, but never written as a number', () => {
  expect(judge('<=', 2, Number.POSITIVE_INFINITY)).toMatchObject({
    status: 'FAIL',
    measured: null,
    note: 'measured +∞',
  });
  expect(judge('>=', 2, Number.POSITIVE_INFINITY)).toMatchObject({ status: 'PASS', measured: null, margin: null });
  const never = { signal: 'x', when: { op: '>', value: 2, unit: 'rad' }, op: '<=', bound: 0.5, unit: 's' };
  expect(check(firstTime, never, recording)).toMatchObject({
    status: 'FAIL',
    measured: null,
    note: 'never true up to 1 s',
  });
});

describe('the phase of the worst instant', () => {
  const at = (window: object, name: string) =>
    check(statistic, { signal: 'x', statistic: name, window, unit: 'rad' }, recording);
  test('is the one that the window names, where two share a sample', () => {
    expect(at({ phase: 'settle' }, 'final')).toMatchObject({ atS: 0.5, phase: 'settle' });
    expect(at({ phase: 'run' }, 'initial')).toMatchObject({ atS: 0.5, phase: 'run' });
  });
  test('else the earlier', () => expect(at({ toS: 0.5 }, 'final')).toMatchObject({ atS: 0.5, phase: 'settle' }));
});

test('a signal that was not recorded, or is NaN in the window, makes the check inconclusive', () => {
  const fields = { signal: 'y', statistic: 'max', op: '<=', bound: 5, unit: 'rad' };
  expect(check(statistic, fields, recording)).toMatchObject({
    status: 'INCONCLUSIVE',
    note: "signal 'y' was not recorded",
  });
  const broken = recordingOf({ y: [0, 0, Number.NaN, 0] });
  expect(check(statistic, fields, broken)).toMatchObject({
    status: 'INCONCLUSIVE',
    note: "signal 'y' is not a number at 0.002 s",
  });
  expect(check(statistic, { ...fields, window: { toS: 0.001 } }, broken).status).toBe('PASS');
});
