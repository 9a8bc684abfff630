// `npm test` after nothing but a clone: installs and builds what is missing, runs every suite, and closes with
// `N passed, M failed`. Arguments are handed to vitest.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

function run(command, args, options = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
  });
  if (error) console.error(String(error));
  return status ?? 1;
}

function mustRun(what, command, args) {
  if (run(command, args) === 0) return;
  console.log(`could not ${what}\n0 passed, 1 failed`);
  process.exit(1);
}

if (!existsSync(join(root, 'node_modules', 'vitest'))) mustRun('install', npm, ['ci', '--no-audit', '--no-fund']);
mustRun('build', process.execPath, [join(root, 'scripts', 'build.mjs')]);

const folder = mkdtempSync(join(tmpdir(), 'mechtrial-test-'));
const report = join(folder, 'report.json');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const status = run(process.execPath, [
  vitest,
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]);

let passed = 0;
let failed = status === 0 ? 0 : 1;
let skipped = 0;
if (existsSync(report)) {
  const counts = JSON.parse(readFileSync(report, 'utf8'));
  passed = counts.numPassedTests;
  skipped = counts.numPendingTests + (counts.numTodoTests ?? 0);
  // A suite that does not even load has no failed test of its own.
  failed = Math.max(counts.numFailedTests, status === 0 ? 0 : 1);
}
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(status === 0 && failed === 0 && passed > 0 ? 0 : 1);
