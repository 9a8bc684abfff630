import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BindingError, GeometryError } from '../core/errors.js';
import { KINDS } from '../kinds.js';
import { loadScene, readDocument, type Scene } from '../scene/index.js';
import { type Recording, RecordingError, readRecording } from '../signals/index.js';
import { assembles, notAssembled } from './assembly.js';
import { auditTrial } from './audit-trial.js';
import { judgeTrial } from './judge.js';
import { recordingFileName } from './record-trial.js';
import { promisedTrials, type RunRecord } from './run-directory.js';
import { type Binding, settingsOf } from './run-trial.js';
import { compareHalvedStep } from './second-opinion.js';
import { summarize } from './summarize.js';
import { neverBegun } from './unrecorded.js';
import type { TrialVerdict, Verdict } from './verdict.js';
import { versions } from './versions.js';

/**
 * Judges a run directory again from its recordings, without simulating. A run that was killed is judged by what it left:
 * its execution is 'stopped-interrupted', and what was not reached is INCONCLUSIVE.
 *
 * @param directory  as `runTrial` wrote it
 * @throws BindingError when it is no run directory, or its geometry is no longer what was simulated; GeometryError when
 *         source geometry is gone; RecordingError when a recording is damaged
 */
export async function rejudge(directory: string): Promise<Verdict> {
  const run = await readRun(directory);
  const document = await readDocument(join(directory, 'binding.json'));
  const options = { baseDirectory: run.baseDirectory };
  const scene = await loadScene(document as Binding, KINDS, options).catch((error: unknown) => throwLost(error));
  const promised = await promisedTrials(directory);
  const trials: TrialVerdict[] = [];
  for (const { id } of scene.binding.trials) {
    trials.push(await rejudgeTrial(directory, run, scene, id, promised.has(id)));
  }
  const settings = settingsOf(scene);
  return summarize(scene, trials, { engine: run.engine, versions: versions(), settings, identity: run.identity ?? {} });
}

/** Geometry that is gone, with what is still to be had: a run directory has recordings and verdict, not the CAD. */
function throwLost(error: unknown): never {
  if (!(error instanceof GeometryError)) throw error;
  throw new GeometryError(
    error.issues.map((issue) =>
      issue.code !== 'file_missing'
        ? issue
        : {
            ...issue,
            fix: 'Judging again audits the source geometry: put it back where the run found it. The verdict of the run stands in its verdict.json, and `mechtrial feedback` explains it, without any geometry.',
          },
    ),
  );
}

/**
 * What a run directory says about itself.
 *
 * @throws BindingError `not_a_run`
 */
export async function readRun(directory: string): Promise<RunRecord> {
  const file = join(directory, 'run.json');
  const document = existsSync(file) ? await readDocument(file) : null;
  if (isRunRecord(document)) return document;
  const fix = 'Give the folder that `mechtrial run` names in its last line.';
  const why = document === null ? 'it has no run.json' : 'its run.json is none of ours';
  const message = `is not a run directory (${why})`;
  throw new BindingError([{ code: 'not_a_run', path: [], file: directory, message, fix }]);
}

const isRunRecord = (document: unknown): document is RunRecord =>
  typeof document === 'object' && document !== null && 'schema' in document && document.schema === 'mechtrial/run@1';

async function rejudgeTrial(
  directory: string,
  run: RunRecord,
  scene: Scene,
  trialId: string,
  isPromised: boolean,
): Promise<TrialVerdict> {
  const engine = run.engine === 'rapier' ? 'rapier' : 'direct';
  if (scene.assembly.length > 0) return notAssembled(scene, trialId, engine);
  const recording = trialRecording(directory, run, scene, trialId, isPromised);
  if (recording === null) return neverBegun(scene, trialId, engine);
  const file = join(directory, recordingFileName(trialId, engine, 'first'));
  const audit = await auditTrial(scene, recording);
  const evidence = { scene, trialId, recording, audit, wallS: 0, recordingFile: file, halvedStep: null };
  const first = judgeTrial(evidence, KINDS.checks);
  const halved = readIfBegun(join(directory, recordingFileName(trialId, engine, 'halved')), false);
  if (halved === null) return assembles(first, recording, null);
  const halvedStep = compareHalvedStep(first, judgeTrial({ ...evidence, recording: halved }, KINDS.checks));
  return assembles(judgeTrial({ ...evidence, halvedStep }, KINDS.checks), recording, null);
}

/**
 * The recording of a trial, or null where there is none to be had: the run was stopped before it, or nothing assembles.
 *
 * @throws BindingError `no_recording`, `candidate_changed`; RecordingError when it is damaged
 */
export function trialRecording(
  directory: string,
  run: RunRecord,
  scene: Scene,
  trialId: string,
  isPromised: boolean,
): Recording | null {
  const file = join(directory, recordingFileName(trialId, run.engine === 'rapier' ? 'rapier' : 'direct', 'first'));
  const recording = readIfBegun(file, isPromised);
  if (recording !== null) requireSameCandidate(recording, scene, file);
  return recording;
}

/**
 * The recording, or null where a run that was killed or stopped had not come to it.
 *
 * @param isPromised whether the verdict of the run says that it is there
 */
function readIfBegun(file: string, isPromised: boolean): Recording | null {
  if (!existsSync(file)) {
    if (!isPromised) return null;
    const fix = 'Run the trial again; the recording was removed after the run.';
    throw new BindingError([{ code: 'no_recording', path: [], file, message: 'does not exist', fix }]);
  }
  try {
    return readRecording(file);
  } catch (error) {
    const isBegun = !(error instanceof RecordingError && error.issues[0]?.code === 'not_a_recording');
    if (isPromised || isBegun) throw error;
    return null;
  }
}

/** All evidence belongs to one candidate: geometry that was changed after the run says nothing about it. */
function requireSameCandidate(recording: Recording, scene: Scene, file: string): void {
  if (recording.settings.candidate === scene.candidate.hash) return;
  const message = 'was recorded with another candidate: a part or the binding was changed after the run';
  throw new BindingError([
    {
      code: 'candidate_changed',
      path: [],
      file,
      message,
      fix: 'Restore the geometry of the run, or run the trial again.',
    },
  ]);
}
