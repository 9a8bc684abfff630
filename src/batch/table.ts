import type { DemandGrades } from '../harness/index.js';
import type { BatchRow, RowStatus } from './job.js';

const AXES = ['motion', 'structure', 'function', 'contact', 'geometry'] as const;

export interface FamilySummary {
  readonly family: string;
  readonly evaluationCount: number;
  readonly byStatus: Readonly<Partial<Record<RowStatus, number>>>;
  readonly unexpected: readonly string[];
}

/** How one attempt at a family ended. */
export type Outcome = 'first-submission pass' | 'pass after revision' | 'not passed';

/** Attempts of one name, over the families that it tried. */
export interface AttemptSummary {
  readonly attempt: string;
  readonly taskCount: number;
  readonly outcomes: Readonly<Record<Outcome, number>>;
  /** Σ grades of completed tasks / Σ grades of all tasks, per axis; null where there is none. */
  readonly weightedCompletion: Readonly<Record<(typeof AXES)[number], number | null>>;
  /** Completed and all tasks by complexity. */
  readonly strata: Readonly<Record<string, { readonly completed: number; readonly count: number }>>;
}

export interface BatchTable {
  readonly schema: 'mechtrial/batch-table@1';
  readonly evaluationCount: number;
  readonly byStatus: Readonly<Partial<Record<RowStatus, number>>>;
  /** Evaluations that did not come out as expected. */
  readonly unexpected: readonly string[];
  readonly families: readonly FamilySummary[];
  readonly attempts: readonly AttemptSummary[];
}

/** Sums a batch up. Only what does not depend on wall time goes in: the same rows give the same table. */
export function tableOf(rows: readonly BatchRow[]): BatchTable {
  const families = [...new Set(rows.map(({ family }) => family))];
  const attempts = [...new Set(rows.flatMap(({ attempt }) => (attempt === null ? [] : [attempt])))];
  return {
    schema: 'mechtrial/batch-table@1',
    evaluationCount: rows.length,
    byStatus: countByStatus(rows),
    unexpected: unexpectedIn(rows),
    families: families.map((family) => {
      const own = rows.filter((row) => row.family === family);
      return { family, evaluationCount: own.length, byStatus: countByStatus(own), unexpected: unexpectedIn(own) };
    }),
    attempts: attempts.map((attempt) => attemptSummary(attempt, rows)),
  };
}

const unexpectedIn = (rows: readonly BatchRow[]): string[] =>
  rows.filter(({ isExpected }) => isExpected === false).map(({ id }) => id);

function countByStatus(rows: readonly BatchRow[]): Partial<Record<RowStatus, number>> {
  const counts: Partial<Record<RowStatus, number>> = {};
  for (const { status } of rows) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** One family as an attempt worked on it: its submissions in order. */
interface Task {
  readonly outcome: Outcome;
  readonly demands: DemandGrades | null;
  readonly complexity: string | null;
}

function attemptSummary(attempt: string, rows: readonly BatchRow[]): AttemptSummary {
  const own = rows.filter((row) => row.attempt === attempt);
  const tasks = [...new Set(own.map(({ family }) => family))].map((family) =>
    taskOf(own.filter((row) => row.family === family)),
  );
  const outcomes: Record<Outcome, number> = { 'first-submission pass': 0, 'pass after revision': 0, 'not passed': 0 };
  for (const { outcome } of tasks) outcomes[outcome]++;
  const isCompleted = ({ outcome }: Task) => outcome !== 'not passed';
  const weightedCompletion = Object.fromEntries(
    AXES.map((axis) => {
      const grade = ({ demands }: Task) => demands?.[axis] ?? 0;
      const all = tasks.reduce((sum, task) => sum + grade(task), 0);
      const completed = tasks.filter(isCompleted).reduce((sum, task) => sum + grade(task), 0);
      return [axis, all === 0 ? null : completed / all];
    }),
  ) as AttemptSummary['weightedCompletion'];
  const strata: Record<string, { completed: number; count: number }> = {};
  for (const task of tasks) {
    const name = task.complexity ?? 'unknown';
    const { completed, count } = strata[name] ?? { completed: 0, count: 0 };
    strata[name] = { completed: completed + (isCompleted(task) ? 1 : 0), count: count + 1 };
  }
  return { attempt, taskCount: tasks.length, outcomes, weightedCompletion, strata };
}

function taskOf(submissions: readonly BatchRow[]): Task {
  const inOrder = [...submissions].sort((a, b) => (a.submission ?? 1) - (b.submission ?? 1));
  const first = inOrder[0]!;
  const passed = inOrder.findIndex(({ status }) => status === 'PASS');
  const described = inOrder.find(({ demands }) => demands !== null) ?? first;
  return {
    outcome: passed < 0 ? 'not passed' : passed === 0 ? 'first-submission pass' : 'pass after revision',
    demands: described.demands,
    complexity: described.complexity,
  };
}
