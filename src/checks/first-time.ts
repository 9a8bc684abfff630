import { conditionFields, conditionLevels, conditionUnit } from './condition.js';
import { defineCheck } from './define.js';
import { holds } from './judge.js';
import { endOf, formatS, isNotMeasured, readSamples, timeAt } from './samples.js';

/**
 * Time from the start of the window until a condition on a signal is first true [s]; infinite when it never is.
 *
 * @limits One sample is enough: a signal that only touches the value passes. Use `sustained` or `eventual` where it
 * must stay.
 */
export const firstTime = defineCheck({
  kind: 'first-time',
  fields: conditionFields(),
  unit: () => 's',
  signalUnits: conditionUnit,
  levels: conditionLevels,
  measure: (spec, window, recording) => {
    const samples = readSamples(recording, spec.signal, window);
    if (isNotMeasured(samples)) return samples;
    const index = samples.values.findIndex((x) => holds(x, spec.when.op, spec.when.value));
    if (index >= 0) return { measured: index * samples.stepS, atS: timeAt(samples, index) };
    const atS = endOf(samples);
    return { measured: Number.POSITIVE_INFINITY, atS, note: `never true up to ${formatS(atS)}` };
  },
});
