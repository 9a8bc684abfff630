import { type Defect, defect } from '../family.js';
import { bindWiper } from './binding.js';
import { buildCandidate, SOUND_WIPER, type WiperCandidate } from './candidate.js';
import { SOUND } from './dimensions.js';

/** The sound wiper with one of its files, and the dimensions it was assembled by, replaced. */
function broken(files: Partial<WiperCandidate['files']>, dimensions = SOUND) {
  return () => bindWiper(buildCandidate({ ...SOUND_WIPER, dimensions, files: { ...SOUND_WIPER.files, ...files } }));
}

/** Broken wipers: every one has its own STEP file, written by model.ts with a changed dimension. */
export const DEFECTS: readonly Defect[] = [
  defect({
    name: 'coupler-89mm',
    summary:
      'The coupler is 89 mm long: shortest + longest link (129.5 mm) exceed the other two (129 mm), the crank cannot pass.',
    requirement: 'R1',
    expected: { kind: 'check', trial: 'T1', check: 'R1/complete-sweeps' },
    binding: broken({ coupler: 'coupler-89mm.step' }, { ...SOUND, couplerM: 0.089 }),
  }),
  defect({
    name: 'crank-hole-off',
    summary: 'The crank-pin hole of the coupler is 1 mm beside its place.',
    requirement: 'R5',
    expected: { kind: 'check', trial: 'T1', check: 'assembles' },
    binding: broken({ coupler: 'coupler-hole-off.step' }),
  }),
  defect({
    name: 'post-in-path',
    summary: 'A post on the frame stands in the path of the coupler; nothing else reaches it.',
    requirement: 'R1',
    expected: { kind: 'audit', trial: 'T1', bodies: ['frame', 'coupler'] },
    binding: broken({ frame: 'frame-post.step' }),
  }),
  defect({
    name: 'no-rocker-pin',
    summary: 'The frame has no pin where the rocker should turn.',
    requirement: 'R5',
    expected: { kind: 'refusal', code: 'region_touches_nothing' },
    binding: broken({ frame: 'frame-no-rocker-pin.step' }),
  }),
];
