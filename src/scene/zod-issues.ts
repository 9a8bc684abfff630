import { z } from 'zod';
import type { Issue } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import { isRecord, schemaAt, unwrap } from './schema-walk.js';

type ZodIssue = z.core.$ZodIssue;

/** Translates zod's issues into ours: one per thing that is wrong, each with a fix. */
export function issuesFromZod(error: z.ZodError, schema: z.ZodType, value: unknown, file?: string): Issue[] {
  const issues = error.issues.flatMap((issue) => translate(issue, schema, value));
  return file === undefined ? issues : issues.map((issue) => ({ ...issue, file }));
}

function translate(issue: ZodIssue, schema: z.ZodType, value: unknown): Issue[] {
  const path = issue.path.map((key) => (typeof key === 'number' ? key : String(key)));
  const found = valueAt(value, path);
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => unknownKey(key, path, schema, value));
    case 'invalid_union':
      return unionIssues(issue, path, schema, value, found);
    case 'invalid_type':
      return [wrongType(issue.expected, path, found)];
    case 'too_small':
      return [outOfRange(issue.message, path, found, issue.origin === 'number' && issue.minimum === 0)];
    case 'too_big':
      return [outOfRange(issue.message, path, found, false)];
    case 'invalid_value':
      return [invalidValue(issue.values.map(String), path, found)];
    default:
      return [{ code: 'invalid', path, message: `${issue.message}, got ${show(found)}`, fix: wayOut(issue.message) }];
  }
}

function unknownKey(key: string, path: (string | number)[], schema: z.ZodType, value: unknown): Issue {
  const node = schemaAt(schema, value, path);
  const known = node instanceof z.ZodObject ? Object.keys(node.shape) : [];
  const fix = didYouMean(key, known, 'keys');
  return { code: 'unknown_key', path: [...path, key], message: 'is not a known key', fix };
}

function unionIssues(
  issue: Extract<ZodIssue, { code: 'invalid_union' }>,
  path: (string | number)[],
  schema: z.ZodType,
  value: unknown,
  found: unknown,
): Issue[] {
  if (issue.errors.length === 0) {
    // A discriminated union complains at its discriminator, a plain one at itself.
    const at = path.at(-1) === 'kind' ? path.slice(0, -1) : path;
    const kinds = kindsAt(schema, value, at);
    const record = valueAt(value, at);
    const kind = isRecord(record) ? record.kind : undefined;
    const message = kind === undefined ? 'needs a `kind`' : `${show(kind)} is not a known kind`;
    return [
      { code: 'unknown_kind', path: [...at, 'kind'], message, fix: didYouMean(String(kind ?? ''), kinds, 'kinds') },
    ];
  }
  if (found === undefined) {
    const types = issue.errors
      .flat()
      .flatMap((inner) => (inner.code === 'invalid_type' ? [String(inner.expected)] : []));
    if (types.length > 0) return [missing([...new Set(types)], path)];
  }
  const branch = nearestBranch(issue.errors, found);
  return branch.flatMap((inner) => translate({ ...inner, path: [...issue.path, ...inner.path] }, schema, value));
}

/** The branch whose complaints are least about the shape as a whole. */
function nearestBranch(errors: readonly (readonly ZodIssue[])[], found: unknown): readonly ZodIssue[] {
  const cost = (issues: readonly ZodIssue[]): number => {
    const isWrongShape = issues.some((issue) => issue.path.length === 0 && issue.code === 'invalid_type');
    const strays = issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);
    return (isWrongShape && found !== undefined ? 1000 : 0) + strays;
  };
  return errors.reduce((best, next) => (cost(next) < cost(best) ? next : best));
}

function kindsAt(schema: z.ZodType, value: unknown, path: (string | number)[]): string[] {
  const parent = schemaAt(schema, value, path.slice(0, -1));
  const key = path.at(-1);
  let node: z.ZodType | undefined;
  if (parent instanceof z.ZodArray) node = parent.def.element as z.ZodType;
  else if (parent instanceof z.ZodObject && typeof key === 'string') node = parent.shape[key];
  return node === undefined ? [] : literalKinds(unwrap(node));
}

