import { z } from 'zod';
import { quantity, SIGNAL_UNITS } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck, type Measurement, type NotMeasured } from './define.js';
import { isNotMeasured, readSamples, type Samples, timeAt } from './samples.js';
import { turningPoints } from './turning-points.js';

/**
 * Largest deviation of the phase between two signals from the expected one, at matched extremes [rad]:
 *
 *   max over pairs of |wrap(φ(signal) − φ(reference) − expectedRad)|      wrap to ±P/2, P = periodRad
 *
 * φ = value of `input` at an extreme (the top of the parabola through its three samples). Each extreme of the reference is
 * paired with the nearest one of the signal, at most a period away. Prominence is half of each amplitude (peak to peak, in
 * `amplitudeUnit`, which is that of both signals). Not measured with fewer pairs than `minimumPairs`.
 */
export const phaseLag = defineCheck({
  kind: 'phase-lag',
  fields: z.strictObject({
    reference: signalName().describe('The signal whose extremes are the reference.'),
    signal: signalName().describe('The signal that follows it.'),
    input: signalName().describe('The angle that both are functions of.'),
    referenceAmplitude: z.number().positive().describe('Peak-to-peak of the reference, in `amplitudeUnit`.'),
    amplitude: z.number().positive().describe('Peak-to-peak of the signal, in `amplitudeUnit`.'),
    amplitudeUnit: z.enum(SIGNAL_UNITS).describe('Unit of both signals.'),
    extreme: z.enum(['maximum', 'minimum']).default('maximum').describe('Which extremes are matched.'),
    expectedRad: quantity('rad').default(0).describe('Phase of the signal behind the reference that would be right.'),
    periodRad: quantity('rad')
      .positive()
      .default(2 * Math.PI)
      .describe('One period of the input.'),
    minimumPairs: z.int().positive().default(2).describe('Fewer matched pairs are not judged.'),
  }),
  unit: () => 'rad',
  signalUnits: (spec) => [
    { path: ['amplitudeUnit'], signal: spec.reference, unit: spec.amplitudeUnit },
    { path: ['amplitudeUnit'], signal: spec.signal, unit: spec.amplitudeUnit },
    { path: ['input'], signal: spec.input, unit: 'rad' },
  ],
  measure: (spec, window, recording): Measurement | NotMeasured => {
    const reference = readSamples(recording, spec.reference, window);
    if (isNotMeasured(reference)) return reference;
    const signal = readSamples(recording, spec.signal, window);
    if (isNotMeasured(signal)) return signal;
    const input = readSamples(recording, spec.input, window);
    if (isNotMeasured(input)) return input;
    const own = extremePhases(reference, input, spec.referenceAmplitude, spec.extreme);
    const others = extremePhases(signal, input, spec.amplitude, spec.extreme);
    const pairs = own.flatMap(({ phase, index }) => {
      const nearest = nearestTo(phase, others);
      return nearest === null || Math.abs(nearest - phase) > spec.periodRad ? [] : [{ lag: nearest - phase, index }];
    });
    if (pairs.length < spec.minimumPairs) {
      return { reason: `${pairs.length} matched extremes of '${spec.reference}' and '${spec.signal}'` };
    }
    const deviations = pairs.map(({ lag }) => Math.abs(wrap(lag - spec.expectedRad, spec.periodRad)));
    const worst = deviations.indexOf(Math.max(...deviations));
    return {
      measured: deviations[worst]!,
      atS: timeAt(reference, pairs[worst]!.index),
      note: `${pairs.length} pairs`,
    };
  },
});

/** Value of the input at every prominent extreme of one kind. */
function extremePhases(
  samples: Samples,
  input: Samples,
  amplitude: number,
  kind: 'maximum' | 'minimum',
): { phase: number; index: number }[] {
  return turningPoints(samples.values, amplitude / 2)
    .filter((point) => point.isProminent && point.kind === kind)
    .map(({ index }) => ({ phase: interpolate(input.values, index + vertexOffset(samples.values, index)), index }));
}

/** Offset of the top of the parabola through samples i − 1, i, i + 1 from i, in (−½, ½); 0 on a plateau. */
function vertexOffset(x: Float64Array, i: number): number {
  const [left, middle, right] = [x[i - 1]!, x[i]!, x[i + 1]!];
  const curvature = left - 2 * middle + right;
  return curvature === 0 ? 0 : Math.max(-0.5, Math.min(0.5, (left - right) / (2 * curvature)));
}

function interpolate(x: Float64Array, at: number): number {
  const i = Math.max(0, Math.min(x.length - 2, Math.floor(at)));
  return x[i]! + (at - i) * (x[i + 1]! - x[i]!);
}

function nearestTo(phase: number, others: readonly { phase: number }[]): number | null {
  let nearest: number | null = null;
  for (const other of others) {
    if (nearest === null || Math.abs(other.phase - phase) < Math.abs(nearest - phase)) nearest = other.phase;
  }
  return nearest;
}

const wrap = (angle: number, P: number): number => angle - P * Math.round(angle / P);
