import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { isNotMeasured, readSamples, skipStart, timeAt } from './samples.js';
import { type TurningPoint, turningPoints } from './turning-points.js';

/**
 * Largest distance of an extreme of a signal from the first one of its kind, maxima against the first maximum and minima
 * against the first minimum, after the first `skipS`. Turning points have a prominence of half of `amplitude`, the nominal
 * peak-to-peak in the unit of the bound. Not measured when neither kind comes twice.
 */
export const extremeDrift = defineCheck({
  kind: 'extreme-drift',
  fields: z.strictObject({
    signal: signalName().describe('The signal.'),
    amplitude: z
      .number()
      .positive()
      .describe('Nominal peak-to-peak, in the unit of the bound: turning points stand out by half of it.'),
    skipS: quantity('s').nonnegative().default(0).describe('Left out at the start of the window.'),
  }),
  unit: (spec, unitOf) => unitOf(spec.signal),
  measure: (spec, window, recording) => {
    const rest = skipStart(window, spec.skipS, recording.stepS);
    if (isNotMeasured(rest)) return rest;
    const samples = readSamples(recording, spec.signal, rest);
    if (isNotMeasured(samples)) return samples;
    const points = turningPoints(samples.values, spec.amplitude / 2).filter(({ isProminent }) => isProminent);
    if (points.length < 3) return { reason: `signal '${spec.signal}' does not come back to an extreme` };
    const firstOf = (kind: TurningPoint['kind']) => points.find((point) => point.kind === kind)!.value;
    let worst = points[0]!;
    const drift = (point: TurningPoint) => Math.abs(point.value - firstOf(point.kind));
    for (const point of points) if (drift(point) > drift(worst)) worst = point;
    return { measured: drift(worst), atS: timeAt(samples, worst.index), note: `${points.length} extremes` };
  },
});
