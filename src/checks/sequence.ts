import { z } from 'zod';
import { SIGNAL_UNITS } from '../core/quantity.js';
import { phaseName, signalName } from '../scene/index.js';
import { defineCheck } from './define.js';
import { isNotMeasured, readSamples, timeAt } from './samples.js';
import { resolveWindow } from './window.js';

/**
 * Largest difference of a signal from a declared list at the ends of a list of phases:
 *
 *   max over i of |x(end of phases[i]) − values[i]|
 *
 * A reading that must be 8, 9, 10 …, a station that must be reached in order. The window is not used. Not measured when one
 * of the phases was not carried to its end.
 */
export const sequence = defineCheck({
  kind: 'sequence',
  fields: z
    .strictObject({
      signal: signalName().describe('The signal that is read at the end of each phase.'),
      phases: z.array(phaseName()).min(1).describe('Phases at whose ends it is read.'),
      values: z.array(z.number()).min(1).describe('What it must be there, in `valueUnit`; one per phase.'),
      valueUnit: z.enum(SIGNAL_UNITS).describe('Unit of the values; it must be that of the signal.'),
    })
    .refine(({ phases, values }) => phases.length === values.length, { error: 'needs one value per phase' }),
  unit: (spec, unitOf) => unitOf(spec.signal),
  signalUnits: (spec) => [{ path: ['valueUnit'], signal: spec.signal, unit: spec.valueUnit }],
  measure: (spec, _window, recording) => {
    let measured = Number.NEGATIVE_INFINITY;
    let atS = 0;
    let note = '';
    for (const [i, phase] of spec.phases.entries()) {
      const window = resolveWindow({ phase }, recording);
      if (isNotMeasured(window)) return window;
      const samples = readSamples(recording, spec.signal, { firstStep: window.lastStep, lastStep: window.lastStep });
      if (isNotMeasured(samples)) return samples;
      const difference = Math.abs(samples.values[0]! - spec.values[i]!);
      if (difference <= measured) continue;
      measured = difference;
      atS = timeAt(samples, 0);
      note = `worst at the end of '${phase}', number ${i + 1} of ${spec.phases.length}`;
    }
    return { measured, atS, note };
  },
});
