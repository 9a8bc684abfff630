import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readCached, writeCached } from '../../../src/collision/cache.js';
import { collisionShapes } from '../../../src/collision/index.js';
import { partOf } from './solids.js';

const directory = mkdtempSync(join(tmpdir(), 'mechtrial-collision-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('what is kept comes back with every digit', async () => {
  const value = { pieces: [Float64Array.of(0.1, 1 / 3, -1e-12)], note: 'µ' };
  await writeCached(directory, 'sha256:abc', value);
  expect(await readCached(directory, 'sha256:abc')).toEqual(value);
  expect(await readCached(directory, 'sha256:other')).toBeNull();
});

test('a damaged file is no file, and neither is a folder that cannot be written', async () => {
  await writeCached(directory, 'sha256:dead', { x: 1 });
  const file = join(directory, 'dead.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('1', '2'));
  expect(await readCached(directory, 'sha256:dead')).toBeNull();
  writeFileSync(file, '{');
  expect(await readCached(directory, 'sha256:dead')).toBeNull();
  await expect(writeCached(join(file, 'below-a-file'), 'sha256:x', {})).resolves.toBeUndefined();
});

test('a model is written once per content and options, under the name of the part that asks', async () => {
  const cacheDirectory = mkdtempSync(join(directory, 'models-'));
  const wedge = (name: string) =>
    partOf(
      (m) =>
        m.Manifold.hull([
          [0, 0, 0],
          [9, 0, 0],
          [0, 8, 0],
          [0, 0, 7],
          [9, 0, 7],
        ]),
      name,
    );
  const first = await collisionShapes(await wedge('a'), { cacheDirectory });
  const again = await collisionShapes(await wedge('b'), { cacheDirectory });
  expect(again).toEqual({ ...first, part: 'b' });
  expect(readdirSync(cacheDirectory)).toHaveLength(1);
  await collisionShapes(await wedge('a'), { cacheDirectory, toleranceM: 1e-5 });
  expect(readdirSync(cacheDirectory)).toHaveLength(2);
});
