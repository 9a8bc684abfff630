// Bundles the replay page's code (three.js, uPlot and our own) into one script and one style sheet in dist.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const source = join(root, 'src', 'report', 'replay', 'viewer');
const target = join(root, 'dist', 'src', 'report', 'replay');

mkdirSync(target, { recursive: true });
await build({
  entryPoints: [join(source, 'main.ts')],
  outfile: join(target, 'viewer.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
  legalComments: 'inline',
  charset: 'ascii',
  logLevel: 'warning',
});
const css = ['node_modules/uplot/dist/uPlot.min.css', 'src/report/replay/viewer/viewer.css'].map((file) =>
  readFileSync(join(root, file), 'utf8'),
);
const { code } = await transform(css.join('\n'), { loader: 'css', minify: true });
writeFileSync(join(target, 'viewer.css'), code);
