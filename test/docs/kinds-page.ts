import { z } from 'zod';
import { KINDS } from '../../src/kinds.js';

interface JsonSchema {
  readonly type?: string;
  readonly unit?: string;
  readonly ref?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
}

const ROOMS = [
  [
    'Joints',
    KINDS.joints,
    'Common fields: `name`, `bodies`, `frame` or `frames`, `regions`, `collides`, `mayRelease`.',
  ],
  ['Models', KINDS.models, 'Common field: `name`.'],
  ['Drives', KINDS.drives, 'Common fields: `name`, `on`, `reactsOnReference`.'],
  ['Signals', KINDS.signals, 'Common field: `name`.'],
  ['Checks', KINDS.checks, 'Common fields: `id`, `requirement`, `op`, `bound`, `unit`, `window`.'],
] as const;

/** The page docs/kinds.md: every registered kind with its fields, units and defaults. */
export function kindsPage(): string {
  const lines = [
    '# Kinds',
    '',
    'Written from `src/kinds.ts` by `npm run docs:kinds`; a test holds it against the code.',
    '',
  ];
  for (const [title, kinds, common] of ROOMS) {
    lines.push(`## ${title}`, '', common, '');
    for (const kind of kinds as readonly { kind: string; fields: z.ZodObject; setPointFields?: z.ZodObject }[]) {
      lines.push(`### ${kind.kind}`, '', ...fieldTable(kind.fields), '');
      if (kind.setPointFields !== undefined)
        lines.push('Set-point of a phase:', '', ...fieldTable(kind.setPointFields), '');
    }
  }
  return `${lines.join('\n').trimEnd()}\n`;
}

function fieldTable(fields: z.ZodObject): string[] {
  const schema = z.toJSONSchema(fields, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const isRequired = schema.required?.includes(name) === true;
    const fallback =
      field.default === undefined ? (isRequired ? 'required' : 'optional') : `default ${JSON.stringify(field.default)}`;
    return `| \`${name}\` | ${typeOf(field)} | ${field.unit ?? ''} | ${fallback} |`;
  });
  return rows.length === 0 ? ['No fields of its own.'] : ['| field | type | unit | |', '|---|---|---|---|', ...rows];
}

function typeOf(field: JsonSchema): string {
  if (field.ref !== undefined) return `name of a ${field.ref}`;
  if (field.enum !== undefined) return field.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (field.const !== undefined) return `\`${String(field.const)}\``;
  const options = field.anyOf ?? field.oneOf;
  if (options !== undefined) return options.map(typeOf).join(' or ');
  if (field.type === 'array') return `list of ${field.items === undefined ? 'values' : typeOf(field.items)}`;
  if (field.properties !== undefined)
    return `record {${Object.keys(field.properties)
      .map((key) => `\`${key}\``)
      .join(', ')}}`;
  return field.type ?? 'value';
}
