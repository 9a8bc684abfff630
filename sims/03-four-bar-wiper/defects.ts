import type { DefectParts } from '../family.js';
import { buildCandidate, SOUND_WIPER, type WiperCandidate } from './candidate.js';
import { SOUND } from './dimensions.js';

/** The sound wiper with one of its files, and the dimensions it was assembled by, replaced. */
const broken =
  (files: Partial<WiperCandidate['files']>, dimensions = SOUND) =>
  () => ({ scene: buildCandidate({ ...SOUND_WIPER, dimensions, files: { ...SOUND_WIPER.files, ...files } }) });

/** Broken wipers: every one has its own STEP file, written by model.ts with a changed dimension. */
export const DEFECTS: readonly DefectParts[] = [
  {
    name: 'coupler-89mm',
    summary:
      'The coupler is 89 mm long: shortest + longest link (129.5 mm) exceed the other two (129 mm), the crank cannot pass.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/complete-sweeps' },
    candidate: broken({ coupler: 'coupler-89mm.step' }, { ...SOUND, couplerM: 0.089 }),
  },
  {
    name: 'crank-hole-off',
    summary: 'The crank-pin hole of the coupler is 1 mm beside its place.',
    requirement: 'R5',
    expected: { kind: 'check', trial: 'T1', check: 'assembles' },
    candidate: broken({ coupler: 'coupler-hole-off.step' }),
  },
  {
    name: 'post-in-path',
    summary: 'A post on the frame stands in the path of the coupler; nothing else reaches it.',
    requirement: 'R1',
    expected: { kind: 'audit', trial: 'T1', bodies: ['frame', 'coupler'] },
    candidate: broken({ frame: 'frame-post.step' }),
  },
  {
    name: 'no-rocker-pin',
    summary: 'The frame has no pin where the rocker should turn.',
    requirement: 'R5',
    expected: { kind: 'refusal', code: 'region_touches_nothing' },
    candidate: broken({ frame: 'frame-no-rocker-pin.step' }),
  },
];
