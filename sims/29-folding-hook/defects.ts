import type { DefectParts } from '../family.js';
import { bindHook } from './binding.js';
import { buildCandidate, type HookDesign, SOUND_DESIGN } from './candidate.js';
import { type HookDimensions, SOUND } from './model.js';

/** The sound design with some dimensions, or its place on the wall, changed. */
const changed = (dimensions: Partial<HookDimensions>, placed: Partial<HookDesign> = {}) => {
  const design = { ...SOUND_DESIGN, ...placed, dimensions: { ...SOUND, ...dimensions } };
  return { candidate: () => buildCandidate(design), binding: () => bindHook(design) };
};

/** Broken folding hooks. */
export const DEFECTS: readonly DefectParts[] = [
  {
    name: 'no-stop',
    summary: 'The bar that the arm lies on is missing: let go, the arm drops past 95° and hangs down.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/stays-deployed-most[1]' },
    ...changed({ stopAngle: null }),
  },
  {
    name: 'early-stop',
    summary: 'The stop is 10° too high: the arm comes out to 80°.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/deploys-least[1]' },
    ...changed({ stopAngle: 80 }),
  },
  {
    name: 'no-shoulder',
    summary: 'Turned with its fold axis upright, and the cheeks 3 mm from the knuckle: the arm drops along its pin.',
    requirement: 'R4',
    expected: { kind: 'check', trial: 'T1', check: 'R4/axial' },
    ...changed({ axialGap: 3 }, { mountDeg: 90 }),
  },
  {
    name: 'knuckle-corner',
    summary: 'A corner of the knuckle meets the plate: the arm folds to 8° only.',
    requirement: 'R2',
    expected: { kind: 'check', trial: 'T1', check: 'R2/folds[1]' },
    // −w·cos 8° + 4·sin 8° = −14
    ...changed({ cornerReach: 14.7 }, { startDeg: 8.3 }),
  },
  {
    name: 'brace',
    summary: 'A brace under the arm, added for stiffness, runs through the stop when the arm is out.',
    requirement: 'R1',
    expected: { kind: 'audit', trial: 'T1', bodies: ['plate', 'arm'] },
    ...changed({ braceReach: 14 }),
  },
];
