import { z } from 'zod';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { isNotMeasured, readSamples, timeAt } from './samples.js';
import { turningPoints } from './turning-points.js';

/**
 * Smallest or largest stroke of a signal: the difference of neighbouring turning points, which have a prominence of half
 * of `amplitude`, the nominal stroke in the unit of the bound. Only strokes between two turning points count, not the one
 * that is under way when the window begins or ends. Not measured when there is no such stroke.
 */
export const stroke = defineCheck({
  kind: 'stroke',
  fields: z.strictObject({
    signal: signalName().describe('The signal.'),
    amplitude: z
      .number()
      .positive()
      .describe('Nominal stroke, in the unit of the bound: motions below half of it are not strokes.'),
    which: z.enum(['smallest', 'largest']).describe('Which stroke is judged.'),
  }),
  unit: (spec, unitOf) => unitOf(spec.signal),
  measure: (spec, window, recording) => {
    const samples = readSamples(recording, spec.signal, window);
    if (isNotMeasured(samples)) return samples;
    const points = turningPoints(samples.values, spec.amplitude / 2).filter(({ isProminent }) => isProminent);
    if (points.length < 2) return { reason: `signal '${spec.signal}' has no stroke between two turning points` };
    const sign = spec.which === 'smallest' ? 1 : -1;
    let worst = 1;
    const size = (i: number) => Math.abs(points[i]!.value - points[i - 1]!.value);
    for (let i = 2; i < points.length; i++) if (sign * size(i) < sign * size(worst)) worst = i;
    return {
      measured: size(worst),
      atS: timeAt(samples, points[worst]!.index),
      note: `${points.length - 1} strokes`,
    };
  },
});
