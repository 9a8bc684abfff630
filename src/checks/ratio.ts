import { z } from 'zod';
import type { SignalUnit } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { endOf, isNotMeasured, readSamples } from './samples.js';

/**
 * Net change of one signal over the net change of another, signed:
 *
 *   (out(end) − out(start)) / (in(end) − in(start))
 *
 * Not measured when the input changes by less than `minimumInput` (in its unit). Turns count as pure numbers: travel over
 * angle is in m.
 */
export const ratio = defineCheck({
  kind: 'ratio',
  fields: z.strictObject({
    output: signalName().describe('The signal in the numerator.'),
    input: signalName().describe('The signal in the denominator.'),
    minimumInput: z
      .number()
      .positive()
      .default(1e-6)
      .describe('Smaller changes of the input are not judged; in its own unit.'),
  }),
  unit: (spec, unitOf) => quotientUnit(unitOf(spec.output), unitOf(spec.input)),
  measure: (spec, window, recording) => {
    const output = readSamples(recording, spec.output, window);
    if (isNotMeasured(output)) return output;
    const input = readSamples(recording, spec.input, window);
    if (isNotMeasured(input)) return input;
    const change = (values: Float64Array) => values[values.length - 1]! - values[0]!;
    const turned = change(input.values);
    if (Math.abs(turned) < spec.minimumInput) return { reason: `input '${spec.input}' changed by ${turned} only` };
    return { measured: change(output.values) / turned, atS: endOf(output) };
  },
});

function quotientUnit(output: SignalUnit, input: SignalUnit): SignalUnit {
  if (input === output) return '1';
  return input === 'rad' || input === '1' ? output : '1';
}
