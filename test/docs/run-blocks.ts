// Runs the blocks of a page one after the other, as a reader would: files are written, commands and programs run.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { transform } from 'esbuild';
import { expect } from 'vitest';
import * as mechtrial from '../../src/index.js';
import { cli } from '../cli/in-process.js';
import { type Block, fileNamed, ROOT } from './markdown.js';
import { expectRecord } from './records.js';

/** What the last block printed, and what it left. */
interface Last {
  /** Null where it was not run. */
  readonly out: string | null;
  readonly isJson: boolean;
}

/** Runs a page in the working directory, which must be a scratch folder. */
export async function runBlocks(page: string, blocks: readonly Block[]): Promise<void> {
  let last: Last | null = null;
  for (const block of blocks) {
    const where = `${page}:${block.line}`;
    last = await runBlock(block, last, where).catch((error: unknown) => {
      throw new Error(`${where}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    });
  }
}

async function runBlock(block: Block, last: Last | null, where: string): Promise<Last | null> {
  const file = fileNamed(block);
  switch (block.language) {
    case 'sh':
      return runCommands(block.text);
    case 'ts':
      return { out: await runProgram(block.text, where), isJson: false };
    case 'text':
      if (last === null || block.before !== '```') throw new Error('an output stands right below what prints it');
      if (last.out !== null) expectOutput(last.out, block.text);
      return null;
    case 'json':
      if (last?.isJson && last.out !== null && block.before === '```')
        expectContains(JSON.parse(last.out), JSON.parse(block.text), where);
      else await expectRecord(block.text);
      if (file !== null) writeFile(file, block.text);
      return null;
    case 'diff':
      applyDiff(file, block.text);
      return null;
    case 'sql':
      await expectSql(block.text);
      return null;
    default:
      throw new Error(`a block of language '${block.language}' is checked by nothing: use ts, json, sh, diff or text`);
  }
}

function writeFile(name: string, text: string): void {
  mkdirSync(dirname(resolve(name)), { recursive: true });
  writeFileSync(name, `${text}\n`);
}

/** Replaces the lines with − by those with + in the file that the prose names. */
function applyDiff(file: string | null, text: string): void {
  if (file === null) throw new Error('a diff needs the name of its file right before it');
  const part = (sign: string) =>
    text
      .split('\n')
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(1).trim())
      .join('\n');
  const before = readFileSync(file, 'utf8');
  if (before.split(part('-')).length !== 2) throw new Error(`${file} does not hold exactly one ${part('-')}`);
  writeFileSync(
    file,
    before.replace(part('-'), () => part('+')),
  );
}

/** Commands that a test cannot wait for, or that others test. */
const NOT_RUN = [
  /^mechtrial (inspect part\.step|replay .*--png)/,
  /^npm ci/,
  /^npm test/,
  /^npm install/,
  /--watch/,
  /^git clone/,
  /^npx cmake-js/,
  /^node /,
  /^[A-Z_]+=/,
];
/** What takes long is run in the full check only. */
const LONG = /^mechtrial run (four-bar-wiper|real-gripper|latch|gripper)/;

async function runCommands(text: string): Promise<Last> {
  let out = '';
  let isJson = false;
  for (const line of text.split('\n')) {
    const [command, comment] = splitComment(line);
    for (const step of command.split('&&').map((part) => part.trim())) {
      if (step === '' || NOT_RUN.some((pattern) => pattern.test(step))) continue;
      if (LONG.test(step) && process.env.MECHTRIAL_FULL === undefined) return { out: null, isJson: false };
      const words = step.split(/\s+/);
      isJson = words.includes('--json');
      out += await runStep(words, /exit code (\d)/.exec(comment)?.[1]);
    }
  }
  return { out, isJson };
}

function splitComment(line: string): readonly [string, string] {
  const at = line.search(/(^|\s)# /);
  return at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at)];
}

async function runStep(words: readonly string[], expectedCode: string | undefined): Promise<string> {
  const [program, ...rest] = words[0] === 'npx' ? words.slice(1) : words;
  if (program === 'mechtrial') {
    const { code, out, err } = await cli(...rest);
    if (expectedCode !== undefined) expect(code, err).toBe(Number(expectedCode));
    else expect(code, err).toBeLessThan(3);
    return out + (code === 3 ? err : '');
  }
  if (program === 'npm') return expectScript(rest);
  if (program === 'mkdir') mkdirSync(rest.at(-1)!, { recursive: true });
  else if (program === 'cd') process.chdir(rest[0]!);
  else if (program === 'cp') await copyInto(rest);
  else throw new Error(`nothing runs '${words.join(' ')}'`);
  return '';
}

function expectScript([run, name]: readonly string[]): string {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
  expect(run).toBe('run');
  expect(Object.keys(scripts)).toContain(name);
  return '';
}

/** Copies a file of the repository, or of the working directory. */
async function copyInto([from, to]: readonly string[]): Promise<void> {
  const source = [from!, join(ROOT, from!), join(ROOT, basename(from!))].find((file) => existsSync(file));
  if (source === undefined) throw new Error(`there is no ${from}`);
  await copyFile(source, to === '.' || to!.endsWith('/') ? join(to!, basename(from!)) : to!);
}

/** Runs a TypeScript program that imports from 'mechtrial'; a piece without imports must be valid syntax. */
async function runProgram(text: string, where: string): Promise<string> {
  const { code } = await transform(text, { loader: 'ts', target: 'es2022', sourcefile: where });
  if (!/^import /m.test(text)) return '';
  const body = code
    .replace(/^import \{([^}]*)\} from "([^"]+)";$/gm, (_, names: string, from: string) => {
      return `const {${names.replaceAll(' as ', ': ')}} = await load("${from}");`;
    })
    .replace(/^export \{[^}]*\};$/gm, '')
    .replace(/^export /gm, '');
  let out = '';
  const print = (...values: unknown[]) => {
    out += `${values.map(String).join(' ')}\n`;
  };
  const load = async (name: string): Promise<unknown> => (name === 'mechtrial' ? mechtrial : import(name));
  // biome-ignore lint/complexity/noBannedTypes: the constructor of asynchronous functions has no other name
  const AsyncFunction = (async () => {}).constructor as new (...names: string[]) => Function;
  await new AsyncFunction('load', 'console', body)(load, { log: print });
  return out;
}

