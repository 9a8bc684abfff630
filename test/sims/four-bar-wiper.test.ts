// The wiper on trial, end to end from its STEP files: motion against the closed form, verdicts of sound and broken ones.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bindWiper } from '../../sims/03-four-bar-wiper/binding.js';
import { START_CRANK_RAD } from '../../sims/03-four-bar-wiper/candidate.js';
import { UNREACHABLE, WEAK_DRIVE } from '../../sims/03-four-bar-wiper/misbound.js';
import { FAMILIES } from '../../sims/index.js';
import {
  BindingError,
  evaluate,
  loadTemplate,
  type Recording,
  readRecording,
  type TemplateInput,
  type Verdict,
} from '../../src/index.js';
import { freudenstein, WIPER } from './four-bar-closed-form.js';

/** On a machine that is busy with other things. */
const SLOW_MS = 300_000;

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const isFull = process.env.MECHTRIAL_FULL === '1';
const family = FAMILIES.find(({ name }) => name === 'four-bar-wiper')!;
const sound = (options = {}) => evaluate(family.template, family.candidate(), family.binding(), options);

/** The family's test, in the default run without the trial that repeats it all under a brake. */
const TEST: TemplateInput = isFull
  ? family.template
  : {
      ...family.template,
      requirements: family.template.requirements.filter(({ id }) => id !== 'R6'),
      trials: family.template.trials.filter(({ id }) => id === 'T1'),
    };

const broken = (name: string, options = {}) => {
  const defect = family.defects.find((candidate) => candidate.name === name)!;
  return evaluate(TEST, defect.candidate(), defect.binding(), options);
};

let directory = '';
/** The sound wiper's: evaluated once for all tests that look at it. */
let verdict: Verdict;
let recording: Recording;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'wiper-'));
  verdict = await sound({ outDirectory: join(directory, 'sound') });
  recording = await readRecording(verdict.trials[0]!.recordingFile!);
}, SLOW_MS);
afterAll(() => rm(directory, { recursive: true, force: true }));

function channel(recording: Recording, name: string): Float64Array {
  return recording.channels.find((candidate) => candidate.name === name)!.values;
}

const check = (verdict: Verdict, id: string) => verdict.trials[0]!.checks.find((candidate) => candidate.id === id)!;

/** Checks of a verdict with a status, sorted. */
const idsOf = (verdict: Verdict, status: string) =>
  verdict.trials[0]!.checks.filter((candidate) => candidate.status === status)
    .map(({ id }) => id)
    .sort();

describe('the sound wiper', () => {
  test('passes every check and the audit', () => {
    const trial = verdict.trials[0]!;
    expect(verdict.status).toBe('PASS');
    expect(trial.execution).toBe('completed');
    expect(trial.simulatedS).toBeCloseTo(6, 9);
    expect(idsOf(verdict, 'FAIL')).toEqual([]);
    expect(idsOf(verdict, 'INCONCLUSIVE')).toEqual([]);
    expect(trial.audit).toMatchObject({ status: 'PASS', pairCount: 6, violations: [], notAudited: [] });
    expect(trial.quality).toMatchObject({ status: 'ok', clampedSteps: 0 });
    expect(verdict.requirements.map(({ id, status }) => [id, status])).toEqual(
      ['R1', 'R2', 'R3', 'R4', 'R5', 'R6'].map((id) => [id, 'PASS']),
    );
  });

  test('turns as the servo says: 5.5 s at 60 rpm less half the 0.2 s ramp, less a droop of at most 1 %', () => {
    const commanded = 2 * Math.PI * (5.5 - 0.1);
    const { measured } = check(verdict, 'R2/total-input-progress');
    expect(measured!).toBeLessThan(commanded);
    expect(measured!).toBeGreaterThan(0.99 * commanded);
    expect(check(verdict, 'R2/share-of-command').measured!).toBeCloseTo(measured! / commanded, 9);
    expect(check(verdict, 'R1/complete-sweeps').measured).toBe(5);
    expect(check(verdict, 'R2/actual-input-cycles').measured).toBe(5);
  });

  test('the rocker is where the closed form says at the actual crank angle, within 0.05° at every recorded step', () => {
    const crank = channel(recording, 'input.angle');
    const rocker = channel(recording, 'wiper.angle');
    expect(recording.stepCount).toBe(6001);
    const start = freudenstein(START_CRANK_RAD).rocker;
    let worst = 0;
    for (let k = 0; k < recording.stepCount; k++) {
      const expected = freudenstein(START_CRANK_RAD + crank[k]!).rocker;
      worst = Math.max(worst, Math.abs(2 * Math.sin((start + rocker[k]! - expected) / 2)));
    }
    expect(worst).toBeLessThan((0.05 * Math.PI) / 180);
  });

  test('the joints stay within 0.02 mm, and the sweep is that of the linkage', () => {
    expect(Math.max(...channel(recording, 'joints.separation'))).toBeLessThan(2e-5);
    const { a, b, c, d } = WIPER;
    const at = (r: number) => Math.acos((d * d + c * c - r * r) / (2 * d * c));
    // 0.05°: the bound of the motion itself; the extremes are flat, so 1 ms samples miss less than 0.001°
    const sweep = at(b + a) - at(b - a);
    expect(Math.abs(check(verdict, 'R1/largest-sweep').measured! - sweep)).toBeLessThan((0.05 * Math.PI) / 180);
  });

  test(
    'a run of the command in another process, and in full mode a second run in this one, give the same recording hash',
    async () => {
      if (isFull) expect((await sound()).trials[0]!.recordingHash).toBe(verdict.trials[0]!.recordingHash);
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--import', 'tsx', 'src/cli/bin.ts', 'run', 'four-bar-wiper', '--json', '--out', join(directory, 'command')],
        { cwd: ROOT, maxBuffer: 1 << 26 },
      );
      const answer = JSON.parse(stdout) as Verdict;
      expect(answer.status).toBe('PASS');
      expect(answer.trials[0]!.recordingHash).toBe(verdict.trials[0]!.recordingHash);
      expect(answer.candidate.hash).toBe(verdict.candidate.hash);
    },
    SLOW_MS,
  );
});

