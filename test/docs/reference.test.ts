// The generated reference is fresh, every kind has a page and an example, and the examples run.
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { exampleFiles, examplesOf } from '../../scripts/docs-examples.js';
import { generatedPages, stalePages } from '../../scripts/docs-pages.js';
import { KINDS, runTrial } from '../../src/index.js';

const DOCS = resolve(import.meta.dirname, '../../docs');
const PAGES = generatedPages();

test.each([...PAGES.keys()])('docs/%s is fresh: `npm run docs:reference` writes it', (page) => {
  expect(readFileSync(join(DOCS, page), 'utf8')).toBe(PAGES.get(page));
});

test('nothing is left of kinds that are gone', () => {
  expect(stalePages()).toEqual([]);
});

describe.each(['joints', 'drives', 'signals', 'checks'] as const)('%s', (room) => {
  const examples = examplesOf(room);

  test.each(KINDS[room].map(({ kind }) => kind))('%s has a page and an example', (kind) => {
    expect(PAGES.has(`reference/${room}/${kind}.md`)).toBe(true);
    expect(examples.get(kind)?.record.kind).toBe(kind);
  });
});

test.each(exampleFiles())('%s runs, and passes', async (file) => {
  const verdict = await runTrial(file);
  expect(verdict.summary).toMatch(/passed/);
  expect(verdict.status).toBe('PASS');
  expect(verdict.candidate.name).toBe(basename(file, '.json'));
  for (const { measured, note } of verdict.trials.flatMap(({ checks }) => checks))
    expect(measured, note ?? '').not.toBeNull();
});
