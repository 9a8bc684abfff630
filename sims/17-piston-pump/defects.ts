import type { DefectParts } from '../family.js';
import { bindPump } from './binding.js';
import { buildCandidate } from './candidate.js';
import { type PumpDimensions, SOUND } from './model.js';

/** The sound design with some dimensions changed, bound where its parts now are. */
const changed = (changes: Partial<PumpDimensions>) => {
  const dimensions = { ...SOUND, ...changes };
  return { candidate: () => buildCandidate(dimensions), binding: () => bindPump(dimensions) };
};

/** Broken pumps. */
export const DEFECTS: readonly DefectParts[] = [
  {
    name: 'short-throw',
    summary: 'The throw of the crank is 13 mm: strokes of 26 mm.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/stroke-least' },
    ...changed({ throw: 13 }),
  },
  {
    name: 'short-skirt',
    summary: 'The skirt is 8 mm long, at the crown alone: the piston cocks in the bore.',
    requirement: 'R5',
    expected: { kind: 'check', trial: 'T2', check: 'R5/guided-tilt' },
    ...changed({ skirtStart: 5 }),
  },
  {
    name: 'collar',
    summary: 'A collar of Ø 15 mm at the foot of the barrel: the shank of the rod hits its edge.',
    requirement: 'R6',
    expected: { kind: 'check', trial: 'T1', check: 'R6/stray' },
    ...changed({ collarBore: 15 }),
  },
  {
    name: 'short-bore',
    summary: 'The bore is 20 mm short: the piston leaves it at the outer dead point.',
    requirement: 'R5',
    expected: { kind: 'check', trial: 'T1', check: 'R5/in-bore' },
    ...changed({ boreEnd: 70 }),
  },
  {
    name: 'eye-beside-pin',
    summary: 'The eye of the rod is 3 mm beside the crank pin: their bearing surfaces do not meet.',
    requirement: 'R6',
    expected: { kind: 'check', trial: 'T1', check: 'assembles' },
    ...changed({ eyeOffset: 3 }),
  },
  {
    name: 'tall-screws',
    summary: 'Two screws of the base stand up into the plane of the crank web.',
    requirement: 'R6',
    expected: { kind: 'audit', trial: 'T1', bodies: ['frame', 'crank'] },
    ...changed({ screwTop: -9 }),
  },
];
