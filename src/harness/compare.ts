import type { CheckVerdict, Status, Verdict } from '../trial/index.js';

/** How a requirement or a check came out in two runs. */
export interface Change {
  readonly id: string;
  readonly before: Status | null;
  readonly after: Status | null;
  readonly kind: 'gained' | 'lost' | 'changed' | 'same';
}

/** A check in two runs, with what was measured. */
export interface CheckChange extends Change {
  readonly measuredBefore: number | null;
  readonly measuredAfter: number | null;
  /** Distance to the bound, positive on the passing side. */
  readonly marginBefore: number | null;
  readonly marginAfter: number | null;
  readonly unit: string;
}

/** What a revision gained and lost. */
export interface Comparison {
  readonly schema: 'mechtrial/comparison@1';
  readonly before: Verdict['candidate'] & { readonly status: Status };
  readonly after: Verdict['candidate'] & { readonly status: Status };
  /** Why the two do not measure the same thing; empty where they do. */
  readonly differences: readonly string[];
  readonly requirements: readonly Change[];
  /** Checks whose answer changed, or whose margin changed by more than a tenth. */
  readonly checks: readonly CheckChange[];
  /** Pairs that interfere in one run only, as `trial a–b`. */
  readonly interference: readonly Change[];
}

/** Share of a margin whose change is worth telling. */
const NOTABLE_SHARE = 0.1;

/**
 * Compares two verdicts of one test: per requirement what the second gained and lost against the first. Evidence is never
 * put together: each side stands for its own candidate.
 */
export function compareVerdicts(before: Verdict, after: Verdict): Comparison {
  return {
    schema: 'mechtrial/comparison@1',
    before: { ...before.candidate, status: before.status },
    after: { ...after.candidate, status: after.status },
    differences: differencesOf(before, after),
    requirements: union(before.requirements, after.requirements, ({ id }) => id).map(([id, a, b]) =>
      changeOf(id, a?.status ?? null, b?.status ?? null),
    ),
    checks: union(checksOf(before), checksOf(after), ({ id }) => id)
      .map(([id, a, b]) => checkChange(id, a, b))
      .filter((change) => change.kind !== 'same' || isNotable(change)),
    interference: union(interferencesOf(before), interferencesOf(after), ({ id }) => id).map(([id, a, b]) =>
      changeOf(id, a === null ? 'PASS' : 'FAIL', b === null ? 'PASS' : 'FAIL'),
    ),
  };
}

function differencesOf(before: Verdict, after: Verdict): string[] {
  const notes: string[] = [];
  const templates = [before.template?.hash, after.template?.hash];
  if (templates[0] !== templates[1]) notes.push('the two were judged by different templates');
  if (before.engine !== after.engine) notes.push(`engines ${before.engine} and ${after.engine}`);
  if (before.candidate.hash === after.candidate.hash) notes.push('the candidate is one and the same');
  const changed = after.parameters.filter(
    ({ name, value }) => before.parameters.find((parameter) => parameter.name === name)?.value !== value,
  );
  for (const { name, value, reason } of changed) {
    const old = before.parameters.find((parameter) => parameter.name === name)?.value;
    notes.push(`parameter ${name}: ${old ?? 'not there'} → ${value}${reason === null ? '' : ` (${reason})`}`);
  }
  const numerics = [before.provenance.versions.numerics, after.provenance.versions.numerics];
  if (numerics[0] !== numerics[1]) notes.push(`numerics version ${numerics[0]} and ${numerics[1]}`);
  return notes;
}

/** What is in either list, in the order of the first and then of the second. */
function union<T>(
  first: readonly T[],
  second: readonly T[],
  idOf: (item: T) => string,
): [string, T | null, T | null][] {
  const ids = [...new Set([...first, ...second].map(idOf))];
  return ids.map((id) => [
    id,
    first.find((item) => idOf(item) === id) ?? null,
    second.find((item) => idOf(item) === id) ?? null,
  ]);
}

function changeOf(id: string, before: Status | null, after: Status | null): Change {
  const kind =
    before === after ? 'same' : after === 'PASS' ? 'gained' : before === 'PASS' ? 'lost' : ('changed' as const);
  return { id, before, after, kind };
}

const checksOf = ({ trials }: Verdict): CheckVerdict[] =>
  trials.flatMap((trial) => trial.checks.map((check) => ({ ...check, id: `${trial.id}/${check.id}` })));

const interferencesOf = ({ trials }: Verdict): { readonly id: string }[] =>
  trials.flatMap((trial) =>
    (trial.audit?.violations ?? []).map(({ bodies }) => ({ id: `${trial.id} ${[...bodies].sort().join('–')}` })),
  );

function checkChange(id: string, before: CheckVerdict | null, after: CheckVerdict | null): CheckChange {
  return {
    ...changeOf(id, before?.status ?? null, after?.status ?? null),
    measuredBefore: before?.measured ?? null,
    measuredAfter: after?.measured ?? null,
    marginBefore: before?.margin ?? null,
    marginAfter: after?.margin ?? null,
    unit: (after ?? before)!.unit,
  };
}

const isNotable = ({ marginBefore, marginAfter }: CheckChange): boolean =>
  marginBefore !== null &&
  marginAfter !== null &&
  Math.abs(marginAfter - marginBefore) > NOTABLE_SHARE * Math.max(Math.abs(marginBefore), 1e-12);
