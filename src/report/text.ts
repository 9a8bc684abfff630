import { formatNumber, formatQuantity } from '../core/rendered-quantity.js';
import type { CheckVerdict, Status, TrialVerdict, Verdict } from '../trial/index.js';

const SIGN: Record<string, string> = { '<=': '≤', '>=': '≥', '<': '<', '>': '>', '==': '=' };
const MARK: Record<Status, string> = { PASS: '✓', FAIL: '✗', INCONCLUSIVE: '?' };

/** How many findings the short answer lists. */
const WORST_COUNT = 5;
/** How many declarations it repeats. */
const DECLARATION_COUNT = 3;

/** Colours a status for a terminal; plain without colour. */
export type Paint = (status: Status, text: string) => string;

export const plain: Paint = (_, text) => text;

/** ANSI colours: green, red, yellow. */
export const colored: Paint = (status, text) => {
  const code = { PASS: 32, FAIL: 31, INCONCLUSIVE: 33 }[status];
  return `\u001b[${code}m${text}\u001b[0m`;
};

/**
 * The short answer for people, at most 2 kB: the verdict, its reason, the worst five findings, how to read on.
 * Lengths in mm and angles in degrees.
 */
export function renderVerdictText(verdict: Verdict, paint: Paint = plain): string {
  const { name, revision } = verdict.candidate;
  const lines = [
    `${paint(verdict.status, verdict.status)}  ${name} (revision ${revision}, engine ${verdict.engine})`,
    '',
  ];
  if (verdict.status !== 'PASS') lines.push(`  ${verdict.summary}`, '');
  for (const trial of verdict.trials) lines.push(...trialLines(trial, paint));
  lines.push(...verdict.declarations.slice(0, DECLARATION_COUNT).map((declaration) => `  note: ${declaration}`));
  return shorten(`${lines.join('\n').trimEnd()}\n`);
}

function trialLines(trial: TrialVerdict, paint: Paint): string[] {
  const ratio = trial.wallS > 0 ? trial.simulatedS / trial.wallS : 0;
  const speed = ratio > 0 ? `, ${formatNumber(ratio)} × real time` : '';
  const head = `  ${trial.id}  ${trial.execution}, ${formatNumber(trial.simulatedS)} s simulated${speed}${halvedStep(trial)}`;
  const checks = [...trial.checks].sort((a, b) => rank(a) - rank(b));
  const failing = checks.filter((check) => check.status !== 'PASS').length;
  const shown = checks.slice(0, Math.max(WORST_COUNT, 0));
  const lines = [head, ...shown.map((check) => `    ${checkLine(check, paint)}`)];
  const hidden = checks.length - shown.length;
  if (hidden > 0) lines.push(`    … ${hidden} more checks${failing <= WORST_COUNT ? ', all passed' : ''}`);
  lines.push(...auditLines(trial, paint));
  const lost = trial.troubles.find(({ code }) => code === 'write_failed');
  if (lost !== undefined) lines.push(`    ! ${lost.message}`);
  if (trial.quality.status === 'bad') {
    lines.push(`    ${paint('INCONCLUSIVE', '?')} numerics: ${trial.quality.reasons[0]}`);
  }
  return [...lines, ''];
}

/** What half the step said, where the trial was run at it: `--verify`, rapier. */
function halvedStep({ quality }: TrialVerdict): string {
  if (quality.halvedStep === null) return '';
  const { changedChecks } = quality.halvedStep;
  return changedChecks.length === 0
    ? ', same answers at half the step'
    : `, ${changedChecks.length} answers change, or may, at half the step`;
}

/** Failures first, then what could not be judged, then passes by how thin their margin is. */
function rank(check: CheckVerdict): number {
  const base = { FAIL: 0, INCONCLUSIVE: 1e6, PASS: 2e6 }[check.status];
  const scale = Math.max(Math.abs(check.bound), 1e-9);
  const relative = check.margin === null ? 0 : Math.min(Math.abs(check.margin) / scale, 1e5);
  return base + relative;
}

function checkLine(check: CheckVerdict, paint: Paint): string {
  const mark = paint(check.status, MARK[check.status]);
  const bound = `${SIGN[check.op]} ${formatQuantity(check.bound, check.unit)}`;
  if (check.measured === null)
    return `${mark} ${check.id}: not measured (${bound}): ${check.note ?? 'no reason given'}`;
  const when =
    check.atS === null ? '' : ` at ${formatNumber(check.atS)} s${check.phase === null ? '' : ` (${check.phase})`}`;
  const why = check.status === 'PASS' || check.note === null ? '' : `: ${check.note}`;
  return `${mark} ${check.id}: ${formatQuantity(check.measured, check.unit)} of ${bound}${when}${why}`;
}

function auditLines(trial: TrialVerdict, paint: Paint): string[] {
  const { audit } = trial;
  if (audit === null) return [`    ${paint('INCONCLUSIVE', '?')} interference: not audited`];
  const mark = paint(audit.status, MARK[audit.status]);
  if (audit.violations.length === 0) {
    const open = audit.notAudited.length === 0 ? '' : `, ${audit.notAudited.length} not audited`;
    return [
      `    ${mark} interference: none in ${audit.pairCount} ${audit.pairCount === 1 ? 'pair' : 'pairs'} at ${audit.poseCount} ${audit.poseCount === 1 ? 'pose' : 'poses'} (${audit.backend})${open}`,
    ];
  }
  return audit.violations.slice(0, 3).map((violation) => {
    const volume = formatQuantity(violation.volumeM3, 'm³');
    const depth = formatQuantity(violation.depthM, 'm');
    return `    ${mark} interference: ${violation.bodies.join('–')} ${volume}, ${depth} deep, from ${formatNumber(violation.firstS)} s`;
  });
}

const LARGEST_BYTES = 2048;
/** Longer lines are cut, so that one long name or reason does not push everything else out. */
const LARGEST_LINE = 320;

const clipped = (line: string): string => (line.length <= LARGEST_LINE ? line : `${line.slice(0, LARGEST_LINE - 1)}…`);

function shorten(text: string): string {
  if (Buffer.byteLength(text) <= LARGEST_BYTES) return text;
  const lines = text.trimEnd().split('\n').map(clipped);
  const note = '  … shortened; --json has everything';
  while (Buffer.byteLength([...lines, note, ''].join('\n')) > LARGEST_BYTES && lines.length > 1) lines.pop();
  return [...lines, note, ''].join('\n');
}
