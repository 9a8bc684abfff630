import type { z } from 'zod';
import { BindingError, type Issue } from '../core/errors.js';
import { canonicalJson, sha256 } from '../core/hash.js';
import { didYouMean } from '../core/nearest.js';
import { bindingRecord, issuesFromZod, walkSchema } from '../scene/index.js';
import { type Binding, KINDS } from '../trial/index.js';
import { resolveFormulas } from './formulas.js';
import { parameterIssues, referenceValues } from './parameters.js';
import { setPointIssues } from './set-points.js';
import { providedSignals } from './standard-signals.js';
import { type TemplateRecord, templateRecord } from './template-schema.js';

/** Numbers of a record, or formulas over the template's parameters in their place. */
type Formulated<T> = T extends number
  ? number | `=${string}`
  : T extends readonly (infer U)[]
    ? readonly Formulated<U>[]
    : T extends object
      ? { readonly [K in keyof T]: Formulated<T[K]> }
      : T;

/** A check as templates write it: any kind of check; every number may be a formula. */
export type TemplateCheck = Formulated<NonNullable<Binding['trials'][number]['checks']>[number]>;

type Input = z.input<ReturnType<typeof templateRecord>>;

/** A template as authors write it: defaults may be left out. */
export type TemplateInput = Omit<Input, 'trials'> & {
  readonly trials: readonly (Omit<Input['trials'][number], 'checks'> & {
    readonly checks?: readonly TemplateCheck[];
  })[];
};

/** Returns a template unchanged, typed. `loadTemplate` reads and checks it. */
export const defineTemplate = (template: TemplateInput): TemplateInput => template;

/** A template that has been read, checked and frozen. */
export interface Template {
  readonly record: TemplateRecord;
  /** sha256 of the record; it stands in every verdict that was reached with it. */
  readonly hash: string;
}

const LOADED = new WeakMap<object, Template>();

/**
 * Reads a template, checks that it can be carried out, and freezes it.
 *
 * @throws BindingError with every issue: shape, names, formulas, checks that do not fit their kind, and requirements that
 *         no check covers
 */
export function loadTemplate(source: TemplateInput | Template): Template {
  if ('record' in source) return source;
  const known = LOADED.get(source);
  if (known !== undefined) return known;
  const schema = templateRecord();
  const parsed = schema.safeParse(source);
  if (!parsed.success) throw new BindingError(named(issuesFromZod(parsed.error, schema, source), source.name));
  const record = parsed.data;
  const issues = templateIssues(record);
  if (issues.length > 0) throw new BindingError(named(issues, record.name));
  const template = { record: deepFreeze(record), hash: sha256(canonicalJson(record)) };
  LOADED.set(source, template);
  return template;
}

const named = (issues: readonly Issue[], template: string): Issue[] =>
  issues.map((issue) => ({ ...issue, file: `template ${template}` }));

/** Length of all trials of a template with its own parameters, or the middle of their ranges [s]. */
export function templateDurationS({ record }: Template): number {
  const trials = resolveFormulas(record.trials, referenceValues(record), []);
  return trials.reduce((sum, { phases }) => sum + phases.reduce((time, phase) => time + Number(phase.durationS), 0), 0);
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const field of Object.values(value)) deepFreeze(field);
  return Object.freeze(value);
}

function templateIssues(template: TemplateRecord): Issue[] {
  const issues: Issue[] = [...duplicateIssues(template), ...parameterIssues(template), ...coverageIssues(template)];
  const values = referenceValues(template);
  const { operations, trials } = template;
  resolveFormulas(operations, values, issues, ['operations']);
  const resolved = resolveFormulas(trials, values, issues, ['trials']);
  issues.push(...referenceIssues(template));
  for (const [t, trial] of trials.entries()) {
    for (const [p, phase] of trial.phases.entries()) {
      issues.push(...setPointIssues(phase.set, operations, ['trials', t, 'phases', p, 'set']));
    }
    issues.push(...checkIssues(template, resolved[t]!, ['trials', t, 'checks']));
  }
  return issues;
}

function duplicateIssues(template: TemplateRecord): Issue[] {
  const lists: [(string | number)[], readonly string[]][] = [
    [['requirements'], template.requirements.map(({ id }) => id)],
    [['operations'], template.operations.map(({ name }) => name)],
    [['observations'], template.observations.map(({ name }) => name)],
    [['parameters'], template.parameters.map(({ name }) => name)],
    [['trials'], template.trials.map(({ id }) => id)],
    ...template.trials.flatMap((trial, t): [(string | number)[], readonly string[]][] => [
      [['trials', t, 'phases'], trial.phases.map(({ id }) => id)],
      [['trials', t, 'checks'], trial.checks.map(({ id }) => id)],
    ]),
  ];
  return lists.flatMap(([path, names]) =>
    names.flatMap((name, i) =>
      names.indexOf(name) === i
        ? []
        : [
            {
              code: 'duplicate_name',
              path: [...path, i],
              message: `'${name}' is there twice`,
              fix: 'Rename one of them.',
            },
          ],
    ),
  );
}

