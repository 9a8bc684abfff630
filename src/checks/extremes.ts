import { z } from 'zod';
import { SIGNAL_UNITS } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import type { Recording } from '../signals/index.js';
import { defineCheck, type Measurement, type NotMeasured, type SampleWindow } from './define.js';
import { isNotMeasured, readSamples, type Samples, timeAt } from './samples.js';
import { type TurningPoint, turningPoints } from './turning-points.js';

const extremeFields = () => ({
  signal: signalName().describe('The signal that goes to and fro.'),
  amplitude: z
    .number()
    .positive()
    .describe('Nominal peak-to-peak, in `amplitudeUnit`; extremes stand out by half of it.'),
  amplitudeUnit: z.enum(SIGNAL_UNITS).describe('Unit of `amplitude`; it must be that of the signal.'),
  extreme: z.enum(['maximum', 'minimum']).describe('Which extremes.'),
  fromCount: z.int().positive().default(1).describe('The first one that counts: 2 leaves the first out.'),
});

interface Extremes {
  readonly samples: Samples;
  readonly points: readonly TurningPoint[];
}

function readExtremes(
  spec: { signal: string; amplitude: number; extreme: TurningPoint['kind']; fromCount: number },
  needed: number,
  window: SampleWindow,
  recording: Recording,
): Extremes | NotMeasured {
  const samples = readSamples(recording, spec.signal, window);
  if (isNotMeasured(samples)) return samples;
  const points = turningPoints(samples.values, spec.amplitude / 2)
    .filter(({ kind, isProminent }) => isProminent && kind === spec.extreme)
    .slice(spec.fromCount - 1);
  if (points.length >= needed) return { samples, points };
  const from = spec.fromCount > 1 ? ` from the ${spec.fromCount}. on` : '';
  return { reason: `signal '${spec.signal}' has ${points.length} ${spec.extreme} extremes${from}, needs ${needed}` };
}

/** Range of the values that a signal has at its maxima, or at its minima: how well a dead point repeats. */
export const extremeRange = defineCheck({
  kind: 'extreme-range',
  fields: z.strictObject(extremeFields()),
  unit: (spec, unitOf) => unitOf(spec.signal),
  signalUnits: (spec) => [{ path: ['amplitudeUnit'], signal: spec.signal, unit: spec.amplitudeUnit }],
  measure: (spec, window, recording): Measurement | NotMeasured => {
    const found = readExtremes(spec, 2, window, recording);
    if (isNotMeasured(found)) return found;
    const values = found.points.map(({ value }) => value);
    const [low, high] = [values.indexOf(Math.min(...values)), values.indexOf(Math.max(...values))];
    const last = found.points[Math.max(low, high)]!;
    return {
      measured: values[high]! - values[low]!,
      atS: timeAt(found.samples, last.index),
      note: `${values.length} extremes`,
    };
  },
});

/** Shortest or longest time between neighbouring maxima, or minima, of a signal [s]. */
export const cyclePeriod = defineCheck({
  kind: 'cycle-period',
  fields: z.strictObject({
    ...extremeFields(),
    which: z.enum(['shortest', 'longest']).describe('The worst one of all.'),
  }),
  unit: () => 's',
  signalUnits: (spec) => [{ path: ['amplitudeUnit'], signal: spec.signal, unit: spec.amplitudeUnit }],
  measure: (spec, window, recording): Measurement | NotMeasured => {
    const found = readExtremes(spec, 2, window, recording);
    if (isNotMeasured(found)) return found;
    const { points, samples } = found;
    const sign = spec.which === 'shortest' ? 1 : -1;
    const period = (i: number) => points[i]!.index - points[i - 1]!.index;
    let worst = 1;
    for (let i = 2; i < points.length; i++) if (sign * period(i) < sign * period(worst)) worst = i;
    return {
      measured: period(worst) * samples.stepS,
      atS: timeAt(samples, points[worst]!.index),
      note: `${points.length - 1} periods`,
    };
  },
});
