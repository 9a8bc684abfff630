import { BindingError, type Issue } from '../core/errors.js';
import { bindScene, issuesFromZod, loadBareScene, type ParameterRecord, type Scene } from '../scene/index.js';
import { KINDS } from '../trial/index.js';
import { type TemplateBinding, type TemplateBindingRecord, templateBindingRecord } from './binding-schema.js';
import type { ReadCandidate } from './candidate.js';
import { candidateIssues, pairIssues } from './candidate-issues.js';
import { commonChecks } from './common-checks.js';
import { resolveFormulas } from './formulas.js';
import { observationSignals } from './observations.js';
import { type BoundOperation, bindOperations, driveOf } from './operations.js';
import { commonParameterNames, resolveParameters } from './parameters.js';
import { type Perturbation, preparedScene, UNPERTURBED } from './prepared-scene.js';
import { driveSetPoint } from './set-points.js';
import { standardSignals } from './standard-signals.js';
import type { Template } from './template.js';
import type { TemplatePhase, TemplateRecord, TemplateTrial } from './template-schema.js';

/** A template tied to a candidate: a scene that can be put on trial, and what went into it. */
export interface PreparedEvaluation {
  /** The candidate with the environment of the template, and the template's trials bound to it. */
  readonly scene: Scene;
  readonly binding: TemplateBindingRecord;
  readonly parameters: readonly ParameterRecord[];
  readonly operations: readonly BoundOperation[];
  /** The template with every formula replaced by its value. */
  readonly resolved: TemplateRecord;
}

/** Words that only the candidate or the template may say: a binding that says them would change what is tested. */
const NOT_FOR_BINDINGS: Readonly<Record<string, 'candidate' | 'template'>> = {
  scene: 'candidate',
  bodies: 'candidate',
  joints: 'candidate',
  models: 'candidate',
  materials: 'candidate',
  frictionPairs: 'candidate',
  contact: 'candidate',
  audit: 'candidate',
  trials: 'template',
  phases: 'template',
  checks: 'template',
  requirements: 'template',
  settings: 'template',
  drives: 'template',
};

/**
 * Reads a binding and refuses what is not its business.
 *
 * @throws BindingError with every issue
 */
export function readTemplateBinding(source: unknown, file?: string): TemplateBindingRecord {
  const foreign = Object.keys((source ?? {}) as object).filter((key) => key in NOT_FOR_BINDINGS);
  const schema = templateBindingRecord();
  const parsed = schema.safeParse(source);
  if (parsed.success) return parsed.data;
  const issues = issuesFromZod(parsed.error, schema, source, file).map((issue): Issue => {
    const key = foreign.find((word) => issue.path.length === 1 && issue.path[0] === word);
    if (key === undefined) return issue;
    const owner = NOT_FOR_BINDINGS[key]!;
    return {
      ...issue,
      code: `alters_${owner}`,
      message: `a binding may not say '${key}': that belongs to the ${owner}`,
      fix:
        owner === 'candidate'
          ? 'Make a new revision of the candidate.'
          : 'Leave it out: the template is the same for every candidate.',
    };
  });
  throw new BindingError(issues);
}

/**
 * Ties a template to a candidate: loads the candidate with the environment of the template, resolves parameters, drives,
 * signals and phases, and adds the common checks.
 *
 * @throws BindingError | GeometryError with every issue
 */
export async function prepareEvaluation(
  template: Template,
  candidate: ReadCandidate,
  source: TemplateBinding | TemplateBindingRecord,
  perturbation: Perturbation = UNPERTURBED,
): Promise<PreparedEvaluation> {
  const binding = readTemplateBinding(source);
  const { record } = template;
  const issues: Issue[] = [...editionIssues(template, binding), ...candidateIssues(record, candidate.scene)];
  const { values, records } = resolveParameters(record, candidate.declared, binding.parameters, issues);
  const resolved = resolveAll(record, values, issues);
  const operations = bindOperations(resolved, binding, values, issues).map((bound) => ({
    ...bound,
    gainFactor: bound.gainFactor * perturbation.gainFactor,
  }));
  const signals = observationSignals(resolved, binding, issues);
  issues.push(...pairIssues(resolved, binding, candidate.scene));
  const prepared = preparedScene(resolved, candidate.scene, binding, perturbation, issues);
  if (issues.length > 0) throw new BindingError(issues);
  const bare = await loadBareScene(prepared as never, KINDS, { baseDirectory: candidate.baseDirectory });
  const document = {
    schema: 'mechtrial/binding@1',
    name: `${record.name}-${bare.candidate.name}`.slice(0, 120),
    settings: resolved.settings,
    drives: operations.map((bound) => driveOf(bound, resolved, bare)),
    signals: [...signals, ...standardSignals(bare, operations, resolved, binding)],
    requirements: resolved.requirements,
    trials: resolved.trials.map((trial) => ({
      id: trial.id,
      phases: trial.phases.map((phase) => boundPhase(phase, operations)),
      auditAt: trial.auditEvery.map(({ observation, every }) => ({
        signal: observation,
        every,
        unit: resolved.observations.find(({ name }) => name === observation)?.unit ?? '1',
      })),
      checks: [...trial.checks, ...commonChecks(trial, resolved, bare, operations, binding)],
    })),
    parameters: records,
  };
  return { scene: bindScene(bare, document, KINDS), binding, parameters: records, operations, resolved };
}

function editionIssues({ record, hash }: Template, binding: TemplateBindingRecord): Issue[] {
  const issues: Issue[] = [];
  if (binding.template !== record.name) {
    const message = `the binding is for template '${binding.template}', not '${record.name}'`;
    issues.push({
      code: 'other_template',
      path: ['template'],
      message,
      fix: `Write "template": "${record.name}" if it is meant.`,
    });
  }
  if (binding.templateHash !== undefined && binding.templateHash !== hash) {
    const message = `the binding is for edition ${binding.templateHash} of the template, this is ${hash}`;
    issues.push({
      code: 'other_template_edition',
      path: ['templateHash'],
      message,
      fix: 'Bind to the edition that is evaluated.',
    });
  }
  return issues;
}

/** Formulas replaced, and durations stretched as the binding has adjusted them. */
function resolveAll(record: TemplateRecord, values: Readonly<Record<string, number>>, issues: Issue[]): TemplateRecord {
  const resolved = resolveFormulas(record, values, issues);
  return { ...resolved, trials: resolved.trials.map((trial) => stretched(trial, values)) };
}

const stretched = (trial: TemplateTrial, values: Readonly<Record<string, number>>): TemplateTrial => ({
  ...trial,
  phases: trial.phases.map((phase) => ({
    ...phase,
    durationS: Number(phase.durationS) * (values[commonParameterNames.duration(trial.id, phase.id)] ?? 1),
  })),
});

function boundPhase(phase: TemplatePhase, operations: readonly BoundOperation[]): Record<string, unknown> {
  const { until } = phase;
  return {
    id: phase.id,
    durationS: phase.durationS,
    ...(until === undefined
      ? {}
      : {
          until: { signal: until.observation, op: until.op, value: until.value, unit: until.unit, heldS: until.heldS },
        }),
    set: phase.set.flatMap((setPoint) => {
      const bound = operations.find(({ operation }) => operation.name === setPoint.operation);
      return bound === undefined ? [] : [driveSetPoint(setPoint, bound)];
    }),
    place: phase.place.map((body) => ({ body })),
    remove: phase.remove,
  };
}