describe('the published adjustment: gain 0.8 with 1.5 s per cycle, then gain 0.02 with 1.833 s', () => {
  test('the first protocol is the template as it stands; its outcome is what it is', async () => {
    const first = await evaluate(family.template, family.candidate(), bindWiper(false));
    // found, not forced: the published run failed here by reversals of the input; this drive does not reverse
    expect(first.status).toBe('PASS');
    expect(first.trials.map(({ simulatedS }) => Number(simulatedS.toFixed(6)))).toEqual([5, 5]);
    expect(first.parameters.find(({ name }) => name === 'gainNmSPerRad')).toMatchObject({
      value: 0.8,
      original: null,
    });
  });

  test('the second keeps original, revised value and reason in the verdict', () => {
    const adjusted = verdict.parameters.filter(({ original }) => original !== null);
    expect(adjusted.map(({ name, original, value }) => [name, original, value])).toEqual([
      ['gainNmSPerRad', 0.8, 0.02],
      ['observationPerCycleS', 1.5, 5.5 / 3],
    ]);
    for (const { reason } of adjusted) expect(reason!.length).toBeGreaterThan(10);
  });
});

test('a slider-driven rocker passes the same template through a binding of its own', async () => {
  const [variant] = family.variants;
  const other = await evaluate(TEST, variant!.candidate(), variant!.binding());
  expect(other.status).toBe('PASS');
  expect(other.template!.hash).toBe(loadTemplate(TEST).hash);
  // closed form: the rocker's pin goes 2·20 mm across on a radius of 26.1 mm, but for the slant of the link (0.5°)
  const sweep = 2 * Math.asin(20 / 26.1);
  expect(Math.abs(check(other, 'R1/largest-sweep').measured! - sweep)).toBeLessThan((0.5 * Math.PI) / 180);
});

