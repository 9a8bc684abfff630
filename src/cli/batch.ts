import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type BatchProgress, type BatchResult, type Job, runBatch, type Shard } from '../batch/index.js';
import { BindingError } from '../core/errors.js';
import { renderBatch } from './batch-text.js';
import { shipped } from './families.js';
import { positiveNumber } from './inspect.js';
import type { Register } from './main.js';
import { readManifest } from './manifest.js';
import { EXIT, type Output, toJson } from './output.js';

interface Options {
  readonly workers?: number;
  readonly shard?: Shard;
  readonly resume?: boolean;
  readonly limit?: number;
  readonly json?: boolean;
  readonly out?: string;
}

/** `mechtrial batch MANIFEST`: many evaluations in worker processes. */
export const batchCommand: Register = (program, output, finish) => {
  program
    .command('batch')
    .description('many evaluations in worker processes; `batch sims` evaluates everything that ships with the package')
    .argument('<manifest>', 'a manifest (mechtrial/batch@1), or sims')
    .option('--workers <n>', 'worker processes (default: one per core)', positiveNumber)
    .option('--shard <i/n>', 'only every n-th evaluation, from the i-th on', shardOf)
    .option('--resume', 'go on with a batch that was broken off; finished evaluations are not repeated')
    .option('--limit <s>', 'wall time that one evaluation may take', positiveNumber)
    .option('--json', 'the table and all rows as JSON')
    .option('--out <dir>', 'folder for rows and table (default: mechtrial-batches/NAME-TIME)')
    .action(async (manifest: string, options: Options) => {
      const { name, jobs } =
        manifest === 'sims' ? { name: 'sims', jobs: await shippedJobs() } : await readManifest(manifest);
      const directory =
        options.out ?? join('mechtrial-batches', `${name}-${new Date().toISOString().replace(/[:.]/g, '')}`);
      const abort = new AbortController();
      const stop = () => abort.abort();
      process.once('SIGINT', stop);
      process.once('SIGTERM', stop);
      try {
        const result = await runBatch(jobs, {
          directory,
          resolver: resolverUrl(),
          workerCount: options.workers ?? availableParallelism(),
          abort: abort.signal,
          ...(options.shard === undefined ? {} : { shard: options.shard }),
          ...(options.resume === true ? { resume: true } : {}),
          ...(options.limit === undefined ? {} : { jobLimitS: options.limit }),
          ...(output.isTerminal ? { onProgress: progressBar(output) } : {}),
        });
        if (output.isTerminal) output.err('\r\u001b[K');
        output.out(options.json === true ? toJson(result) : `${renderBatch(result)}  batch: ${directory}\n`);
        finish(exitCodeOf(result, options.shard));
      } finally {
        process.off('SIGINT', stop);
        process.off('SIGTERM', stop);
      }
    });
};

/** 0 when every row has its expected status; a row without an expected one must at least have a verdict. */
function exitCodeOf({ rows, isComplete }: BatchResult, shard: Shard | undefined): number {
  const isBad = rows.some(
    ({ isExpected, status }) => isExpected === false || (isExpected === null && isBroken(status)),
  );
  return isBad || (!isComplete && shard === undefined) ? EXIT.fail : EXIT.pass;
}

const isBroken = (status: string): boolean => ['REFUSED', 'CRASHED', 'TIMED_OUT'].includes(status);

/** The manifest that sims/ ships: references and variants must pass, defects must be caught by what they name. */
export async function shippedJobs(): Promise<Job[]> {
  const { FAMILIES } = await shipped();
  return FAMILIES.flatMap((family): Job[] => [
    {
      id: family.name,
      family: family.name,
      test: family.name,
      expected: { kind: 'pass' },
      attempt: 'reference',
      submission: 1,
    },
    ...family.variants.map(
      ({ name }): Job => ({
        id: `${family.name}/${name}`,
        family: family.name,
        test: `${family.name}/${name}`,
        expected: { kind: 'pass' },
      }),
    ),
    ...family.defects.map(
      ({ name, expected }): Job => ({
        id: `${family.name}/${name}`,
        family: family.name,
        test: `${family.name}/${name}`,
        expected,
      }),
    ),
  ]);
}

/** The module that worker processes resolve tests by: compiled, or from source when run unbuilt. */
export function resolverUrl(): string {
  const compiled = new URL('./shipped-resolver.js', import.meta.url);
  return (existsSync(compiled) ? compiled : new URL('./shipped-resolver.ts', import.meta.url)).href;
}

function shardOf(text: string): Shard {
  const match = /^(\d+)\/(\d+)$/.exec(text);
  if (match !== null) return { index: Number(match[1]), count: Number(match[2]) };
  const fix = 'Write i/n, for example 1/4.';
  throw new BindingError([{ code: 'not_a_shard', path: ['--shard'], message: `'${text}' is no shard`, fix }]);
}

const BAR_LENGTH = 30;

function progressBar(output: Output): (progress: BatchProgress) => void {
  const startedMs = performance.now();
  return ({ doneCount, jobCount, row }) => {
    const filled = Math.round((BAR_LENGTH * doneCount) / Math.max(1, jobCount));
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_LENGTH - filled);
    const seconds = ((performance.now() - startedMs) / 1e3).toFixed(0);
    const last = row === null ? '' : `  ${row.id} ${row.status}`;
    output.err(`\r\u001b[K${bar} ${doneCount}/${jobCount}  ${seconds} s${last}`);
  };
}
