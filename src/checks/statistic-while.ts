import { z } from 'zod';
import { SIGNAL_UNITS } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { holds } from './judge.js';
import { isNotMeasured, notANumber, readColumn, readSamples, timeAt } from './samples.js';
import { STATISTICS } from './statistic.js';

/**
 * One number of a signal over those samples of the window at which another signal meets a condition: the mean force while
 * something moves, the largest gap while something is loaded. Not measured when the condition holds at no sample. Samples at
 * which it does not hold may be anything, not a number too.
 */
export const statisticWhile = defineCheck({
  kind: 'statistic-while',
  fields: z.strictObject({
    signal: signalName().describe('The signal that is measured.'),
    statistic: z
      .enum(['min', 'max', 'mean', 'range', 'max-abs', 'mean-abs', 'rms'])
      .describe('The number that is taken.'),
    while: z
      .strictObject({
        signal: signalName().describe('The signal that says when.'),
        isAbsolute: z.boolean().default(false).describe('Whether its absolute value is compared.'),
        op: z.enum(['<=', '>=', '<', '>']).describe('How it is compared.'),
        value: z.number().describe('With what, in `unit`.'),
        unit: z.enum(SIGNAL_UNITS).describe('Unit of `value`; it must be that of the signal.'),
      })
      .describe('The condition.'),
  }),
  unit: (spec, unitOf) => unitOf(spec.signal),
  signalUnits: (spec) => [{ path: ['while', 'unit'], signal: spec.while.signal, unit: spec.while.unit }],
  measure: (spec, window, recording) => {
    const samples = readColumn(recording, spec.signal, window);
    if (isNotMeasured(samples)) return samples;
    const condition = readSamples(recording, spec.while.signal, window);
    if (isNotMeasured(condition)) return condition;
    const { isAbsolute, op, value } = spec.while;
    const chosen = [...condition.values.keys()].filter((i) => {
      const x = condition.values[i]!;
      return holds(isAbsolute ? Math.abs(x) : x, op, value);
    });
    if (chosen.length === 0) return { reason: `'${spec.while.signal}' is never ${op} ${value} ${spec.while.unit}` };
    const unknown = chosen.find((i) => Number.isNaN(samples.values[i]));
    if (unknown !== undefined) return notANumber(spec.signal, timeAt(samples, unknown));
    const isMeanAbs = spec.statistic === 'mean-abs';
    const x = Float64Array.from(chosen, (i) => (isMeanAbs ? Math.abs(samples.values[i]!) : samples.values[i]!));
    const found = STATISTICS[spec.statistic === 'mean-abs' ? 'mean' : spec.statistic](x);
    const share = `${((100 * chosen.length) / samples.values.length).toFixed(0)} % of the window`;
    return { measured: found.value, atS: timeAt(samples, chosen[found.index]!), note: share };
  },
});
