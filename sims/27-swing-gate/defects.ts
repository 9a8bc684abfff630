import type { DefectParts } from '../family.js';
import { bindGate } from './binding.js';
import { buildCandidate } from './candidate.js';
import { type GateDimensions, SOUND } from './model.js';

/** The sound design with some dimensions changed, bound where its parts now are. */
const changed = (changes: Partial<GateDimensions>) => {
  const dimensions = { ...SOUND, ...changes };
  return { candidate: () => buildCandidate(dimensions), binding: () => bindGate(dimensions) };
};

/** Broken gates. */
export const DEFECTS: readonly DefectParts[] = [
  {
    name: 'no-shoulder',
    summary: 'The pins are plain and nothing is under the eyes: the gate sinks 6 mm, onto the base plate.',
    requirement: 'R3',
    expected: { kind: 'check', trial: 'T1', check: 'R3/axial-settle' },
    ...changed({ hasShoulder: false }),
  },
  {
    name: 'no-upper-eye',
    summary: 'The upper eye is missing: the gate leans on the lower pin, and nothing of the upper one is engaged.',
    requirement: 'R4',
    expected: { kind: 'check', trial: 'T1', check: 'R4/engaged-upper' },
    ...changed({ hasUpperEye: false }),
  },
  {
    name: 'heel',
    summary: 'A heel of the hinge stile meets the post at 40°.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/to-60-least[1]' },
    ...changed({ hasHeel: true }),
  },
  {
    name: 'screw-head',
    summary: 'A screw of the base plate stands 7 mm up, into the way of the lower rail.',
    requirement: 'R6',
    expected: { kind: 'audit', trial: 'T1', bodies: ['frame', 'gate'] },
    ...changed({ screwHead: 7 }),
  },
];
