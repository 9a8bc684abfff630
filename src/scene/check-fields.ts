import { z } from 'zod';
import { quantity, SIGNAL_UNITS } from '../core/quantity.js';
import { phaseName, requirementName } from './references.js';

/**
 * Where a check looks: the whole trial, one phase, or from the start of one phase to the end of another; then the part
 * of it after `fromS`, before `toS` (both from its start), or only its last `lastS`.
 */
export const checkWindow = () =>
  z.strictObject({
    phase: phaseName().optional().describe('Only this phase; without it the whole trial.'),
    untilPhase: phaseName().optional().describe('From the start of `phase` to the end of this one.'),
    fromS: quantity('s').nonnegative().optional().describe('Leaves out what comes before, counted from its start.'),
    toS: quantity('s').positive().optional().describe('Leaves out what comes after, counted from its start.'),
    lastS: quantity('s').positive().optional().describe('Only its last seconds.'),
  });

/** Fields common to every check. `bound` is in `unit`, which must be the unit that the check kind measures in. */
export const checkCommonFields = () =>
  z.strictObject({
    id: z
      .string()
      .regex(/^[A-Za-z0-9][A-Za-z0-9._/[\]-]*$/, { error: 'use letters, digits and . _ - / [ ]' })
      .describe('Name of the check in the verdict.'),
    requirement: requirementName().optional().describe('The requirement that it is evidence for.'),
    op: z.enum(['<=', '>=', '<', '>', '==']).describe('Passes when `measured op bound`.'),
    bound: z.number().describe('In `unit`.'),
    unit: z.enum(SIGNAL_UNITS).describe('Unit of the bound; it must be the one that the check measures in.'),
    isEvidence: z
      .boolean()
      .default(false)
      .describe(
        'It says that the test was carried out as meant, not that the mechanism works: a miss is INCONCLUSIVE.',
      ),
    window: checkWindow().prefault({}).describe('Where the check looks.'),
  });

export type CheckCommon = z.output<ReturnType<typeof checkCommonFields>>;
export type CheckWindow = z.output<ReturnType<typeof checkWindow>>;
