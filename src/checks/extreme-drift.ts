import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { isNotMeasured, readSamples, skipStart, timeAt } from './samples.js';
import { type TurningPoint, turningPoints } from './turning-points.js';

/**
 * Largest distance of an extreme of a signal from the first one of its kind, maxima against the first maximum and minima
 * against the first minimum, after the first `skipS`; with `extreme` only those of one kind, with `measure: 'range'` the
 * distance of its furthest two. Turning points have a prominence of half of `amplitude`, the nominal peak-to-peak in the
 * unit of the bound. Not measured when no kind that counts comes twice.
 */
export const extremeDrift = defineCheck({
  kind: 'extreme-drift',
  fields: z.strictObject({
    signal: signalName().describe('The signal.'),
    amplitude: z
      .number()
      .positive()
      .describe('Nominal peak-to-peak, in the unit of the bound: turning points stand out by half of it.'),
    extreme: z.enum(['both', 'maximum', 'minimum']).default('both').describe('Which extremes count.'),
    measure: z
      .enum(['from-first', 'range'])
      .default('from-first')
      .describe('Distance from the first one of its kind, or of the furthest two.'),
    skipS: quantity('s').nonnegative().default(0).describe('Left out at the start of the window.'),
  }),
  unit: (spec, unitOf) => unitOf(spec.signal),
  measure: (spec, window, recording) => {
    const rest = skipStart(window, spec.skipS, recording.stepS);
    if (isNotMeasured(rest)) return rest;
    const samples = readSamples(recording, spec.signal, rest);
    if (isNotMeasured(samples)) return samples;
    const points = turningPoints(samples.values, spec.amplitude / 2).filter(
      ({ kind, isProminent }) => isProminent && (spec.extreme === 'both' || kind === spec.extreme),
    );
    const ofKind = (kind: TurningPoint['kind']) => points.filter((point) => point.kind === kind);
    const kinds = [ofKind('maximum'), ofKind('minimum')].filter((extremes) => extremes.length > 1);
    if (kinds.length === 0) return { reason: `signal '${spec.signal}' does not come back to an extreme` };
    const drifts = kinds.flatMap((extremes) => extremes.map((point) => driftOf(point, extremes, spec.measure)));
    const worst = drifts.reduce((x, drift) => (drift.size > x.size ? drift : x));
    return { measured: worst.size, atS: timeAt(samples, worst.index), note: `${points.length} extremes` };
  },
});

/** Distance of an extreme from the first one of its kind, or from the furthest one before it. */
function driftOf(point: TurningPoint, extremes: readonly TurningPoint[], measure: 'from-first' | 'range') {
  const before = measure === 'from-first' ? [extremes[0]!] : extremes.slice(0, extremes.indexOf(point) + 1);
  return { size: Math.max(...before.map(({ value }) => Math.abs(point.value - value))), index: point.index };
}
