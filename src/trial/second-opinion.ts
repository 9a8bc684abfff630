import type { CheckVerdict, HalvedStep, TrialVerdict } from './verdict.js';

/**
 * Compares a trial at half the step with the trial itself: a check is named whose PASS/FAIL changes, or would where the
 * change of its margin goes on to ever smaller steps; the largest change is given relative to the margin's own size.
 *
 *   m₀ = 2·m(h/2) − m(h)      extrapolated for an error of first order; one of second order changes by less
 *   |m| ≤ 3·|m(h/2) − m(h)|   on `rapier`: an error of first order is twice the change, and what single precision adds
 *                             grows with the number of sub-steps instead, so that its sign says nothing
 */
export function compareHalvedStep(full: TrialVerdict, halved: TrialVerdict): HalvedStep {
  const changedChecks: string[] = [];
  let largestMarginChange = 0;
  for (const check of full.checks) {
    const other = halved.checks.find(({ id }) => id === check.id);
    if (other === undefined) continue;
    const isMeasured = check.margin !== null && other.margin !== null && check.margin !== 0;
    const mayChange = isMeasured && isDoubtful(check.margin, other.margin, full.engine);
    if (other.status !== check.status || mayChange) changedChecks.push(check.id);
    if (!isMeasured) continue;
    largestMarginChange = Math.max(largestMarginChange, Math.abs((other.margin - check.margin) / check.margin));
  }
  return { changedChecks, largestMarginChange };
}

/** Change of a margin at half the step that leaves room for its whole error, and for half as much again. */
const CHANGE_TO_ERROR = 3;

function isDoubtful(margin: number, halved: number, engine: TrialVerdict['engine']): boolean {
  if (engine === 'rapier' && Math.abs(margin) <= CHANGE_TO_ERROR * Math.abs(halved - margin)) return halved !== margin;
  return (2 * halved - margin) * margin <= 0;
}

/**
 * Lists both engines' values per check; a check on which they disagree in PASS/FAIL becomes INCONCLUSIVE and says so.
 *
 * @param first   the trial that is reported
 * @param second  the same trial on the other engine
 */
export function withSecondOpinion(first: TrialVerdict, second: TrialVerdict): TrialVerdict {
  const checks = first.checks.map((check): CheckVerdict => {
    const other = second.checks.find(({ id }) => id === check.id);
    const byEngine = { [first.engine]: check.measured, [second.engine]: other?.measured ?? null };
    const isDisputed =
      other !== undefined &&
      other.status !== check.status &&
      [check.status, other.status].every((s) => s !== 'INCONCLUSIVE');
    if (!isDisputed) return { ...check, byEngine };
    const note = `the engines disagree: ${first.engine} ${check.status}, ${second.engine} ${other.status}`;
    return { ...check, byEngine, status: 'INCONCLUSIVE', note };
  });
  const isOpen = checks.some(({ status }) => status === 'INCONCLUSIVE');
  const isFailed = checks.some(({ status }) => status === 'FAIL') || first.audit?.status === 'FAIL';
  const status = isFailed ? 'FAIL' : isOpen ? 'INCONCLUSIVE' : first.status === 'FAIL' ? 'INCONCLUSIVE' : first.status;
  return { ...first, checks, status };
}
