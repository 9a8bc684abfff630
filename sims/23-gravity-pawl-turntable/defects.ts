import type { DefectParts } from '../family.js';
import { bindTurntable } from './binding.js';
import { buildCandidate } from './candidate.js';
import { SOUND, type TurntableDimensions } from './model.js';

/** The sound design with some dimensions changed, bound where its parts now are. */
const changed = (changes: Partial<TurntableDimensions>) => {
  const design = { ...SOUND, ...changes };
  return { candidate: () => buildCandidate(design), binding: () => bindTurntable(design) };
};

/** Broken turntables. */
export const DEFECTS: readonly DefectParts[] = [
  {
    name: 'short-pawl',
    summary: 'The beak of the pawl is 3 mm short: the pawl lies on its lower stop, and the teeth hardly lift it.',
    requirement: 'R2',
    expected: { kind: 'check', trial: 'T1', check: 'R2/clicks-least[1]' },
    ...changed({ tipShort: 3 }),
  },
];
