// The command line end to end on a small scene: verdicts, exit codes, what stands on stdout and in the run directory.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { cli, expectRefused, inOwnFolder, writeBinding } from './in-process.js';

inOwnFolder();

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

  test('rejudge of a run whose geometry is gone says what is still to be had', async () => {
    writeBinding();
    await cli('run', 'pendulum.json', '--out', 'here');
    const record = JSON.parse(readFileSync('here/binding.json', 'utf8'));
    record.scene.bodies[1].parts[0].geometry = { kind: 'file', file: 'gone.step' };
    writeFileSync('here/binding.json', JSON.stringify(record));
    const { issues } = await expectRefused(['rejudge', 'here'], ['file_missing']);
    expect(issues[0]!.fix).toContain('mechtrial feedback');
    expect((await cli('feedback', 'here', '--mode', 'binary')).out).toBe('PASS\n');
  });
});
