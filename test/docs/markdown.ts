// Fenced blocks of the pages that people read.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');

/** A fenced block: its language, its text, and the line of prose right before it. */
export interface Block {
  readonly language: string;
  readonly text: string;
  readonly before: string;
  readonly line: number;
}

/** README.md and every page below docs/, as paths from the root. */
export function pages(): string[] {
  const below = readdirSync(join(ROOT, 'docs'), { recursive: true })
    .map((name) => join('docs', String(name)))
    .filter((name) => name.endsWith('.md') && !name.includes('node_modules') && !name.startsWith(join('docs', 'site')));
  return ['README.md', ...below].map((name) => relative(ROOT, join(ROOT, name)).replaceAll('\\', '/')).sort();
}

/** Fenced blocks of a page, in order. */
export function blocksOf(page: string): Block[] {
  const lines = readFileSync(join(ROOT, page), 'utf8').split('\n');
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; i++) {
    const language = /^```(\w*)/.exec(lines[i]!)?.[1];
    if (language === undefined) continue;
    const end = lines.findIndex((line, k) => k > i && line === '```');
    if (end < 0) throw new Error(`${page}:${i + 1} opens a block that never ends`);
    const before = lines.slice(0, i).findLast((line) => line.trim() !== '') ?? '';
    blocks.push({ language, text: lines.slice(i + 1, end).join('\n'), before, line: i + 1 });
    i = end;
  }
  return blocks;
}

/** Name of the file that a block is, from the prose before it: "`scene.json`:". */
export const fileNamed = ({ before }: Block): string | null => /`([\w./-]+\.\w+)`:$/.exec(before.trim())?.[1] ?? null;
