import { MechtrialError } from '../core/errors.js';
import { evaluate, loadTemplate, type Template } from '../harness/index.js';
import type { Verdict } from '../trial/index.js';
import type { BatchRow, Expected, Job, ResolverModule } from './job.js';

/** Longest text of a summary. */
const SUMMARY_LENGTH = 300;

/** Carries one job out in this process. What is refused or broken is a row too; nothing is thrown. */
export async function runJob(job: Job, resolver: ResolverModule): Promise<BatchRow> {
  const startedMs = performance.now();
  const wallS = () => (performance.now() - startedMs) / 1e3;
  let template: Template | null = null;
  try {
    const test = await resolver.resolveTest(job.test);
    template = loadTemplate(test.template);
    const verdict = await evaluate(template, test.candidate, test.binding, {
      // the batch keeps every core busy with a worker of its own
      auditThreadCount: 1,
      ...(job.engine === undefined ? {} : { engine: job.engine }),
      ...(job.verify === undefined ? {} : { verify: job.verify }),
    });
    return rowOf(job, template, verdict, wallS());
  } catch (error) {
    const row = failedRow(job, template, 'CRASHED', String(error), wallS());
    if (!(error instanceof MechtrialError) || error.name === 'InternalError') return row;
    const refusal = error.issues.map(({ code }) => code);
    const summary = `refused: ${error.issues[0]?.message ?? ''}`.slice(0, SUMMARY_LENGTH);
    return { ...row, status: 'REFUSED', summary, refusal, isExpected: isRefusalExpected(job.expected, refusal) };
  }
}

const isRefusalExpected = (expected: Expected | undefined, codes: readonly string[]): boolean | null =>
  expected === undefined ? null : expected.kind === 'refusal' && codes.includes(expected.code);

/** A row of an evaluation that left no verdict. */
export function failedRow(
  job: Job,
  template: Template | null,
  status: 'CRASHED' | 'TIMED_OUT',
  summary: string,
  wallS: number,
): BatchRow {
  return {
    ...headOf(job, template),
    status,
    isExpected: job.expected === undefined ? null : false,
    summary: summary.slice(0, SUMMARY_LENGTH),
    failedChecks: [],
    interference: [],
    refusal: [],
    requirementsPassed: 0,
    requirementCount: template?.record.requirements.length ?? 0,
    checkCount: 0,
    trialCount: 0,
    simulatedS: 0,
    candidateName: null,
    revision: null,
    candidateHash: null,
    templateHash: template?.hash ?? null,
    bindingHash: null,
    recordingHashes: [],
    wallS,
  };
}

const headOf = ({ id, family, attempt, submission }: Job, template: Template | null) => ({
  id,
  family,
  number: template?.record.number ?? null,
  complexity: template?.record.complexity ?? null,
  demands: template?.record.demands ?? null,
  attempt: attempt ?? null,
  submission: submission ?? null,
});

function rowOf(job: Job, template: Template, verdict: Verdict, wallS: number): BatchRow {
  const { trials, requirements, candidate, provenance } = verdict;
  const failedChecks = trials.flatMap((trial) =>
    trial.checks.filter(({ status }) => status === 'FAIL').map(({ id }) => `${trial.id}/${id}`),
  );
  const interference = trials.flatMap((trial) =>
    (trial.audit?.status === 'FAIL' ? trial.audit.violations : []).map(({ bodies }) => pairId(trial.id, bodies)),
  );
  const row: BatchRow = {
    ...headOf(job, template),
    status: verdict.status,
    isExpected: null,
    summary: verdict.summary.slice(0, SUMMARY_LENGTH),
    failedChecks,
    interference,
    refusal: [],
    requirementsPassed: requirements.filter(({ status }) => status === 'PASS').length,
    requirementCount: requirements.length,
    checkCount: trials.reduce((sum, { checks }) => sum + checks.length, 0),
    trialCount: trials.length,
    simulatedS: trials.reduce((sum, { simulatedS }) => sum + simulatedS, 0),
    candidateName: candidate.name,
    revision: candidate.revision,
    candidateHash: candidate.hash,
    templateHash: template.hash,
    bindingHash: provenance.hashes.binding ?? null,
    recordingHashes: trials.map(({ recordingHash }) => recordingHash),
    wallS,
  };
  return { ...row, isExpected: asExpected(job.expected, row) };
}

const pairId = (trial: string, bodies: readonly string[]): string => `${trial}/${[...bodies].sort().join('-')}`;

/** Whether a verdict is what was expected: the named check failed, or the named pair was found. */
function asExpected(expected: Expected | undefined, row: BatchRow): boolean | null {
  switch (expected?.kind) {
    case undefined:
      return null;
    case 'pass':
      return row.status === 'PASS';
    case 'check':
      return row.status === 'FAIL' && row.failedChecks.includes(`${expected.trial}/${expected.check}`);
    case 'audit':
      return row.status === 'FAIL' && row.interference.includes(pairId(expected.trial, expected.bodies));
    case 'refusal':
      return false;
  }
}
