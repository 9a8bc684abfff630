// `mechtrial audit` in the hands of somebody who has a binding, a CAD file, or a sweep in the wrong unit.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pendulumBinding, pendulumScene } from '../unit/scene/minimal.js';
import { cli, expectRefused, inOwnFolder, setGeometry, writeBinding } from './in-process.js';

inOwnFolder();

const written = (name: string, document: object): string => {
  writeFileSync(name, JSON.stringify(document));
  return name;
};

describe('what is audited', () => {
  test('a scene, the scene of a binding, and the scene that a binding names: one answer', async () => {
    const scene = written('pendulum.scene.json', pendulumScene());
    const inline = written('inline.json', pendulumBinding());
    const named = written('named.json', { ...pendulumBinding(), scene });
    const ofScene = await cli('audit', scene);
    expect(ofScene).toMatchObject({ code: 0, err: '' });
    expect(ofScene.out).toMatch(/^PASS {2}1 pair at 1 pose \(/);
    expect(await cli('audit', inline)).toEqual(ofScene);
    expect(await cli('audit', named)).toEqual(ofScene);
  });

  test('a CAD file is told from a scene, with what to run instead', async () => {
    writeFileSync('bracket.step', 'ISO-10303-21;');
    const { issues } = await expectRefused(['audit', 'bracket.step'], ['not_a_scene']);
    expect(issues[0]!.fix).toContain('mechtrial inspect bracket.step');
  });

  test.skipIf(process.platform === 'win32')(
    'a named pipe and a device as geometry are refused, not waited for',
    async () => {
      execFileSync('mkfifo', ['pipe.step']);
      for (const file of ['pipe.step', '/dev/zero']) {
        writeBinding((b) =>
          setGeometry(b, { kind: 'file', file, ...(file === 'pipe.step' ? {} : { format: 'step' }) }),
        );
        const answer = await cli('audit', 'pendulum.json', '--json');
        expect(answer.code).toBe(3);
        if (file === 'pipe.step') expect(JSON.parse(answer.out).issues[0].code).toBe('file_not_regular');
      }
    },
  );
});

describe('sweeps', () => {
  const sweep = (...words: string[]) => ['audit', written('pendulum.json', pendulumScene()), '--sweep', ...words];

  test('of an arm about its pin are free', async () => {
    const answer = await cli(...sweep('pivot', '0deg', '360deg', '4'));
    expect(answer).toMatchObject({ code: 0, err: '' });
    expect(answer.out).toContain('in 4 steps');
    expect(answer.out).toContain('no interference on the way');
  });

  test.each([
    [['pivot', '0mm', '5mm', '4'], 'wrong_unit'],
    [['pivot', '0deg', '5mm', '4'], 'sweep_malformed'],
    [['pivot', '0deg', '90', '4'], 'sweep_malformed'],
    [['pivot', '0deg', '90deg'], 'sweep_malformed'],
    [['pivot', '0deg', '90deg', '4', 'more'], 'sweep_malformed'],
    [['pivot', '0deg', '90deg', '1.5'], 'sweep_malformed'],
    [['pivot', '0deg', '90deg', '0'], 'step_count'],
    [['pivot', '0deg', '90deg', '1000000000'], 'step_count'],
    [['pivot', '0deg', '1e9deg', '10'], 'range_too_large'],
    [['pivot', '5deg', '5deg', '10'], 'empty_range'],
    [['pivto', '0deg', '90deg', '10'], 'unknown_joint'],
  ])('%j is refused: %s', async (words, code) => {
    await expectRefused(sweep(...words), [code]);
  });
});

test('without the native auditor only the backend line changes', async () => {
  const scene = written('pendulum.json', pendulumScene());
  const argv = ['audit', scene, '--clearance', '1', '--json'];
  const answers = [];
  for (const backend of ['auto', 'wasm']) answers.push(JSON.parse((await cli(...argv, '--backend', backend)).out));
  const [auto, wasm] = answers;
  expect(wasm.backend).toBe('wasm');
  // distances agree to the last bits of either backend's arithmetic
  expect(auto.clearances[0].clearanceM).toBeCloseTo(wasm.clearances[0].clearanceM, 11);
  const same = ({ backend, volumeBackend, clearances, ...rest }: Record<string, unknown>) => rest;
  expect(same(auto)).toEqual(same(wasm));
});
