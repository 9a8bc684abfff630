import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const SRC = resolve(import.meta.dirname, '../src');
const LAYERS = JSON.parse(readFileSync(join(SRC, 'layers.json'), 'utf8')) as Record<string, string[]>;

const filesUnder = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesUnder(path) : /\.ts$/.test(name) ? [path] : [];
  });

const roomOf = (file: string): string => relative(SRC, file).split(/[\\/]/)[0]!;

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map((match) =>
    resolve(dirname(file), match[1]!),
  );

test('every import goes down, floor by floor', () => {
  const upward = filesUnder(SRC)
    .filter((file) => roomOf(file) in LAYERS)
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith(SRC))
        .map((target) => ({ file, from: roomOf(file), to: roomOf(target), target }))
        .filter(({ from, to }) => from !== to && !LAYERS[from]!.includes(to)),
    )
    .map(({ file, to }) => `${relative(SRC, file)} may not import ${to}/`);
  expect(upward).toEqual([]);
});

test('a room is entered through its index, core by its leaves', () => {
  const sideways = filesUnder(SRC)
    .filter((file) => roomOf(file) in LAYERS)
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith(SRC) && roomOf(target) !== roomOf(file) && roomOf(target) !== 'core')
        .filter((target) => !/[\\/]index\.js$/.test(target) && roomOf(target) in LAYERS)
        .map((target) => `${relative(SRC, file)} reaches past an index into ${relative(SRC, target)}`),
    );
  expect(sideways).toEqual([]);
});

test('only one file imports the physics engine, and only one the native addon', () => {
  const importing = (what: RegExp) =>
    filesUnder(SRC)
      .filter((file) => what.test(readFileSync(file, 'utf8')))
      .map((file) => relative(SRC, file));
  expect(importing(/from '@dimforge\/rapier3d[^']*'|import\('@dimforge/)).toEqual(['dynamics/rapier.ts']);
  expect(importing(/from 'node-gyp-build'|require\('node-gyp-build'\)/)).toEqual(['geometry/native.ts']);
});

test('sims and benchmarks use the public entry like any user', () => {
  const root = resolve(SRC, '..');
  const reaching = ['sims', 'benchmarks'].flatMap((folder) =>
    filesUnder(join(root, folder)).flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith(SRC) && target !== join(SRC, 'index.js'))
        .map((target) => `${relative(root, file)} imports ${relative(root, target)}`),
    ),
  );
  expect(reaching.filter((line) => line.startsWith('sims'))).toEqual([]);
});
