import { join } from 'node:path';
import { ENGINES, prepareWorld, type RunProgress, type WorldKinds } from '../dynamics/index.js';
import type { Scene } from '../scene/index.js';
import { openRecordingWriter, Recorder, type Recording, type RecordingHeader } from '../signals/index.js';
import { displayBodies } from './display-bodies.js';

export interface RecordOptions {
  readonly engine: 'direct' | 'rapier';
  /** Overrides the recorded step, for the half-step comparison [s]. */
  readonly stepS?: number;
  /** Every sub-step this many times shorter than precision and scene ask for; as the step where left out. */
  readonly refinement?: number;
  /** Folder for the recording file, or null to keep it in memory. */
  readonly directory: string | null;
  readonly abort?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
}

export interface RecordedTrial {
  readonly recording: Recording;
  readonly wallS: number;
  readonly file: string | null;
  /** Why the file is incomplete although the trial went on, or null. */
  readonly writeError: string | null;
}

/** What a recording is for: the one that is judged, the second opinion, or the comparison at half the step. */
export type RecordingRole = 'first' | 'second' | 'halved';

/** Name of a trial's recording file in a run directory. */
export function recordingFileName(trialId: string, engine: 'direct' | 'rapier', role: RecordingRole): string {
  if (role === 'first') return `${trialId}.mcap`;
  return role === 'second' ? `${trialId}.${engine}.mcap` : `${trialId}.half.mcap`;
}

/** Runs one trial from a fresh instance and seals its recording, in memory and in a file if a folder is given. */
export async function recordTrial(
  scene: Scene,
  trialId: string,
  kinds: WorldKinds,
  options: RecordOptions & { readonly fileName: string },
): Promise<RecordedTrial> {
  const { engine, abort, onProgress } = options;
  const stepS = options.stepS ?? scene.binding.settings.stepS;
  const { world, channels } = await prepareWorld(scene, trialId, kinds, ENGINES[engine], {
    stepS,
    ...(options.refinement === undefined ? {} : { refinement: options.refinement }),
  });
  try {
    const header: RecordingHeader = {
      trial: trialId,
      engine,
      stepS,
      channels,
      bodies: scene.bodies.map(({ name }) => name),
      phases: scene.binding.trials.find(({ id }) => id === trialId)!.phases.map(({ id }) => id),
      settings: { ...world.settings, candidate: scene.candidate.hash, binding: scene.bindingHash },
    };
    const file = options.directory === null ? null : join(options.directory, options.fileName);
    const recorder = new Recorder(
      header,
      file === null ? null : openRecordingWriter(file, header, undefined, displayBodies(scene)),
    );
    const { execution, wallS } = await world.run(recorder, {
      ...(abort === undefined ? {} : { abort }),
      ...(onProgress === undefined ? {} : { onProgress }),
    });
    const recording = recorder.seal({ execution });
    return { recording, wallS, file, writeError: recorder.writeError?.issues[0]?.message ?? null };
  } finally {
    world.free();
  }
}
