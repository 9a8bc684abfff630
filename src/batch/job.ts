import type { Candidate, DemandGrades, Template, TemplateBinding, TemplateInput } from '../harness/index.js';

/** What a row is expected to come out as; a row without it is only reported. */
export type Expected =
  | { readonly kind: 'pass' }
  /** This check FAILs. */
  | { readonly kind: 'check'; readonly trial: string; readonly check: string }
  /** The audit finds these two bodies in each other. */
  | { readonly kind: 'audit'; readonly trial: string; readonly bodies: readonly [string, string] }
  /** Refused with this issue code. */
  | { readonly kind: 'refusal'; readonly code: string };

/** One evaluation of a batch, as the manifest names it. JSON-able: it is sent to a worker process. */
export interface Job {
  /** Unique in the manifest. */
  readonly id: string;
  /** Family, for the table. */
  readonly family: string;
  /** What the resolver is given. */
  readonly test: string;
  readonly expected?: Expected;
  /** Whose attempt at the family it is, and its number there; without it the row is none (a defect, a probe). */
  readonly attempt?: string;
  readonly submission?: number;
  readonly engine?: 'direct' | 'rapier' | 'both';
  readonly verify?: boolean;
}

/** What a resolver makes of a job's `test`. */
export interface ResolvedTest {
  readonly template: TemplateInput | Template;
  readonly candidate: Candidate | string;
  readonly binding: TemplateBinding;
}

/** A module that a worker process loads: it turns names into tests. */
export interface ResolverModule {
  resolveTest(test: string): Promise<ResolvedTest>;
}

/** How an evaluation ended; the last three have no verdict. */
export type RowStatus = 'PASS' | 'FAIL' | 'INCONCLUSIVE' | 'REFUSED' | 'CRASHED' | 'TIMED_OUT';

/** One evaluation in the table. Everything but `wallS` is the same on any number of workers. */
export interface BatchRow {
  readonly id: string;
  readonly family: string;
  readonly number: number | null;
  readonly complexity: string | null;
  readonly demands: DemandGrades | null;
  readonly attempt: string | null;
  readonly submission: number | null;
  readonly status: RowStatus;
  /** Whether it came out as expected; null where nothing was expected. */
  readonly isExpected: boolean | null;
  /** One line: why it failed, was refused or broke off. */
  readonly summary: string;
  /** `trial/check` of every check that failed. */
  readonly failedChecks: readonly string[];
  /** `trial/a-b` of every interference. */
  readonly interference: readonly string[];
  /** Codes of the issues that it was refused with. */
  readonly refusal: readonly string[];
  readonly requirementsPassed: number;
  readonly requirementCount: number;
  readonly checkCount: number;
  readonly trialCount: number;
  readonly simulatedS: number;
  readonly candidateName: string | null;
  readonly revision: number | null;
  readonly candidateHash: string | null;
  readonly templateHash: string | null;
  readonly bindingHash: string | null;
  readonly recordingHashes: readonly string[];
  readonly wallS: number;
}
