import type { DefectParts } from '../family.js';
import { bindReducer } from './binding.js';
import { buildCandidate } from './candidate.js';
import { type ReducerDimensions, SOUND } from './model.js';

/** The sound design with some dimensions changed, bound where its parts now are. */
const changed = (changes: Partial<ReducerDimensions>) => {
  const dimensions = { ...SOUND, ...changes };
  return { candidate: () => buildCandidate(dimensions), binding: () => bindReducer(dimensions) };
};

/** Broken reducers. */
export const DEFECTS: readonly DefectParts[] = [
  {
    name: 'second-stage-58',
    summary: 'The wheel of the second stage has 58 teeth: 2.9 to 1.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/stage-2-least' },
    ...changed({ wheelTeeth: [60, 58, 60] }),
  },
  {
    name: 'wheel-3-on-shaft-1',
    summary: 'The output shaft is folded back 27 mm from shaft 1: wheel 3 (Ø 62) runs into it.',
    requirement: 'R6',
    expected: { kind: 'audit', trial: 'T1', bodies: ['shaft-1', 'shaft-3'] },
    ...changed({ lastTurnDeg: 140 }),
  },
  {
    name: 'no-collar',
    summary: 'There is no collar under wheel 2: it slides 4 mm down its key, half off its pinion, and lies on wheel 1.',
    requirement: 'R6',
    expected: { kind: 'check', trial: 'T1', check: 'R6/mesh-overlap-2' },
    ...changed({ looseWheel: 'stage-2-slides' }),
  },
  {
    name: 'no-key',
    summary: 'Wheel 3 has no key and turns loose on its shaft: the output stands still.',
    requirement: 'R2',
    expected: { kind: 'check', trial: 'T1', check: 'R2/phase-drive' },
    ...changed({ looseWheel: 'stage-3-turns' }),
  },
  {
    name: 'close-centres',
    summary: 'The axes of stage 1 stand 2 mm too close: the teeth overlap.',
    requirement: 'R6',
    expected: { kind: 'audit', trial: 'T1', bodies: ['shaft-0', 'shaft-1'] },
    ...changed({ stretch: -2 }),
  },
  {
    name: 'far-centres',
    summary: 'The axes of stage 1 stand 2.1 mm too far apart: the gears are not in mesh.',
    requirement: 'R6',
    expected: { kind: 'check', trial: 'T1', check: 'R6/pitch-1-most' },
    ...changed({ stretch: 2.1 }),
  },
];
