import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { UNIT_SUFFIX, type Unit } from '../src/core/quantity.js';
import { KINDS } from '../src/kinds.js';
import { bindingRecord, sceneRecord, unwrap } from '../src/scene/index.js';

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

// The register reaches lower floors as an argument; only the trial hands it out.
const mayReadKinds = (room: string, target: string): boolean =>
  room === 'trial' && relative(SRC, target) === 'kinds.js';

test('every import goes down, floor by floor', () => {
  const upward = filesUnder(SRC)
    .filter((file) => roomOf(file) in LAYERS)
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith(SRC))
        .map((target) => ({ file, from: roomOf(file), to: roomOf(target), target }))
        .filter(({ from, to, target }) => from !== to && !LAYERS[from]!.includes(to) && !mayReadKinds(from, target)),
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

describe('the register', () => {
  const rooms = Object.entries(KINDS) as [string, readonly { kind: string; fields: z.ZodObject }[]][];

  test.each(rooms)('%s: every kind has its own name', (_room, kinds) => {
    const names = kinds.map(({ kind }) => kind);
    expect(new Set(names).size).toBe(names.length);
  });

  test('every quantity has its unit in its name', () => {
    const wrong: string[] = [];
    const visit = (schema: z.ZodType, path: string[]): void => {
      const bare = unwrap(schema);
      const unit = (schema.meta()?.unit ?? bare.meta()?.unit) as Unit | undefined;
      const name = path.findLast((key) => key !== '[]') ?? '';
      if (unit !== undefined && !hasSuffix(name, UNIT_SUFFIX[unit])) wrong.push(`${path.join('.')} is in ${unit}`);
      if (bare instanceof z.ZodObject)
        for (const [key, field] of Object.entries(bare.shape)) visit(field as z.ZodType, [...path, key]);
      if (bare instanceof z.ZodArray) visit(bare.def.element as z.ZodType, [...path, '[]']);
      if (bare instanceof z.ZodUnion) for (const option of bare.def.options) visit(option as z.ZodType, path);
    };
    for (const [room, kinds] of rooms) for (const { kind, fields } of kinds) visit(fields, [room, kind]);
    for (const kind of KINDS.drives) visit(kind.setPointFields, ['setPoint', kind.kind]);
    visit(sceneRecord(KINDS), ['scene']);
    visit(bindingRecord(KINDS), ['binding']);
    expect(wrong).toEqual([]);
  });
});

// The whole suffix, and not the end of a longer unit: `stiffnessNm` must not pass for N·m where `NmPerRad` was meant.
function hasSuffix(name: string, suffix: string): boolean {
  const longer = Object.values(UNIT_SUFFIX).some(
    (other) => other.length > suffix.length && other.endsWith(suffix) && name.endsWith(other),
  );
  return (name.endsWith(suffix) || name === suffix.toLowerCase()) && !longer;
}
