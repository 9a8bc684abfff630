import { z } from 'zod';
import { SIGNAL_UNITS } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { isNotMeasured, readSamples, timeAt } from './samples.js';

/**
 * Longest time for which a signal stays within some band of a given width [s], wherever the band lies:
 *
 *   max (t₂ − t₁)   with   max x − min x ≤ band over [t₁, t₂]
 *
 * The instant is the start of that time.
 */
export const dwell = defineCheck({
  kind: 'dwell',
  fields: z.strictObject({
    signal: signalName().describe('The signal that should stand still.'),
    band: z.number().positive().describe('Width of the band, in `bandUnit`.'),
    bandUnit: z.enum(SIGNAL_UNITS).describe('Unit of the band; it must be that of the signal.'),
  }),
  unit: () => 's',
  signalUnits: (spec) => [{ path: ['bandUnit'], signal: spec.signal, unit: spec.bandUnit }],
  measure: (spec, window, recording) => {
    const samples = readSamples(recording, spec.signal, window);
    if (isNotMeasured(samples)) return samples;
    const { first, length } = longestWithin(samples.values, spec.band);
    return { measured: length * samples.stepS, atS: timeAt(samples, first) };
  },
});

/** Longest run of samples whose extremes differ by at most `band`: its first index and its length in steps. */
function longestWithin(x: Float64Array, band: number): { first: number; length: number } {
  // indices of candidates for the largest and the smallest value of the run, in order of time
  const highs: number[] = [];
  const lows: number[] = [];
  let start = 0;
  let first = 0;
  let length = 0;
  for (let i = 0; i < x.length; i++) {
    while (highs.length > 0 && x[highs[highs.length - 1]!]! <= x[i]!) highs.pop();
    while (lows.length > 0 && x[lows[lows.length - 1]!]! >= x[i]!) lows.pop();
    highs.push(i);
    lows.push(i);
    while (x[highs[0]!]! - x[lows[0]!]! > band) {
      start++;
      if (highs[0]! < start) highs.shift();
      if (lows[0]! < start) lows.shift();
    }
    if (i - start <= length) continue;
    first = start;
    length = i - start;
  }
  return { first, length };
}
