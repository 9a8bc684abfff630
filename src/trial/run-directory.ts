import { existsSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { BindingError } from '../core/errors.js';
import { writeWhole } from '../core/write-whole.js';
import { readDocument, type Scene } from '../scene/index.js';
import { recordingFileName } from './record-trial.js';
import type { Identity } from './summarize.js';
import type { Verdict } from './verdict.js';

/** What a run directory says about itself; `rejudge` starts from it. */
export interface RunRecord {
  readonly schema: 'mechtrial/run@1';
  readonly name: string;
  readonly baseDirectory: string;
  readonly engine: 'direct' | 'rapier' | 'both';
  readonly versions: Readonly<Record<string, string>>;
  /** What was put on trial: a folder is only taken up again by the same. */
  readonly test?: string;
  /** What the test was of, where that is more than the binding says. */
  readonly identity?: Identity;
}

/** JSON with typed arrays as arrays. */
const text = (record: unknown): string =>
  `${JSON.stringify(record, (_key, value) => (ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value), 2)}\n`;

/** Name of the verdict in a run directory. */
export const VERDICT_FILE = 'verdict.json';

/** A record as a file, whole or not there. */
const writeRecord = (file: string, record: unknown): Promise<void> => writeWhole(file, text(record));

/**
 * Makes a run directory with the binding as used, and whatever else went into it. A folder that holds a run is only taken
 * up again where that run is the same and was broken off: its recordings are then removed first, for a run that is killed
 * must not be judged by an older one's.
 *
 * @param documents records that are kept beside the binding, by file name
 * @throws BindingError `out_unwritable` when it cannot be made, `out_in_use` when it holds another run or a finished one
 */
export async function openRunDirectory(
  directory: string,
  scene: Scene,
  run: RunRecord,
  documents: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  await requireFree(directory, run);
  try {
    await mkdir(directory, { recursive: true });
    const stale = scene.binding.trials.flatMap(({ id }) => [
      recordingFileName(id, 'direct', 'first'),
      recordingFileName(id, 'rapier', 'second'),
      recordingFileName(id, 'direct', 'halved'),
    ]);
    for (const name of [VERDICT_FILE, ...stale]) await rm(join(directory, name), { force: true });
    await writeRecord(join(directory, 'binding.json'), scene.binding);
    for (const [name, record] of Object.entries(documents)) await writeRecord(join(directory, name), record);
    await writeRecord(join(directory, 'run.json'), run);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'EIO';
    const fix = 'Choose a folder that can be written to with --out.';
    throw new BindingError([
      { code: 'out_unwritable', path: [], file: directory, message: `cannot be written (${code})`, fix },
    ]);
  }
}

/** Refuses a folder in which something stands that a run would write over. */
async function requireFree(directory: string, run: RunRecord): Promise<void> {
  const names = await readdir(directory).catch((): string[] => []);
  const isTaken = names.some((name) => name === 'run.json' || name === VERDICT_FILE || name.endsWith('.mcap'));
  if (!isTaken) return;
  const file = join(directory, 'run.json');
  const before = existsSync(file) ? ((await readDocument(file).catch(() => null)) as RunRecord | null) : null;
  const isSame = before?.test !== undefined && before.test === run.test;
  if (isSame && (await isBrokenOff(directory, names))) return;
  const what = isSame ? 'this run, finished' : 'another run';
  const fix = 'Choose a new folder with --out, or remove this one; `mechtrial rejudge` judges a finished run again.';
  throw new BindingError([{ code: 'out_in_use', path: [], file: directory, message: `holds ${what}`, fix }]);
}

/** Whether a run was killed before its verdict, or interrupted with one. */
async function isBrokenOff(directory: string, names: readonly string[]): Promise<boolean> {
  if (!names.includes(VERDICT_FILE)) return true;
  const verdict = (await readDocument(join(directory, VERDICT_FILE)).catch(() => null)) as Verdict | null;
  return verdict?.trials.some(({ execution }) => execution === 'stopped-interrupted') ?? true;
}

/** Trials whose recordings the verdict of a run says to be there; a run that was killed has no verdict and promises none. */
export async function promisedTrials(directory: string): Promise<ReadonlySet<string>> {
  const file = join(directory, VERDICT_FILE);
  if (!existsSync(file)) return new Set();
  const { trials } = (await readDocument(file)) as Verdict;
  return new Set(trials.filter(({ recordingHash }) => recordingHash !== '').map(({ id }) => id));
}

/**
 * Writes the verdict beside its recordings.
 *
 * @returns why it could not be written, or null: a full disk must not take the verdict with it
 */
export async function sealRunDirectory(directory: string, verdict: Verdict): Promise<string | null> {
  try {
    await writeRecord(join(directory, VERDICT_FILE), verdict);
    return null;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return `${VERDICT_FILE} cannot be written (${code})`;
  }
}
