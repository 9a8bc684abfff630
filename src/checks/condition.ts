import { z } from 'zod';
import { SIGNAL_UNITS, type SignalUnit } from '../core/quantity.js';
import { signalName } from '../scene/index.js';
import type { SignalLevel, SignalUnitClaim } from './define.js';

/** Fields of a condition on a signal: `signal when.op when.value`, the value in `when.unit`, which is the signal's. */
export const conditionFields = () =>
  z.strictObject({
    signal: signalName().describe('The signal.'),
    when: z
      .strictObject({
        op: z.enum(['<=', '>=', '<', '>', '==']).describe('How it is compared.'),
        value: z.number().describe('What it is compared with, in `unit`.'),
        unit: z.enum(SIGNAL_UNITS).describe('Unit of the value; it must be that of the signal.'),
      })
      .describe('The condition: `signal op value`.'),
  });

/** The claim that the signal of a condition has the unit of its value. */
export const conditionUnit = (spec: {
  readonly signal: string;
  readonly when: { readonly unit: SignalUnit };
}): readonly SignalUnitClaim[] => [{ path: ['when', 'unit'], signal: spec.signal, unit: spec.when.unit }];

/** The level that a condition compares its signal with. */
export const conditionLevels = (spec: {
  readonly signal: string;
  readonly when: { readonly value: number };
}): readonly SignalLevel[] => [{ signal: spec.signal, value: spec.when.value }];
