import { formatNumber, formatQuantity } from '../core/rendered-quantity.js';
import type { CheckVerdict, Status, TrialVerdict, Verdict } from '../trial/index.js';

const SIGN: Readonly<Record<string, string>> = { '<=': '≤', '>=': '≥', '<': '<', '>': '>', '==': '=' };

/** One test case of a report. */
interface TestCase {
  readonly suite: string;
  readonly name: string;
  readonly status: Status;
  readonly message: string;
}

/**
 * A verdict as a JUnit report, which build servers show: one suite per trial, one case per check, one for the interference
 * audit, one for the numerics. FAIL is a failure; INCONCLUSIVE is an error, since it is never a pass.
 */
export function renderJunit(verdict: Verdict): string {
  const suites = verdict.trials.map((trial) => {
    const cases = testCases(verdict, trial);
    const head = { name: `${verdict.candidate.name}/${trial.id}`, ...counts(cases), time: trial.wallS.toFixed(3) };
    return [`  <testsuite${attributes(head)}>`, ...cases.map(testCase), '  </testsuite>'].join('\n');
  });
  const all = verdict.trials.flatMap((trial) => testCases(verdict, trial));
  const head = { name: 'mechtrial', ...counts(all) };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes(head)}>`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n');
}

const counts = (cases: readonly TestCase[]) => ({
  tests: String(cases.length),
  failures: String(cases.filter(({ status }) => status === 'FAIL').length),
  errors: String(cases.filter(({ status }) => status === 'INCONCLUSIVE').length),
});

function testCases(verdict: Verdict, trial: TrialVerdict): readonly TestCase[] {
  const suite = `${verdict.candidate.name}.${trial.id}`;
  const { audit, quality } = trial;
  const isExecuted = trial.execution === 'completed';
  const numerics: Status = quality.status === 'ok' && isExecuted ? 'PASS' : 'INCONCLUSIVE';
  const why = [...(isExecuted ? [] : [`the trial ended as ${trial.execution}`]), ...quality.reasons].join('; ');
  return [
    ...trial.checks.map((check) => ({ suite, name: check.id, status: check.status, message: checkMessage(check) })),
    { suite, name: 'interference', status: audit?.status ?? 'INCONCLUSIVE', message: auditMessage(trial) },
    { suite, name: 'execution', status: numerics, message: why },
  ];
}

function checkMessage({ measured, unit, op, bound, atS, phase, note }: CheckVerdict): string {
  const limit = `${SIGN[op]} ${formatQuantity(bound, unit)}`;
  const value = measured === null ? `not measured (${limit})` : `${formatQuantity(measured, unit)} of ${limit}`;
  const when = atS === null ? '' : ` at ${formatNumber(atS)} s${phase === null ? '' : ` (${phase})`}`;
  return `${value}${when}${note === null ? '' : `: ${note}`}`;
}

function auditMessage({ audit }: TrialVerdict): string {
  if (audit === null) return 'not audited';
  const overlaps = audit.violations.map(
    ({ bodies, volumeM3, depthM, firstS }) =>
      `${bodies.join('–')} ${formatQuantity(volumeM3, 'm³')}, ${formatQuantity(depthM, 'm')} deep, from ${formatNumber(firstS)} s`,
  );
  const open = audit.notAudited.map(({ bodies, reason }) => `${bodies.join('–')} not audited: ${reason}`);
  return [...overlaps, ...open].join('; ');
}

function testCase({ suite, name, status, message }: TestCase): string {
  const head = `    <testcase${attributes({ classname: suite, name })}`;
  if (status === 'PASS') return `${head}/>`;
  const tag = status === 'FAIL' ? 'failure' : 'error';
  return `${head}><${tag}${attributes({ type: status, message })}/></testcase>`;
}

const attributes = (record: Readonly<Record<string, string>>): string =>
  Object.entries(record)
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
    .join('');

const ENTITY: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text for an attribute; control characters, which XML 1.0 cannot hold, become spaces. */
function escapeXml(text: string): string {
  return [...text].map((c) => ENTITY[c] ?? (c < ' ' ? ' ' : c)).join('');
}
