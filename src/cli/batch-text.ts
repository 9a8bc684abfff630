import type { AttemptSummary, BatchResult } from '../batch/index.js';

/** The table of a batch for people: what was unexpected, families, attempts. */
export function renderBatch({ rows, table, isComplete, ranCount, wallS }: BatchResult): string {
  const counts = Object.entries(table.byStatus).map(([status, count]) => `${count} ${status}`);
  const rate = wallS > 0 && ranCount > 0 ? `, ${((60 * ranCount) / wallS).toFixed(1)} evaluations per minute` : '';
  const unexpected = rows.filter(({ isExpected }) => isExpected === false);
  return [
    `${table.evaluationCount} evaluations: ${counts.join(', ')}${isComplete ? '' : ' (not complete)'}`,
    `${ranCount} of them now in ${wallS.toFixed(1)} s${rate}`,
    '',
    ...table.families.map(({ family, evaluationCount, byStatus, unexpected: bad }) => {
      const own = Object.entries(byStatus).map(([status, count]) => `${count} ${status}`);
      const note = bad.length === 0 ? '' : `  ${bad.length} not as expected`;
      return `  ${family.padEnd(28)} ${String(evaluationCount).padStart(4)}  ${own.join(', ')}${note}`;
    }),
    ...table.attempts.flatMap(attemptLines),
    ...(unexpected.length === 0 ? ['', 'every evaluation came out as expected'] : ['', 'not as expected:']),
    ...unexpected.map(({ id, status, summary }) => `  ✗ ${id} ${status}: ${summary}`),
    '',
  ].join('\n');
}

function attemptLines({ attempt, taskCount, outcomes, weightedCompletion, strata }: AttemptSummary): string[] {
  const percent = (share: number | null) => (share === null ? '–' : `${(100 * share).toFixed(1)} %`);
  return [
    '',
    `attempt ${attempt}: ${taskCount} families, ${Object.entries(outcomes)
      .map(([outcome, count]) => `${count} ${outcome}`)
      .join(', ')}`,
    `  weighted completion: ${Object.entries(weightedCompletion)
      .map(([axis, share]) => `${axis} ${percent(share)}`)
      .join(', ')}`,
    `  complexity: ${Object.entries(strata)
      .map(([name, { completed, count }]) => `${name} ${completed}/${count}`)
      .join(', ')}`,
  ];
}
