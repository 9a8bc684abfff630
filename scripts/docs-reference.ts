// Writes the generated pages of docs/: the reference of scenes, bindings and kinds.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { generatedPages, stalePages } from './docs-pages.js';

const DOCS = resolve(import.meta.dirname, '../docs');

for (const page of stalePages()) rmSync(resolve(DOCS, page));
for (const [page, text] of generatedPages()) {
  const file = resolve(DOCS, page);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
