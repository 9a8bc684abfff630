// What CI runs: linter, formatter and types, native core tests where there is a compiler, then `npm test`.
// With --full: the full counts that take long (MECHTRIAL_FULL=1). The last line adds everything up.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureChromium } from './ensure-chromium.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const isFull = process.argv.includes('--full');
const env = { ...process.env, ...(isFull ? { MECHTRIAL_FULL: '1' } : {}) };
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
const shell = process.platform === 'win32';

if (!existsSync(join(root, 'node_modules', 'vitest'))) {
  const installed = spawnSync(npm, ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit', shell });
  if (installed.status !== 0) {
    console.log('could not install\n0 passed, 1 failed');
    process.exit(1);
  }
}

ensureChromium();

let passed = 0;
let failed = 0;
for (const [what, script] of [
  ['format and lint', 'lint'],
  ['types', 'typecheck'],
  ['native core under sanitizers', 'test:native'],
  ['native mesh entry fuzzed', 'fuzz:native'],
]) {
  console.log(`── ${what}`);
  const { status } = spawnSync(npm, ['run', '--silent', script], { cwd: root, stdio: 'inherit', env, shell });
  if (status === 0) passed++;
  else failed++;
}

console.log('── tests');
const tests = spawn(npm, ['test', '--silent'], { cwd: root, stdio: ['ignore', 'pipe', 'inherit'], env, shell });
let tail = '';
tests.stdout.on('data', (chunk) => {
  process.stdout.write(chunk);
  tail = (tail + chunk).slice(-4000);
});
tests.on('close', (status) => {
  const counts = [...tail.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)].at(-1);
  passed += Number(counts?.[1] ?? 0);
  failed += Math.max(Number(counts?.[2] ?? 1), status === 0 ? 0 : 1);
  const skipped = Number(counts?.[3] ?? 0);
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exit(failed === 0 ? 0 : 1);
});
