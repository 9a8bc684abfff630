import { expect, test } from 'vitest';
import {
  cycles,
  displacement,
  firstTime,
  phaseLag,
  samePhaseReturn,
  statistic,
  turns,
} from '../../../src/checks/index.js';
import type { SignalUnit } from '../../../src/core/quantity.js';

const unitOf = (signal: string): SignalUnit => (signal.startsWith('angle') ? 'rad' : 'm');

test('a condition, an amplitude and a level claim their unit for the signal', () => {
  const when = { op: '>', value: 5, unit: 'N' };
  expect(firstTime.signalUnits!(firstTime.fields.parse({ signal: 'angle', when }), unitOf)).toEqual([
    { path: ['when', 'unit'], signal: 'angle', unit: 'N' },
  ]);
  const sweeps = cycles.fields.parse({ signal: 'angle', amplitude: 1.5, amplitudeUnit: 'rad' });
  expect(cycles.signalUnits!(sweeps, unitOf)).toEqual([{ path: ['amplitudeUnit'], signal: 'angle', unit: 'rad' }]);
  expect(cycles.fields.safeParse({ signal: 'angle', amplitude: 88 }).success).toBe(false);
});

test('inputs that are read as angles must be angles', () => {
  const back = samePhaseReturn.fields.parse({ output: 'x', input: 'y' });
  expect(samePhaseReturn.signalUnits!(back, unitOf)).toEqual([{ path: ['input'], signal: 'y', unit: 'rad' }]);
  expect(turns.signalUnits!(turns.fields.parse({ signal: 'y' }), unitOf)).toEqual([
    { path: ['signal'], signal: 'y', unit: 'rad' },
  ]);
  const lag = phaseLag.fields.parse({
    reference: 'a',
    signal: 'b',
    input: 'angle',
    referenceAmplitude: 1,
    amplitude: 1,
    amplitudeUnit: 'm',
  });
  expect(phaseLag.signalUnits!(lag, unitOf).map(({ signal, unit }) => [signal, unit])).toEqual([
    ['a', 'm'],
    ['b', 'm'],
    ['angle', 'rad'],
  ]);
});

test('signals that are combined must have one unit', () => {
  const difference = statistic.fields.parse({ signal: 'x', statistic: 'max', minus: 'angle' });
  expect(statistic.signalUnits!(difference, unitOf)).toEqual([{ path: ['minus'], signal: 'angle', unit: 'm' }]);
  const plain = statistic.fields.parse({ signal: 'x', statistic: 'max' });
  expect(statistic.signalUnits!(plain, unitOf)).toEqual([]);
  const slip = displacement.fields.parse({ x: 'x', y: 'y', z: 'angle' });
  expect(displacement.signalUnits!(slip, unitOf).map(({ unit }) => unit)).toEqual(['m', 'm']);
});
