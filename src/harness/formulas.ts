import type { Issue } from '../core/errors.js';
import { evaluateFormula, isFormulaFault, namesIn, parseFormula } from '../core/formula.js';
import { didYouMean } from '../core/nearest.js';

type Path = readonly (string | number)[];

/**
 * A copy of a record in which every text that begins with `=` is replaced by the value of that formula.
 *
 * @param values value of every parameter, by name
 * @param issues gathers what cannot be read, names nothing, or has no finite value
 */
export function resolveFormulas<T>(
  record: T,
  values: Readonly<Record<string, number>>,
  issues: Issue[],
  path: Path = [],
): T {
  if (typeof record === 'string')
    return (record.startsWith('=') ? evaluate(record, values, issues, path) : record) as T;
  if (Array.isArray(record)) return record.map((item, i) => resolveFormulas(item, values, issues, [...path, i])) as T;
  if (typeof record !== 'object' || record === null) return record;
  return Object.fromEntries(
    Object.entries(record).map(([key, field]) => [key, resolveFormulas(field, values, issues, [...path, key])]),
  ) as T;
}

function evaluate(text: string, values: Readonly<Record<string, number>>, issues: Issue[], path: Path): number {
  const node = parseFormula(text.slice(1));
  if (isFormulaFault(node)) {
    const message = `formula '${text}': ${node.message} (character ${node.at + 2})`;
    issues.push({ code: 'formula_malformed', path, message, fix: 'Correct the formula at that place.' });
    return 0;
  }
  const unknown = namesIn(node).find((name) => !(name in values));
  if (unknown !== undefined) {
    const message = `formula '${text}' reads '${unknown}', which is no parameter of the template`;
    issues.push({
      code: 'unknown_parameter',
      path,
      message,
      fix: didYouMean(unknown, Object.keys(values), 'parameters'),
    });
    return 0;
  }
  const value = evaluateFormula(node, values);
  if (Number.isFinite(value)) return value;
  issues.push({
    code: 'formula_not_finite',
    path,
    message: `formula '${text}' has no finite value`,
    fix: 'Correct the formula, or the ranges of the parameters that it reads.',
  });
  return 0;
}
