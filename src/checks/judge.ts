import { z } from 'zod';
import { type CheckCommon, checkCommonFields } from '../scene/index.js';
import type { Recording } from '../signals/index.js';
import type { CheckKind, CheckOperator, CheckResult, CheckStatus, Measurement, NotMeasured } from './define.js';
import { isNotMeasured } from './samples.js';
import { resolveWindow } from './window.js';

/** Distance of a measured value to its bound, positive on the passing side; for '==' minus the difference. */
export function marginOf(op: CheckOperator, measured: number, bound: number): number {
  if (measured === bound) return 0;
  if (op === '==') return -Math.abs(measured - bound);
  return op === '<=' || op === '<' ? bound - measured : measured - bound;
}

/** Whether `x op value`; never true when either is NaN. */
export function holds(x: number, op: CheckOperator, value: number): boolean {
  switch (op) {
    case '<=':
      return x <= value;
    case '>=':
      return x >= value;
    case '<':
      return x < value;
    case '>':
      return x > value;
    case '==':
      return x === value;
  }
}

/**
 * Turns what a check kind measured into a result. What was not measured, or measured as NaN, is INCONCLUSIVE and never
 * passes. An infinite value (a condition that never came true, a gap with nothing near) is judged as it is, but JSON
 * cannot hold it: the result then has no measured value and its note says so.
 */
export function judgeMeasurement(
  spec: CheckCommon,
  outcome: Measurement | NotMeasured,
  recording: Recording,
): CheckResult {
  const { id, op, bound, unit } = spec;
  if (isNotMeasured(outcome)) return inconclusive(spec, outcome.reason);
  const { measured, atS } = outcome;
  if (Number.isNaN(measured)) return inconclusive(spec, outcome.note ?? 'the measured value is not a number');
  const missed: CheckStatus = spec.isEvidence ? 'INCONCLUSIVE' : 'FAIL';
  const status: CheckStatus = holds(measured, op, bound) ? 'PASS' : missed;
  const phase = phaseAt(spec, atS, recording);
  if (!Number.isFinite(measured)) {
    const note = outcome.note ?? `measured ${measured > 0 ? '+∞' : '−∞'}`;
    return { id, status, measured: null, op, bound, unit, margin: null, atS, phase, note };
  }
  const margin = marginOf(op, measured, bound);
  return { id, status, measured, op, bound, unit, margin, atS, phase, note: outcome.note ?? null };
}

const commonFields = z.object(checkCommonFields().shape);

/**
 * Result of one check on a recording: resolves its window, measures, judges.
 *
 * @param kind   the kind that the record names
 * @param record the check's parsed record: the common fields and those of its kind
 */
export function judgeCheck(
  kind: CheckKind,
  record: Readonly<Record<string, unknown>>,
  recording: Recording,
): CheckResult {
  const common = commonFields.parse(record);
  const window = resolveWindow(common.window, recording);
  const outcome = isNotMeasured(window) ? window : kind.measure(record, window, recording);
  return judgeMeasurement(common, outcome, recording);
}

function inconclusive({ id, op, bound, unit }: CheckCommon, note: string): CheckResult {
  return { id, status: 'INCONCLUSIVE', measured: null, op, bound, unit, margin: null, atS: null, phase: null, note };
}

/** Phase that an instant lies in. Neighbours share a sample: the phase that the check names comes first, then the earlier. */
function phaseAt(spec: CheckCommon, atS: number, recording: Recording): string | null {
  const step = Math.round(atS / recording.stepS);
  const around = recording.phases.filter(
    ({ firstStep, lastStep }) => firstStep !== null && firstStep <= step && step <= (lastStep ?? step),
  );
  const named = around.find(({ id }) => id === spec.window.phase || id === spec.window.untilPhase);
  return (named ?? around[0])?.id ?? null;
}
