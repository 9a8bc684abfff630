import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { isNotMeasured, readSamples, skipStart, timeAt } from './samples.js';

/**
 * Largest run-back of a signal that should only advance, after the first `skipS`:
 *
 *   max over t of (furthest before t − x(t)), along `direction`; 0 when it never runs back
 */
export const backRun = defineCheck({
  kind: 'back-run',
  fields: z.strictObject({
    signal: signalName().describe('The signal.'),
    direction: z.enum(['increasing', 'decreasing']).default('increasing').describe('Which way it should go.'),
    skipS: quantity('s').nonnegative().default(0).describe('Left out at the start of the window.'),
  }),
  unit: (spec, unitOf) => unitOf(spec.signal),
  measure: (spec, window, recording) => {
    const rest = skipStart(window, spec.skipS, recording.stepS);
    if (isNotMeasured(rest)) return rest;
    const samples = readSamples(recording, spec.signal, rest);
    if (isNotMeasured(samples)) return samples;
    const s = spec.direction === 'increasing' ? 1 : -1;
    let furthest = Number.NEGATIVE_INFINITY;
    let measured = 0;
    let worst = 0;
    for (const [i, x] of samples.values.entries()) {
      furthest = Math.max(furthest, s * x);
      if (furthest - s * x > measured) {
        measured = furthest - s * x;
        worst = i;
      }
    }
    return { measured, atS: timeAt(samples, worst) };
  },
  isLasting: (_spec, op) => op === '<=' || op === '<',
});
