// Second opinions, half steps and the verdict over several trials.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Scene } from '../../../src/scene/index.js';
import { compareHalvedStep, withSecondOpinion } from '../../../src/trial/second-opinion.js';
import { summarize, worst } from '../../../src/trial/summarize.js';
import { neverBegun } from '../../../src/trial/unrecorded.js';
import type { TrialVerdict } from '../../../src/trial/verdict.js';
import { auditOf, judged, loadPendulum, numbersIn, overlap, statusOf } from './evidence.js';

let scene: Scene;
beforeAll(async () => {
  scene = await loadPendulum();
});

const PROVENANCE = { engine: 'direct', versions: { mechtrial: '0' }, settings: { stepS: 0.001 } } as const;
const onRapier = (verdict: TrialVerdict): TrialVerdict => ({ ...verdict, engine: 'rapier' });
const half = (t: number) => t / 2;

describe('a second opinion', () => {
  test('agreement keeps the answer and lists both values', () => {
    const verdict = withSecondOpinion(judged(scene), onRapier(judged(scene, { angle: (t) => 0.9 * t })));
    expect(verdict.status).toBe('PASS');
    expect(verdict.checks[2]!.byEngine!.direct).toBeCloseTo(0.2, 12);
    expect(verdict.checks[2]!.byEngine!.rapier).toBeCloseTo(0.18, 12);
  });

  test.each<[string, (t: number) => number, (t: number) => number]>([
    ['PASS against FAIL', (t) => t, half],
    ['FAIL against PASS', half, (t) => t],
  ])('%s: the check and the trial are INCONCLUSIVE and say who said what', (what, first, second) => {
    const verdict = withSecondOpinion(judged(scene, { angle: first }), onRapier(judged(scene, { angle: second })));
    const [ours, theirs] = what.split(' against ');
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(verdict.checks[2]).toMatchObject({
      status: 'INCONCLUSIVE',
      note: `the engines disagree: direct ${ours}, rapier ${theirs}`,
    });
  });

  test('a dispute about one check does not save a trial that fails another', () => {
    const first = judged(scene, { angle: () => 0.04 });
    const second = onRapier(judged(scene, { angle: (t) => (t > 0.1 ? 0.2 : 0) }));
    const verdict = withSecondOpinion(first, second);
    expect([statusOf(verdict, 'near'), statusOf(verdict, 'far')]).toEqual(['FAIL', 'INCONCLUSIVE']);
    expect(verdict.status).toBe('FAIL');
  });

  test('a second engine that could not measure is no objection', () => {
    const second = onRapier(judged(scene, { angle: () => Number.NaN }));
    const verdict = withSecondOpinion(judged(scene), second);
    expect(verdict.status).toBe('PASS');
    expect(verdict.checks[2]!.byEngine!.rapier).toBeNull();
  });
});

describe('half the step', () => {
  test('names the checks that change, and the largest change of a margin', () => {
    expect(compareHalvedStep(judged(scene), judged(scene, { angle: half }))).toMatchObject({
      changedChecks: ['near', 'far'],
    });
    const { changedChecks, largestMarginChange } = compareHalvedStep(
      judged(scene),
      judged(scene, { angle: (t) => 1.01 * t }),
    );
    expect(changedChecks).toEqual([]);
    // margins 0.05 → 0.051 and 0.05 → 0.052
    expect(largestMarginChange).toBeCloseTo(0.04, 9);
  });

  test('a margin that half the step brings halfway to its bound may be gone at smaller ones', () => {
    const scaled = (factor: number) => (t: number) => factor * t;
    // far: bound 0.15, margin 0.05; 0.024 is 2·0.024 − 0.05 < 0, 0.026 is not
    const changed = (margin: number) =>
      compareHalvedStep(judged(scene), judged(scene, { angle: scaled((0.15 + margin) / 0.2) })).changedChecks;
    expect(changed(0.024)).toEqual(['far']);
    expect(changed(0.026)).toEqual([]);
    expect(changed(0.2)).toEqual([]);
  });

  test('a check that is no longer measured has changed its answer', () => {
    const { changedChecks } = compareHalvedStep(judged(scene), judged(scene, { angle: () => Number.NaN }));
    expect(changedChecks).toEqual(['near', 'far']);
  });
});

