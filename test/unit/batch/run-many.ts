// A batch of drawers in a process of its own, to be killed: run-many.ts DIRECTORY COUNT WORKERS
import { runBatch } from '../../../src/batch/index.js';
import { drawers } from './jobs.js';

const [directory, count, workers] = process.argv.slice(2) as [string, string, string];
await runBatch(drawers(Number(count)), {
  directory,
  resolver: new URL('./resolver.ts', import.meta.url).href,
  workerCount: Number(workers),
  resume: true,
});
