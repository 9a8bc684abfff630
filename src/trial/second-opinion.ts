import type { CheckVerdict, HalvedStep, TrialVerdict } from './verdict.js';

/**
 * Compares a trial at half the step with the trial itself: a check is named whose PASS/FAIL changes, or would where the
 * change of its margin goes on to ever smaller steps; the largest change is given relative to the margin's own size.
 *
 *   m₀ = 2·m(h/2) − m(h)      extrapolated for an error of first order; one of second order changes by less
 *   |m| ≤ 5·|m(h/2) − m(h)|   on `rapier`: an error of first order is twice the change, and what single precision adds
 *                             grows with the number of sub-steps instead, so that its sign says nothing
 *   |m| ≤ what it resolves    on `rapier`: one recorded step for instants, the largest joint separation or penetration for
 *                             lengths, the rounding of the most geared coupling for angles
 */
export function compareHalvedStep(full: TrialVerdict, halved: TrialVerdict): HalvedStep {
  const changedChecks: string[] = [];
  let largestMarginChange = 0;
  for (const check of full.checks) {
    const other = halved.checks.find(({ id }) => id === check.id);
    if (other === undefined) continue;
    const isMeasured = check.margin !== null && other.margin !== null && check.margin !== 0;
    const mayChange =
      isMeasured &&
      (full.engine === 'rapier'
        ? isInDoubt(check.margin, other.margin, check.margin === other.margin ? 0 : resolved(check.unit, full))
        : (2 * other.margin - check.margin) * check.margin <= 0);
    if (other.status !== check.status || mayChange) changedChecks.push(check.id);
    if (!isMeasured) continue;
    largestMarginChange = Math.max(largestMarginChange, Math.abs((other.margin - check.margin) / check.margin));
  }
  return { changedChecks, largestMarginChange };
}

/**
 * Error over change at half the step that is still counted in. Of the cases in docs/validation.md that `rapier` misses, the
 * changes reach from twice the error (rounding) to a quarter of it (friction that sticks in one run and slides in the other).
 */
const CHANGE_TO_ERROR = 5;

/**
 * Whether a check of a trial on `rapier` may have another answer than it gives.
 *
 * @param margin   of the check
 * @param halved   its margin at half the sub-step
 * @param resolved what the engine tells apart, in the unit of the margin
 */
export function isInDoubt(margin: number, halved: number, resolved: number): boolean {
  if (Math.sign(halved) !== Math.sign(margin)) return true;
  if (margin === halved && resolved === 0) return false;
  return Math.abs(margin) <= Math.max(CHANGE_TO_ERROR * Math.abs(halved - margin), resolved);
}

/** What `rapier` tells apart at best, in the unit of a check; 0 where nothing is known. */
function resolved(unit: string, { quality, settings }: TrialVerdict): number {
  if (unit === 's') return Number(settings.stepS ?? 0);
  if (unit === 'm') return Math.max(quality.maxJointSeparationM ?? 0, quality.maxPenetrationM ?? 0);
  return unit === 'rad' ? Number(settings.angleResolutionRad ?? 0) : 0;
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