describe('the verdict', () => {
  test('FAIL before INCONCLUSIVE before PASS; nothing at all is INCONCLUSIVE', () => {
    expect(worst(['PASS', 'INCONCLUSIVE', 'FAIL'])).toBe('FAIL');
    expect(worst(['PASS', 'INCONCLUSIVE'])).toBe('INCONCLUSIVE');
    expect(worst(['PASS', 'PASS'])).toBe('PASS');
    expect(worst([])).toBe('INCONCLUSIVE');
  });

  test('a PASS says how much passed', () => {
    const verdict = summarize(scene, [judged(scene)], PROVENANCE);
    expect(verdict).toMatchObject({ status: 'PASS', summary: '3 checks in 1 trial passed, no interference' });
    expect(verdict.requirements).toEqual([
      { id: 'R1', text: 'It swings.', status: 'PASS', checks: ['T1/near', 'T1/far'] },
    ]);
  });

  test('a FAIL names check and overlap with bounds, in degrees and millimetres', () => {
    const trial = judged(scene, { angle: half }, { audit: auditOf([overlap(0.06)]) });
    expect(summarize(scene, [trial], PROVENANCE).summary).toBe(
      'far 5.73° of ≥ 8.594°; interference post–arm 4.1 mm³ at 0.06 s',
    );
  });

  test('an INCONCLUSIVE says what was not done', () => {
    const phases = [
      { id: 'first', firstStep: 0, lastStep: 100, endedBy: 'time-out' as const },
      { id: 'second', firstStep: null, lastStep: null, endedBy: null },
    ];
    const trial = judged(scene, { execution: 'failed', phases, stepCount: 101 }, { audit: null });
    const verdict = summarize(scene, [trial], PROVENANCE);
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(verdict.summary).toBe("T1 failed; far: phase 'second' was not reached; T1 was not audited");
    expect(verdict.requirements[0]!.status).toBe('INCONCLUSIVE');
  });

  test('overlaps that prove nothing say why', () => {
    const solver = summarize(scene, [judged(scene, {}, { audit: auditOf([overlap(0.06, true)]) })], PROVENANCE);
    expect(solver.summary).toBe("overlap post–arm 0.21 mm at 0.06 s may be the solver's own");
    const quality = { penetrationM: (t: number) => (t > 0.1 ? 1 : 0) };
    const late = summarize(scene, [judged(scene, { quality }, { audit: auditOf([overlap(0.15)]) })], PROVENANCE);
    expect(late.status).toBe('INCONCLUSIVE');
    expect(late.summary).toContain('overlap post–arm 0.21 mm at 0.15 s came after the numerics went bad');
  });

  test('a requirement is not passed by a trial whose numerics are bad', () => {
    const bad = judged(scene, { quality: { residualM: () => 1 } });
    expect(summarize(scene, [bad], PROVENANCE).requirements[0]!.status).toBe('INCONCLUSIVE');
    expect(summarize(scene, [judged(scene), bad], PROVENANCE)).toMatchObject({ status: 'INCONCLUSIVE' });
  });

  test('a trial that never began leaves everything open', () => {
    const verdict = summarize(scene, [judged(scene), neverBegun(scene, 'T1', 'direct')], PROVENANCE);
    expect(verdict.status).toBe('INCONCLUSIVE');
    expect(verdict.trials[1]).toMatchObject({ execution: 'stopped-interrupted', recordingHash: '', stepCount: 0 });
    expect(verdict.trials[1]!.checks.every(({ status }) => status === 'INCONCLUSIVE')).toBe(true);
  });

  test('JSON gives back the same verdict', () => {
    const trial = judged(scene, { angle: half }, { audit: auditOf([overlap(0.06)]) });
    const verdict = summarize(scene, [trial, neverBegun(scene, 'T1', 'direct')], PROVENANCE);
    expect(JSON.parse(JSON.stringify(verdict))).toEqual(verdict);
    expect(numbersIn(verdict).filter(([, x]) => !Number.isFinite(x))).toEqual([]);
  });
});
