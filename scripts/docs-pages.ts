// Every generated page of docs/, by its path from there.
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { accuracyPage } from './docs-accuracy.js';
import { kindPages } from './docs-kind-pages.js';
import { recordPages } from './docs-record-pages.js';

const DOCS = resolve(import.meta.dirname, '../docs');

/** Pages that `npm run docs:reference` writes. */
export const generatedPages = (): ReadonlyMap<string, string> =>
  new Map([...recordPages(), ...kindPages(), ['accuracy.md', accuracyPage()]]);

/** Pages below docs/reference that nothing writes any more. */
export function stalePages(): string[] {
  const pages = generatedPages();
  return readdirSync(resolve(DOCS, 'reference'), { recursive: true })
    .map((name) => `reference/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.md') && !pages.has(name));
}
