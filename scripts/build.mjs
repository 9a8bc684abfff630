// Compiles src/ and sims/ into dist/ and copies what is not TypeScript beside it.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
rmSync(dist, { recursive: true, force: true });

const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
const compiled = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: ['ignore', 2, 2],
});
if (compiled.status !== 0) process.exit(compiled.status ?? 1);

const ASSETS = new Set(['.step', '.stp', '.stl', '.3mf', '.obj', '.json', '.md', '.txt', '.mjs']);

function copyAssets(folder) {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) copyAssets(path);
    else if (ASSETS.has(extname(name)) && !name.startsWith('tsconfig')) cpSync(path, join(dist, relative(root, path)));
  }
}
for (const folder of ['src', 'sims']) copyAssets(join(root, folder));
await import('./build-viewer.mjs');
chmodSync(join(dist, 'src', 'cli', 'bin.js'), 0o755);