function literalKinds(node: z.ZodType): string[] {
  if (node instanceof z.ZodUnion) {
    return (node.def.options as readonly z.ZodType[]).flatMap((option) => literalKinds(unwrap(option)));
  }
  const literal = node instanceof z.ZodObject ? node.shape.kind : undefined;
  return literal instanceof z.ZodLiteral ? literal.def.values.map(String) : [];
}

function missing(types: readonly string[], path: (string | number)[]): Issue {
  const fix = `Give ${types.map(article).join(' or ')}.`;
  return { code: 'missing', path, message: `is required (${types.join(' or ')})`, fix };
}

function wrongType(expected: string, path: (string | number)[], found: unknown): Issue {
  if (found === undefined) {
    return missing([expected], path);
  }
  if (typeof found === 'number' && !Number.isFinite(found)) {
    return { code: 'not_finite', path, message: `must be a finite number, got ${found}`, fix: 'Give a finite number.' };
  }
  const message = `must be ${article(expected)}, got ${show(found)}`;
  return { code: 'wrong_type', path, message, fix: `Give ${article(expected)}.` };
}

function outOfRange(text: string, path: (string | number)[], found: unknown, isPositive: boolean): Issue {
  const limit = text.replace(/^Too (small|big): expected \w+ to (be|have) /, '');
  return {
    code: isPositive ? 'not_positive' : 'out_of_range',
    path,
    message: `must be ${limit}, got ${show(found)}`,
    fix: isPositive ? 'Give a positive value in the unit that the name ends with.' : `Give a value ${limit}.`,
  };
}

function invalidValue(values: readonly string[], path: (string | number)[], found: unknown): Issue {
  if (found === undefined) {
    return { code: 'missing', path, message: 'is required', fix: `Give one of: ${values.join(', ')}.` };
  }
  return {
    code: 'not_allowed',
    path,
    message: `must be one of ${values.join(', ')}, got ${show(found)}`,
    fix: siUnitFor(String(found), values) ?? didYouMean(String(found), values, 'values'),
  };
}

/** What to do about a value that a rule of ours refused; the rule says it: 'must be …' or 'use …'. */
function wayOut(rule: string): string {
  if (rule.startsWith('must '))
    return `Give a value that ${rule.replace(/^must be/, 'is').replace(/^must have/, 'has')}.`;
  return `${rule.charAt(0).toUpperCase()}${rule.slice(1)}.`;
}

/** Units that people write, in SI: the factor that a value given in them is multiplied with. */
const SI_OF: Readonly<Record<string, readonly [string, string]>> = {
  deg: ['rad', 'π/180'],
  degree: ['rad', 'π/180'],
  degrees: ['rad', 'π/180'],
  '°': ['rad', 'π/180'],
  'deg/s': ['rad/s', 'π/180'],
  rpm: ['rad/s', 'π/30'],
  mm: ['m', '0.001'],
  cm: ['m', '0.01'],
  'mm/s': ['m/s', '0.001'],
  mm3: ['m³', '1e-9'],
  'mm³': ['m³', '1e-9'],
  ms: ['s', '0.001'],
  g: ['kg', '0.001'],
  Nm: ['N·m', '1'],
  Nmm: ['N·m', '0.001'],
  N·mm: ['N·m', '0.001'],
  mJ: ['J', '0.001'],
};

function siUnitFor(unit: string, values: readonly string[]): string | null {
  const [si, factor] = SI_OF[unit] ?? [];
  if (si === undefined || !values.includes(si)) return null;
  return factor === '1' ? `Write '${si}'.` : `Values are SI: write '${si}' and multiply the value by ${factor}.`;
}

const article = (type: string): string => (/^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`);

export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) return undefined;
    here = (here as Record<string | number, unknown>)[key];
  }
  return here;
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  const text = written(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** JSON of a value; what is nested beyond the stack is only named. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Array.isArray(value) ? 'a list nested too deeply' : 'a record nested too deeply';
  }
}
