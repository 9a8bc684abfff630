import { z } from 'zod';
import { SIGNAL_UNITS } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { endOf, isNotMeasured, readSamples, timeAt } from './samples.js';
import { turningPoints } from './turning-points.js';

/**
 * Number of complete cycles of a signal: there and back again, each way by at least `amplitude` (peak to peak, in
 * `amplitudeUnit`, which is the signal's).
 *
 * Turning points have a prominence of half the amplitude. Two neighbouring strokes of full size make a cycle and are used
 * up by it; a stroke that falls short starts the count of strokes afresh. The motion from the start of the window to the
 * first turning point, and from the last one to its end, counts when it is a full stroke.
 */
export const cycles = defineCheck({
  kind: 'cycles',
  fields: z.strictObject({
    signal: signalName().describe('The signal.'),
    amplitude: z.number().positive().describe('Smallest peak-to-peak of a full stroke, in `amplitudeUnit`.'),
    amplitudeUnit: z.enum(SIGNAL_UNITS).describe('Unit of the amplitude; it must be that of the signal.'),
  }),
  unit: () => '1',
  signalUnits: (spec) => [{ path: ['amplitudeUnit'], signal: spec.signal, unit: spec.amplitudeUnit }],
  measure: (spec, window, recording) => {
    const samples = readSamples(recording, spec.signal, window);
    if (isNotMeasured(samples)) return samples;
    const points = turningPoints(samples.values, spec.amplitude / 2);
    let count = 0;
    let strokes = 0;
    let end = endOf(samples);
    for (let i = 1; i < points.length; i++) {
      const isFull = Math.abs(points[i]!.value - points[i - 1]!.value) >= spec.amplitude;
      strokes = isFull ? strokes + 1 : 0;
      if (strokes < 2) continue;
      strokes = 0;
      count++;
      end = timeAt(samples, points[i]!.index);
    }
    const prominent = points.filter(({ isProminent }) => isProminent).length;
    return { measured: count, atS: end, note: `${prominent} turning points` };
  },
});
