/**
 * Throughput of batches: evaluations per minute of the four-bar wiper on one and on two worker processes.
 *
 *   npm run bench:batch -- [--json] [--count N] [--workers 1,2] [--family NAME] [--scale S]
 *
 * Every evaluation is the whole block of the family: two trials of 6 s, 48 checks, the audit. With --scale each phase is S times
 * as long: many short evaluations, to see how workers share a machine. The time of starting the processes counts. Rows of all
 * runs must be equal but for wall times; the hashes of the recordings are printed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BatchRow, type Job, runBatch } from '../../src/index.js';

const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const count = Number(option('count', '40'));
const workerCounts = option('workers', '1,2').split(',').map(Number);
const family = option('family', 'four-bar-wiper');
const scale = Number(option('scale', '1'));

const jobs: Job[] = Array.from({ length: count }, (_, i) => ({
  id: `${family}#${i}`,
  family,
  test: scale === 1 ? `${family}#${i}` : `${family}@${scale}#${i}`,
}));

/** Rows without what may differ from run to run. */
const withoutWall = (rows: readonly BatchRow[]): string => JSON.stringify(rows.map(({ wallS: _, ...row }) => row));

const folder = mkdtempSync(join(tmpdir(), 'bench-batch-'));
const runs = [];
const outcomes = new Set<string>();
for (const workerCount of workerCounts) {
  const { rows, table, wallS } = await runBatch(jobs, {
    directory: join(folder, String(workerCount)),
    resolver: new URL('./resolver.ts', import.meta.url).href,
    workerCount,
  });
  outcomes.add(withoutWall(rows));
  const hashes = new Set(rows.flatMap(({ recordingHashes }) => recordingHashes));
  // the first rows of a worker pay for loading and compiling; the median is a warm evaluation
  const medianS = rows.map((row) => row.wallS).sort((a, b) => a - b)[rows.length >> 1];
  const { byStatus } = table;
  const perMinute = (60 * count) / wallS;
  runs.push({ workerCount, wallS, perMinute, medianS, byStatus, recordingHashes: [...hashes].sort() });
}
rmSync(folder, { recursive: true, force: true });

const report = {
  schema: 'mechtrial/bench-batch@2',
  family,
  scale,
  evaluationCount: count,
  cores: cpus().length,
  runs,
  speedUp: runs.length > 1 ? runs[0]!.wallS / runs[runs.length - 1]!.wallS : null,
  sameRows: outcomes.size === 1,
};
if (process.argv.includes('--json')) console.log(JSON.stringify(report, null, 2));
else {
  for (const { workerCount, wallS, byStatus, perMinute } of runs) {
    console.log(
      `${workerCount} workers: ${count} × ${family} in ${wallS.toFixed(1)} s, ${perMinute.toFixed(1)} per minute, ${JSON.stringify(byStatus)}`,
    );
  }
  if (report.speedUp !== null)
    console.log(`speed-up ${report.speedUp.toFixed(2)}, ${report.sameRows ? 'same' : 'OTHER'} rows`);
}
