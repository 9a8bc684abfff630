// Builds the reference of the TypeScript interface into docs/site/out, with a typedoc and a TypeScript of its own.
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const site = resolve(import.meta.dirname, '../docs/site');
const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

for (const args of [
  ['ci', '--no-audit', '--no-fund'],
  ['run', 'build'],
]) {
  const { status } = spawnSync(npm, args, { cwd: site, stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
