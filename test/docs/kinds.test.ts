import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { kindsPage } from './kinds-page.js';

test('docs/kinds.md is fresh: `npm run docs:kinds` writes it', () => {
  expect(readFileSync(resolve(import.meta.dirname, '../../docs/kinds.md'), 'utf8')).toBe(kindsPage());
});
