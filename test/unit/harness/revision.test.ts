// Run directories, feedback and comparison of revisions.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  compareVerdicts,
  evaluate,
  feedbackOf,
  rejudge,
  type TemplateInput,
  type Verdict,
} from '../../../src/index.js';
import { detailIds, renderComparison, renderDetail, renderFeedback } from '../../../src/report/index.js';
import { bindDrawer, DRAWER, drawer } from './rig.js';

const WEAK: TemplateInput = {
  ...DRAWER,
  operations: DRAWER.operations!.map((operation) => ({ ...operation, cap: 0.2 })),
};

let folder = '';
let good: Verdict;
let bad: Verdict;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'revision-'));
  good = await evaluate(DRAWER, drawer(0.12), bindDrawer(), { outDirectory: join(folder, 'good') });
  bad = await evaluate(WEAK, drawer(), bindDrawer(), { outDirectory: join(folder, 'bad') });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the run directory holds what went in and what came out', () => {
  expect(readdirSync(join(folder, 'good')).sort()).toEqual([
    'T1.mcap',
    'binding.json',
    'candidate.json',
    'run.json',
    'template-binding.json',
    'template.json',
    'verdict.json',
  ]);
});

test('rejudged it gives the same verdict, template and hashes included', async () => {
  const again = await rejudge(join(folder, 'bad'));
  const plain = (verdict: Verdict) => ({
    ...verdict,
    trials: verdict.trials.map(({ wallS: _, recordingFile: __, ...trial }) => trial),
  });
  expect(JSON.parse(JSON.stringify(plain(again)))).toEqual(JSON.parse(JSON.stringify(plain(bad))));
});

describe('feedback', () => {
  test('lists what failed with what was seen before it', () => {
    const feedback = feedbackOf(bad);
    const jam = feedback.failed.find(({ id }) => id === 'T1/drive/hand-follows[open]')!;
    expect(jam.check.status).toBe('FAIL');
    const late = feedback.failed.find(({ id }) => id === 'T1/R1/opens')!;
    expect(late.evidence!.saturatedDrives).toMatchObject([{ drive: 'hand' }]);
    expect(late.evidence!.saturatedDrives[0]!.share).toBeGreaterThan(0.9);
  });

  test('is at most 2 kB for people, names ids, and gives the detail of each', () => {
    const feedback = feedbackOf(bad);
    const text = renderFeedback(feedback);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2048);
    expect(text).toContain('T1/R1/opens');
    expect(text).toContain("drive 'hand' at its cap");
    for (const id of detailIds(feedback)) expect(renderDetail(feedback, id)).toContain(id);
    expect(renderDetail(feedback, 'T9')).toBeNull();
  });
});

test('compare says what a revision gained, and that the two were not judged alike', () => {
  const comparison = compareVerdicts(bad, good);
  expect(comparison.requirements.find(({ id }) => id === 'R1')).toMatchObject({
    before: 'FAIL',
    after: 'PASS',
    kind: 'gained',
  });
  expect(comparison.checks.find(({ id }) => id === 'T1/R1/opens')).toMatchObject({ kind: 'gained' });
  expect(comparison.differences.join()).toContain('different templates');
  expect(compareVerdicts(good, bad).requirements.find(({ id }) => id === 'R1')!.kind).toBe('lost');
  expect(renderComparison(comparison)).toContain('+ R1: FAIL → PASS');
});
