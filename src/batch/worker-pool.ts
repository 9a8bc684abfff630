import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { BatchRow, Job } from './job.js';
import { failedRow } from './run-job.js';

export interface PoolOptions {
  readonly workerCount: number;
  /** URL of the module that turns names into tests. */
  readonly resolver: string;
  /** Wall time that one evaluation may take before its process is killed [s]. */
  readonly jobLimitS: number;
  readonly abort?: AbortSignal;
  /** Called as each evaluation ends, in the order in which they end. */
  readonly onRow: (row: BatchRow) => void;
}

type Message = { readonly kind: 'ready' } | { readonly kind: 'row'; readonly row: BatchRow };

/** Evaluations after which a worker is replaced: what engines leave behind in memory goes with it. */
const JOBS_PER_WORKER = 100;

/**
 * Carries jobs out in worker processes, each taking the next job when it has finished one. A process that dies or hangs
 * costs the job that it was on, and is replaced.
 */
export async function runInPool(jobs: readonly Job[], options: PoolOptions): Promise<void> {
  const queue = [...jobs];
  const count = Math.min(options.workerCount, jobs.length);
  await Promise.all(Array.from({ length: count }, () => runLane(queue, options)));
}

/** One lane of the pool: a process after the other until the queue is empty. */
async function runLane(queue: Job[], options: PoolOptions): Promise<void> {
  while (queue.length > 0 && options.abort?.aborted !== true) await runWorker(queue, options);
}

/** One process, until the queue is empty, it has done its share, or it ends by itself. */
function runWorker(queue: Job[], { resolver, jobLimitS, abort, onRow }: PoolOptions): Promise<void> {
  return new Promise((resolve) => {
    const child = startWorker(resolver);
    let current: Job | null = null;
    let startedMs = 0;
    let timer: NodeJS.Timeout | undefined;
    let isTimedOut = false;
    let done = 0;
    let said = '';
    child.stderr?.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2000)));
    const stop = () => child.kill('SIGKILL');
    abort?.addEventListener('abort', stop, { once: true });
    const next = () => {
      current = done < JOBS_PER_WORKER ? (queue.shift() ?? null) : null;
      if (current === null) {
        child.disconnect();
        return;
      }
      startedMs = performance.now();
      timer = setTimeout(() => {
        isTimedOut = true;
        stop();
      }, jobLimitS * 1e3);
      child.send(current);
    };
    child.on('message', (message: Message) => {
      clearTimeout(timer);
      if (message.kind === 'row') {
        current = null;
        done++;
        onRow(message.row);
      }
      next();
    });
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      abort?.removeEventListener('abort', stop);
      const lost = current ?? (done === 0 && abort?.aborted !== true ? (queue.shift() ?? null) : null);
      if (lost !== null && abort?.aborted !== true) {
        const wallS = startedMs === 0 ? 0 : (performance.now() - startedMs) / 1e3;
        const how = signal === null ? `exit code ${code}` : signal;
        const last =
          said
            .trim()
            .split('\n')
            .find((line) => /error|abort|fatal/i.test(line)) ?? '';
        onRow(
          isTimedOut
            ? failedRow(lost, null, 'TIMED_OUT', `did not end within ${jobLimitS} s of wall time`, wallS)
            : failedRow(
                lost,
                null,
                'CRASHED',
                `its process ended (${how})${last === '' ? '' : `: ${last.trim()}`}`,
                wallS,
              ),
        );
      }
      resolve();
    });
  });
}

/** URL of the loader for TypeScript: found from here, not from the folder that the command runs in. */
const sourceLoader = (): string => pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;

/** From dist the compiled worker; from source the TypeScript one, through the loader that this process runs by. */
function startWorker(resolver: string): ChildProcess {
  const compiled = fileURLToPath(new URL('./worker-process.js', import.meta.url));
  const isCompiled = existsSync(compiled);
  const file = isCompiled ? compiled : fileURLToPath(new URL('./worker-process.ts', import.meta.url));
  return fork(file, [resolver], {
    execArgv: isCompiled && !resolver.endsWith('.ts') ? [] : ['--import', sourceLoader()],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}
