import { z } from 'zod';
import { quantity, SIGNAL_UNITS } from '../core/quantity.js';
import { phaseName, requirementName } from './references.js';

/**
 * Where a check looks: the whole trial, one phase, or from the start of one phase to the end of another; then the part
 * of it after `fromS`, before `toS` (both from its start), or only its last `lastS`.
 */
export const checkWindow = () =>
  z.strictObject({
    phase: phaseName().optional(),
    untilPhase: phaseName().optional(),
    fromS: quantity('s').nonnegative().optional(),
    toS: quantity('s').positive().optional(),
    lastS: quantity('s').positive().optional(),
  });

/** Fields common to every check. `bound` is in `unit`, which must be the unit that the check kind measures in. */
export const checkCommonFields = () =>
  z.strictObject({
    id: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._/[\]-]*$/, { error: 'use letters, digits and . _ - / [ ]' }),
    requirement: requirementName().optional(),
    op: z.enum(['<=', '>=', '<', '>', '==']),
    bound: z.number(),
    unit: z.enum(SIGNAL_UNITS),
    window: checkWindow().prefault({}),
  });

export type CheckCommon = z.output<ReturnType<typeof checkCommonFields>>;
export type CheckWindow = z.output<ReturnType<typeof checkWindow>>;
