import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { cli, expectRefused, inOwnFolder, writeBinding } from './in-process.js';

inOwnFolder();
afterEach(() => vi.unstubAllEnvs());

const run = async () => {
  writeBinding();
  const { code } = await cli('run', 'pendulum.json', '--out', 'run', '--junit', 'reports/junit.xml', '--json');
  expect(code).toBeLessThan(3);
};

test('run --junit writes a report beside the JSON; replay and export write their files and say so', async () => {
  await run();
  expect(readFileSync('reports/junit.xml', 'utf8')).toMatch(/^<\?xml .*\n<testsuites name="mechtrial" tests="\d+"/);
  expect(await cli('replay', 'run')).toEqual({ code: 0, out: 'run/replay.html\n', err: '' });
  const page = readFileSync('run/replay.html', 'utf8');
  expect(page).toMatch(/^<!doctype html>/);
  expect(page).toContain("default-src 'none'");
  expect(page.match(/<script/g)).toHaveLength(2); // the replay and the code; nothing in them closes or opens another
  expect(page.match(/<\/script/g)).toHaveLength(2);
  expect(page).not.toMatch(/<(script|link|img)[^>]+(src|href)="(?!data:)/);
  const glb = await cli('replay', 'run', '--glb', '--out', 'deep/motion.glb', '--json');
  expect(JSON.parse(glb.out)).toEqual([{ file: 'deep/motion.glb', byteCount: readFileSync('deep/motion.glb').length }]);
  const tables = await cli('export', 'run', '--csv', '--parquet', '--out', 'tables');
  expect(tables).toMatchObject({ code: 0, err: '' });
  for (const file of tables.out.trim().split('\n')) expect(existsSync(file)).toBe(true);
  expect(tables.out.trim().split('\n')).toHaveLength(4);
});

test('what cannot be shown is refused with a way out', async () => {
  await run();
  await expectRefused(['replay', 'nowhere'], ['not_a_run']);
  await expectRefused(['replay', 'run', '--png', '--glb'], ['not_allowed']);
  await expectRefused(['replay', 'run', '--png-at', '7'], ['not_allowed']);
  await expectRefused(['replay', 'run', '--png-at', 'soon'], ['not_allowed']);
  await expectRefused(['replay', 'run', '--png', '--views', 'isso'], ['not_allowed']);
  await expectRefused(['replay', 'run', '--png', '--trial', 'T2'], ['not_allowed']);
  await expectRefused(['export', 'run'], ['no_format']);
});

test('without a Chromium pictures are refused, and say what to install', async () => {
  await run();
  vi.stubEnv('MECHTRIAL_CHROMIUM', '/nowhere/chromium');
  const { issues } = await expectRefused(['replay', 'run', '--png'], ['no_chromium']);
  expect(issues[0]!.fix).toContain('MECHTRIAL_CHROMIUM');
});
