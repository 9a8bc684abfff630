import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { isNotMeasured, readSamples, timeAt } from './samples.js';

/**
 * Number of whole periods by which a signal has got ahead of where it was at the start of the window:
 *
 *   floor(max over t of s·(x(t) − x₀) / P)      s = sign of the net change, P = periodRad
 *
 * Running back takes none away, and going over the same ground again adds none. The instant is that of the last one.
 */
export const turns = defineCheck({
  kind: 'turns',
  fields: z.strictObject({
    signal: signalName().describe('The signal, an angle.'),
    periodRad: quantity('rad')
      .positive()
      .default(2 * Math.PI)
      .describe('One turn.'),
  }),
  unit: () => '1',
  signalUnits: (spec) => [{ path: ['signal'], signal: spec.signal, unit: 'rad' }],
  measure: (spec, window, recording) => {
    const samples = readSamples(recording, spec.signal, window);
    if (isNotMeasured(samples)) return samples;
    const x = samples.values;
    const s = Math.sign(x[x.length - 1]! - x[0]!);
    let measured = 0;
    let last = x.length - 1;
    for (const [i, value] of x.entries()) {
      const whole = Math.floor((s * (value - x[0]!)) / spec.periodRad);
      if (whole <= measured) continue;
      measured = whole;
      last = i;
    }
    return { measured, atS: timeAt(samples, last) };
  },
});
