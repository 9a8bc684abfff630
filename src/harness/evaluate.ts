import { BindingError } from '../core/errors.js';
import { canonicalJson, sha256 } from '../core/hash.js';
import { candidateHash } from '../scene/index.js';
import {
  type Identity,
  type PrecheckVerdict,
  type RunOptions,
  runScene,
  type Status,
  type Verdict,
  worst,
} from '../trial/index.js';
import type { TemplateBinding } from './binding-schema.js';
import { type Candidate, candidateHashOf, type ReadCandidate, readCandidate } from './candidate.js';
import { type PreparedEvaluation, prepareEvaluation } from './compile.js';
import { costCheck, prechecks } from './prechecks.js';
import { type Perturbation, perturbationNotes, UNPERTURBED } from './prepared-scene.js';
import { loadTemplate, type Template, type TemplateInput } from './template.js';

export interface EvaluateOptions extends Omit<RunOptions, 'baseDirectory'> {
  /** Factors to try margins with; a verdict that was reached with any says so in `modelModifications`. */
  readonly perturbation?: Partial<Perturbation>;
  /** Also projects the wall time of every trial from a short run of it. */
  readonly probe?: boolean;
}

/** What was looked at before anything was simulated. */
export interface Precheck {
  readonly schema: 'mechtrial/precheck@1';
  /** The worst of the prechecks; PASS says that the evaluation can begin, not that the mechanism works. */
  readonly status: Status;
  readonly candidate: Verdict['candidate'];
  readonly template: { readonly name: string; readonly hash: string };
  readonly prechecks: readonly PrecheckVerdict[];
}

/**
 * Looks at an evaluation without carrying it out: everything that `evaluate` would refuse is refused, then the prechecks
 * with the cost probe.
 *
 * @throws BindingError | GeometryError as `evaluate` does
 */
export async function precheck(
  template: TemplateInput | Template,
  candidate: Candidate | string,
  binding: TemplateBinding,
): Promise<Precheck> {
  const loaded = loadTemplate(template);
  const read = await readCandidate(candidate);
  const prepared = await prepareEvaluation(loaded, read, binding);
  const identity = identityOf(loaded, read, prepared, UNPERTURBED);
  requireCandidate(prepared, identity);
  const found = prechecks(prepared, read);
  const all = found.some(({ status }) => status === 'FAIL') ? found : [...found, await costCheck(prepared.scene)];
  return {
    schema: 'mechtrial/precheck@1',
    status: worst(all.map(({ status }) => status)),
    candidate: identity.candidate,
    template: { name: loaded.record.name, hash: loaded.hash },
    prechecks: all,
  };
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
  const found = [...prechecks(prepared, read), ...(options.probe === true ? [await costCheck(prepared.scene)] : [])];
  const identity = { ...identityOf(loaded, read, prepared, perturbation), prechecks: found };
  requireCandidate(prepared, identity);
  const verify = options.verify === true || loaded.record.mustVerify;
  const documents = {
    'template.json': loaded.record,
    'template-binding.json': prepared.binding,
    'candidate.json': { schema: 'mechtrial/candidate@1', scene: read.scene, declared: read.declared },
  };
  return runScene(prepared.scene, { ...options, verify, documents }, identity);
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
