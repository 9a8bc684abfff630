import type { DefectParts } from '../family.js';
import { bindSliderCrank } from './binding.js';
import { buildCandidate, SOUND_DESIGN } from './candidate.js';
import { type SliderCrankDimensions, SOUND } from './model.js';

/** The sound design with some dimensions changed, bound where its parts now are. */
const changed = (changes: Partial<SliderCrankDimensions>, startCrankRad = SOUND_DESIGN.startCrankRad) => {
  const design = { dimensions: { ...SOUND, ...changes }, startCrankRad };
  return { candidate: () => buildCandidate(design), binding: () => bindSliderCrank(design) };
};

/** Broken slider-cranks. */
export const DEFECTS: readonly DefectParts[] = [
  {
    name: 'short-rod',
    summary:
      'The rod (19 mm) is shorter than the throw (20 mm): the crank passes the outer dead point and then stalls.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/cycles' },
    ...changed({ rod: 19 }, -0.3),
  },
  {
    name: 'short-guide',
    summary: 'The guide ends 8 mm before the outer end of the slider at the outer dead point.',
    requirement: 'R4',
    expected: { kind: 'check', trial: 'T1', check: 'R4/engaged' },
    ...changed({ guideEnd: 132 }),
  },
  {
    name: 'offset-slider',
    summary: 'The line of the slider passes 20 mm beside the axis of the crank, on a 60 mm rod: 42.8 mm of travel.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/forward-travel-most' },
    ...changed({ rod: 60, offset: 20 }),
  },
  {
    name: 'loose-slider',
    summary: 'The slider has 4 mm of play between the side walls of its guide and racks.',
    requirement: 'R4',
    expected: { kind: 'check', trial: 'T2', check: 'R4/guided-side-front' },
    ...changed({ guideGap: 2 }),
  },
  {
    name: 'pin-bar',
    summary: 'The crank pin is held by a bar right across the web, which cuts the slider at the inner dead point.',
    requirement: 'R1',
    expected: { kind: 'audit', trial: 'T1', bodies: ['crank', 'slider'] },
    ...changed({ pinBarReach: 46 }),
  },
];
