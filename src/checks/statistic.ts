import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { checkWindow, signalName } from '../scene/index.js';
import type { Recording } from '../signals/index.js';
import { type CheckOperator, defineCheck, type Measurement, type NotMeasured, type SampleWindow } from './define.js';
import { endOf, isNotMeasured, readSamples, type Samples, timeAt } from './samples.js';
import { resolveWindow } from './window.js';

/** Index and value of what a statistic found. */
interface Found {
  readonly value: number;
  readonly index: number;
}

/** Every statistic of a non-empty row of numbers; the index is where the worst value stands. */
export const STATISTICS = {
  min: (x: Float64Array): Found => pick(x, (a, b) => a < b),
  max: (x: Float64Array): Found => pick(x, (a, b) => a > b),
  'max-abs': (x: Float64Array): Found => pick(x.map(Math.abs), (a, b) => a > b),
  mean: (x: Float64Array): Found => ({ value: mean(x), index: x.length - 1 }),
  rms: (x: Float64Array): Found => ({ value: Math.sqrt(mean(x.map((value) => value * value))), index: x.length - 1 }),
  initial: (x: Float64Array): Found => ({ value: x[0]!, index: 0 }),
  final: (x: Float64Array): Found => ({ value: x[x.length - 1]!, index: x.length - 1 }),
  'net-change': (x: Float64Array): Found => ({ value: x[x.length - 1]! - x[0]!, index: x.length - 1 }),
  range: (x: Float64Array): Found => {
    const [low, high] = [STATISTICS.min(x), STATISTICS.max(x)];
    return { value: high.value - low.value, index: Math.max(low.index, high.index) };
  },
} as const;

function pick(x: Float64Array, isWorse: (a: number, b: number) => boolean): Found {
  let index = 0;
  for (let i = 1; i < x.length; i++) if (isWorse(x[i]!, x[index]!)) index = i;
  return { value: x[index]!, index };
}

const mean = (x: Float64Array): number => x.reduce((sum, value) => sum + value, 0) / x.length;

const plainStatistic = z.enum(['min', 'max', 'mean', 'final', 'initial', 'range', 'max-abs', 'rms', 'net-change']);

/**
 * One number of a signal over the window: min, max, mean, final, initial, range, largest absolute value, root mean
 * square, net change, or the largest drift |x − x₀| from its start, x₀ = mean of the first `startMeanS`.
 *
 * `minus` is another signal that is subtracted first, `baseline` a window whose mean is; then a moving mean over
 * `movingMeanS` is taken (only where all of it lies in the window; its value belongs to the middle).
 */
export const statistic = defineCheck({
  kind: 'statistic',
  fields: z.strictObject({
    signal: signalName().describe('The signal.'),
    statistic: z.enum([...plainStatistic.options, 'drift-from-start']).describe('Which number of the signal.'),
    minus: signalName().optional().describe('A signal that is subtracted first.'),
    baseline: checkWindow().optional().describe('A window over which the mean is taken and subtracted first.'),
    movingMeanS: quantity('s').nonnegative().default(0).describe('Width of a moving mean; 0 for none.'),
    startMeanS: quantity('s')
      .nonnegative()
      .default(0)
      .describe('For `drift-from-start`: the start is the mean over this time; 0 for the first sample.'),
  }),
  unit: (spec, unitOf) => unitOf(spec.signal),
  signalUnits: (spec, unitOf) =>
    spec.minus === undefined ? [] : [{ path: ['minus'], signal: spec.minus, unit: unitOf(spec.signal) }],
  measure: (spec, window, recording): Measurement | NotMeasured => {
    const read = readDifference(recording, spec.signal, spec.minus, window);
    if (isNotMeasured(read)) return read;
    const offset = spec.baseline === undefined ? 0 : baselineOf(recording, spec, spec.baseline);
    if (typeof offset !== 'number') return offset;
    const width = Math.max(1, Math.round(spec.movingMeanS / recording.stepS));
    if (width > read.values.length) return { reason: 'the window is shorter than the moving mean' };
    const x = movingMean(offset === 0 ? read.values : read.values.map((value) => value - offset), width);
    const samples: Samples = { values: x, firstStep: read.firstStep + (width - 1) / 2, stepS: read.stepS };
    if (spec.statistic === 'drift-from-start') return driftFromStart(samples, spec.startMeanS);
    const { value, index } = STATISTICS[spec.statistic](x);
    return { measured: value, atS: index === x.length - 1 ? endOf(read) : timeAt(samples, index) };
  },
  isLasting: ({ statistic: name, baseline }, op) => baseline === undefined && isLasting(name, op),
  levels: ({ signal, statistic: name, minus, baseline }, bound) => {
    if (minus !== undefined || baseline !== undefined) return [];
    if (name === 'max-abs') return [bound, -bound].map((value) => ({ signal, value }));
    return OWN_VALUES.has(name) ? [{ signal, value: bound }] : [];
  },
});

/** Statistics that are values of the signal itself. */
const OWN_VALUES: ReadonlySet<string> = new Set(['min', 'max', 'mean', 'initial', 'final']);

const GROWING: ReadonlySet<string> = new Set(['max', 'max-abs', 'range', 'drift-from-start']);

/** What only grows cannot come back below an upper bound, a minimum not back above a lower one. */
function isLasting(name: string, op: CheckOperator): boolean {
  if (name === 'initial') return true;
  if (op === '<=' || op === '<') return GROWING.has(name);
  return name === 'min' && (op === '>=' || op === '>');
}

/** Largest |x − x₀| at any later instant, x₀ = mean of the first `startMeanS`. */
export function driftFromStart(samples: Samples, startMeanS: number): Measurement | NotMeasured {
  const start = Math.round(startMeanS / samples.stepS);
  if (start >= samples.values.length && start > 0) return { reason: 'the window is not longer than its start' };
  const x0 = mean(samples.values.subarray(0, Math.max(1, start)));
  const { value, index } = STATISTICS['max-abs'](samples.values.subarray(start).map((x) => x - x0));
  return { measured: value, atS: timeAt(samples, start + index) };
}

function readDifference(
  recording: Recording,
  signal: string,
  minus: string | undefined,
  window: SampleWindow,
): Samples | NotMeasured {
  const samples = readSamples(recording, signal, window);
  if (isNotMeasured(samples) || minus === undefined) return samples;
  const other = readSamples(recording, minus, window);
  if (isNotMeasured(other)) return other;
  return { ...samples, values: samples.values.map((value, i) => value - other.values[i]!) };
}

function baselineOf(
  recording: Recording,
  spec: { signal: string; minus?: string | undefined },
  baseline: z.output<ReturnType<typeof checkWindow>>,
): number | NotMeasured {
  const window = resolveWindow(baseline, recording);
  if (isNotMeasured(window)) return { reason: `baseline: ${window.reason}` };
  const samples = readDifference(recording, spec.signal, spec.minus, window);
  return isNotMeasured(samples) ? samples : mean(samples.values);
}

/** Means of `width` neighbouring samples, one per position at which all of them exist. */
function movingMean(x: Float64Array, width: number): Float64Array {
  if (width === 1) return x;
  const means = new Float64Array(x.length - width + 1);
  for (let i = 0; i < means.length; i++) means[i] = mean(x.subarray(i, i + width));
  return means;
}
