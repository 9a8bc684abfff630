// Batches in worker processes: isolation, shards, resuming after kill -9, the same rows whatever the number of workers.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type BatchResult, type Job, runBatch } from '../../../src/batch/index.js';
import { refusalCodes } from '../harness/rig.js';
import { drawers, withoutWall } from './jobs.js';

/** On a machine that is busy with other things. */
const SLOW_MS = 600_000;
const RESOLVER = new URL('./resolver.ts', import.meta.url).href;
const isFull = process.env.MECHTRIAL_FULL === '1';
const KILLS = isFull ? 10 : 1;
/** Evaluations that are run in three ways. */
const SAME_COUNT = isFull ? 8 : 2;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'batch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (jobs: readonly Job[], more: Partial<Parameters<typeof runBatch>[1]> = {}): Promise<BatchResult> =>
  runBatch(jobs, { directory: join(folder, 'b'), resolver: RESOLVER, ...more });

const job = (test: string, more: Partial<Job> = {}): Job => ({ id: test, family: 'drawer', test, ...more });

test(
  'what loops forever, aborts, throws or is refused costs its own row and no other',
  async () => {
    const jobs = [
      job('drawer-1', { expected: { kind: 'pass' } }),
      job('loop'),
      job('abort'),
      job('throw'),
      job('refused', { expected: { kind: 'refusal', code: 'operation_not_bound' } }),
      job('weak', { expected: { kind: 'check', trial: 'T1', check: 'R1/opens' } }),
      job('drawer-2', { expected: { kind: 'pass' } }),
    ];
    const { rows, table, isComplete } = await run(jobs, { workerCount: 2, jobLimitS: 10 });
    expect(isComplete).toBe(true);
    expect(rows.map(({ id, status }) => [id, status])).toEqual([
      ['drawer-1', 'PASS'],
      ['loop', 'TIMED_OUT'],
      ['abort', 'CRASHED'],
      ['throw', 'CRASHED'],
      ['refused', 'REFUSED'],
      ['weak', 'FAIL'],
      ['drawer-2', 'PASS'],
    ]);
    expect(rows.map(({ isExpected }) => isExpected)).toEqual([true, null, null, null, true, true, true]);
    expect(rows[2]!.summary).toContain('SIGABRT');
    expect(rows[3]!.summary).toContain('out of order');
    expect(rows[5]!.failedChecks).toContain('T1/R1/opens');
    expect(table.unexpected).toEqual([]);
  },
  SLOW_MS,
);

describe('one batch, run in different ways', () => {
  test(
    'gives the same rows on one worker, on two, and in two shards; Parquet holds them',
    async () => {
      const jobs = drawers(SAME_COUNT);
      const one = await run(jobs, { directory: join(folder, 'one') });
      const two = await run(jobs, { directory: join(folder, 'two'), workerCount: 2 });
      expect(withoutWall(two.rows)).toEqual(withoutWall(one.rows));
      expect(one.rows.every(({ status }) => status === 'PASS')).toBe(true);
      expect(new Set(one.rows.map(({ candidateHash }) => candidateHash)).size).toBe(SAME_COUNT);
      const directory = join(folder, 'shards');
      const first = await run(jobs, { directory, shard: { index: 1, count: 2 } });
      expect([first.isComplete, first.rows.length]).toEqual([false, SAME_COUNT / 2]);
      const second = await run(jobs, { directory, shard: { index: 2, count: 2 } });
      expect(withoutWall(second.rows)).toEqual(withoutWall(one.rows));
      const bytes = readFileSync(join(directory, 'rows.parquet'));
      const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
      const stored = (await parquetReadObjects({ file })) as Record<string, unknown>[];
      expect(stored.map(({ id, status, candidateHash }) => [id, status, candidateHash])).toEqual(
        one.rows.map(({ id, status, candidateHash }) => [id, status, candidateHash]),
      );
    },
    SLOW_MS,
  );

  test(
    `killed by kill -9 at ${KILLS} random moments and taken up again, it equals an undisturbed one`,
    async () => {
      const jobs = drawers(3 * KILLS + 1);
      const calm = await run(jobs, { directory: join(folder, 'calm'), workerCount: 2 });
      const directory = join(folder, 'killed');
      let seed = 12345;
      for (let kill = 0; kill < KILLS; kill++) {
        seed = (1103515245 * seed + 12345) % 2147483648;
        await killAfter(directory, jobs.length, kill + 1 + (seed % 3), seed % 400);
      }
      const before = readFileSync(join(directory, 'rows-1-of-1.jsonl'), 'utf8').trim().split('\n').length;
      const last = await run(jobs, { directory, workerCount: 2, resume: true });
      expect(before).toBeGreaterThan(0);
      // nothing that was finished is done again: one line per evaluation, but for lines that a kill has cut
      expect(last.ranCount).toBeLessThanOrEqual(jobs.length - before + KILLS);
      expect(withoutWall(last.rows)).toEqual(withoutWall(calm.rows));
      expect(last.table).toEqual(calm.table);
    },
    SLOW_MS,
  );
});

/** Starts a batch process, waits until its log holds some rows and a while longer, and kills it. */
async function killAfter(directory: string, count: number, rowCount: number, delayMs: number): Promise<void> {
  const script = fileURLToPath(new URL('./run-many.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', script, directory, String(count), '2'], {
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => child.on('exit', () => resolve()));
  const log = join(directory, 'rows-1-of-1.jsonl');
  const lines = () => (existsSync(log) ? readFileSync(log, 'utf8').split('\n').length - 1 : 0);
  while (lines() < rowCount && isRunning(child)) await pause(20);
  await pause(delayMs);
  child.kill('SIGKILL');
  await ended;
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test(
  'a folder in use, another batch, a duplicate id and a shard that is none are refused',
  async () => {
    const none: Job[] = [];
    expect(await refusalCodes(run(none))).toEqual(['empty_batch']);
    expect(await refusalCodes(run([job('weak'), job('weak')]))).toEqual(['duplicate_name']);
    expect(await refusalCodes(run([job('weak')], { shard: { index: 3, count: 2 } }))).toEqual(['not_a_shard']);
    await run([job('weak')]);
    expect(await refusalCodes(run([job('weak')]))).toEqual(['out_in_use']);
    expect(await refusalCodes(run([job('loop')], { resume: true }))).toEqual(['other_batch']);
    expect((await run([job('weak')], { resume: true })).ranCount).toBe(0);
  },
  SLOW_MS,
);
