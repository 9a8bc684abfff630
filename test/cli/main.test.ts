import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { main } from '../../src/cli/main.js';
import type { Output } from '../../src/cli/output.js';
import { pendulumBinding, type pendulumScene } from '../unit/scene/minimal.js';

let folder: string;
let before: string;

beforeEach(() => {
  before = process.cwd();
  folder = mkdtempSync(join(tmpdir(), 'mechtrial-cli-'));
  process.chdir(folder);
});

afterEach(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true, force: true });
});

async function cli(...argv: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const output: Output = {
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isTerminal: false,
    isColored: false,
  };
  return { code: await main(argv, output), out, err };
}

function writeBinding(change: (binding: ReturnType<typeof pendulumBinding>) => void = () => {}): void {
  const binding = pendulumBinding();
  change(binding);
  writeFileSync('pendulum.json', JSON.stringify(binding));
}

describe('run', () => {
  test('--json prints the verdict and nothing else; the exit code is its status', async () => {
    writeBinding();
    const { code, out, err } = await cli('run', 'pendulum.json', '--json', '--out', 'here');
    const verdict = JSON.parse(out);
    expect(verdict).toMatchObject({ schema: 'mechtrial/verdict@1', status: 'PASS' });
    expect(code).toBe(0);
    expect(err).toBe('');
    expect(readdirSync('here').sort()).toEqual(['T1.mcap', 'binding.json', 'run.json', 'verdict.json']);
  });

  test('a failed check is exit code 1, with measured value and bound in the short answer', async () => {
    writeBinding((binding) => {
      binding.trials[0]!.checks = [
        { kind: 'statistic', id: 'far', signal: 'angle', statistic: 'max', op: '>=', bound: 3, unit: 'rad' },
      ];
    });
    const { code, out } = await cli('run', 'pendulum.json');
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL/);
    expect(out).toMatch(/✗ far: .*° of ≥ 171.9°/);
    expect(Buffer.byteLength(out)).toBeLessThan(2300);
  });

  test('a phase whose condition never comes true is exit code 2: what follows was not reached', async () => {
    writeBinding((binding) => {
      const [swing] = binding.trials[0]!.phases;
      binding.trials[0]!.phases = [
        { ...swing!, until: { signal: 'angle', op: '>=', value: 100, unit: 'rad' } },
        { id: 'after', durationS: 0.05 },
      ];
      binding.trials[0]!.checks = [
        {
          kind: 'statistic',
          id: 'later',
          signal: 'angle',
          statistic: 'max',
          op: '>=',
          bound: 0,
          unit: 'rad',
          window: { phase: 'after' },
        },
      ];
    });
    const { code, out } = await cli('run', 'pendulum.json', '--json');
    const { trials, status } = JSON.parse(out);
    expect(code).toBe(2);
    expect(status).toBe('INCONCLUSIVE');
    expect(trials[0].phases[1]).toMatchObject({ id: 'after', fromS: null, toS: null });
    expect(trials[0].checks.find((check: { id: string }) => check.id === 'later')).toMatchObject({
      status: 'INCONCLUSIVE',
      measured: null,
    });
  });

  test('rejudge gives the same verdict from the recording alone', async () => {
    writeBinding();
    const first = JSON.parse((await cli('run', 'pendulum.json', '--json', '--out', 'here')).out);
    const again = await cli('rejudge', 'here', '--json');
    expect(again.code).toBe(0);
    const second = JSON.parse(again.out);
    expect(second.provenance.hashes).toEqual(first.provenance.hashes);
    expect(second.trials[0].checks).toEqual(first.trials[0].checks);
  });
});

describe('bad input ends with exit code 3, one message per issue, no stack trace, nothing written', () => {
  const expectBad = async (argv: string[], code: string) => {
    const answer = await cli(...argv, '--json');
    expect(answer.code).toBe(3);
    expect(answer.err).not.toMatch(/\n\s+at /);
    const report = JSON.parse(answer.out);
    expect(report.issues.map((issue: { code: string }) => issue.code)).toContain(code);
    for (const issue of report.issues) expect(issue.fix.length).toBeGreaterThan(10);
    expect(readdirSync('.').filter((name) => name.startsWith('mechtrial-runs') || name === 'here')).toEqual([]);
    return report;
  };

  test.each<[string, (binding: ReturnType<typeof pendulumBinding>) => void, string]>([
    ['unknown joint body', (b) => Object.assign(scene(b).joints![0]!, { bodies: ['post', 'arms'] }), 'unknown_body'],
    ['axis of zero length', (b) => Object.assign(scene(b).joints![0]!.frame!, { axis: [0, 0, 0] }), 'invalid'],
    [
      'region touching no geometry',
      (b) => Object.assign(scene(b).bodies[1]!, { poseInWorld: { positionM: [0.5, 0, 0] } }),
      'region_touches_nothing',
    ],
    ['negative parameter', (b) => Object.assign(b.drives![0]!, { gainNmSPerRad: -1 }), 'not_positive'],
    ['unknown key', (b) => Object.assign(b.drives![0]!, { capN: 1 }), 'unknown_key'],
    [
      'bound in another unit',
      (b) =>
        Object.assign(b.trials[0]!, {
          checks: [{ kind: 'statistic', id: 'x', signal: 'angle', statistic: 'max', op: '>=', bound: 1, unit: 'm' }],
        }),
      'unit_mismatch',
    ],
    ['STL without a unit', (b) => part(b, { kind: 'file', file: 'part.stl' }), 'unit_missing'],
    ['missing file', (b) => part(b, { kind: 'file', file: 'nowhere.step' }), 'file_missing'],
    ['directory', (b) => part(b, { kind: 'file', file: 'folder.step' }), 'file_is_directory'],
    ['text file called .step', (b) => part(b, { kind: 'file', file: 'text.step' }), 'not_step'],
  ])('%s', async (_what, change, code) => {
    writeFileSync('part.stl', Buffer.alloc(84));
    writeFileSync('text.step', 'hello\n'.repeat(1000));
    (await import('node:fs')).mkdirSync('folder.step');
    writeBinding(change);
    await expectBad(['run', 'pendulum.json', '--out', 'here'], code);
  });

  test('NaN cannot be written in JSON: null is refused with its place', async () => {
    writeBinding((b) => Object.assign(b.drives![0]!, { capNm: Number.NaN }));
    const report = await expectBad(['run', 'pendulum.json'], 'wrong_type');
    expect(report.issues[0].path).toEqual(['drives', 0, 'capNm']);
  });

  test('broken JSON, a missing binding, and an unknown name', async () => {
    writeFileSync('broken.json', '{"schema": ');
    await expectBad(['run', 'broken.json'], 'not_json');
    await expectBad(['run', 'nowhere.json'], 'unreadable');
    await expectBad(['run', 'four-bar-wipe'], 'unknown_binding');
  });

  test('an unknown option is refused without running anything', async () => {
    writeBinding();
    const { code, err } = await cli('run', 'pendulum.json', '--ingine', 'rapier');
    expect(code).toBe(3);
    expect(err).toContain('--engine');
  });
});

const scene = (binding: ReturnType<typeof pendulumBinding>) => binding.scene as ReturnType<typeof pendulumScene>;
const part = (binding: ReturnType<typeof pendulumBinding>, geometry: object) =>
  Object.assign(scene(binding).bodies[1]!.parts![0]!, { geometry });
