import { z } from 'zod';
import { SIGNAL_UNITS } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { endOf, formatS, isNotMeasured, readSamples, timeAt } from './samples.js';

/**
 * Time from the start of the window until a signal stays within `tolerance` of `target` up to its end [s]; both are
 * in `targetUnit`, which is the signal's. Infinite when it is still outside at the end.
 *
 * @limits Settled means settled within the window: make it long enough to show that the signal stays.
 */
export const settlingTime = defineCheck({
  kind: 'settling-time',
  fields: z.strictObject({
    signal: signalName().describe('The signal.'),
    target: z.number().describe('Where it should settle, in `targetUnit`.'),
    targetUnit: z.enum(SIGNAL_UNITS).describe('Unit of the target; it must be that of the signal.'),
    tolerance: z.number().nonnegative().describe('How near it must stay, in `targetUnit`.'),
  }),
  unit: () => 's',
  signalUnits: (spec) => [{ path: ['targetUnit'], signal: spec.signal, unit: spec.targetUnit }],
  levels: ({ signal, target, tolerance }) =>
    [target - tolerance, target + tolerance].map((value) => ({ signal, value })),
  measure: (spec, window, recording) => {
    const samples = readSamples(recording, spec.signal, window);
    if (isNotMeasured(samples)) return samples;
    const outside = samples.values.findLastIndex((x) => Math.abs(x - spec.target) > spec.tolerance);
    if (outside === samples.values.length - 1) {
      const atS = endOf(samples);
      return { measured: Number.POSITIVE_INFINITY, atS, note: `not settled at ${formatS(atS)}` };
    }
    return { measured: (outside + 1) * samples.stepS, atS: timeAt(samples, outside + 1) };
  },
});