describe('broken wipers', () => {
  test('a coupler of 89 mm: the crank cannot pass, no complete sweep', async () => {
    const verdict = await broken('coupler-89mm');
    expect(verdict.status).toBe('FAIL');
    expect(check(verdict, 'R1/complete-sweeps')).toMatchObject({ status: 'FAIL', measured: 0 });
    // it cannot turn either, and that is all: nothing comes apart and nothing collides
    expect(idsOf(verdict, 'FAIL')).toEqual([
      'R1/complete-sweeps',
      'R2/actual-input-cycles',
      'R2/share-of-command',
      'R2/total-input-progress',
    ]);
    // closed form: the loop opens to its limit when coupler and rocker line up, |O2 − A| = b + c
    const { a, c, d } = WIPER;
    const limit = Math.acos((a * a + d * d - (0.089 + c) ** 2) / (2 * a * d)) - START_CRANK_RAD;
    const { measured } = check(verdict, 'R2/total-input-progress');
    expect(measured!).toBeLessThan(limit);
  });

  test('a crank-pin hole 2 mm off does not assemble, and is not pulled together', async () => {
    const verdict = await broken('crank-hole-off');
    expect(verdict.status).toBe('FAIL');
    const assembles = check(verdict, 'assembles');
    expect(assembles.status).toBe('FAIL');
    // 1 µm: bearing surfaces are fitted to the STEP faces
    expect(Math.abs(assembles.measured! - 2e-3)).toBeLessThan(1e-6);
    expect(assembles.note).toContain('crank-pin');
    expect(verdict.trials[0]!.simulatedS).toBe(0);
  });

  test('a post in the path of the coupler: the audit names the pair, and the time within 20 ms', async () => {
    const outDirectory = join(directory, 'post');
    const verdict = await broken('post-in-path', { outDirectory });
    expect(verdict.status).toBe('FAIL');
    expect(idsOf(verdict, 'FAIL')).toEqual([]);
    const { violations } = verdict.trials[0]!.audit!;
    expect(violations.map(({ bodies }) => [...bodies].sort())).toEqual([['coupler', 'frame']]);
    const recording = await readRecording(verdict.trials[0]!.recordingFile!);
    const crank = channel(recording, 'input.angle');
    const first = crank.findIndex((angle) => isViolation(START_CRANK_RAD + angle));
    expect(Math.abs(violations[0]!.firstS - first * recording.stepS)).toBeLessThanOrEqual(0.02);
    // the overlap lies at the post
    const { boxM } = violations[0]!;
    expect(Math.hypot((boxM.min[0] + boxM.max[0]) / 2 - 0.05, (boxM.min[1] + boxM.max[1]) / 2 - 0.0125)).toBeLessThan(
      0.0025,
    );
  });

  test('a crank 12 % short: the sweep is that of the shorter crank', async () => {
    const verdict = await broken('crank-short');
    const smallest = check(verdict, 'R1/smallest-sweep');
    expect(smallest.status).toBe('FAIL');
    const { a, b, c, d } = WIPER;
    const at = (r: number) => Math.acos((d * d + c * c - r * r) / (2 * d * c));
    // 0.05°: the bound of the motion itself
    const sweep = at(b + 0.88 * a) - at(b - 0.88 * a);
    expect(Math.abs(smallest.measured! - sweep)).toBeLessThan((0.05 * Math.PI) / 180);
  });

  test.runIf(isFull).each(['double-rocker', 'same-layer'])('%s is caught by what it names', async (name) => {
    const { expected } = family.defects.find((defect) => defect.name === name)!;
    const verdict = await broken(name);
    expect(verdict.status).toBe('FAIL');
    if (expected.kind === 'check') expect(check(verdict, expected.check).status).toBe('FAIL');
    else if (expected.kind === 'audit') {
      // nothing but the audit sees it, and only this pair
      expect(idsOf(verdict, 'FAIL')).toEqual([]);
      expect(verdict.trials[0]!.audit!.violations.map(({ bodies }) => [...bodies].sort())).toEqual([
        [...expected.bodies].sort(),
      ]);
    }
  });

  test('a frame without its rocker pin is refused: the joint has nothing to hold it', async () => {
    const running = broken('no-rocker-pin');
    await expect(running).rejects.toBeInstanceOf(BindingError);
    const issues = await running.catch((error: BindingError) => error.issues);
    expect(issues).toHaveLength(1);
    expect(issues).toMatchObject([{ code: 'region_touches_nothing', path: ['scene', 'joints', 3, 'regions'] }]);
  });

  test('each has its own scene and the binding of the sound one', () => {
    const scenes = new Set([JSON.stringify(family.candidate().scene)]);
    for (const { name, candidate, binding } of family.defects) {
      expect([name, binding()]).toEqual([name, family.binding()]);
      scenes.add(JSON.stringify(candidate().scene));
    }
    expect(scenes.size).toBe(1 + family.defects.length);
  });
});

/**
 * Whether post (Ø 5 mm at 50, 12.5 mm) and coupler web (half width 5 mm, 5 mm thick) overlap beyond 0.05 mm and 1 mm³ at a
 * crank angle: the post reaches h = 7.5 mm − distance into the web, over a circular segment.
 */
function isViolation(theta: number): boolean {
  const { coupler } = freudenstein(theta);
  const x = 0.05 - WIPER.a * Math.cos(theta);
  const y = 0.0125 - WIPER.a * Math.sin(theta);
  const r = 0.0025;
  const h = Math.min(2 * r, 0.0075 - Math.abs(-x * Math.sin(coupler) + y * Math.cos(coupler)));
  if (h <= 5e-5) return false;
  const segment = r * r * Math.acos(1 - h / r) - (r - h) * Math.sqrt(2 * r * h - h * h);
  return 0.005 * segment > 1e-9;
}

describe('bad bindings of a sound wiper', () => {
  test('a second phase that is never reached is inconclusive', async () => {
    const verdict = await evaluate(UNREACHABLE, family.candidate(), family.binding());
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(idsOf(verdict, 'FAIL')).toEqual([]);
    expect(idsOf(verdict, 'INCONCLUSIVE')).toContain('R1/complete-sweeps');
    const phases = verdict.trials[0]!.phases;
    expect(phases.map(({ id, fromS, endedBy }) => [id, fromS, endedBy])).toEqual([
      ['settle', 0, 'time-out'],
      ['wipe', null, null],
    ]);
  });

  test('a drive too weak for the blade fails on input cycles', async () => {
    const verdict = await evaluate(WEAK_DRIVE, family.candidate(), family.binding());
    expect(verdict.status).toBe('FAIL');
    const [free, braked] = verdict.trials;
    expect(free!.status).toBe('PASS');
    const inBraked = (id: string) => braked!.checks.find((candidate) => candidate.id === id)!;
    expect(inBraked('R6/actual-input-cycles')).toMatchObject({ status: 'FAIL', measured: 0 });
    expect(inBraked('R5/links-attached').status).toBe('PASS');
    expect(braked!.audit!.status).toBe('PASS');
  });
});
