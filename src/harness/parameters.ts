import type { Issue } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import type { ParameterRecord } from '../scene/index.js';
import type { TemplateParameter, TemplateRecord } from './template-schema.js';

/** Values of all parameters of one evaluation, and the records of those that a reader must see. */
export interface ResolvedParameters {
  readonly values: Readonly<Record<string, number>>;
  readonly records: readonly ParameterRecord[];
}

/** Names of the parameters that the common rules give every template: factors of what everybody may adjust. */
export const commonParameterNames = {
  gain: (operation: string) => `gain.${operation}`,
  speed: (operation: string) => `speed.${operation}`,
  cap: (operation: string) => `cap.${operation}`,
  duration: (trial: string, phase: string) => `duration.${trial}.${phase}`,
} as const;

/**
 * Factors that a constructor may adjust in any template, beside the parameters that it prints: servo gain 1/40 to 4, input
 * speed ½ to 1½, caps downwards, durations of phases ½ to 2 (holds never shorter).
 */
export function commonParameters(template: TemplateRecord): TemplateParameter[] {
  const factor = (name: string, text: string, min: number, max: number): TemplateParameter => ({
    name,
    text,
    unit: '1',
    kind: 'adjustable',
    value: 1,
    min,
    max,
  });
  const servos = template.operations.filter(({ drive }) => drive === 'speed' || drive === 'position');
  const ofOperations = servos.flatMap(({ name, fixed, gain }) => [
    ...(fixed.includes('gain') || gain !== undefined
      ? []
      : [factor(commonParameterNames.gain(name), `factor on the gain of '${name}'`, 1 / 40, 4)]),
    ...(fixed.includes('speed')
      ? []
      : [factor(commonParameterNames.speed(name), `factor on the speed of '${name}'`, 0.5, 1.5)]),
    ...(fixed.includes('cap')
      ? []
      : [factor(commonParameterNames.cap(name), `factor on the effort cap of '${name}'`, 0.01, 1)]),
  ]);
  const ofPhases = template.trials.flatMap((trial) =>
    trial.phases
      .filter(({ pace }) => pace !== 'fixed')
      .map(({ id, pace }) =>
        factor(
          commonParameterNames.duration(trial.id, id),
          `factor on the duration of phase '${id}' of trial '${trial.id}'`,
          pace === 'hold' ? 1 : 0.5,
          2,
        ),
      ),
  );
  return [...ofOperations, ...ofPhases];
}

/** Values that a template is looked at with before anything is declared: its own, or the middle of the range. */
export function referenceValues(template: TemplateRecord): Record<string, number> {
  return Object.fromEntries(
    template.parameters.map(({ name, value, min, max }) => [name, value ?? ((min ?? 0) + (max ?? 0)) / 2]),
  );
}

/** What is wrong with the parameters of a template as such. */
export function parameterIssues(template: TemplateRecord): Issue[] {
  return template.parameters.flatMap(({ name, kind, value, min, max }, i) => {
    const issue = (message: string, fix: string): Issue[] => [
      { code: 'parameter_malformed', path: ['parameters', i], message: `parameter '${name}' ${message}`, fix },
    ];
    if (kind === 'fixed') {
      return value !== undefined && min === undefined && max === undefined
        ? []
        : issue('is fixed: it has a value and no range', 'Give "value" and leave "min" and "max" out.');
    }
    if (min === undefined || max === undefined || min > max) {
      return issue('needs a range', 'Give "min" and "max", min ≤ max.');
    }
    if (kind === 'declared')
      return value === undefined ? [] : issue('is declared by the constructor', 'Leave "value" out.');
    return value !== undefined && value >= min && value <= max
      ? []
      : issue('needs a value inside its range', 'Give "value" between "min" and "max".');
  });
}

/**
 * Puts the parameters of an evaluation together and holds every one against what the template permits.
 *
 * @param declared parameters that the candidate declares
 * @param bound    parameters of the binding: values with their source, and adjustments with their reason
 * @param issues   gathers what is not permitted
 */
