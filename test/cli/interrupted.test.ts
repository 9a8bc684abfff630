// Trials that are killed, stopped, or run out of time or room: what was recorded is kept and judged.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readRecording, runTrial, type Verdict } from '../../src/index.js';
import { pendulumBinding } from '../unit/scene/minimal.js';
import { cli } from './in-process.js';
import { type Running, runCliOnFullDisk, startCli, startFile } from './run-cli.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mechtrial-interrupted-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The pendulum in two trials, the first of which lasts `durationS`, with a check on its end and one on its start. */
function writeLongBinding(durationS: number, settings: object = {}): string {
  const binding = pendulumBinding();
  const set = [{ drive: 'motor', speedRadPerS: 1 }];
  const check = (id: string, window: object) =>
    ({
      kind: 'statistic',
      id,
      signal: 'angle',
      statistic: 'max',
      op: '>=',
      bound: 0.001,
      unit: 'rad',
      window,
    }) as const;
  Object.assign(binding, {
    settings,
    trials: [
      {
        id: 'T1',
        phases: [
          { id: 'start', durationS: 0.1, set },
          { id: 'long', durationS },
        ],
        checks: [check('start', { phase: 'start' }), check('end', { phase: 'long' })],
      },
      { id: 'T2', phases: [{ id: 'only', durationS: 0.1, set }], checks: [check('other', {})] },
    ],
  });
  const file = join(folder, 'long.json');
  writeFileSync(file, JSON.stringify(binding));
  return file;
}

/** Waits until a trial is well under way: its recording has grown beyond `bytes`. */
async function untilRecorded(running: Running, file: string, bytes: number): Promise<void> {
  while (!(existsSync(file) && statSync(file).size > bytes)) {
    if (running.child.exitCode !== null) throw new Error(`it ended early: ${(await running.finished).err}`);
    await new Promise((resume) => setTimeout(resume, 20));
  }
}

const run = () => join(folder, 'run');
const recording = () => join(run(), 'T1.mcap');
const verdictFile = () => join(run(), 'verdict.json');
const checksOf = ({ trials }: Verdict, k = 0) =>
  Object.fromEntries(trials[k]!.checks.map(({ id, status }) => [id, status]));

describe('kill -9', () => {
  test('loses at most 100 ms of simulated time, and can be judged: stopped-interrupted, exit code 2', async () => {
    const running = startFile('test/cli/long-trial.ts', [writeLongBinding(3600), run()], folder);
    await untilRecorded(running, recording(), 60_000);
    running.child.kill('SIGKILL');
    expect((await running.finished).signal).toBe('SIGKILL');
    // the last progress that came through whole; a later one may have been under way
    const told = running.printed().split('\n').slice(0, -1).at(-1);
    const { stepCount, stepS, execution, phases, poses } = readRecording(recording());
    expect(execution).toBe('stopped-interrupted');
    expect((stepCount - 1) * stepS).toBeGreaterThanOrEqual(Number(told) - 0.1);
    expect(poses.timesS.at(-1)).toBeGreaterThanOrEqual((stepCount - 1) * stepS - 0.1);
    expect(phases[0]).toEqual({ id: 'start', firstStep: 0, lastStep: 100, endedBy: 'duration' });
    expect(phases[1]).toEqual({ id: 'long', firstStep: 100, lastStep: stepCount - 1, endedBy: 'stop' });

    expect(readdirSync(run()).sort()).toEqual(['T1.mcap', 'binding.json', 'run.json']);
    const { code, out, err } = await cli('rejudge', run(), '--json');
    expect(err).toBe('');
    expect(code).toBe(2);
    const verdict = JSON.parse(out) as Verdict;
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(verdict.trials.map(({ execution }) => execution)).toEqual(['stopped-interrupted', 'stopped-interrupted']);
    expect(checksOf(verdict)).toMatchObject({ assembles: 'PASS', start: 'PASS', end: 'INCONCLUSIVE' });
    expect(checksOf(verdict, 1)).toEqual({ other: 'INCONCLUSIVE' });
    expect(verdict.trials[0]!.audit).toMatchObject({ status: 'PASS' });
    const text = await cli('rejudge', run());
    expect(text).toMatchObject({ code: 2, err: '' });
    expect(text.out).toContain('stopped-interrupted');
  });
});

