import type { DefectParts } from '../family.js';
import { buildCandidate } from './candidate.js';
import { type GateDimensions, SOUND } from './model.js';

/** The sound design with some dimensions changed. */
const changed = (changes: Partial<GateDimensions>) => ({ candidate: () => buildCandidate({ ...SOUND, ...changes }) });

/** Broken gates. */
export const DEFECTS: readonly DefectParts[] = [
  {
    name: 'wide-keeper',
    summary: 'The window of the keeper is 12 mm too wide: the edge of the locked gate rattles by ±6 mm.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/edge-open[1]' },
    ...changed({ windowHalf: 11.5 }),
  },
  {
    name: 'long-guide',
    summary: 'The back lug is too long: the collar meets it after 9 mm.',
    requirement: 'R2',
    expected: { kind: 'check', trial: 'T1', check: 'R2/withdraws[1]' },
    ...changed({ stopFace: 158 }),
  },
  {
    name: 'heel',
    summary: 'A heel behind the hinge meets the hinge post at 37°.',
    requirement: 'R3',
    expected: { kind: 'audit', trial: 'T1', bodies: ['frame', 'gate'] },
    ...changed({ heel: true }),
  },
];
