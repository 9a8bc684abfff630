import { formatNumber, formatQuantity } from '../core/rendered-quantity.js';
import type { CheckFeedback, Comparison, Evidence, Feedback, Precheck } from '../harness/index.js';

const SIGN: Record<string, string> = { '<=': '≤', '>=': '≥', '<': '<', '>': '>', '==': '=' };
const LARGEST_BYTES = 2048;

/**
 * The feedback for people, at most 2 kB: failed checks worst first, overlaps, numerics, what was not verified; each with the
 * id that `--detail` takes.
 */
export function renderFeedback(feedback: Feedback): string {
  const { candidate, status, requirements } = feedback;
  const open = requirements.filter((requirement) => requirement.status !== 'PASS');
  const lines = [
    `${status}  ${candidate.name} (revision ${candidate.revision})`,
    ...open.map(({ id, text, status: answer }) => `  ${id} ${answer}: ${text}`),
    ...feedback.failed.flatMap(failedLines),
    ...feedback.interference.map(
      ({ id, violation }) =>
        `  ✗ ${id}: ${formatQuantity(violation.volumeM3, 'm³')}, ${formatQuantity(violation.depthM, 'm')} deep, from ${formatNumber(violation.firstS)} s`,
    ),
    ...feedback.quality.map(({ trial, reasons }) => `  ? numerics of ${trial}: ${reasons.join('; ')}`),
    ...feedback.notVerified.map(({ id, why }) => `  ? ${id} was not verified: ${why}`),
  ];
  return withinLimit(lines);
}

function failedLines({ id, check, evidence }: CheckFeedback): string[] {
  const bound = `${SIGN[check.op]} ${formatQuantity(check.bound, check.unit)}`;
  const measured =
    check.measured === null ? (check.note ?? 'not measured') : formatQuantity(check.measured, check.unit);
  const when =
    check.atS === null ? '' : ` at ${formatNumber(check.atS)} s${check.phase === null ? '' : ` (${check.phase})`}`;
  const why = check.note === null || check.measured === null ? '' : `: ${check.note}`;
  const seen = evidence === null ? '' : evidenceLine(evidence);
  return [`  ✗ ${id}: ${measured} of ${bound}${when}${why}`, ...(seen === '' ? [] : [`      before: ${seen}`])];
}

function evidenceLine({ events, saturatedDrives, contacts }: Evidence): string {
  return [
    ...saturatedDrives.map(
      ({ drive, share }) => `drive '${drive}' at its cap ${(100 * share).toFixed(0)} % of the time`,
    ),
    ...events.slice(0, 3).map(({ message, atS }) => `${message} (${formatNumber(atS)} s)`),
    ...contacts.slice(0, 3).map(({ signal, largestN }) => `${signal} up to ${formatNumber(largestN)} N`),
  ].join('; ');
}

/** Everything that the feedback holds about one id: a check, an interference or what was not verified. */
export function renderDetail(feedback: Feedback, id: string): string | null {
  const found = [...feedback.failed, ...feedback.interference, ...feedback.notVerified].find((item) => item.id === id);
  return found === undefined ? null : `${JSON.stringify(found, null, 2)}\n`;
}

/** Ids that `renderDetail` knows. */
export const detailIds = (feedback: Feedback): string[] =>
  [...feedback.failed, ...feedback.interference, ...feedback.notVerified].map(({ id }) => id);

/** What a revision gained and lost, for people. */
export function renderComparison(comparison: Comparison): string {
  const { before, after, differences, requirements, checks, interference } = comparison;
  const side = (run: Comparison['before']) => `${run.name} revision ${run.revision} ${run.status}`;
  const mark = { gained: '+', lost: '−', changed: '~', same: ' ' } as const;
  const changed = [...requirements, ...interference].filter(({ kind }) => kind !== 'same');
  const value = (x: number | null, unit: string) => (x === null ? 'not measured' : formatQuantity(x, unit as never));
  return withinLimit([
    `${side(before)}  →  ${side(after)}`,
    ...differences.map((difference) => `  note: ${difference}`),
    ...(changed.length === 0 ? ['  every requirement came out the same'] : []),
    ...changed.map(
      (change) =>
        `  ${mark[change.kind]} ${change.id}: ${change.before ?? 'not there'} → ${change.after ?? 'not there'}`,
    ),
    ...checks.map(
      (check) =>
        `    ${mark[check.kind]} ${check.id}: ${value(check.measuredBefore, check.unit)} → ${value(check.measuredAfter, check.unit)}`,
    ),
  ]);
}

/** Prechecks, one line each. */
export function renderPrecheck({ status, candidate, prechecks }: Precheck): string {
  const mark = { PASS: '✓', FAIL: '✗', INCONCLUSIVE: '?' } as const;
  return `${status}  ${candidate.name} (revision ${candidate.revision}): prechecks only\n${prechecks
    .map((check) => `  ${mark[check.status]} ${check.id}: ${check.note}`)
    .join('\n')}\n`;
}

function withinLimit(lines: readonly string[]): string {
  const whole = `${lines.join('\n')}\n`;
  if (Buffer.byteLength(whole) <= LARGEST_BYTES) return whole;
  const kept = lines.map((line) => (line.length <= 240 ? line : `${line.slice(0, 239)}…`));
  const note = '  … shortened; --json has everything';
  while (Buffer.byteLength([...kept, note, ''].join('\n')) > LARGEST_BYTES && kept.length > 1) kept.pop();
  return [...kept, note, ''].join('\n');
}
