/** Scenes whose contact comes from the source geometry, run as a trial is, without audit and verdict. */
import { KINDS } from '../../src/kinds.js';
import { loadScene } from '../../src/scene/index.js';
import type { Recording } from '../../src/signals/index.js';
import type { Binding } from '../../src/trial/index.js';
import { recordTrial } from '../../src/trial/record-trial.js';
import type { EngineName } from '../case.js';

/** Runs the first trial of a binding and returns its recording. @param stepS  overrides the recorded step [s] */
export async function recordBinding(binding: Binding, engine: EngineName, stepS?: number): Promise<Recording> {
  const scene = await loadScene(binding, KINDS);
  const { recording } = await recordTrial(scene, binding.trials[0]!.id, KINDS, {
    engine,
    directory: null,
    fileName: '',
    ...(stepS === undefined ? {} : { stepS }),
  });
  return recording;
}

/** Values of a signal by name. */
export function signalOf(recording: Recording, name: string): Float64Array {
  const channel = recording.channels.find((candidate) => candidate.name === name);
  if (channel === undefined) throw new Error(`no signal ${name}`);
  return channel.values;
}

/** First and last step of a phase. */
export function phaseOf(recording: Recording, id: string): readonly [number, number] {
  const phase = recording.phases.find((candidate) => candidate.id === id);
  if (phase === undefined || phase.firstStep === null || phase.lastStep === null) throw new Error(`no phase ${id}`);
  return [phase.firstStep, phase.lastStep];
}

/** Deepest overlap of collision shapes over a recording [m]. */
export const worstPenetrationM = (recording: Recording): number =>
  recording.quality.penetrationM.reduce((worst, x) => Math.max(worst, x), 0);
