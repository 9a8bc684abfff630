/**
 * Throughput of batches: evaluations per minute of the four-bar wiper on one and on two worker processes.
 *
 *   npm run bench:batch -- [--json] [--count N] [--workers 1,2]
 *
 * Every evaluation is the whole block of the family: two trials of 6 s, 48 checks, the audit. The time of starting the
 * processes counts. Rows of both runs must be equal but for wall times; the hash of the recordings is printed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Job, runBatch } from '../../src/index.js';

const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const count = Number(option('count', '40'));
const workerCounts = option('workers', '1,2').split(',').map(Number);
const family = option('family', 'four-bar-wiper');

const jobs: Job[] = Array.from({ length: count }, (_, i) => ({
  id: `${family}#${i}`,
  family,
  test: `${family}#${i}`,
  expected: { kind: 'pass' },
}));

const folder = mkdtempSync(join(tmpdir(), 'bench-batch-'));
const runs = [];
for (const workerCount of workerCounts) {
  const { rows, wallS } = await runBatch(jobs, {
    directory: join(folder, String(workerCount)),
    resolver: new URL('./resolver.ts', import.meta.url).href,
    workerCount,
  });
  const passed = rows.filter(({ status }) => status === 'PASS').length;
  const hashes = new Set(rows.flatMap(({ recordingHashes }) => recordingHashes));
  runs.push({ workerCount, wallS, passed, perMinute: (60 * count) / wallS, recordingHashes: [...hashes].sort() });
}
rmSync(folder, { recursive: true, force: true });

const report = {
  schema: 'mechtrial/bench-batch@1',
  family,
  evaluationCount: count,
  cores: cpus().length,
  runs,
  speedUp: runs.length > 1 ? runs[0]!.wallS / runs[runs.length - 1]!.wallS : null,
};
if (process.argv.includes('--json')) console.log(JSON.stringify(report, null, 2));
else {
  for (const { workerCount, wallS, passed, perMinute } of runs) {
    console.log(
      `${workerCount} workers: ${count} × ${family} in ${wallS.toFixed(1)} s, ${perMinute.toFixed(1)} per minute, ${passed} passed`,
    );
  }
  if (report.speedUp !== null) console.log(`speed-up ${report.speedUp.toFixed(2)}`);
}
