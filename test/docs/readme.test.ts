import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');

/** Fenced blocks of a Markdown file with their language, in order. */
function blocksOf(file: string): { language: string; text: string }[] {
  const markdown = readFileSync(resolve(ROOT, file), 'utf8');
  return [...markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(([, language, text]) => ({
    language: language!,
    text: text!,
  }));
}

test('the example of the README prints what the README says', () => {
  const blocks = blocksOf('README.md');
  const at = blocks.findIndex(({ language }) => language === 'ts');
  const entry = pathToFileURL(resolve(ROOT, 'src/index.ts')).href;
  const code = blocks[at]!.text.replace("'mechtrial'", `'${entry}'`);
  mkdirSync(resolve(ROOT, 'node_modules/.cache'), { recursive: true });
  const folder = mkdtempSync(resolve(ROOT, 'node_modules/.cache/readme-'));
  try {
    writeFileSync(join(folder, 'example.mts'), code);
    const tsx = resolve(ROOT, 'node_modules/tsx/dist/loader.mjs');
    const run = spawnSync(process.execPath, ['--import', tsx, join(folder, 'example.mts')], {
      encoding: 'utf8',
      cwd: folder,
    });
    expect(run.stderr).toBe('');
    expect(run.stdout).toBe(blocks[at + 1]!.text);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
