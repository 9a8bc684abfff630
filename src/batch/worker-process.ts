// One worker of a batch: takes a job, answers with its row, takes the next. Started by worker-pool.ts with `fork`.
import { Worker } from 'node:worker_threads';
import type { Job, ResolverModule } from './job.js';
import { runJob } from './run-job.js';

/**
 * Ends this process when the batch is gone, also where an evaluation never gives the event loop a turn: the thread looks
 * at the parent's id twice a second.
 */
const WATCHDOG = `
  const parent = process.ppid;
  setInterval(() => { if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL'); }, 500);
`;

new Worker(WATCHDOG, { eval: true }).unref();

const resolver = (await import(process.argv[2]!)) as ResolverModule;

process.on('disconnect', () => process.exit());
process.on('message', async (job: Job) => {
  const row = await runJob(job, resolver);
  process.send?.({ kind: 'row', row });
});
process.send?.({ kind: 'ready' });
