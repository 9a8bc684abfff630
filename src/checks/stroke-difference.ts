import { z } from 'zod';
import { SIGNAL_UNITS } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import type { Recording } from '../signals/index.js';
import { defineCheck, type NotMeasured, type SampleWindow } from './define.js';
import { endOf, isNotMeasured, readSamples } from './samples.js';
import { turningPoints } from './turning-points.js';

/**
 * Largest difference between any stroke of one signal and any stroke of another:
 *
 *   max(max s_A − min s_B, max s_B − min s_A)      s = |difference of neighbouring turning points|
 *
 * Turning points have a prominence of half of `amplitude` (nominal peak-to-peak, in `amplitudeUnit`, which is that of both
 * signals). Not measured when either has no stroke between two turning points.
 */
export const strokeDifference = defineCheck({
  kind: 'stroke-difference',
  fields: z.strictObject({
    signal: signalName().describe('The one signal.'),
    other: signalName().describe('The signal that it is compared with.'),
    amplitude: z.number().positive().describe('Nominal peak-to-peak of both, in `amplitudeUnit`.'),
    amplitudeUnit: z.enum(SIGNAL_UNITS).describe('Unit of the amplitude; it must be that of both signals.'),
  }),
  unit: (spec, unitOf) => unitOf(spec.signal),
  signalUnits: (spec) => [
    { path: ['amplitudeUnit'], signal: spec.signal, unit: spec.amplitudeUnit },
    { path: ['amplitudeUnit'], signal: spec.other, unit: spec.amplitudeUnit },
  ],
  measure: (spec, window, recording) => {
    const a = strokesOf(spec.signal, spec.amplitude, window, recording);
    if (isNotMeasured(a)) return a;
    const b = strokesOf(spec.other, spec.amplitude, window, recording);
    if (isNotMeasured(b)) return b;
    const measured = Math.max(Math.max(...a.sizes) - Math.min(...b.sizes), Math.max(...b.sizes) - Math.min(...a.sizes));
    return { measured, atS: a.endS, note: `${a.sizes.length} and ${b.sizes.length} strokes` };
  },
});

function strokesOf(
  signal: string,
  amplitude: number,
  window: SampleWindow,
  recording: Recording,
): { readonly sizes: readonly number[]; readonly endS: number } | NotMeasured {
  const samples = readSamples(recording, signal, window);
  if (isNotMeasured(samples)) return samples;
  const points = turningPoints(samples.values, amplitude / 2).filter(({ isProminent }) => isProminent);
  const sizes = points.slice(1).map(({ value }, i) => Math.abs(value - points[i]!.value));
  if (sizes.length === 0) return { reason: `signal '${signal}' has no stroke between two turning points` };
  return { sizes, endS: endOf(samples) };
}
