import { describe, expect, test } from 'vitest';
import { resolveWindow } from '../../../src/checks/index.js';
import { checkWindow } from '../../../src/scene/index.js';
import { recordingOf, sampled } from './recording-of.js';

const phases = [
  { id: 'settle', firstStep: 0, lastStep: 500, endedBy: 'duration' as const },
  { id: 'run', firstStep: 500, lastStep: 1500, endedBy: 'condition' as const },
  { id: 'hold', firstStep: 1500, lastStep: 2000, endedBy: 'stop' as const },
  { id: 'rest', firstStep: null, lastStep: null, endedBy: null },
];
const whole = recordingOf({ x: sampled(2000, () => 0) }, { phases });
const stopped = recordingOf({ x: sampled(2000, () => 0) }, { phases, execution: 'stopped-wall-limit' });
const resolve = (fields: object, recording = whole) => resolveWindow(checkWindow().parse(fields), recording);

describe('samples of a window, ends included', () => {
  test.each([
    ['the whole trial', {}, 0, 2000],
    ['a phase', { phase: 'run' }, 500, 1500],
    ['from one phase to another', { phase: 'settle', untilPhase: 'run' }, 0, 1500],
    ['from the start to a phase', { untilPhase: 'run' }, 0, 1500],
    ['after a time', { phase: 'run', fromS: 0.2 }, 700, 1500],
    ['up to a time', { phase: 'run', toS: 0.3 }, 500, 800],
    ['between times', { fromS: 0.1, toS: 0.1 }, 100, 100],
    ['the last part', { phase: 'run', lastS: 0.1 }, 1400, 1500],
    ['the last part before a time', { phase: 'run', toS: 0.5, lastS: 0.1 }, 900, 1000],
    ['all of it as the last part', { phase: 'run', lastS: 1 }, 500, 1500],
    ['the last instant of a phase', { phase: 'run', fromS: 1 }, 1500, 1500],
  ])('%s', (_what, fields, firstStep, lastStep) => expect(resolve(fields)).toEqual({ firstStep, lastStep }));
});

describe('not measured', () => {
  test.each([
    ['a phase that was not reached', { phase: 'rest' }, /'rest' was not reached/],
    ['a phase that broke off', { phase: 'hold' }, /'hold' was cut short after 0.5 s/],
    ['up to a phase that was not reached', { phase: 'settle', untilPhase: 'rest' }, /'rest' was not reached/],
    ['a phase that ended before the window', { phase: 'run', fromS: 1.2 }, /ended before 1.2 s/],
    ['a phase that ended inside the window', { phase: 'run', toS: 1.2 }, /ends at 1.2 s but .* lasted 1 s/],
    ['a phase shorter than its last part', { phase: 'run', lastS: 1.001 }, /shorter than its last/],
    ['an unknown phase', { phase: 'swim' }, /no phase 'swim'/],
    ['a window turned around', { fromS: 0.3, toS: 0.2 }, /ended before/],
  ])('%s', (_what, fields, reason) => expect(resolve(fields)).toEqual({ reason: expect.stringMatching(reason) }));

  test('the whole of a trial that was stopped', () => {
    expect(resolve({}, stopped)).toEqual({ reason: 'the trial was cut short after 2 s' });
    expect(resolve({ fromS: 0.5, lastS: 0.1 }, stopped)).toHaveProperty('reason');
  });
  test('but what lies before the break is', () => {
    expect(resolve({ toS: 1.9 }, stopped)).toEqual({ firstStep: 0, lastStep: 1900 });
    expect(resolve({ phase: 'hold', toS: 0.4 }, stopped)).toEqual({ firstStep: 1500, lastStep: 1900 });
    expect(resolve({ phase: 'run' }, stopped)).toEqual({ firstStep: 500, lastStep: 1500 });
  });
  test('nothing of an empty recording', () => {
    expect(resolve({}, recordingOf({ x: [] }))).toEqual({ reason: 'nothing was recorded' });
  });
});
