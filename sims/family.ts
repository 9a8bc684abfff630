import type { Binding } from '../src/index.js';

/** What must come out when a defect is put on trial. */
export type Expected =
  /** This check FAILs. */
  | { readonly kind: 'check'; readonly trial: string; readonly check: string }
  /** The audit finds these two bodies in each other. */
  | { readonly kind: 'audit'; readonly trial: string; readonly bodies: readonly [string, string] }
  /** Loading refuses the candidate with this issue code: no verdict, exit 3. */
  | { readonly kind: 'refusal'; readonly code: string };

/** A named change of the candidate that breaks one function. Drives, bounds and template stay as they are. */
export interface Defect {
  /** `mechtrial run FAMILY/NAME` runs it. */
  readonly name: string;
  /** What is wrong with the mechanism, in one sentence. */
  readonly summary: string;
  /** Requirement that it breaks. */
  readonly requirement: string;
  readonly expected: Expected;
  /** `expected` in words. */
  readonly caughtBy: string;
  readonly binding: () => Binding;
}

/** A mechanism that comes with the package: a reference design, its test, and broken variants of it. */
export interface Family {
  /** What `mechtrial run` is given. */
  readonly name: string;
  readonly title: string;
  /** The reference design with the test bound to it. */
  readonly binding: () => Binding;
  readonly defects: readonly Defect[];
}

/** A defect with `caughtBy` filled in from what is expected. */
export function defect(spec: Omit<Defect, 'caughtBy'>): Defect {
  return { ...spec, caughtBy: inWords(spec.expected) };
}

function inWords(expected: Expected): string {
  switch (expected.kind) {
    case 'check':
      return `${expected.trial}/${expected.check}`;
    case 'audit':
      return `${expected.trial}/audit ${expected.bodies.join('–')}`;
    case 'refusal':
      return `refused at load: ${expected.code}`;
  }
}
