import type { DefectParts } from '../family.js';
import { bindLatch } from './binding.js';
import { buildCandidate } from './candidate.js';
import { type LatchDimensions, SOUND } from './model.js';

/** The sound design with some dimensions changed, bound where its parts now are. */
const changed = (changes: Partial<LatchDimensions>) => {
  const design = { ...SOUND, ...changes };
  return { candidate: () => buildCandidate(design), binding: () => bindLatch(design) };
};

/** Broken locks. */
export const DEFECTS: readonly DefectParts[] = [
  {
    name: 'short-bevel',
    summary: 'The bevel ends 5 mm before the tip: the step behind it parks on the lip of the strike.',
    requirement: 'R4',
    expected: { kind: 'check', trial: 'T1', check: 'R4/shut[1]' },
    ...changed({ bevelEnd: 7 }),
  },
  {
    name: 'wrong-bevel',
    summary: 'The bevel is on the wrong side of the nose: the door will not close.',
    requirement: 'R3',
    expected: { kind: 'check', trial: 'T1', check: 'R3/pressed-in[1]' },
    ...changed({ bevelOnClosingSide: false }),
  },
  {
    name: 'weak-spring',
    summary: 'The spring of the nose has 0.2 N, and the guide rubs with 0.5 N: the nose stays in.',
    requirement: 'R2',
    expected: { kind: 'check', trial: 'T1', check: 'R2/extends[1]' },
    ...changed({ spring: { stiffnessNPerMm: 0.01, preloadN: 0.2 }, guideFrictionN: 0.5 }),
  },
  {
    name: 'late-follower',
    summary: 'The cam meets the tail 8 mm late, at 43° of the handle: the nose is still 9 mm out.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/retracts[1]' },
    ...changed({ camGap: 8.2 }),
  },
  {
    name: 'short-opening',
    summary:
      'The opening of the strike ends 2 mm too early: the door is shut, and the nose rests on the edge instead of going in.',
    requirement: 'R4',
    expected: { kind: 'check', trial: 'T1', check: 'R4/engaged[1]' },
    ...changed({ openingEnd: 20, startRetraction: 9.2 }),
  },
  {
    name: 'short-mortise',
    summary: 'The mortise begins 17 mm too late: the tail of the latch goes into the wood when it is drawn back.',
    requirement: 'R1',
    expected: { kind: 'audit', trial: 'T1', bodies: ['door', 'latch'] },
    ...changed({ mortiseStart: 232 }),
  },
];