describe('stopping', () => {
  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s ends the trial cleanly, with a verdict and exit code 2',
    async (signal) => {
      const running = startCli(['run', writeLongBinding(3600), '--out', run(), '--json'], folder);
      await untilRecorded(running, recording(), 60_000);
      running.child.kill(signal);
      const { code, out, err } = await running.finished;
      expect(err).toBe('');
      expect(code).toBe(2);
      const verdict = JSON.parse(out) as Verdict;
      expect(JSON.parse(readFileSync(verdictFile(), 'utf8'))).toEqual(verdict);
      expect(verdict.trials.map(({ execution }) => execution)).toEqual(['stopped-interrupted', 'stopped-interrupted']);
      expect(checksOf(verdict)).toMatchObject({ start: 'PASS', end: 'INCONCLUSIVE' });
      // sealed: the file knows its own hash
      expect(readRecording(recording()).hash).toBe(verdict.trials[0]!.recordingHash);
      const again = await cli('rejudge', run(), '--json');
      expect(again.code).toBe(2);
      expect(checksOf(JSON.parse(again.out))).toEqual(checksOf(verdict));
    },
  );

  test('the wall limit: stopped-wall-limit, exit code 2', async () => {
    const file = writeLongBinding(1e6, { wallLimitS: 0.2 });
    const { code, out } = await cli('run', file, '--json', '--out', run());
    expect(code).toBe(2);
    const verdict = JSON.parse(out) as Verdict;
    expect(verdict.trials[0]!.execution).toBe('stopped-wall-limit');
    expect(verdict.trials[0]!.phases.filter(({ endedBy }) => endedBy === 'stop')).toHaveLength(1);
    expect(verdict.trials[0]!.recordingHash).toBe(readRecording(recording()).hash);
  });
});

describe('a full disk', () => {
  test('during the trial: the verdict is returned all the same, says so, and what was written can be read', async () => {
    const file = writeLongBinding(2);
    const { code, out, err } = await runCliOnFullDisk(64, ['run', file, '--json', '--out', run()], folder);
    expect(err).toBe('');
    const verdict = JSON.parse(out) as Verdict;
    expect(code).toBe(0);
    expect(verdict.trials[0]).toMatchObject({ execution: 'completed', simulatedS: 2.1 });
    expect(checksOf(verdict)).toMatchObject({ start: 'PASS', end: 'PASS' });
    expect(verdict.trials[0]!.troubles).toMatchObject([{ code: 'write_failed' }]);
    expect(verdict.trials[0]!.troubles[0]!.message).toContain('the file is too large');
    expect(verdict.trials[1]!.troubles).toEqual([]);
    const kept = readRecording(recording());
    expect(kept.execution).toBe('stopped-interrupted');
    expect(kept.stepCount).toBeGreaterThan(100);
  });

  test('before it: refused with exit code 3, no verdict, nothing half-written', async () => {
    const { code, out, err } = await runCliOnFullDisk(
      0,
      ['run', writeLongBinding(2), '--json', '--out', run()],
      folder,
    );
    expect(code).toBe(3);
    expect(JSON.parse(out).issues[0]).toMatchObject({ code: 'out_unwritable' });
    expect(err).not.toMatch(/\n\s+at /);
    expect(readdirSync(run())).toEqual([]);
  });
});

describe('a run directory', () => {
  test('is not written over: a finished run stays, whatever comes after it', async () => {
    const file = writeLongBinding(0.1);
    expect((await cli('run', file, '--out', run())).code).toBe(0);
    const before = readFileSync(join(run(), 'verdict.json'), 'utf8');
    const again = await cli('run', file, '--out', run(), '--json');
    expect(again.code).toBe(3);
    expect(JSON.parse(again.out).issues).toMatchObject([{ code: 'out_in_use' }]);
    const other = await cli('run', writeLongBinding(0.2), '--out', run(), '--json');
    expect(JSON.parse(other.out).issues).toMatchObject([{ code: 'out_in_use' }]);
    expect(readFileSync(join(run(), 'verdict.json'), 'utf8')).toBe(before);
    expect(readdirSync(run())).toContain('T2.mcap');
  });

  test('is taken up again by the same run where it was broken off, and by no other', async () => {
    const file = writeLongBinding(0.1);
    const verdict = await runTrial(file, { outDirectory: run(), abort: AbortSignal.abort() });
    expect(verdict.trials.map(({ execution }) => execution)).toEqual(['stopped-interrupted', 'stopped-interrupted']);
    expect(readdirSync(run()).sort()).toEqual(['binding.json', 'run.json', 'verdict.json']);
    expect(await cli('rejudge', run())).toMatchObject({ code: 2, err: '' });
    const other = await cli('run', writeLongBinding(0.2), '--out', run(), '--json');
    expect(JSON.parse(other.out).issues).toMatchObject([{ code: 'out_in_use' }]);
    expect((await cli('run', writeLongBinding(0.1), '--out', run())).code).toBe(0);
    expect(readdirSync(run())).toContain('T2.mcap');
  });

  test('is not judged again by other geometry than it was recorded with, nor without a recording', async () => {
    expect((await cli('run', writeLongBinding(0.1), '--out', run())).code).toBe(0);
    const saved = join(run(), 'binding.json');
    const text = readFileSync(saved, 'utf8');
    writeFileSync(saved, text.replace('"radiusM": 0.003', '"radiusM": 0.0029'));
    const changed = await cli('rejudge', run(), '--json');
    expect(changed.code).toBe(3);
    expect(JSON.parse(changed.out).issues).toMatchObject([{ code: 'candidate_changed' }]);
    writeFileSync(saved, text);
    rmSync(join(run(), 'T2.mcap'));
    const missing = await cli('rejudge', run(), '--json');
    expect(missing.code).toBe(3);
    expect(JSON.parse(missing.out).issues).toMatchObject([{ code: 'no_recording' }]);
  });
});