export function resolveParameters(
  template: TemplateRecord,
  declared: readonly ParameterRecord[],
  bound: readonly ParameterRecord[],
  issues: Issue[],
): ResolvedParameters {
  const known = [...template.parameters, ...commonParameters(template)];
  const isCommon = new Set(known.slice(template.parameters.length).map(({ name }) => name));
  const values: Record<string, number> = {};
  const records: ParameterRecord[] = [];
  const given = new Map<string, ParameterRecord>();
  for (const [room, list] of [
    ['candidate.declared', declared],
    ['parameters', bound],
  ] as const) {
    for (const [i, record] of list.entries()) {
      const path = [room, i];
      const parameter = known.find(({ name }) => name === record.name);
      if (parameter === undefined) {
        const fix = didYouMean(
          record.name,
          known.map(({ name }) => name),
          'parameters',
        );
        const message = `'${record.name}' is not a parameter of template '${template.name}'`;
        issues.push({ code: 'unknown_parameter', path, message, fix });
        continue;
      }
      if (given.has(record.name)) {
        issues.push({
          code: 'duplicate_name',
          path,
          message: `parameter '${record.name}' is given twice`,
          fix: 'Leave one of them out.',
        });
        continue;
      }
      issues.push(...adjustmentIssues(parameter, record, room === 'candidate.declared', path));
      given.set(record.name, record);
    }
  }
  for (const parameter of known) {
    const record = given.get(parameter.name);
    if (record === undefined && parameter.kind === 'declared') issues.push(undeclared(parameter));
    values[parameter.name] = record?.value ?? parameter.value ?? ((parameter.min ?? 0) + (parameter.max ?? 0)) / 2;
    if (record !== undefined) records.push(withOriginal(parameter, record));
    else if (!isCommon.has(parameter.name)) records.push(ofTask(parameter, values[parameter.name]!));
  }
  return { values, records };
}

const ofTask = ({ name, text }: TemplateParameter, value: number): ParameterRecord => ({
  name,
  value,
  source: 'task',
  basis: text,
  original: null,
  reason: null,
});

const withOriginal = (parameter: TemplateParameter, record: ParameterRecord): ParameterRecord =>
  parameter.kind === 'declared' || record.value === parameter.value
    ? record
    : { ...record, original: parameter.value ?? null };

const undeclared = ({ name, unit, min, max, text }: TemplateParameter): Issue => ({
  code: 'not_declared',
  path: ['candidate.declared'],
  message: `parameter '${name}' is not declared: ${text}`,
  fix: `Declare it with the candidate: a value from ${min} to ${max} ${unit === '1' ? '' : unit}, its source and its basis.`,
});

function adjustmentIssues(
  parameter: TemplateParameter,
  record: ParameterRecord,
  isDeclaration: boolean,
  path: (string | number)[],
): Issue[] {
  const { name, kind, value, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY } = parameter;
  const refuse = (code: string, message: string, fix: string): Issue[] => [{ code, path, message, fix }];
  if (kind === 'declared' && !isDeclaration) {
    return refuse(
      'declared_with_candidate',
      `parameter '${name}' is declared with the candidate, not in the binding`,
      'Move it to "declared" of the candidate: it is hashed with it.',
    );
  }
  if (kind !== 'declared' && isDeclaration) {
    return refuse(
      'not_a_declaration',
      `parameter '${name}' is not for the candidate to declare`,
      'Move it to the binding.',
    );
  }
  if (kind === 'fixed' && record.value !== value) {
    return refuse(
      'parameter_fixed',
      `parameter '${name}' is fixed at ${value}, got ${record.value}`,
      'Leave it as the task has it.',
    );
  }
  if (record.value < min || record.value > max) {
    return refuse(
      'parameter_out_of_range',
      `parameter '${name}' may be from ${min} to ${max}, got ${record.value}`,
      'Choose a value inside the permitted range.',
    );
  }
  if (kind !== 'adjustable' || record.value === value) return [];
  if (record.original !== null && record.original !== value) {
    return refuse(
      'original_differs',
      `the original of '${name}' is ${value}, not ${record.original}`,
      `Write "original": ${value}.`,
    );
  }
  if (record.reason !== null && record.reason.trim() !== '') return [];
  return refuse(
    'reason_missing',
    `parameter '${name}' is adjusted from ${value} to ${record.value} without a reason`,
    'Say why in "reason"; it stands in the verdict beside the original value.',
  );
}
