import { BindingError } from '../core/errors.js';
import { canonicalJson, sha256 } from '../core/hash.js';
import { candidateHash } from '../scene/index.js';
import { type Identity, type RunOptions, runScene, type Verdict } from '../trial/index.js';
import type { TemplateBinding } from './binding-schema.js';
import { type Candidate, candidateHashOf, type ReadCandidate, readCandidate } from './candidate.js';
import { type PreparedEvaluation, prepareEvaluation } from './compile.js';
import { type Perturbation, perturbationNotes, UNPERTURBED } from './prepared-scene.js';
import { loadTemplate, type Template, type TemplateInput } from './template.js';

export interface EvaluateOptions extends Omit<RunOptions, 'baseDirectory'> {
  /** Factors to try margins with; a verdict that was reached with any says so in `modelModifications`. */
  readonly perturbation?: Partial<Perturbation>;
}

/**
 * Evaluates one candidate by the whole test of its family: every trial of the template, each from a fresh instance, on one
 * unchanged candidate.
 *
 * @param template  the fixed test
 * @param candidate the design, or the file that holds it
 * @param binding   where the template's operations and observations are on this candidate
 * @throws BindingError | GeometryError when one of the three is malformed, or the binding breaks its template; a mechanism
 *         that does not work is a verdict
 */
export async function evaluate(
  template: TemplateInput | Template,
  candidate: Candidate | string,
  binding: TemplateBinding,
  options: EvaluateOptions = {},
): Promise<Verdict> {
  const perturbation = { ...UNPERTURBED, ...options.perturbation };
  const loaded = loadTemplate(template);
  const read = await readCandidate(candidate);
  const prepared = await prepareEvaluation(loaded, read, binding, perturbation);
  const identity = identityOf(loaded, read, prepared, perturbation);
  requireCandidate(prepared, identity);
  const verify = options.verify === true || loaded.record.mustVerify;
  return runScene(prepared.scene, { ...options, verify }, identity);
}

/** What the verdict says of template, candidate and binding. */
export function identityOf(
  template: Template,
  candidate: ReadCandidate,
  { scene, binding }: PreparedEvaluation,
  perturbation: Perturbation,
): Identity & { readonly candidate: Verdict['candidate'] } {
  const { name, revision } = candidate.scene;
  const hash = candidateHashOf(candidateHash(candidate.scene, scene.bodies), candidate.declared);
  return {
    candidate: { name, revision, hash },
    template: { name: template.record.name, hash: template.hash },
    hashes: {
      template: template.hash,
      binding: sha256(canonicalJson(binding)),
      scene: scene.candidate.hash,
      test: scene.bindingHash,
    },
    modelModifications: perturbationNotes(perturbation),
  };
}

/** A binding that was made for one candidate says nothing about another. */
function requireCandidate(
  { binding }: PreparedEvaluation,
  { candidate }: { readonly candidate: Verdict['candidate'] },
): void {
  if (binding.candidateHash === undefined || binding.candidateHash === candidate.hash) return;
  const message = `the binding was made for candidate ${binding.candidateHash}, this is ${candidate.hash}`;
  const fix = 'Bind the template to this revision: look at every operation and observation again.';
  throw new BindingError([{ code: 'other_candidate', path: ['candidateHash'], message, fix }]);
}
