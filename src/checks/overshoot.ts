import { z } from 'zod';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { isNotMeasured, readSamples, timeAt } from './samples.js';

/**
 * How far a signal goes beyond where it ends:
 *
 *   max over t of s·(x(t) − x_end)      s = sign of the net change, or as `direction` says; 0 when it never does
 */
export const overshoot = defineCheck({
  kind: 'overshoot',
  fields: z.strictObject({
    signal: signalName().describe('The signal that should arrive without going too far.'),
    direction: z
      .enum(['as-moved', 'increasing', 'decreasing'])
      .default('as-moved')
      .describe('The way it moves; `as-moved` takes the sign of the net change.'),
  }),
  unit: (spec, unitOf) => unitOf(spec.signal),
  measure: (spec, window, recording) => {
    const samples = readSamples(recording, spec.signal, window);
    if (isNotMeasured(samples)) return samples;
    const x = samples.values;
    const end = x[x.length - 1]!;
    const moved = end < x[0]! ? -1 : 1;
    const s = spec.direction === 'as-moved' ? moved : spec.direction === 'increasing' ? 1 : -1;
    let worst = x.length - 1;
    for (const [i, value] of x.entries()) if (s * (value - end) > s * (x[worst]! - end)) worst = i;
    return { measured: s * (x[worst]! - end) + 0, atS: timeAt(samples, worst) };
  },
});
