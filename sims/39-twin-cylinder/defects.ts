import type { DefectParts } from '../family.js';
import { bindTwin } from './binding.js';
import { buildCandidate, type TwinDesign } from './candidate.js';
import { SOUND, type TwinDimensions } from './model.js';

/** The sound design with some dimensions changed, bound where its parts now are. */
const changed = (changes: Partial<TwinDimensions>, dragNSPerM = 0) => {
  const design: TwinDesign = { dimensions: { ...SOUND, ...changes }, dragNSPerM };
  return { candidate: () => buildCandidate(design), binding: () => bindTwin(design) };
};

/** Broken engines. */
export const DEFECTS: readonly DefectParts[] = [
  {
    name: 'same-throws',
    summary: 'Both throws stand at the same angle: the pistons go together.',
    requirement: 'R3',
    expected: { kind: 'check', trial: 'T1', check: 'R3/phase' },
    ...changed({ secondThrowRad: 0 }),
  },
  {
    name: 'turned-throw',
    summary: 'The second throw is pressed on 8° short of opposite: everything moves, a little out of step.',
    requirement: 'R3',
    expected: { kind: 'check', trial: 'T1', check: 'R3/phase' },
    ...changed({ secondThrowRad: Math.PI - (8 * Math.PI) / 180 }),
  },
  {
    name: 'short-rods',
    summary: 'The rods are 6 mm short: the pistons leave their bores at the inner dead point.',
    requirement: 'R4',
    expected: { kind: 'check', trial: 'T1', check: 'R4/in-bore-1' },
    ...changed({ rod: 39 }),
  },
  {
    name: 'big-flywheel',
    summary: 'The flywheel of Ø 80 mm cuts into the upper barrel.',
    requirement: 'R5',
    expected: { kind: 'audit', trial: 'T1', bodies: ['frame', 'crankshaft'] },
    ...changed({ flywheel: 80 }),
  },
  {
    name: 'stiff-guides',
    summary: 'No flywheel, and guides stiff with grease, 3000 N·s/m on each piston: the crankshaft does not get round.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/turns' },
    ...changed({ flywheel: 0 }, 3000),
  },
  {
    name: 'short-second-throw',
    summary: 'The second throw is 10 mm: strokes of 20 mm.',
    requirement: 'R2',
    expected: { kind: 'check', trial: 'T1', check: 'R2/stroke-2-least' },
    ...changed({ throws: [12, 10] }),
  },
];
