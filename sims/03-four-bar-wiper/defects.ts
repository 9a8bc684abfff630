import type { DefectParts } from '../family.js';
import { buildCandidate, SOUND_WIPER, type WiperCandidate } from './candidate.js';
import { LONG_CRANK_M, SHORT_CRANK_M, SOUND } from './dimensions.js';

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
    requirement: 'R2',
    expected: { kind: 'check', trial: 'T1', check: 'R2/actual-input-cycles' },
    candidate: broken({ coupler: 'coupler-89mm.step' }, { ...SOUND, couplerM: 0.089 }),
  },
  {
    name: 'crank-short',
    summary: 'The crank is 12 % short: the wiper sweeps 81° instead of 95°.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/smallest-sweep' },
    candidate: broken({ crank: 'crank-short.step' }, { ...SOUND, crankM: SHORT_CRANK_M }),
  },
  {
    name: 'double-rocker',
    summary:
      'The crank is 38 mm long: shortest + longest link (138 mm) exceed the other two (136 mm), both sides can only rock.',
    requirement: 'R2',
    expected: { kind: 'check', trial: 'T1', check: 'R2/actual-input-cycles' },
    candidate: broken({ crank: 'crank-long.step' }, { ...SOUND, crankM: LONG_CRANK_M }),
  },
  {
    name: 'same-layer',
    summary: 'A rib on the crank stands in the layer of the coupler.',
    requirement: 'R1',
    expected: { kind: 'audit', trial: 'T1', bodies: ['crank', 'coupler'] },
    candidate: broken({ crank: 'crank-rib.step' }),
  },
  {
    name: 'crank-hole-off',
    summary: 'The crank-pin hole of the coupler is 2 mm beside its place.',
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
