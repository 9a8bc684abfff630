// The pages docs/reference/scene.md and binding.md, from the schemas.
import { SIGNAL_UNITS } from '../src/core/quantity.js';
import { KINDS } from '../src/kinds.js';
import { BUILT_IN_MATERIALS, bindingRecord, sceneRecord } from '../src/scene/index.js';
import { type FieldSchema, fieldTable } from './docs-fields.js';
import { schemaOf } from './docs-kind-pages.js';

const GENERATED = 'Written by `npm run docs:reference` from the schemas; a test holds it against the code.';

/** Field of a record, step by step; `[]` enters a list, a number one option of a union. */
function at(schema: FieldSchema, ...path: readonly (string | number)[]): FieldSchema {
  let node = schema;
  for (const step of path) {
    const next =
      typeof step === 'number'
        ? (node.oneOf ?? node.anyOf)?.[step]
        : step === '[]'
          ? node.items
          : node.properties?.[step];
    if (next === undefined) throw new Error(`the schema has no ${path.join('.')}`);
    node = next;
  }
  return node;
}

/** Fields that every option of a union has: those of a room before its kinds. */
function commonOf(union: FieldSchema): FieldSchema {
  const options = union.oneOf ?? union.anyOf ?? [];
  const shared = Object.entries(options[0]?.properties ?? {}).filter(
    ([name]) => name !== 'kind' && options.every((option) => name in (option.properties ?? {})),
  );
  return { ...options[0], properties: Object.fromEntries(shared) };
}

/** Tables of a union of kinds: one per option. */
const optionTables = (union: FieldSchema): string[] =>
  (union.oneOf ?? union.anyOf ?? []).flatMap((option) => [
    `\`"kind": ${JSON.stringify(option.properties?.kind?.const)}\``,
    '',
    ...fieldTable(option, '', ['kind']),
    '',
  ]);

const kindLinks = (room: 'joints' | 'drives' | 'signals' | 'checks'): string =>
  KINDS[room].map(({ kind }) => `[\`${kind}\`](${room}/${kind}.md)`).join(', ');

/** Both pages, by path from docs/. */
export function recordPages(): Map<string, string> {
  return new Map([
    ['reference/scene.md', scenePage()],
    ['reference/binding.md', bindingPage()],
  ]);
}

const INTRO = `All lengths are in meters, masses in kilograms, times in seconds, angles in radians; the unit stands at the end of a
field's name. An unknown field is an error, and the message names the nearest known one. A field that another record is
named by must name one that exists. \`mechtrial schema\` prints the same as JSON Schema (2020-12) for editors.`;

function scenePage(): string {
  const scene = schemaOf(sceneRecord(KINDS));
  const joint = at(scene, 'joints', '[]');
  const region = at(scene, 'audit', 'exclusions', '[]', 'region');
  const lines = [
    '# Scene',
    '',
    'The candidate as delivered: its geometry, bodies, joints, models and what is declared about contact and audit.',
    '',
    INTRO,
    '',
    ...fieldTable({ ...scene, properties: topLevel(scene, ['contact', 'audit']) }, ''),
    '',
    '## Bodies',
    '',
    'A body is one or more solids that never move against each other. Ground bodies and `world` stand still.',
    '',
    ...fieldTable(withoutItems(at(scene, 'bodies', '[]'), ['parts']), ''),
    '',
    '## Parts',
    '',
    ...fieldTable(at(scene, 'bodies', '[]', 'parts', '[]'), ''),
    '',
    '## Geometry',
    '',
    'STEP and 3MF carry their own length unit; an STL or OBJ needs `lengthUnit`, which is never guessed. A mesh must be closed.',
    'Paths are relative to the file that holds the record.',
    '',
    ...optionTables(at(scene, 'bodies', '[]', 'parts', '[]', 'geometry')),
    '## Materials',
    '',
    ...fieldTable(at(scene, 'materials', '[]'), ''),
    '',
    'Two materials rub with the smaller of their coefficients, unless a friction pair says otherwise:',
    '',
    ...fieldTable(at(scene, 'frictionPairs', '[]'), ''),
    '',
    'Built-in materials, handbook values:',
    '',
    '| name | density [kg/m³] | friction coefficient | restitution coefficient |',
    '|---|---|---|---|',
    ...BUILT_IN_MATERIALS.map(
      (m) => `| \`${m.name}\` | ${m.densityKgPerM3} | ${m.frictionCoefficient} | ${m.restitutionCoefficient} |`,
    ),
    '',
    '## Joints',
    '',
    `Kinds: ${kindLinks('joints')}.`,
    '',
    'A joint holds only where a bounded region of one body meets one of the other. With `auto` the regions are found in the source',
    'geometry: a pin of one body in a hole of the other about the joint axis, two facing planes for slides, a ball in a socket. A joint whose',
    'region touches no geometry is refused. Fields of every joint:',
    '',
    ...fieldTable(commonOf(joint), ''),
    '',
    '### Joint region',
    '',
    '`"auto"`, a [region](#region), or chosen source faces (kind `faces`):',
    '',
    ...fieldTable(at(commonOf(joint), 'regions', '[]', 2), '', ['kind']),
    '',
    '## Models',
    '',
    'Effort laws in the place of geometry that is not resolved: [kinds](../models/README.md), [fields](models.md).',
    '',
    '## Contact',
    '',
    'Bodies that a joint ties together do not collide with each other unless the joint says `collides`.',
    '',
    ...fieldTable(withoutItems(at(scene, 'contact'), ['shapes']), ''),
    '',
    '### Shapes',
    '',
    ...optionTables(at(scene, 'contact', 'shapes', '[]')),
    '## Audit',
    '',
    'The original geometry of every pair of bodies is audited. What is left out is declared here, and reported.',
    '',
    ...fieldTable(at(scene, 'audit'), ''),
    '',
    '## Pose',
    '',
    ...fieldTable(at(scene, 'bodies', '[]', 'poseInWorld'), ''),
    '',
    '## Axis frame',
    '',
    'The axis is the z axis of the frame; its x axis is chosen square to it.',
    '',
    ...fieldTable(at(scene, 'joints', '[]', 0, 'frame'), ''),
    '',
    '## Region',
    '',
    'A bounded piece of space, placed in the frame of a body.',
    '',
    ...optionTables(region),
    GENERATED,
  ];
  return `${lines.join('\n')}\n`;
}