/** A query must parse; the tables are the reader's. */
async function expectSql(text: string): Promise<void> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [
    text.trim().replace(/;$/, ''),
  ]);
  expect(String(reader.getRows()[0]?.[0])).toContain('"error":false');
}

/** Holds an output against what a page shows; what differs from run to run is left out, `…` stands for any lines. */
function expectOutput(out: string, shown: string): void {
  const pattern = steady(shown)
    .split('\n')
    .map((line) => (line.trim() === '…' ? '(?:.*\\n)*' : `${escapeRegExp(line)} *\\n`))
    .join('');
  const actual = steady(out.endsWith('\n') ? out : `${out}\n`);
  if (!new RegExp(`^\\n*${pattern}\\n*$`).test(actual)) expect(actual).toBe(steady(shown));
}

const escapeRegExp = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const steady = (text: string): string =>
  text
    .replace(/mechtrial-runs\/\S+/g, 'mechtrial-runs/…')
    .replace(/, \S+ × real time/g, '')
    .replace(/\((native|wasm)\)/g, '(auditor)')
    .replace(/(✓ [^\n]*?) at [\d.]+ s/g, '$1')
    .replace(/-?\d\.\d+e-(?:\d\d|[5-9])/g, '≈0')
    .replace(/[ \t]+$/gm, '');

/** Every field that a page shows of a JSON answer is in the answer. */
function expectContains(actual: unknown, shown: unknown, where: string): void {
  expect(actual, where).toMatchObject(shown as object);
}
