// The low-cost-robot gripper on trial: real CAD, contact from its own finger tips, friction against a pull.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MECHANISMS } from '../../sims/index.js';
import { type Recording, readRecording, runTrial, type Verdict } from '../../src/index.js';

const mechanism = MECHANISMS.find(({ name }) => name === 'real-gripper')!;
/** Two cycles of contact on a machine that is busy with other things. */
const SLOW_MS = 300_000;

describe('two cycles of close, pull, unload, open', () => {
  let directory = '';
  let verdict: Verdict;
  let recording: Recording;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'gripper-'));
    verdict = await runTrial(mechanism.binding(), { outDirectory: join(directory, 'run') });
    recording = await readRecording(verdict.trials[0]!.recordingFile!);
  }, SLOW_MS);
  afterAll(() => rm(directory, { recursive: true, force: true }));

  const channel = (name: string) => recording.channels.find((candidate) => candidate.name === name)!.values;
  const measured = (id: string) => verdict.trials[0]!.checks.find((candidate) => candidate.id === id)!.measured!;

  /** Mean of a signal over the last 0.2 s of a phase. */
  function settled(name: string, phase: string): number {
    const last = recording.phases.find(({ id }) => id === phase)!.lastStep!;
    const values = channel(name).subarray(last - Math.round(0.2 / recording.stepS), last);
    return values.reduce((sum, x) => sum + x, 0) / values.length;
  }

  test('passes: held, not slipped, let go, gripped again, nothing overlaps', () => {
    const trial = verdict.trials[0]!;
    expect(trial.checks.filter(({ status }) => status !== 'PASS')).toEqual([]);
    expect(trial.audit).toMatchObject({ status: 'PASS', pairCount: 6, violations: [], notAudited: [] });
    expect(trial.quality).toMatchObject({ status: 'ok', reasons: [] });
    expect(trial.execution).toBe('completed');
    expect(verdict.status).toBe('PASS');
  });

  test('the pads press with what the torque gives at the reach of the finger tip', () => {
    for (const cycle of [1, 2]) {
      expect(settled('servo.torque', `close-${cycle}`)).toBeCloseTo(0.2, 6);
      // the pad touches with its inner edge or somewhere on its 5 mm, 50.7 to 55.7 mm from the axis; friction along the
      // fingers, at 4 mm across them, shifts the force by 0.4·4/52 = 3 %
      const force = settled('grip.moving', `close-${cycle}`);
      expect(force).toBeGreaterThan((0.97 * 0.2) / 0.0557);
      expect(force).toBeLessThan((1.03 * 0.2) / 0.0507);
    }
  });

  test('both pads carry the pull, which alone would move the block', () => {
    for (const cycle of [1, 2]) {
      expect(measured(`R2/pulled[${cycle}]`)).toBeCloseTo(1, 6);
      // friction of the rest is at most 0.35 × 0.2 N = 0.07 N, a fourteenth of the pull
      expect(measured(`R2/slip[${cycle}]`)).toBeLessThan(1e-4);
    }
  });

  test('open, the moving pad touches nothing and stands where it began', () => {
    for (const cycle of [1, 2]) {
      expect(settled('grip.moving', `open-${cycle}`)).toBe(0);
      expect(Math.abs(settled('jaw.angle', `open-${cycle}`))).toBeLessThan((0.1 * Math.PI) / 180);
    }
  });
});

test(
  'not gripped, the same pull takes the block away',
  async () => {
    const binding = mechanism.binding();
    const [settle] = binding.trials[0]!.phases;
    const slip = binding.trials[0]!.checks!.find(({ id }) => id === 'R2/slip[1]')!;
    const verdict = await runTrial({
      ...binding,
      requirements: binding.requirements!.filter(({ id }) => id === slip.requirement),
      trials: [
        {
          id: 'T1',
          phases: [settle!, { id: 'pull-1', durationS: 0.3, set: [{ drive: 'pull', forceN: 1, rampS: 0.3 }] }],
          checks: [slip],
        },
      ],
    });
    expect(verdict.trials[0]!.checks.find(({ id }) => id === slip.id)).toMatchObject({ status: 'FAIL' });
    expect(verdict.status).toBe('FAIL');
  },
  SLOW_MS,
);
