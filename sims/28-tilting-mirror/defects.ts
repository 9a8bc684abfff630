import type { DefectParts } from '../family.js';
import { bindMirror } from './binding.js';
import { buildCandidate } from './candidate.js';
import { type MirrorDimensions, SOUND } from './model.js';

/** The sound design with some dimensions changed, bound where its parts now are. */
const changed = (changes: Partial<MirrorDimensions>) => {
  const dimensions = { ...SOUND, ...changes };
  return { candidate: () => buildCandidate(dimensions), binding: () => bindMirror(dimensions) };
};

/** Broken mirrors. */
export const DEFECTS: readonly DefectParts[] = [
  {
    name: 'ledge',
    summary: 'A ledge on the base stops the lower edge of the frame at 18°.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/to-30-least[1]' },
    ...changed({ hasLedge: true }),
  },
  {
    name: 'short-stub',
    summary: 'The right stub is 1 mm long: less than that of it is in its bore.',
    requirement: 'R3',
    expected: { kind: 'check', trial: 'T1', check: 'R3/engaged-right[1]' },
    ...changed({ rightStub: 1 }),
  },
  {
    name: 'wide-uprights',
    summary: 'The uprights stand 3 mm too far apart: 1.65 mm of play to either side.',
    requirement: 'R3',
    expected: { kind: 'check', trial: 'T1', check: 'R3/axial[1]' },
    ...changed({ spread: 1.5 }),
  },
  {
    name: 'long-screw',
    summary: 'A screw in the side of the frame stands 2.5 mm out and cuts the left upright.',
    requirement: 'R5',
    expected: { kind: 'audit', trial: 'T1', bodies: ['mirror', 'stand'] },
    ...changed({ sideScrew: 2.5 }),
  },
];
