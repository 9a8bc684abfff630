import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BindingError } from '../core/errors.js';
import { canonicalJson, sha256 } from '../core/hash.js';
import { writeWhole } from '../core/write-whole.js';
import { lockShard } from './folder-lock.js';
import type { BatchRow, Job } from './job.js';
import { writeParquet } from './parquet.js';
import { logName, RowLog, readRows, type Shard } from './row-log.js';
import { type BatchTable, tableOf } from './table.js';
import { runInPool } from './worker-pool.js';

export interface BatchOptions {
  /** Folder of the batch: its logs, rows.parquet and table.json. */
  readonly directory: string;
  /** URL of the module that turns the tests of jobs into templates, candidates and bindings. */
  readonly resolver: string;
  readonly workerCount?: number;
  readonly shard?: Shard;
  /** Goes on with a folder that holds a batch of the same jobs; what is finished there is not repeated. */
  readonly resume?: boolean;
  /** Wall time that one evaluation may take [s]. */
  readonly jobLimitS?: number;
  readonly abort?: AbortSignal;
  readonly onProgress?: (progress: BatchProgress) => void;
}

/** Where a batch is, for people who wait. */
export interface BatchProgress {
  readonly doneCount: number;
  readonly jobCount: number;
  readonly row: BatchRow | null;
}

export interface BatchResult {
  /** Finished rows of all shards that the folder holds, in the order of the manifest. */
  readonly rows: readonly BatchRow[];
  readonly table: BatchTable;
  /** Whether every job of the manifest has its row. */
  readonly isComplete: boolean;
  /** Evaluations that this call carried out, and its wall time [s]. */
  readonly ranCount: number;
  readonly wallS: number;
}

const DEFAULT_JOB_LIMIT_S = 900;

/**
 * Carries many evaluations out in worker processes. Each row is durable as soon as its evaluation ends: after a kill,
 * `resume` goes on with what is missing. The rows, but for wall times, do not depend on the number of workers or shards.
 *
 * @throws BindingError for duplicate ids, a shard that is none, a folder in use, one that holds another batch, or one that
 *         cannot be written; rows that were written before a disk was full stay, and `resume` goes on with them
 */
export async function runBatch(jobs: readonly Job[], options: BatchOptions): Promise<BatchResult> {
  const { directory, workerCount = 1, shard = { index: 1, count: 1 }, resume = false } = options;
  const startedMs = performance.now();
  requireUnique(jobs);
  requireShard(shard);
  const unwritable = (error: unknown): never => throwUnwritable(error, directory);
  await openBatch(directory, jobs, shard, resume).catch(unwritable);
  const unlock = await lockShard(directory, logName(shard)).catch(unwritable);
  try {
    const ranCount = await runOpen(jobs, { ...options, shard, workerCount }).catch(unwritable);
    return await seal(directory, jobs, ranCount, startedMs).catch(unwritable);
  } finally {
    await unlock();
  }
}

/** Carries out what the folder has no rows of yet; returns how many that were. */
async function runOpen(
  jobs: readonly Job[],
  options: BatchOptions & { readonly shard: Shard; readonly workerCount: number },
): Promise<number> {
  const { directory, shard } = options;
  const finished = readRows(directory);
  const own = jobs.filter((_job, i) => i % shard.count === shard.index - 1);
  const open = own.filter(({ id }) => !finished.has(id));
  let doneCount = own.length - open.length;
  const log = new RowLog(join(directory, logName(shard)));
  const failure = new AbortController();
  options.onProgress?.({ doneCount, jobCount: own.length, row: null });
  try {
    await runInPool(open, {
      workerCount: options.workerCount,
      resolver: options.resolver,
      jobLimitS: options.jobLimitS ?? DEFAULT_JOB_LIMIT_S,
      abort: AbortSignal.any([failure.signal, ...(options.abort === undefined ? [] : [options.abort])]),
      onRow: (row) => {
        if (failure.signal.aborted) return;
        try {
          log.append(row);
        } catch (error) {
          failure.abort(error); // a disk that is full: what was written stays, nothing more is evaluated
          return;
        }
        options.onProgress?.({ doneCount: ++doneCount, jobCount: own.length, row });
      },
    });
  } finally {
    log.close();
  }
  if (failure.signal.aborted) throw failure.signal.reason;
  return open.length;
}

async function seal(
  directory: string,
  jobs: readonly Job[],
  openCount: number,
  startedMs: number,
): Promise<BatchResult> {
  const byId = readRows(directory);
  const rows = jobs.flatMap(({ id }) => byId.get(id) ?? []);
  const table = tableOf(rows);
  await writeParquet(join(directory, 'rows.parquet'), rows);
  await writeRecord(join(directory, 'table.json'), table);
  const isComplete = rows.length === jobs.length;
  return { rows, table, isComplete, ranCount: openCount, wallS: (performance.now() - startedMs) / 1e3 };
}

const writeRecord = (file: string, record: unknown): Promise<void> =>
  writeWhole(file, `${JSON.stringify(record, null, 2)}\n`);

function refuse(code: string, message: string, fix: string, file?: string): never {
  throw new BindingError([{ code, path: [], message, fix, ...(file === undefined ? {} : { file }) }]);
}

function requireUnique(jobs: readonly Job[]): void {
  const ids = jobs.map(({ id }) => id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice !== undefined)
    refuse('duplicate_name', `evaluation '${twice}' is there twice`, 'Give every one its own id.');
  if (jobs.length === 0) refuse('empty_batch', 'the manifest holds no evaluation', 'Add at least one.');
}

function requireShard({ index, count }: Shard): void {
  if (Number.isInteger(index) && Number.isInteger(count) && index >= 1 && index <= count) return;
  refuse('not_a_shard', `${index}/${count} is no shard`, 'Write i/n with 1 ≤ i ≤ n, for example 1/4.');
}

/** Makes the folder of a batch, or takes it up again. Shards of one batch share it. */
async function openBatch(directory: string, jobs: readonly Job[], shard: Shard, resume: boolean): Promise<void> {
  const hash = sha256(canonicalJson(jobs));
  const file = join(directory, 'batch.json');
  await mkdir(directory, { recursive: true });
  if (existsSync(file)) {
    if ((await hashIn(file)) !== hash) {
      refuse('other_batch', 'holds a batch of other evaluations', 'Choose another folder with --out.', directory);
    }
    if (!resume && existsSync(join(directory, logName(shard))))
      refuse(
        'out_in_use',
        'holds this batch already',
        'Add --resume to go on with it, or choose another folder.',
        directory,
      );
    return;
  }
  const names = await readdir(directory);
  if (names.some((name) => /^(rows|table)/.test(name))) {
    refuse('out_in_use', 'holds rows without a batch.json', 'Choose an empty folder with --out.', directory);
  }
  await writeRecord(file, { schema: 'mechtrial/batch-run@1', hash, jobs });
}

/** Hash of the jobs that a folder's batch.json names; null where it is none of ours. */
async function hashIn(file: string): Promise<string | null> {
  const text = await readFile(file, 'utf8');
  try {
    return (JSON.parse(text) as { readonly hash?: string } | null)?.hash ?? null;
  } catch {
    return null;
  }
}

/** What the file system says, as a refusal; anything else as it is. */
function throwUnwritable(error: unknown, directory: string): never {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (error instanceof BindingError || code === undefined || syscall?.startsWith('spawn') !== false) throw error;
  refuse(
    'out_unwritable',
    `cannot be written (${code})`,
    'Choose a folder that can be written to with --out.',
    directory,
  );
}