/** A requirement that no check covers would pass unseen. */
function coverageIssues({ requirements, trials }: TemplateRecord): Issue[] {
  const covered = new Set(trials.flatMap(({ checks }) => checks.map(({ requirement }) => requirement)));
  return requirements.flatMap(({ id }, i) =>
    covered.has(id)
      ? []
      : [
          {
            code: 'uncovered_requirement',
            path: ['requirements', i],
            message: `no check covers requirement '${id}'`,
            fix: `Add a check with "requirement": "${id}".`,
          },
        ],
  );
}

/** Names that phases and pairs refer to. */
function referenceIssues(template: TemplateRecord): Issue[] {
  const { operations, observations, environment, noSubstitute, trials } = template;
  const issues: Issue[] = [];
  const names = {
    operation: operations.map(({ name }) => name),
    observation: observations.map(({ name }) => name),
    signal: [...observations.map(({ name }) => name), ...providedSignals(template)],
    'environment body': environment.map(({ body }) => body.name),
    trial: trials.map(({ id }) => id),
  };
  const mustExist = (what: keyof typeof names, name: string, path: (string | number)[]) => {
    if (names[what].includes(name)) return;
    const code = `unknown_${what.replace(' ', '_')}`;
    const fix = didYouMean(name, names[what], `${what}s`);
    issues.push({ code, path, message: `'${name}' is not an ${what} of this template`, fix });
  };
  for (const [i, pair] of noSubstitute.entries()) {
    if (pair.kind === 'motion') {
      mustExist('operation', pair.operation, ['noSubstitute', i, 'operation']);
      mustExist('observation', pair.observation, ['noSubstitute', i, 'observation']);
    } else for (const { trial } of pair.carries) mustExist('trial', trial, ['noSubstitute', i, 'carries']);
  }
  for (const [t, trial] of trials.entries()) {
    const phases = trial.phases.map(({ id }) => id);
    if (trial.settlePhase !== null && !phases.includes(trial.settlePhase)) {
      const message = `'${trial.settlePhase}' is not a phase of this trial`;
      const fix = 'Begin with a phase "settle", name the one that settles in "settlePhase", or write null.';
      issues.push({ code: 'unknown_phase', path: ['trials', t, 'settlePhase'], message, fix });
    }
    for (const { observation } of trial.auditEvery) mustExist('observation', observation, ['trials', t, 'auditEvery']);
    for (const [p, phase] of trial.phases.entries()) {
      const path = ['trials', t, 'phases', p];
      if (phase.until !== undefined) mustExist('signal', phase.until.observation, [...path, 'until', 'observation']);
      for (const body of [...phase.place, ...phase.remove]) mustExist('environment body', body, path);
    }
  }
  return issues;
}

const CHECKS = () => bindingRecord(KINDS).shape.trials.element.shape.checks.unwrap().element;
let checkSchema: ReturnType<typeof CHECKS> | null = null;

/** Checks of a resolved trial: each fits its kind, reads what there is, and looks at phases that exist. */
function checkIssues(
  template: TemplateRecord,
  trial: TemplateRecord['trials'][number],
  path: (string | number)[],
): Issue[] {
  checkSchema ??= CHECKS();
  const schema: z.ZodType = checkSchema;
  const signals = [...template.observations.map(({ name }) => name), ...providedSignals(template)];
  const phases = trial.phases.map(({ id }) => id);
  const requirements = template.requirements.map(({ id }) => id);
  return trial.checks.flatMap((check, c) => {
    const parsed = schema.safeParse(check);
    const at = [...path, c];
    if (!parsed.success) {
      return issuesFromZod(parsed.error, schema, check).map((issue) => ({ ...issue, path: [...at, ...issue.path] }));
    }
    return referencesIn(schema, parsed.data).flatMap(({ what, name, path: place }): Issue[] => {
      const known = { signal: signals, phase: phases, requirement: requirements }[what];
      if (known === undefined || known.includes(name)) return [];
      const message = `'${name}' is not a ${what} of this template`;
      return [{ code: `unknown_${what}`, path: [...at, ...place], message, fix: didYouMean(name, known, `${what}s`) }];
    });
  });
}

interface Reference {
  readonly what: 'signal' | 'phase' | 'requirement';
  readonly name: string;
  readonly path: readonly (string | number)[];
}

/** Names in a parsed record that refer to signals, phases and requirements. */
function referencesIn(schema: z.ZodType, record: unknown): Reference[] {
  const found = new Map<string, Reference>();
  walkSchema(schema, record, (node, value, path) => {
    const what = (node.meta() as { ref?: string } | undefined)?.ref;
    if (typeof value !== 'string' || (what !== 'signal' && what !== 'phase' && what !== 'requirement')) return;
    found.set(path.join('/'), { what, name: value, path });
  });
  return [...found.values()];
}
