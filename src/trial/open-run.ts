import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KINDS } from '../kinds.js';
import { loadScene, readDocument, type Scene } from '../scene/index.js';
import type { Recording } from '../signals/index.js';
import { readRun, rejudge, trialRecording } from './rejudge.js';
import { promisedTrials, VERDICT_FILE } from './run-directory.js';
import type { Binding } from './run-trial.js';
import type { Verdict } from './verdict.js';

/** A run directory, read: what was on trial, how it was judged, and what was recorded. */
export interface OpenedRun {
  readonly directory: string;
  readonly scene: Scene;
  readonly verdict: Verdict;
  /** In the order of the trials; a trial that was never begun has none. */
  readonly recordings: readonly Recording[];
}

/**
 * Reads a run directory, to show or to export it. A run that was killed has no verdict yet: it is judged by what it left.
 *
 * @param directory  as `runTrial` wrote it
 * @throws BindingError when it is no run directory, or its geometry is no longer what was simulated; GeometryError when
 *         source geometry is gone; RecordingError when a recording is damaged
 */
export async function openRun(directory: string): Promise<OpenedRun> {
  const run = await readRun(directory);
  const document = await readDocument(join(directory, 'binding.json'));
  const scene = await loadScene(document as Binding, KINDS, { baseDirectory: run.baseDirectory });
  const promised = await promisedTrials(directory);
  const recordings = scene.binding.trials.flatMap(({ id }) => {
    const recording = trialRecording(directory, run, scene, id, promised.has(id));
    return recording === null ? [] : [recording];
  });
  const file = join(directory, VERDICT_FILE);
  const verdict = existsSync(file) ? ((await readDocument(file)) as Verdict) : await rejudge(directory);
  return { directory, scene, verdict, recordings };
}
