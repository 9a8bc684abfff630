import { expect, test } from 'vitest';
import { type BatchRow, tableOf } from '../../../src/batch/index.js';

const row = (id: string, more: Partial<BatchRow>): BatchRow => ({
  id,
  family: id.split('/')[0]!,
  number: 1,
  complexity: 'low',
  demands: { motion: 1, structure: 1, function: 1, contact: 1, geometry: 1 },
  attempt: 'A',
  submission: 1,
  status: 'PASS',
  isExpected: null,
  summary: '',
  failedChecks: [],
  interference: [],
  refusal: [],
  requirementsPassed: 0,
  requirementCount: 0,
  checkCount: 0,
  trialCount: 0,
  simulatedS: 0,
  candidateName: null,
  revision: null,
  candidateHash: null,
  templateHash: null,
  bindingHash: null,
  recordingHashes: [],
  wallS: 0,
  ...more,
});

const grades = (motion: number, geometry: number) => ({ motion, structure: 1, function: 1, contact: 1, geometry });

test('outcomes by submission, completion weighted by demand, strata of complexity', () => {
  const { attempts, byStatus } = tableOf([
    row('wiper/1', { demands: grades(2, 2) }),
    row('latch/1', { status: 'FAIL', demands: grades(2, 3), complexity: 'medium' }),
    row('latch/2', { submission: 2, demands: grades(2, 3), complexity: 'medium' }),
    row('robot/1', { status: 'CRASHED', demands: null, complexity: null }),
    row('robot/2', { submission: 2, status: 'FAIL', demands: grades(3, 3), complexity: 'high' }),
    row('wiper/broken', { attempt: null, status: 'FAIL' }),
  ]);
  expect(byStatus).toEqual({ PASS: 2, FAIL: 3, CRASHED: 1 });
  expect(attempts).toHaveLength(1);
  expect(attempts[0]).toMatchObject({
    taskCount: 3,
    outcomes: { 'first-submission pass': 1, 'pass after revision': 1, 'not passed': 1 },
    strata: { low: { completed: 1, count: 1 }, medium: { completed: 1, count: 1 }, high: { completed: 0, count: 1 } },
  });
  // Σ grades of completed tasks / Σ grades of all: motion (2 + 2)/7, geometry (2 + 3)/8
  expect(attempts[0]!.weightedCompletion.motion).toBeCloseTo(4 / 7, 12);
  expect(attempts[0]!.weightedCompletion.geometry).toBeCloseTo(5 / 8, 12);
});

test('families, and what did not come out as expected', () => {
  const table = tableOf([
    row('wiper/a', { isExpected: true }),
    row('wiper/b', { isExpected: false, status: 'INCONCLUSIVE' }),
    row('latch/a', {}),
  ]);
  expect(table.unexpected).toEqual(['wiper/b']);
  expect(table.families).toMatchObject([
    { family: 'wiper', evaluationCount: 2, byStatus: { PASS: 1, INCONCLUSIVE: 1 }, unexpected: ['wiper/b'] },
    { family: 'latch', evaluationCount: 1, unexpected: [] },
  ]);
});
