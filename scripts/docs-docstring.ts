// Docstrings of kinds, read from the source and written as Markdown.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SRC = resolve(import.meta.dirname, '../src');

/** A docstring taken apart. */
export interface Docstring {
  /** First sentence, without its full stop. */
  readonly summary: string;
  /** Everything before the tags, as Markdown; equations are code. */
  readonly text: string;
  readonly limits: string | null;
  readonly source: string | null;
  /** Path from the root of the repository. */
  readonly file: string;
}

/** Docstrings of every kind of a room, by kind. */
export function docstringsOf(room: string): ReadonlyMap<string, Docstring> {
  const found = new Map<string, Docstring>();
  for (const file of readdirSync(join(SRC, room)).filter((name) => name.endsWith('.ts'))) {
    const source = readFileSync(join(SRC, room, file), 'utf8');
    const declarations = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+ = define\w+\(\{\s*kind: '([^']+)'/g;
    for (const [, comment, kind] of source.matchAll(declarations))
      found.set(kind!, parse(comment!, `src/${room}/${file}`));
  }
  return found;
}

function parse(comment: string, file: string): Docstring {
  const lines = comment.split('\n').map((line) => line.replace(/^\s*\* ?/, '').trimEnd());
  const firstTag = lines.findIndex((line) => line.startsWith('@'));
  const body = (firstTag < 0 ? lines : lines.slice(0, firstTag)).map((line) => line.replace(/^ {2}/, '    '));
  const text = body
    .join('\n')
    .trim()
    .replace(/\n{3,}/g, '\n\n');
  return {
    summary: summaryOf(text),
    text,
    limits: tag(lines, 'limits'),
    source: tag(lines, 'source'),
    file,
  };
}

const summaryOf = (text: string): string => {
  const paragraph = text.split('\n\n')[0]!.replaceAll('\n', ' ').replace(/:$/, '.');
  return /^(.*?[.])(?: |$)/.exec(paragraph)?.[1] ?? paragraph;
};

function tag(lines: readonly string[], name: string): string | null {
  const start = lines.findIndex((line) => line.startsWith(`@${name}`));
  if (start < 0) return null;
  const end = lines.findIndex((line, i) => i > start && line.startsWith('@'));
  const text = lines
    .slice(start, end < 0 ? undefined : end)
    .join(' ')
    .replace(`@${name}`, '')
    .replace(/\s+/g, ' ')
    .trim();
  const sentence = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