/** Fields of a record without what stands inside their lists and records: those have sections of their own. */
function topLevel(schema: FieldSchema, alsoFlat: readonly string[] = []): Record<string, FieldSchema> {
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => {
      if (field.items !== undefined) return [name, { ...field, items: flatItem(field.items) }];
      return [name, alsoFlat.includes(name) ? { ...field, properties: {} } : field];
    }),
  );
}

const flatItem = (item: FieldSchema): FieldSchema =>
  item.properties === undefined && item.oneOf === undefined && item.anyOf === undefined
    ? item
    : { type: 'record', ...(item.setPoint === true ? { setPoint: true } : {}) };

const withoutItems = (schema: FieldSchema, names: readonly string[]): FieldSchema => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      names.includes(name) && field.items !== undefined ? { ...field, items: flatItem(field.items) } : field,
    ]),
  ),
});

function bindingPage(): string {
  const binding = schemaOf(bindingRecord(KINDS));
  const drive = at(binding, 'drives', '[]');
  const trial = at(binding, 'trials', '[]');
  const phase = at(trial, 'phases', '[]');
  const check = at(trial, 'checks', '[]');
  const top = topLevel(binding, ['settings']);
  const lines = [
    '# Binding',
    '',
    'A whole test: the scene, what drives it, what is recorded, what happens phase by phase, and what must come out.',
    '',
    INTRO,
    '',
    ...fieldTable(
      {
        ...binding,
        properties: { ...top, scene: { ...top.scene, anyOf: [{ type: 'file' }, { type: '[scene](scene.md)' }] } },
      },
      '',
    ),
    '',
    '## Settings',
    '',
    ...fieldTable(at(binding, 'settings'), ''),
    '',
    '## Drives',
    '',
    `Kinds: ${kindLinks('drives')}.`,
    '',
    'Every drive has a finite cap, and the recorded effort never exceeds it. Fields of every drive:',
    '',
    ...fieldTable(commonOf(drive), ''),
    '',
    '### Target',
    '',
    'A joint, whose coordinate of the fitting motion is meant:',
    '',
    ...fieldTable(at(commonOf(drive), 'on', 0), ''),
    '',
    'or a body about or along an axis, against a reference body:',
    '',
    ...fieldTable(at(commonOf(drive), 'on', 1), ''),
    '',
    'Some models take the distance of two points instead: `{ "ends": [{ "body", "pointM" }, { "body", "pointM" }] }`.',
    '',
    '## Signals',
    '',
    `Kinds: ${kindLinks('signals')}.`,
    '',
    'Beside its `kind` a signal has a `name`. Points and directions are given in the world at t = 0 and then move with their body.',
    '',
    '## Requirements',
    '',
    ...fieldTable(at(binding, 'requirements', '[]'), ''),
    '',
    '## Trials',
    '',
    ...fieldTable(withoutItems(trial, ['phases', 'checks']), ''),
    '',
    '### Phases',
    '',
    ...fieldTable(phase, ''),
    '',
    '### Set-points',
    '',
    'Beside these fields a set-point has those of the kind of its drive; where it switches the drive off, none are needed.',
    '',
    ...fieldTable(commonSetPoint(phase), ''),
    '',
    '## Checks',
    '',
    `Kinds: ${kindLinks('checks')}.`,
    '',
    'A check whose signal was not recorded, or whose phase was not reached, is INCONCLUSIVE and never passed. Fields of every check:',
    '',
    ...fieldTable(commonOf(check), ''),
    '',
    '### Window',
    '',
    'The whole trial, one phase, or from the start of one phase to the end of another; then what the times leave of it.',
    '',
    ...fieldTable(at(commonOf(check), 'window'), ''),
    '',
    '## Units',
    '',
    `A unit is written as ${SIGNAL_UNITS.map((unit) => `\`${unit}\``).join(', ')}; \`1\` is a pure number.`,
    '',
    '## Parameters',
    '',
    ...fieldTable(at(binding, 'parameters', '[]'), ''),
    '',
    GENERATED,
  ];
  return `${lines.join('\n')}\n`;
}

function commonSetPoint(phase: FieldSchema): FieldSchema {
  const properties = at(phase, 'set', '[]').properties ?? {};
  return { properties, required: ['drive'] };
}
