// One page per joint, drive, signal and check, and the index of all kinds.
import { z } from 'zod';
import { KINDS } from '../src/kinds.js';
import { type Docstring, docstringsOf } from './docs-docstring.js';
import { compactJson, type Example, examplesOf } from './docs-examples.js';
import { type FieldSchema, fieldTable } from './docs-fields.js';

type Pages = Map<string, string>;
type Room = 'joints' | 'drives' | 'signals' | 'checks';

const GENERATED = 'Written by `npm run docs:reference`; a test holds it against the code.';

export const schemaOf = (schema: z.ZodType): FieldSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as FieldSchema;

/** What a kind says of itself beyond its docstring, as lines of a list. */
interface Facts {
  readonly kind: string;
  readonly fields: z.ZodObject;
  readonly setPointFields?: z.ZodObject;
  readonly facts: readonly string[];
}

const DIRECTIONS = ['x', 'y', 'z', 'rotation about x', 'rotation about y', 'rotation about z'];

const ROOMS: Readonly<Record<Room, { title: string; common: string; kinds: () => readonly Facts[] }>> = {
  joints: {
    title: 'Joints',
    common: 'Common fields of every joint: [scene.md](../scene.md#joints).',
    kinds: () =>
      KINDS.joints.map(({ kind, fields, freedom, coordinates }) => ({
        kind,
        fields,
        facts: [
          `Free in the joint frame: ${DIRECTIONS.filter((_, i) => freedom[i]).join(', ') || 'nothing'}`,
          `Coordinates: ${coordinates.map(({ motion }) => (motion === 'angle' ? 'angle [rad]' : 'travel [m]')).join(', ') || 'none'}`,
        ],
      })),
  },
  drives: {
    title: 'Drives',
    common: 'Common fields of every drive: [binding.md](../binding.md#drives).',
    kinds: () =>
      KINDS.drives.map(({ kind, fields, setPointFields, motion, effortUnit }) => ({
        kind,
        fields,
        setPointFields,
        facts: [`Acts on ${motion === 'angle' ? 'an angle' : 'a travel'}, effort in ${effortUnit}`],
      })),
  },
  signals: {
    title: 'Signals',
    common: 'Every signal has a `name`; it is recorded at every step.',
    kinds: () => KINDS.signals.map(({ kind, fields }) => ({ kind, fields, facts: [] })),
  },
  checks: {
    title: 'Checks',
    common:
      'Common fields of every check, `op`, `bound`, `unit` and `window` among them: [binding.md](../binding.md#checks).',
    kinds: () =>
      KINDS.checks.map((kind) => ({
        kind: kind.kind,
        fields: kind.fields,
        facts: [
          'isLasting' in kind && kind.isLasting !== undefined
            ? 'A failure seen over a part of the window can stand, whatever the rest of it brings'
            : 'Judged over its whole window: one that was not run to its end is INCONCLUSIVE',
        ],
      })),
  },
};

/** Pages docs/reference/ROOM/KIND.md, and docs/kinds.md, by path from docs/. */
export function kindPages(): Pages {
  const pages: Pages = new Map();
  for (const room of Object.keys(ROOMS) as Room[]) {
    const docstrings = docstringsOf(room);
    const examples = examplesOf(room);
    for (const facts of ROOMS[room].kinds()) {
      const docstring = docstrings.get(facts.kind);
      const example = examples.get(facts.kind);
      if (docstring === undefined) throw new Error(`${room}: the kind ${facts.kind} has no docstring`);
      if (example === undefined)
        throw new Error(
          `${room}: the kind ${facts.kind} has no example: add a record of it to a binding in docs/reference/examples, then run npm run docs:reference`,
        );
      pages.set(`reference/${room}/${facts.kind}.md`, kindPage(room, facts, docstring, example));
    }
  }
  pages.set('reference/models.md', modelsPage());
  pages.set('kinds.md', indexPage());
  return pages;
}

function kindPage(
  room: Room,
  { kind, fields, setPointFields, facts }: Facts,
  doc: Docstring,
  example: Example,
): string {
  const json = (value: unknown) => ['```json', compactJson(value), '```', ''];
  const section = (title: string, lines: readonly string[]) => [`## ${title}`, '', ...lines, ''];
  const lines = [
    `# \`${kind}\``,
    '',
    doc.text,
    '',
    ...facts.map((fact) => `- ${fact}`),
    ...(facts.length === 0 ? [] : ['']),
    ...section('Fields', [...fieldTable(schemaOf(fields), '../'), '', ROOMS[room].common]),
  ];
  if (setPointFields !== undefined)
    lines.push(
      ...section('Set-point of a phase', [
        ...fieldTable(schemaOf(setPointFields), '../'),
        '',
        'Beside `drive` and `isOn`: [binding.md](../binding.md#set-points).',
      ]),
    );
  lines.push('## Example', '', ...json(example.record));
  if (example.setPoint !== null) lines.push(...json(example.setPoint));
  lines.push(`From [examples/${example.file}](../examples/${example.file}), which runs as it stands.`, '');
  if (doc.limits !== null) lines.push(...section('Limits', [doc.limits]));
  if (doc.source !== null) lines.push(...section('Source', [doc.source]));
  lines.push(`Code: \`${doc.file}\`. ${GENERATED}`);
  return `${lines.join('\n')}\n`;
}

function modelsPage(): string {
  const docstrings = docstringsOf('models');
  const lines = [
    '# Fields of the equivalent models',
    '',
    'Law, signs, range, limits and an example of every model: [docs/models](../models/README.md).',
    '',
  ];
  for (const { kind, fields } of KINDS.models) {
    const summary = docstrings.get(kind)?.summary ?? '';
    lines.push(`## \`${kind}\``, '', `${summary} [More](../models/${kind}.md).`.trim(), '');
    lines.push(...fieldTable(schemaOf(fields), ''), '');
  }
  lines.push(GENERATED);
  return `${lines.join('\n')}\n`;
}

function indexPage(): string {
  const lines = [
    '# Kinds',
    '',
    `Everything that a scene or a binding can name, from \`src/kinds.ts\`. ${GENERATED}`,
    '',
  ];
  const table = (title: string, rows: readonly string[]) =>
    lines.push(`## ${title}`, '', '| kind | |', '|---|---|', ...rows, '');
  const row = (kind: string, page: string, summary: string) =>
    `| [\`${kind}\`](${page}) | ${summary.replaceAll('|', '\\|')} |`;
  for (const room of Object.keys(ROOMS) as Room[]) {
    const docstrings = docstringsOf(room);
    table(
      ROOMS[room].title,
      ROOMS[room]
        .kinds()
        .map(({ kind }) => row(kind, `reference/${room}/${kind}.md`, docstrings.get(kind)?.summary ?? '')),
    );
  }
  const models = docstringsOf('models');
  table(
    'Models',
    KINDS.models.map(({ kind }) => row(kind, `models/${kind}.md`, models.get(kind)?.summary ?? '')),
  );
  return `${lines.join('\n').trimEnd()}\n`;
}
