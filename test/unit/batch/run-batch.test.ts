// Batches in worker processes: isolation, shards, resuming after kill -9, the same rows whatever the number of workers.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type BatchResult, type Job, runBatch } from '../../../src/batch/index.js';
import { RowLog } from '../../../src/batch/row-log.js';
import { refusalCodes } from '../harness/rig.js';
import { drawers, withoutWall } from './jobs.js';

/** On a machine that is busy with other things. */
const SLOW_MS = 600_000;
const RESOLVER = new URL('./resolver.ts', import.meta.url).href;
const isFull = process.env.MECHTRIAL_FULL === '1';
const KILLS = isFull ? 10 : 1;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'batch-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (jobs: readonly Job[], more: Partial<Parameters<typeof runBatch>[1]> = {}): Promise<BatchResult> =>
  runBatch(jobs, { directory: join(folder, 'b'), resolver: RESOLVER, ...more });

const job = (test: string, more: Partial<Job> = {}): Job => ({ id: test, family: 'drawer', test, ...more });

test(
  'what aborts, throws or is refused costs its own row and no other',
  async () => {
    const jobs = [
      job('drawer-1', { expected: { kind: 'pass' } }),
      job('abort'),
      job('throw'),
      job('refused', { expected: { kind: 'refusal', code: 'operation_not_bound' } }),
      job('weak', { expected: { kind: 'check', trial: 'T1', check: 'R1/opens' } }),
    ];
    const { rows, table, isComplete } = await run(jobs);
    expect(isComplete).toBe(true);
    expect(rows.map(({ id, status }) => [id, status])).toEqual([
      ['drawer-1', 'PASS'],
      ['abort', 'CRASHED'],
      ['throw', 'CRASHED'],
      ['refused', 'REFUSED'],
      ['weak', 'FAIL'],
    ]);
    expect(rows.map(({ isExpected }) => isExpected)).toEqual([true, null, null, true, true]);
    expect(rows[1]!.summary).toContain('SIGABRT');
    expect(rows[2]!.summary).toContain('out of order');
    expect(rows[4]!.failedChecks).toContain('T1/R1/opens');
    expect(table.unexpected).toEqual([]);
  },
  SLOW_MS,
);

test(
  'what loops forever is ended at the limit, and the next evaluation has its verdict',
  async () => {
    // a refusal needs no simulation: 3 s are plenty for it on the busiest machine, and few to wait for the loop
    const { rows } = await run([job('loop'), job('refused')], { jobLimitS: 3 });
    expect(rows.map(({ id, status }) => [id, status])).toEqual([
      ['loop', 'TIMED_OUT'],
      ['refused', 'REFUSED'],
    ]);
    expect(rows[0]!.summary).toContain('within 3 s');
  },
  SLOW_MS,
);

describe('one batch, run in different ways', () => {
  const jobs = drawers(isFull ? 3 * KILLS + 1 : 4);
  const calmFolder = mkdtempSync(join(tmpdir(), 'batch-calm-'));
  let calm: BatchResult;
  beforeAll(async () => {
    calm = await runBatch(jobs, { directory: join(calmFolder, 'b'), resolver: RESOLVER });
  }, SLOW_MS);
  afterAll(() => rmSync(calmFolder, { recursive: true, force: true }));

  test('on one worker every evaluation has its own row, and Parquet holds them', async () => {
    const { rows } = calm;
    expect(rows.map(({ id, status }) => [id, status])).toEqual(jobs.map(({ id }) => [id, 'PASS']));
    expect(new Set(rows.map(({ candidateHash }) => candidateHash)).size).toBe(jobs.length);
    const bytes = readFileSync(join(calmFolder, 'b', 'rows.parquet'));
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const stored = (await parquetReadObjects({ file })) as Record<string, unknown>[];
    expect(stored.map(({ id, status, candidateHash }) => [id, status, candidateHash])).toEqual(
      rows.map(({ id, status, candidateHash }) => [id, status, candidateHash]),
    );
  });

  test(
    'two shards, the second on two workers, give the same rows',
    async () => {
      const directory = join(folder, 'shards');
      const first = await run(jobs, { directory, shard: { index: 1, count: 2 } });
      expect([first.isComplete, first.rows.length]).toEqual([false, Math.ceil(jobs.length / 2)]);
      const second = await run(jobs, { directory, shard: { index: 2, count: 2 }, workerCount: 2 });
      expect(withoutWall(second.rows)).toEqual(withoutWall(calm.rows));
      expect(second.table).toEqual(calm.table);
    },
    SLOW_MS,
  );

  test(
    `killed by kill -9 at ${KILLS} random moments and taken up again on two workers, it equals an undisturbed one`,
    async () => {
      const directory = join(folder, 'killed');
      let seed = 12345;
      for (let kill = 0; kill < KILLS; kill++) {
        seed = (1103515245 * seed + 12345) % 2147483648;
        await killAfter(directory, jobs.length, kill + 1 + (seed % 2), seed % 400);
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

  test('its folder is not used again, but for going on with it', async () => {
    const directory = join(calmFolder, 'b');
    expect(await refusalCodes(run(jobs, { directory }))).toEqual(['out_in_use']);
    expect(await refusalCodes(run([job('loop')], { directory, resume: true }))).toEqual(['other_batch']);
    expect((await run(jobs, { directory, resume: true })).ranCount).toBe(0);
  });
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

test('two batches do not write one log; the lock of one that was killed is taken over', async () => {
  const directory = join(folder, 'b');
  const lock = (pid: number) => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, '.rows-1-of-1.jsonl.lock'), JSON.stringify({ pid, host: hostname() }));
  };
  lock(process.ppid);
  expect(await refusalCodes(run([job('refused')]))).toEqual(['batch_running']);
  const { pid } = spawnSync(process.execPath, ['--version']);
  lock(pid);
  expect((await run([job('refused')], { resume: true })).rows).toHaveLength(1);
  expect(readdirSync(directory).filter((name) => name.endsWith('.lock'))).toEqual([]);
});

test('a full disk ends the batch with a refusal; what was written stays, and is not done again', async () => {
  const append = RowLog.prototype.append;
  const full = vi.spyOn(RowLog.prototype, 'append').mockImplementation(function (this: RowLog, row) {
    if (row.id === 'throw') throw Object.assign(new Error('no space'), { code: 'ENOSPC', syscall: 'write' });
    append.call(this, row);
  });
  const jobs = [job('refused'), job('throw')];
  try {
    expect(await refusalCodes(run(jobs))).toEqual(['out_unwritable']);
  } finally {
    full.mockRestore();
  }
  expect(await run(jobs, { resume: true })).toMatchObject({ ranCount: 1, isComplete: true });
});

test('a batch of nothing, a duplicate id and a shard that is none are refused', async () => {
  const none: Job[] = [];
  expect(await refusalCodes(run(none))).toEqual(['empty_batch']);
  expect(await refusalCodes(run([job('weak'), job('weak')]))).toEqual(['duplicate_name']);
  expect(await refusalCodes(run([job('weak')], { shard: { index: 3, count: 2 } }))).toEqual(['not_a_shard']);
});
