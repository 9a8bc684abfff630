import { conditionFields, conditionLevels, conditionUnit } from './condition.js';
import { defineCheck } from './define.js';
import { holds } from './judge.js';
import { endOf, formatS, isNotMeasured, readSamples, timeAt } from './samples.js';

/**
 * Time from the start of the window until a condition on a signal becomes true and stays true to its end [s]; infinite
 * when it is not true at the end.
 */
export const eventual = defineCheck({
  kind: 'eventual',
  fields: conditionFields(),
  unit: () => 's',
  signalUnits: conditionUnit,
  levels: conditionLevels,
  measure: (spec, window, recording) => {
    const samples = readSamples(recording, spec.signal, window);
    if (isNotMeasured(samples)) return samples;
    const broken = samples.values.findLastIndex((x) => !holds(x, spec.when.op, spec.when.value));
    if (broken < samples.values.length - 1) {
      return { measured: (broken + 1) * samples.stepS, atS: timeAt(samples, broken + 1) };
    }
    const atS = endOf(samples);
    return { measured: Number.POSITIVE_INFINITY, atS, note: `not true at ${formatS(atS)}` };
  },
});
