import { z } from 'zod';
import { quantity, SIGNAL_UNITS } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { isNotMeasured, readSamples, skipStart, timeAt } from './samples.js';
import { turningPoints } from './turning-points.js';

/**
 * Complete cycles of a signal per turn of its input, between the first and the last of its extremes:
 *
 *   (n − 1)/2 / (|φ_last − φ_first|/P)      n extremes, φ = input there, P = periodRad
 *
 * Extremes have a prominence of half of `amplitude` (peak to peak, in `amplitudeUnit`, which is the signal's). Not measured
 * with fewer than three of them.
 */
export const cyclesPerTurn = defineCheck({
  kind: 'cycles-per-turn',
  fields: z.strictObject({
    signal: signalName().describe('The signal whose cycles are counted.'),
    input: signalName().describe('The angle that drives it.'),
    amplitude: z.number().positive().describe('Nominal peak-to-peak, in `amplitudeUnit`.'),
    amplitudeUnit: z.enum(SIGNAL_UNITS).describe('Unit of `amplitude`; it must be that of the signal.'),
    periodRad: quantity('rad')
      .positive()
      .default(2 * Math.PI)
      .describe('One turn of the input.'),
    skipS: quantity('s').nonnegative().default(0).describe('Left out at the start of the window.'),
  }),
  unit: () => '1',
  signalUnits: (spec) => [
    { path: ['amplitudeUnit'], signal: spec.signal, unit: spec.amplitudeUnit },
    { path: ['input'], signal: spec.input, unit: 'rad' },
  ],
  measure: (spec, window, recording) => {
    const rest = skipStart(window, spec.skipS, recording.stepS);
    if (isNotMeasured(rest)) return rest;
    const samples = readSamples(recording, spec.signal, rest);
    if (isNotMeasured(samples)) return samples;
    const input = readSamples(recording, spec.input, rest);
    if (isNotMeasured(input)) return input;
    const points = turningPoints(samples.values, spec.amplitude / 2).filter(({ isProminent }) => isProminent);
    const [first, last] = [points[0], points[points.length - 1]];
    if (points.length < 3) return { reason: `signal '${spec.signal}' does not come back to an extreme` };
    const turns = Math.abs(input.values[last!.index]! - input.values[first!.index]!) / spec.periodRad;
    if (turns === 0) return { reason: `input '${spec.input}' does not turn` };
    return {
      measured: (points.length - 1) / 2 / turns,
      atS: timeAt(samples, last!.index),
      note: `${points.length} extremes`,
    };
  },
});
