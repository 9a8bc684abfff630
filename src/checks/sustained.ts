import { conditionFields, conditionLevels, conditionUnit } from './condition.js';
import { defineCheck } from './define.js';
import { holds } from './judge.js';
import { isNotMeasured, readSamples, timeAt } from './samples.js';

/**
 * Longest time for which a condition on a signal holds without a break [s]: from the first to the last of a run of
 * samples, so 0 for a single one and where it never holds. The instant is the start of that run.
 */
export const sustained = defineCheck({
  kind: 'sustained',
  fields: conditionFields(),
  unit: () => 's',
  signalUnits: conditionUnit,
  levels: conditionLevels,
  measure: (spec, window, recording) => {
    const samples = readSamples(recording, spec.signal, window);
    if (isNotMeasured(samples)) return samples;
    let start = -1;
    let longest = 0;
    let longestStart = 0;
    for (const [i, x] of samples.values.entries()) {
      if (!holds(x, spec.when.op, spec.when.value)) {
        start = -1;
        continue;
      }
      if (start < 0) start = i;
      if (i - start > longest) {
        longest = i - start;
        longestStart = start;
      }
    }
    return { measured: longest * samples.stepS, atS: timeAt(samples, longestStart) };
  },
});
