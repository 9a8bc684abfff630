import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { BindingError } from '../core/errors.js';
import { KINDS } from '../kinds.js';
import { loadScene, readDocument, type Scene } from '../scene/index.js';
import { readRecording } from '../signals/index.js';
import { assembles, notAssembled } from './assembly.js';
import { auditTrial } from './audit-trial.js';
import { judgeTrial } from './judge.js';
import { recordingFileName } from './record-trial.js';
import type { RunRecord } from './run-directory.js';
import type { Binding } from './run-trial.js';
import { summarize } from './summarize.js';
import type { TrialVerdict, Verdict } from './verdict.js';
import { versions } from './versions.js';

/**
 * Judges a run directory again from its recordings, without simulating. A run that was killed is judged by what it left:
 * its execution is 'stopped-interrupted', and what was not reached is INCONCLUSIVE.
 *
 * @param directory  as `runTrial` wrote it
 * @throws BindingError when it is no run directory, GeometryError when source geometry is gone
 */
export async function rejudge(directory: string): Promise<Verdict> {
  const run = await readRun(directory);
  const document = await readDocument(join(directory, 'binding.json'));
  const scene = await loadScene(document as Binding, KINDS, { baseDirectory: run.baseDirectory });
  const trials: TrialVerdict[] = [];
  for (const { id } of scene.binding.trials) trials.push(await rejudgeTrial(directory, run, scene, id));
  const settings = { ...scene.binding.settings };
  return summarize(scene, trials, { engine: run.engine, versions: versions(), settings });
}

async function readRun(directory: string): Promise<RunRecord> {
  const file = join(directory, 'run.json');
  if (!existsSync(file)) {
    const fix = 'Give the folder that `mechtrial run` names in its last line.';
    const message = 'is not a run directory (it has no run.json)';
    throw new BindingError([{ code: 'not_a_run', path: [], file: directory, message, fix }]);
  }
  return (await readDocument(file)) as RunRecord;
}

async function rejudgeTrial(directory: string, run: RunRecord, scene: Scene, trialId: string): Promise<TrialVerdict> {
  const engine = run.engine === 'rapier' ? 'rapier' : 'direct';
  if (scene.assembly.length > 0) return notAssembled(scene, trialId, engine);
  const name = recordingFileName(trialId, engine, false);
  const file = join(directory, name);
  if (!existsSync(file)) {
    const found = (await readdir(directory)).filter((entry) => entry.endsWith('.mcap'));
    const fix = `The run was stopped before this trial began; recordings here: ${found.join(', ') || 'none'}.`;
    throw new BindingError([{ code: 'no_recording', path: [], file, message: 'does not exist', fix }]);
  }
  const recording = readRecording(file);
  const recorded = { recording, wallS: 0, file, writeError: null, partedJoints: [] };
  const audit = await auditTrial(scene, recording);
  const evidence = { scene, trialId, recording, audit, wallS: 0, recordingFile: file, halvedStep: null };
  return assembles(judgeTrial(evidence, KINDS.checks), recorded);
}
