import type { Binding, Candidate, TemplateBinding, TemplateInput } from '../src/index.js';

/** What must come out when a defect is put on trial. */
export type Expected =
  /** This check FAILs. */
  | { readonly kind: 'check'; readonly trial: string; readonly check: string }
  /** The audit finds these two bodies in each other. */
  | { readonly kind: 'audit'; readonly trial: string; readonly bodies: readonly [string, string] }
  /** Loading refuses the candidate with this issue code: no verdict, exit 3. */
  | { readonly kind: 'refusal'; readonly code: string };

/** A candidate with the binding that was made for it. */
export interface BoundCandidate {
  readonly candidate: () => Candidate;
  readonly binding: () => TemplateBinding;
}

/**
 * A named change of the reference mechanism's geometry, material, joints or models that breaks one function. Template and
 * bounds stay as they are; the binding too, unless the changed part has to be named otherwise.
 */
export interface Defect extends BoundCandidate {
  /** `mechtrial run FAMILY/NAME` runs it. */
  readonly name: string;
  /** What is wrong with the mechanism, in one sentence. */
  readonly summary: string;
  /** Requirement that it breaks. */
  readonly requirement: string;
  readonly expected: Expected;
  /** `expected` in words. */
  readonly caughtBy: string;
}

/** Another mechanism for the same template, by other means; it passes as the reference does. */
export interface Variant extends BoundCandidate {
  readonly name: string;
  readonly title: string;
}

/** A mechanism family: the fixed test, a reference mechanism that passes it, others that do, and broken ones. */
export interface Family extends BoundCandidate {
  readonly kind: 'family';
  /** What `mechtrial run` is given: the template's name. */
  readonly name: string;
  readonly title: string;
  readonly template: TemplateInput;
  readonly variants: readonly Variant[];
  readonly defects: readonly Defect[];
}

/** A mechanism with a test of its own, without a template. */
export interface Mechanism {
  readonly kind: 'mechanism';
  readonly name: string;
  readonly title: string;
  readonly binding: () => Binding;
}

/** What a family is made of; name and title are the template's. */
export interface FamilyParts extends BoundCandidate {
  readonly template: TemplateInput;
  readonly variants?: readonly Variant[];
  readonly defects: readonly DefectParts[];
}

/** A defect as a family declares it: without a binding of its own it takes the reference's. */
export type DefectParts = Omit<Defect, 'caughtBy' | 'binding'> & Partial<Pick<Defect, 'binding'>>;

/** Puts a family together. */
export function family({ template, candidate, binding, variants = [], defects }: FamilyParts): Family {
  return {
    kind: 'family',
    name: template.name,
    title: template.title,
    template,
    candidate,
    binding,
    variants,
    defects: defects.map((parts) => ({ binding, ...parts, caughtBy: inWords(parts.expected) })),
  };
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
