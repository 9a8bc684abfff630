/**
 * `npm run bench:audit [-- --json] [--poses N]`: the interference audit against Booleans on everything, on this machine, in
 * one run. Bounds are those the auditor is held to; on a machine with other work going on, look at the ratios.
 */
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { nativeStatus } from '../../src/geometry/index.js';
import { timeAs1 } from './as1.js';
import { distanceAt100k, pairCases, timePair, warmUp } from './cases.js';

const { values } = parseArgs({
  options: { json: { type: 'boolean', default: false }, poses: { type: 'string', default: '100' } },
});
const status = nativeStatus();
if (!status.isAvailable) {
  console.error(`bench:audit needs the native auditor: ${status.reason}. ${status.fix}`);
  process.exit(1);
}

await warmUp();
const threads = availableParallelism();
const as1 = await timeAs1(Number(values.poses), threads);
const pairs = [];
for (const pairCase of await pairCases()) pairs.push(await timePair(pairCase));
const distance = await distanceAt100k();
const memory = fileURLToPath(new URL('./memory.ts', import.meta.url));
const peakMemoryMb = Number(execFileSync(process.execPath, ['--import', 'tsx', memory], { encoding: 'utf8' }));
const bounds = [
  {
    name: 'native classification + clearance against Booleans on everything',
    value: as1.speedupClassify,
    op: '>=',
    bound: 150,
  },
  { name: 'whole audit against Booleans behind a box filter', value: as1.speedupAudit, op: '>=', bound: 8 },
  { name: 'distance at 100k triangles [ms]', value: distance.coldMs, op: '<=', bound: 1.5 },
  { name: 'peak memory, 100k-triangle pair × 1000 poses [MB]', value: peakMemoryMb, op: '<=', bound: 300 },
].map((row) => ({ ...row, isMet: row.op === '>=' ? row.value >= row.bound : row.value <= row.bound }));
const result = {
  machine: { node: process.version, platform: `${process.platform}-${process.arch}`, threads },
  as1,
  pairs,
  distance,
  peakMemoryMb,
  bounds,
};

if (values.json) console.log(JSON.stringify(result, null, 2));
else {
  console.log(`as1: ${as1.pairPoses} pair-poses, ${as1.triangles} triangles`);
  console.table(
    Object.fromEntries(
      Object.entries(as1)
        .filter(([, v]) => typeof v === 'number')
        .map(([k, v]) => [k, Number(v).toFixed(1)]),
    ),
  );
  console.table(
    pairs.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([k, v]) => [k, typeof v === 'number' ? Number(v.toPrecision(3)) : v]),
      ),
    ),
  );
  console.table([distance]);
  console.table(bounds);
}
process.exit(0);
