// Every model kind has a page, and the example on it is a record that the kind takes.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { KINDS } from '../../../src/kinds.js';

const PAGES = resolve(import.meta.dirname, '../../../docs/models');
const kinds = KINDS.models.map(({ kind, fields }) => ({ kind, fields }));

test('every kind has a page, and every page a kind', () => {
  const pages = readdirSync(PAGES)
    .filter((name) => name !== 'README.md')
    .map((name) => name.replace(/\.md$/, ''));
  expect(pages.sort()).toEqual(kinds.map(({ kind }) => kind).sort());
});

test.each(kinds)('the example of $kind is a valid record', ({ kind, fields }) => {
  const text = readFileSync(join(PAGES, `${kind}.md`), 'utf8');
  const json = /```json\n([\s\S]*?)```/.exec(text)?.[1];
  expect(json).toBeDefined();
  const { kind: named, name, ...own } = JSON.parse(json!) as Record<string, unknown>;
  expect(named).toBe(kind);
  expect(typeof name).toBe('string');
  expect(fields.safeParse(own).error?.issues ?? []).toEqual([]);
});
