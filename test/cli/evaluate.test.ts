// The commands of the harness end to end, from files: evaluate, feedback, compare, batch, families.
import { readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { bindDrawer, DRAWER, drawer } from '../unit/harness/rig.js';
import { cli, expectRefused, inOwnFolder } from './in-process.js';

inOwnFolder();

const FILES = ['drawer.json', '--candidate', 'scene.json', '--binding', 'binding.json'];
const save = (file: string, record: unknown) => writeFileSync(file, JSON.stringify(record));

beforeEach(() => {
  save('drawer.json', DRAWER);
  save('scene.json', drawer().scene);
  save('binding.json', bindDrawer());
});

describe('evaluate', () => {
  test('from a template, a scene and a binding file; --json is the verdict and nothing else', async () => {
    const { code, out, err } = await cli('evaluate', ...FILES, '--json', '--out', 'run');
    expect(JSON.parse(out)).toMatchObject({
      schema: 'mechtrial/verdict@1',
      status: 'PASS',
      template: { name: 'drawer' },
    });
    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(readFileSync('run/template-binding.json', 'utf8'))).toMatchObject({ template: 'drawer' });
  });

  test('--feedback binary is the status alone, from prechecks as from runs', async () => {
    expect(await cli('evaluate', ...FILES, '--feedback', 'binary')).toMatchObject({ code: 0, out: 'PASS\n' });
    expect(await cli('evaluate', ...FILES, '--feedback', 'binary', '--precheck')).toMatchObject({
      code: 0,
      out: 'PASS\n',
    });
    const { out } = await cli('evaluate', ...FILES, '--feedback', 'binary', '--json', '--precheck');
    expect(JSON.parse(out)).toEqual({ schema: 'mechtrial/status@1', status: 'PASS' });
  });

  test('half an evaluation, a binding with checks, an unknown family and mode are refused', async () => {
    await expectRefused(['evaluate', 'drawer.json', '--candidate', 'scene.json'], ['half_an_evaluation']);
    await expectRefused(['evaluate', 'four-bar-wipe'], ['unknown_binding']);
    await expectRefused(['evaluate', ...FILES, '--feedback', 'some'], ['not_allowed']);
    save('binding.json', { ...bindDrawer(), checks: [] });
    await expectRefused(['evaluate', ...FILES], ['alters_template']);
  });
});

test('feedback and compare read run directories', async () => {
  await cli('evaluate', ...FILES, '--out', 'good');
  save('drawer.json', { ...DRAWER, operations: DRAWER.operations!.map((operation) => ({ ...operation, cap: 0.2 })) });
  expect((await cli('evaluate', ...FILES, '--out', 'bad')).code).toBe(1);
  const full = await cli('feedback', 'bad');
  expect(full.code).toBe(1);
  expect(full.out).toContain("drive 'hand' at its cap");
  expect(Buffer.byteLength(full.out)).toBeLessThanOrEqual(2048);
  expect((await cli('feedback', 'bad', '--mode', 'binary')).out).toBe('FAIL\n');
  expect(JSON.parse((await cli('feedback', 'bad', '--detail', 'T1/R1/opens')).out)).toMatchObject({
    id: 'T1/R1/opens',
  });
  expect((await cli('feedback', 'bad', '--detail', 'T1/R1/open')).code).toBe(3);
  const compared = await cli('compare', 'bad', 'good');
  expect(compared.code).toBe(0);
  expect(compared.out).toContain('+ R1: FAIL → PASS');
});

test('batch runs a manifest; its exit code says whether all came out as expected', async () => {
  const evaluation = {
    id: 'mine',
    family: 'drawer.json',
    candidate: 'scene.json',
    binding: 'binding.json',
    attempt: 'A',
  };
  const manifest = (expected: object) => ({
    schema: 'mechtrial/batch@1',
    name: 'one',
    evaluations: [{ ...evaluation, expected }],
  });
  save('batch.json', manifest({ kind: 'pass' }));
  const { code, out } = await cli('batch', 'batch.json', '--workers', '1', '--out', 'rows', '--json');
  expect(code).toBe(0);
  expect(JSON.parse(out).rows).toMatchObject([
    { id: 'mine', status: 'PASS', isExpected: true, candidateName: 'drawer' },
  ]);
  await expectRefused(['batch', 'batch.json', '--out', 'rows'], ['out_in_use']);
  save('other.json', manifest({ kind: 'refusal', code: 'x' }));
  await expectRefused(['batch', 'other.json', '--out', 'rows', '--resume'], ['other_batch']);
  await expectRefused(['batch', 'batch.json', '--shard', '3', '--out', 'b'], ['not_a_shard']);
});

test('families lists requirements, checks, trials, variants and defects', async () => {
  const { families } = JSON.parse((await cli('families', '--json')).out);
  const wiper = families.find(({ name }: { name: string }) => name === 'four-bar-wiper');
  expect(wiper).toMatchObject({ number: 3, requirementCount: 6, trialCount: 2, wallS: null });
  expect(wiper.variants).toMatchObject([{ name: 'slider-rocker' }]);
  expect(wiper.defects.length).toBeGreaterThanOrEqual(4);
});

test('a feedback mode that is none, and a batch folder that cannot be written, are refused', async () => {
  await expectRefused(['feedback', 'run', '--mode', 'loud'], ['not_allowed']);
  save('taken', {});
  save('batch.json', { schema: 'mechtrial/batch@1', name: 'b', evaluations: [{ family: 'four-bar-wiper' }] });
  await expectRefused(['batch', 'batch.json', '--out', 'taken/inside'], ['out_unwritable']);
});
