import type { AuditReport } from '../audit/index.js';
import { KINDS } from '../kinds.js';
import { type BindingInput, type LoadOptions, loadScene, type Scene } from '../scene/index.js';
import type { Recording } from '../signals/index.js';
import { assembles, notAssembled } from './assembly.js';
import { auditTrial } from './audit-trial.js';
import { checkUnits } from './check-units.js';
import { judgeTrial } from './judge.js';
import { needsHalvedStep } from './quality.js';
import { type RecordedTrial, type RecordingRole, recordingFileName, recordTrial } from './record-trial.js';
import { openRunDirectory, sealRunDirectory } from './run-directory.js';
import { compareHalvedStep, withSecondOpinion } from './second-opinion.js';
import { type Identity, summarize } from './summarize.js';
import { neverBegun } from './unrecorded.js';
import type { TrialVerdict, Verdict } from './verdict.js';
import { versions } from './versions.js';

/** A test as users write it: defaults may be left out. */
export type Binding = BindingInput<typeof KINDS>;

/** Where a run is, for people who wait. */
export interface RunProgress {
  readonly trial: string;
  /** What is being done: stepping through the phases, or looking for interference along the recorded motion. */
  readonly activity: 'simulating' | 'auditing';
  readonly phase: string;
  readonly simulatedS: number;
  readonly totalS: number;
  readonly wallS: number;
}

export interface RunOptions extends LoadOptions {
  /** Records that go into the run directory beside the binding, by file name. */
  readonly documents?: Readonly<Record<string, unknown>>;
  /** Overrides the binding's engine. */
  readonly engine?: 'direct' | 'rapier' | 'both';
  /** Runs every trial again at half the step; answers that change become INCONCLUSIVE. Steps above 1 ms, and rapier, always are. */
  readonly verify?: boolean;
  /** Folder for the recordings and the verdict; without it everything stays in memory. */
  readonly outDirectory?: string;
  /** Threads of the audit; all cores unless given. Answers do not depend on it. */
  readonly auditThreadCount?: number;
  /** Stops the trial after the current step; what was recorded is kept and judged. */
  readonly abort?: AbortSignal;
  readonly onProgress?: (progress: RunProgress) => void;
}

/**
 * Puts a mechanism on trial: loads the scene, runs every trial of the binding, audits the source geometry along the
 * recorded motion, and judges.
 *
 * @param source  a binding file, or the binding itself
 * @throws BindingError | GeometryError with every issue, when the input is malformed; bad physics is never thrown
 */
export async function runTrial(source: Binding | string, options: RunOptions = {}): Promise<Verdict> {
  return runScene(await loadScene(source, KINDS, options), options);
}

/**
 * Puts a loaded scene on trial; `runTrial` without the loading.
 *
 * @param identity what the test is of, where that is more than the scene and its binding say
 * @throws BindingError when a bound is not in the unit of what it is compared with
 */
export async function runScene(scene: Scene, options: RunOptions = {}, identity: Identity = {}): Promise<Verdict> {
  checkUnits(scene, KINDS);
  const engine = options.engine ?? scene.binding.settings.engine;
  const directory = options.outDirectory ?? null;
  const provenance = { engine, versions: versions(), settings: settingsOf(scene), identity };
  if (directory !== null) {
    const { name, baseDirectory } = scene;
    const run = {
      schema: 'mechtrial/run@1',
      name,
      baseDirectory,
      engine,
      versions: provenance.versions,
      test: `${scene.bindingHash} ${engine}`,
      identity,
    } as const;
    await openRunDirectory(directory, scene, run, options.documents);
  }
  const trials: TrialVerdict[] = [];
  for (const { id } of scene.binding.trials) trials.push(await trialVerdict(scene, id, engine, directory, options));
  const verdict = summarize(scene, trials, provenance);
  const lost = directory === null ? null : await sealRunDirectory(directory, verdict);
  return lost === null ? verdict : withTrouble(verdict, lost);
}

/** The verdict with what its run directory lost, told at the last trial. */
function withTrouble(verdict: Verdict, message: string): Verdict {
  const [last, ...before] = [...verdict.trials].reverse();
  if (last === undefined) return verdict;
  const trouble = { code: 'write_failed', message, atS: last.simulatedS, value: null };
  return { ...verdict, trials: [...before.reverse(), { ...last, troubles: [...last.troubles, trouble] }] };
}

async function trialVerdict(
  scene: Scene,
  trialId: string,
  engine: 'direct' | 'rapier' | 'both',
  directory: string | null,
  options: RunOptions,
): Promise<TrialVerdict> {
  const first = engine === 'rapier' ? 'rapier' : 'direct';
  if (scene.assembly.length > 0) return notAssembled(scene, trialId, first);
  if (options.abort?.aborted === true) return neverBegun(scene, trialId, first);
  const run = (on: 'direct' | 'rapier', role: RecordingRole = 'first') =>
    recordTrial(scene, trialId, KINDS, {
      engine: on,
      directory,
      fileName: recordingFileName(trialId, on, role),
      ...(role === 'halved' ? { stepS: scene.binding.settings.stepS / 2 } : {}),
      ...(options.abort === undefined ? {} : { abort: options.abort }),
      ...(options.onProgress === undefined
        ? {}
        : { onProgress: (p) => options.onProgress?.({ trial: trialId, activity: 'simulating', ...p }) }),
    });
  const recorded = await run(first);
  options.onProgress?.(endOfSimulation(recorded));
  const audit = await auditUnlessAborted(scene, recorded.recording, options);
  const judge = (trial: RecordedTrial, halvedStep: TrialVerdict['quality']['halvedStep'] = null) =>
    judgeTrial(
      { scene, trialId, recording: trial.recording, audit, wallS: trial.wallS, recordingFile: trial.file, halvedStep },
      KINDS.checks,
    );
  let verdict = judge(recorded);
  const isVerified = options.verify === true || needsHalvedStep(first, scene.binding.settings.stepS);
  if (isVerified && recorded.recording.execution !== 'stopped-interrupted') {
    verdict = judge(recorded, compareHalvedStep(verdict, judge(await run(first, 'halved'))));
  }
  if (engine === 'both') {
    const second = await run('rapier', 'second');
    verdict = withSecondOpinion(verdict, judge(second));
  }
  return assembles(verdict, recorded.recording, recorded.writeError);
}

/** What is told when the simulation is over and the audit begins. */
function endOfSimulation({ recording: { trial, phases, stepCount, stepS }, wallS }: RecordedTrial): RunProgress {
  const simulatedS = Math.max(0, stepCount - 1) * stepS;
  const phase = phases.findLast(({ firstStep }) => firstStep !== null)?.id ?? '';
  return { trial, activity: 'auditing', phase, simulatedS, totalS: simulatedS, wallS };
}

/** The audit, or null where the run was interrupted: whoever stops a run is not kept waiting; `rejudge` makes up for it. */
async function auditUnlessAborted(
  scene: Scene,
  recording: Recording,
  { abort, auditThreadCount }: RunOptions,
): Promise<AuditReport | null> {
  const isAborted = () => abort?.aborted === true;
  if (isAborted()) return null;
  try {
    return await auditTrial(scene, recording, {
      ...(abort === undefined ? {} : { abort }),
      ...(auditThreadCount === undefined ? {} : { threadCount: auditThreadCount }),
    });
  } catch (error) {
    if (isAborted()) return null;
    throw error;
  }
}

/** The settings of a binding that are set. */
export function settingsOf(scene: Scene): Readonly<Record<string, string | number | boolean>> {
  const set = Object.entries(scene.binding.settings).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Readonly<Record<string, string | number | boolean>>;
}
