// Field tables of the reference, from JSON Schemas.

/** The part of a JSON Schema that a table shows. */
export interface FieldSchema {
  readonly type?: string;
  readonly unit?: string;
  readonly ref?: string;
  readonly setPoint?: boolean;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly anyOf?: readonly FieldSchema[];
  readonly oneOf?: readonly FieldSchema[];
  readonly properties?: Readonly<Record<string, FieldSchema>>;
  readonly items?: FieldSchema;
  readonly required?: readonly string[];
}

/** A record that occurs in many places and has a section of its own. */
interface NamedRecord {
  readonly name: string;
  readonly anchor: string;
  readonly is: (schema: FieldSchema) => boolean;
}

const keysOf = (schema: FieldSchema): string => Object.keys(schema.properties ?? {}).join();
const optionsOf = (schema: FieldSchema): readonly FieldSchema[] => schema.oneOf ?? schema.anyOf ?? [];
const kindsOf = (schema: FieldSchema): string =>
  optionsOf(schema)
    .map((option) => String(option.properties?.kind?.const))
    .join();

const NAMED: readonly NamedRecord[] = [
  { name: 'pose', anchor: 'scene.md#pose', is: (s) => keysOf(s) === 'positionM,rotation' },
  { name: 'axis frame', anchor: 'scene.md#axis-frame', is: (s) => keysOf(s) === 'originM,axis' },
  { name: 'region', anchor: 'scene.md#region', is: (s) => kindsOf(s) === 'cylinder,box,sphere' },
  {
    name: 'joint region',
    anchor: 'scene.md#joint-region',
    is: (s) => optionsOf(s).some((option) => option.const === 'auto'),
  },
  { name: 'geometry', anchor: 'scene.md#geometry', is: (s) => kindsOf(s).startsWith('file,') },
  { name: 'window', anchor: 'binding.md#window', is: (s) => keysOf(s).startsWith('phase,untilPhase') },
  { name: 'set-point', anchor: 'binding.md#set-points', is: (s) => s.setPoint === true },
  { name: 'unit', anchor: 'binding.md#units', is: (s) => s.enum?.includes('N·m/rad') === true },
  {
    name: 'two points or a target',
    anchor: 'binding.md#target',
    is: (s) => optionsOf(s).some((option) => 'ends' in (option.properties ?? {})),
  },
  {
    name: 'target',
    anchor: 'binding.md#target',
    is: (s) => optionsOf(s).some((option) => keysOf(option) === 'body,reference,frame'),
  },
];

/**
 * Table of the fields of a record; records inside are written out below their own row, as `limits.lowerRad`.
 *
 * @param root  way from the page to docs/reference, '' or '../'
 * @param skip  fields that the page describes elsewhere
 */
export function fieldTable(schema: FieldSchema, root: string, skip: readonly string[] = []): string[] {
  const rows = rowsOf(schema, root, '', skip);
  if (rows.length === 0) return ['No fields of its own.'];
  return ['| field | type | unit | default | meaning |', '|---|---|---|---|---|', ...rows];
}

function rowsOf(schema: FieldSchema, root: string, prefix: string, skip: readonly string[]): string[] {
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => !skip.includes(name))
    .flatMap(([name, field]) => {
      const at = `${prefix}${name}`;
      const isRequired = schema.required?.includes(name) === true;
      const fallback = field.default === undefined ? (isRequired ? 'required' : 'optional') : code(field.default);
      const cells = [`\`${at}\``, typeOf(field, root), unitOf(field), fallback, field.description ?? ''];
      return [`| ${cells.map(escaped).join(' | ')} |`, ...innerRows(field, root, at)];
    });
}

function innerRows(field: FieldSchema, root: string, at: string): string[] {
  if (NAMED.some(({ is }) => is(field))) return [];
  if (field.properties !== undefined) return rowsOf(field, root, `${at}.`, []);
  return field.items === undefined ? [] : innerRows(field.items, root, `${at}[]`);
}

const unitOf = (field: FieldSchema): string => field.unit ?? field.items?.unit ?? '';

const escaped = (cell: string): string => cell.replaceAll('|', '\\|');

const code = (value: unknown): string => `\`${JSON.stringify(value)}\``;

function typeOf(field: FieldSchema, root: string): string {
  const named = NAMED.find(({ is }) => is(field));
  if (named !== undefined) return `[${named.name}](${root}${named.anchor})`;
  if (field.ref !== undefined) return `name of a ${field.ref}`;
  if (field.enum !== undefined) return field.enum.map(code).join(', ');
  if (field.const !== undefined) return code(field.const);
  const options = optionsOf(field);
  if (options.length > 0) return [...new Set(options.map((option) => typeOf(option, root)))].join(' or ');
  if (field.type === 'array') return listOf(field, root);
  if (field.properties !== undefined) return 'record';
  if (field.type === 'null') return 'nothing';
  const type = String(field.type ?? 'value').replace(',null', ' or nothing');
  return `${type}${rangeOf(field)}`;
}

function listOf(field: FieldSchema, root: string): string {
  const { minItems, maxItems, items } = field;
  const item = items === undefined ? 'value' : typeOf(items, root);
  if (minItems !== undefined && minItems === maxItems) return `${minItems} × ${item}`;
  return minItems === undefined || minItems === 0 ? `list of ${item}` : `list of ${item}, at least ${minItems}`;
}

function rangeOf({ type, minimum, maximum, exclusiveMinimum }: FieldSchema): string {
  const bounds = [
    ...(exclusiveMinimum === undefined ? [] : [`> ${exclusiveMinimum}`]),
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? [] : [`≥ ${minimum}`]),
    ...(maximum === undefined || (type === 'integer' && maximum === Number.MAX_SAFE_INTEGER) ? [] : [`≤ ${maximum}`]),
  ];
  return bounds.length === 0 ? '' : ` ${bounds.join(', ')}`;
}
