// The starter project, the watch on a binding, and shell completion.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cli, inOwnFolder, writeBinding } from './in-process.js';
import { startCli } from './run-cli.js';

inOwnFolder();

describe('init', () => {
  test('writes a project whose trial passes as it stands', async () => {
    const written = await cli('init', 'work/flap-1');
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(readdirSync('work')).toEqual(['flap-1']);
    const { code, out } = await cli('run', 'work/flap-1/binding.json');
    expect(out).toMatch(/^PASS {2}flap-1/);
    expect(code).toBe(0);
  });

  test('every command of its README does what it says', async () => {
    await cli('init', 'flap');
    process.chdir('flap');
    const commands = [...readFileSync('README.md', 'utf8').matchAll(/^ {4}mechtrial (.*)$/gm)]
      .map(([, line]) => line!.replace(/\s+#.*/, '').split(' '))
      .filter((words) => !words.includes('--watch'));
    expect(commands.length).toBeGreaterThanOrEqual(5);
    for (const words of commands) {
      const { code, err } = await cli(...words);
      expect([words.join(' '), code, err]).toEqual([words.join(' '), 0, '']);
    }
  });

  test('what its README promises: a weak motor fails on the named check', async () => {
    await cli('init', 'flap');
    const file = 'flap/binding.json';
    writeFileSync(file, readFileSync(file, 'utf8').replace('"capNm": 0.02', '"capNm": 0.002'));
    const { code, out } = await cli('run', file);
    expect(code).toBe(1);
    expect(out).toMatch(/✗ R1\/opens/);
  });

  test('a folder that holds something is left alone', async () => {
    await cli('init', 'flap');
    const before = readFileSync('flap/scene.json', 'utf8');
    const { code, err } = await cli('init', 'flap');
    expect(code).toBe(3);
    expect(err).toMatch(/not an empty folder/);
    expect(readFileSync('flap/scene.json', 'utf8')).toBe(before);
  });

  test('a name that cannot name a mechanism is refused and nothing is left behind', async () => {
    const { code, err } = await cli('init', 'my flap!');
    expect(code).toBe(3);
    expect(err).toMatch(/cannot name a mechanism/);
    expect(readdirSync('.')).toEqual([]);
  });
});

describe('run --watch', () => {
  test('runs again when a file changes, outlives a broken one, and ends with the last exit code', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mechtrial-watch-'));
    try {
      process.chdir(folder);
      writeBinding();
      const running = startCli(['run', 'pendulum.json', '--watch'], folder);
      let said = '';
      running.child.stderr?.on('data', (chunk) => {
        said += chunk;
      });
      const waits = async (count: number) => {
        while (said.split('watching').length - 1 < count) {
          if (running.child.exitCode !== null) throw new Error(said);
          await new Promise((resume) => setTimeout(resume, 20));
        }
      };
      await waits(1);
      writeFileSync('pendulum.json', '{');
      await waits(2);
      expect(said).toMatch(/✗ pendulum.json/);
      writeBinding((binding) => {
        binding.name = 'second';
      });
      await waits(3);
      running.child.kill('SIGINT');
      const { code, out } = await running.finished;
      expect(out.match(/^PASS/gm)).toHaveLength(2);
      expect(code).toBe(0);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  test('needs a file to watch', async () => {
    const { code, err } = await cli('run', 'four-bar-wiper', '--watch');
    expect(code).toBe(3);
    expect(err).toMatch(/not a binding file/);
  });
});

describe('completion', () => {
  test('bash completes commands, and the options of a command', async () => {
    const { out } = await cli('completion', 'bash');
    writeFileSync('completion.sh', out);
    const complete = (...words: string[]) =>
      execFileSync('bash', [
        '-c',
        'source completion.sh; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _mechtrial; declare -p COMPREPLY',
        'bash',
        ...words,
      ])
        .toString()
        .trim();
    const only = (word: string) => `declare -a COMPREPLY=([0]="${word}")`;
    expect(complete('mechtrial', 'rej')).toBe(only('rejudge'));
    expect(complete('mechtrial', 'run', '--wa')).toBe(only('--watch'));
    expect(complete('mechtrial', 'run', 'comp')).toBe(only('completion.sh'));
  });

  test('another shell is refused with the known ones', async () => {
    const { code, err } = await cli('completion', 'tcsh');
    expect(code).toBe(3);
    expect(err).toMatch(/bash/);
  });
});
