import { formatNumber, formatQuantity } from '../../../core/rendered-quantity.js';
import type { ReplayCheck, ReplayRecord, ReplayStatus, ReplayTrial } from '../record.js';
import { element, fill } from './element.js';
import { MARK, statusClass } from './palette.js';

const SIGN: Readonly<Record<string, string>> = { '<=': '≤', '>=': '≥', '<': '<', '>': '>', '==': '=' };

/** Goes to an instant [s]. */
export type GoTo = (timeS: number) => void;

/** What failed comes first, then what is open. */
const RANK: Readonly<Record<ReplayStatus, number>> = { FAIL: 0, INCONCLUSIVE: 1, PASS: 2 };

const worst = (checks: readonly ReplayCheck[]): ReplayStatus =>
  checks.reduce<ReplayStatus>((found, { status }) => (RANK[status] < RANK[found] ? status : found), 'PASS');

/** The verdict: requirements with their checks, interference, numerics, events. Rows with an instant go there. */
export function fillVerdict(host: HTMLElement, record: ReplayRecord, trial: ReplayTrial, goTo: GoTo): void {
  const rows = (checks: readonly ReplayCheck[]) => checks.map((check) => checkRow(check, goTo));
  const own = trial.checks.filter(({ requirement }) => requirement === null);
  const judged = [
    ...record.requirements.map(({ id, text, status }) => ({
      status,
      node: section(id, text, status, requirementRows(record, trial, id, rows)),
    })),
    {
      status: worst(own),
      node: section('', record.requirements.length > 0 ? 'Checks of every trial' : 'Checks', null, rows(own)),
    },
    {
      status: trial.auditStatus ?? 'INCONCLUSIVE',
      node: section('', 'Interference of the original geometry', trial.auditStatus, interferenceRows(trial, goTo)),
    },
  ];
  const open = trial.qualityReasons.map((reason) => plainRow(reason, 'INCONCLUSIVE'));
  const events = trial.events.map(({ atS, message }) => row(null, message, '', atS, goTo));
  const declared = record.declarations.map((text) => plainRow(text, null));
  fill(
    host,
    ...judged.sort((s, t) => RANK[s.status] - RANK[t.status]).map(({ node }) => node),
    open.length > 0 && section('', 'Numerics', 'INCONCLUSIVE', open),
    events.length > 0 && section('', 'Events', null, events),
    declared.length > 0 && section('', 'Declared', null, declared),
  );
}

/** The checks of a requirement in this trial, or where else it is judged. */
function requirementRows(
  record: ReplayRecord,
  trial: ReplayTrial,
  id: string,
  rows: (checks: readonly ReplayCheck[]) => readonly HTMLElement[],
): readonly HTMLElement[] {
  const covers = ({ checks }: ReplayTrial) => checks.filter(({ requirement }) => requirement === id);
  const own = covers(trial);
  if (own.length > 0) return rows(own);
  const others = record.trials.filter((other) => covers(other).length > 0).map((other) => other.id);
  return [plainRow(others.length > 0 ? `judged in ${others.join(', ')}` : 'no check covers it', null)];
}

function section(id: string, text: string, status: ReplayStatus | null, rows: readonly HTMLElement[]): HTMLElement {
  return element(
    'section',
    { class: 'requirement' },
    element(
      'h3',
      {},
      id !== '' && element('span', { class: 'requirement-id' }, id),
      element('span', { class: 'requirement-text' }, text),
      status !== null && element('span', { class: `chip ${statusClass(status)}` }, status),
    ),
    ...rows,
  );
}

function checkRow(check: ReplayCheck, goTo: GoTo): HTMLElement {
  const { id, status, measured, op, bound, unit, atS, note, requirement } = check;
  const name = requirement !== null && id.startsWith(`${requirement}/`) ? id.slice(requirement.length + 1) : id;
  const limit = `${SIGN[op] ?? op} ${formatQuantity(bound, unit)}`;
  const value = measured === null ? 'not measured' : formatQuantity(measured, unit);
  const node = row(status, name, '', atS, goTo);
  node.dataset.check = id;
  node.querySelector('.row-value')!.append(element('b', {}, value), ' ', element('span', { class: 'muted' }, limit));
  const why = status === 'PASS' || note === null ? null : note;
  if (why !== null) node.querySelector('.row-name')!.append(element('small', {}, why));
  return node;
}

function interferenceRows(trial: ReplayTrial, goTo: GoTo): readonly HTMLElement[] {
  const rows = trial.violations.map(({ bodies, volumeM3, depthM, firstS, isExplainedBySolver }, i) => {
    const status = isExplainedBySolver ? 'INCONCLUSIVE' : 'FAIL';
    const node = row(status, bodies.join(' – '), `${formatQuantity(depthM, 'm')} deep`, firstS, goTo);
    node.dataset.violation = String(i);
    node.querySelector('.row-name')!.append(element('small', {}, `${formatQuantity(volumeM3, 'm³')} overlap`));
    return node;
  });
  return [...rows, plainRow(trial.auditText, null)];
}

/** One line of the table: a button where there is an instant to go to. */
function row(status: ReplayStatus | null, name: string, value: string, atS: number | null, goTo: GoTo): HTMLElement {
  const node = element(
    atS === null ? 'div' : 'button',
    { class: 'row', ...(atS === null ? {} : { type: 'button', title: `Go to ${formatNumber(atS)} s` }) },
    element(
      'span',
      { class: `mark ${status === null ? '' : statusClass(status)}` },
      status === null ? '·' : MARK[status],
    ),
    element('span', { class: 'row-name' }, name),
    element('span', { class: 'row-value' }, value),
    element('span', { class: 'row-time' }, atS === null ? '' : `${atS.toFixed(2)} s`),
  );
  if (atS !== null) node.addEventListener('click', () => goTo(atS));
  return node;
}

function plainRow(text: string, status: ReplayStatus | null): HTMLElement {
  return element(
    'div',
    { class: 'row plain' },
    element(
      'span',
      { class: `mark ${status === null ? '' : statusClass(status)}` },
      status === null ? '' : MARK[status],
    ),
    element('span', { class: 'row-name' }, text),
  );
}
