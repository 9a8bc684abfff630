import type { DefectParts } from '../family.js';
import { bindGripper } from './binding.js';
import { buildCandidate } from './candidate.js';
import { type GripperDimensions, SOUND } from './model.js';

/** The sound design with some dimensions changed, bound where its parts now are. */
const changed = (changes: Partial<GripperDimensions>) => {
  const design = { ...SOUND, ...changes };
  return { candidate: () => buildCandidate(design), binding: () => bindGripper(design) };
};

/** Broken grippers. */
export const DEFECTS: readonly DefectParts[] = [
  {
    name: 'long-link',
    summary: 'The right link is 1 mm too long: its jaw lags behind the other one.',
    requirement: 'R2',
    expected: { kind: 'check', trial: 'T1', check: 'R2/sync[1]' },
    ...changed({ links: { left: 82.9, right: 83.9 } }),
  },
  {
    name: 'swinging-jaw',
    summary: 'The right jaw swings on a single pin instead of sliding on the rail: its face turns by 12°.',
    requirement: 'R3',
    expected: { kind: 'check', trial: 'T1', check: 'R3/parallel[1]' },
    ...changed({ swingingJaw: true }),
  },
  {
    name: 'narrow-rest',
    summary:
      'The rest is a web of 2.6 mm beside the middle: the first grasp pulls the block over its edge, on release it tips off, and the second grasp finds nothing.',
    requirement: 'R6',
    expected: { kind: 'check', trial: 'T1', check: 'R4/grip-left[2]' },
    ...changed({ rest: [-2.8, -0.2] }),
  },
  {
    name: 'early-stop',
    summary: 'A stop blocks the input at 34 mm, where the gap is still 45 mm: no grip.',
    requirement: 'R4',
    expected: { kind: 'check', trial: 'T1', check: 'R4/grip-left[1]' },
    ...changed({ inputStop: 34 }),
  },
  {
    name: 'small-pads',
    summary: 'The pads are 5 mm high and sit at the bottom of the fingers: the block swings about them under 5 N.',
    requirement: 'R4',
    expected: { kind: 'check', trial: 'T1', check: 'R4/slip[1]' },
    ...changed({ pad: { length: 3, bottom: -20, top: -15 } }),
  },
  {
    name: 'post-in-path',
    summary: 'A post on the bed stands where the left link sweeps.',
    requirement: 'R1',
    expected: { kind: 'audit', trial: 'T1', bodies: ['base', 'link-left'] },
    ...changed({ post: true }),
  },
];
