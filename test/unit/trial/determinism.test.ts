// One binding, one hash: twice in a process, in another process, whatever is unrelated to the numbers; another hash as
// soon as a number changes.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Binding, readRecording, runTrial, type Verdict } from '../../../src/index.js';
import { runCli } from '../../cli/run-cli.js';
import { pendulumBinding, type pendulumScene } from '../scene/minimal.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'mechtrial-hash-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hashOf = (verdict: Verdict): string => verdict.trials[0]!.recordingHash;

/** The same value with the keys of every record in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

describe.each(['direct', 'rapier'] as const)('%s', (engine) => {
  let hash: string;
  beforeAll(async () => {
    hash = hashOf(await runTrial(pendulumBinding(), { engine }));
  });

  test('a second run in this process, and one that is written to a folder', async () => {
    expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(hashOf(await runTrial(pendulumBinding(), { engine }))).toBe(hash);
    const outDirectory = join(folder, `${engine}-a`);
    const verdict = await runTrial(pendulumBinding(), { engine, outDirectory });
    expect(hashOf(verdict)).toBe(hash);
    expect(readRecording(verdict.trials[0]!.recordingFile!).hash).toBe(hash);
  });

  test('another process, another folder, another order of keys, defaults written out', async () => {
    const elsewhere = join(folder, `${engine}-elsewhere`);
    mkdirSync(elsewhere);
    const written = { settings: { stepS: 0.001, poseIntervalS: 0.02 }, ...pendulumBinding() };
    writeFileSync(join(elsewhere, 'other-name.json'), JSON.stringify(reversed(written), null, 3));
    const args = ['run', 'other-name.json', '--json', '--engine', engine, '--out', join(elsewhere, 'out')];
    const { code, out, err } = await runCli(args, elsewhere);
    expect([code, err]).toEqual([0, '']);
    expect(hashOf(JSON.parse(out))).toBe(hash);
  });

  const bodyOf = (binding: Binding) => (binding.scene as ReturnType<typeof pendulumScene>).bodies[1]! as object;
  test.each<[string, (binding: Binding) => void]>([
    ['a gain', (b) => Object.assign(b.drives![0]!, { gainNmSPerRad: 0.0100001 })],
    ['a speed', (b) => Object.assign(b.trials[0]!.phases[0]!.set![0]!, { speedRadPerS: 1.0001 })],
    ['the step', (b) => Object.assign(b, { settings: { stepS: 0.0005 } })],
    ['gravity', (b) => Object.assign(b.scene, { gravityMPerS2: [0, 0, -9.8] })],
    ['the place of a body', (b) => Object.assign(bodyOf(b), { poseInWorld: { positionM: [0, 0, 1e-6] } })],
  ])('%s changes it', async (_what, change) => {
    const binding = pendulumBinding();
    change(binding);
    expect(hashOf(await runTrial(binding, { engine }))).not.toBe(hash);
  });
});

test('the candidate hash is that of the scene alone, the binding hash covers drives and trials', async () => {
  const hashes = async (change: (b: Binding) => void) => {
    const binding = pendulumBinding();
    change(binding);
    return (await runTrial(binding)).provenance.hashes;
  };
  const plain = await hashes(() => {});
  const driven = await hashes((b) => Object.assign(b.drives![0]!, { gainNmSPerRad: 0.02 }));
  expect(driven.candidate).toBe(plain.candidate);
  expect(driven.binding).not.toBe(plain.binding);
  const revised = await hashes((b) => Object.assign(b.scene, { revision: 2 }));
  expect(revised.candidate).not.toBe(plain.candidate);
});
