import { KINDS } from '../../src/kinds.js';
import { loadScene } from '../../src/scene/index.js';
import type { Recording } from '../../src/signals/index.js';
import type { Binding } from '../../src/trial/index.js';
import { recordTrial } from '../../src/trial/record-trial.js';

export type EngineName = 'direct' | 'rapier';

/**
 * Runs the first trial of a binding and returns its recording; nothing is audited, judged or written.
 *
 * @param stepS another recorded step, with the sub-steps that the engine chooses for it; not the comparison at half the step,
 *              which divides them too
 */
export async function record(binding: Binding, engine: EngineName = 'direct', stepS?: number): Promise<Recording> {
  const scene = await loadScene(binding, KINDS);
  const { recording } = await recordTrial(scene, binding.trials[0]!.id, KINDS, {
    engine,
    directory: null,
    fileName: '',
    ...(stepS === undefined ? {} : { stepS, refinement: 1 }),
  });
  return recording;
}

/** Values of a recorded signal. */
export function column(recording: Recording, name: string): Float64Array {
  const channel = recording.channels.find((candidate) => candidate.name === name);
  if (channel === undefined) throw new Error(`no signal ${name}`);
  return channel.values;
}

/** Largest |a − b|, b taken at every `stride`-th of its samples. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>, stride = 1): number {
  let largest = 0;
  for (let k = 0; k < a.length; k++) largest = Math.max(largest, Math.abs(a[k]! - b[k * stride]!));
  return largest;
}
