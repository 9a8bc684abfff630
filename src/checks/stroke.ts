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
    direction: z.enum(['both', 'rising', 'falling']).default('both').describe('Which strokes count.'),
  }),
  unit: (spec, unitOf) => unitOf(spec.signal),
  measure: (spec, window, recording) => {
    const samples = readSamples(recording, spec.signal, window);
    if (isNotMeasured(samples)) return samples;
    const points = turningPoints(samples.values, spec.amplitude / 2).filter(({ isProminent }) => isProminent);
    const end = spec.direction === 'rising' ? 'maximum' : 'minimum';
    const ends = [...points.keys()].slice(1).filter((i) => spec.direction === 'both' || points[i]!.kind === end);
    const way = spec.direction === 'both' ? '' : `${spec.direction} `;
    if (ends.length === 0) return { reason: `signal '${spec.signal}' has no ${way}stroke between two turning points` };
    const sign = spec.which === 'smallest' ? 1 : -1;
    const size = (i: number) => Math.abs(points[i]!.value - points[i - 1]!.value);
    const worst = ends.reduce((x, i) => (sign * size(i) < sign * size(x) ? i : x));
    return {
      measured: size(worst),
      atS: timeAt(samples, points[worst]!.index),
      note: `${ends.length} ${way}strokes`,
    };
  },
});
