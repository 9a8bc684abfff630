// The JSON Schemas that `mechtrial schema` prints: an independent validator takes them, and every field says what it means.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { allSchemas } from '../../src/cli/schema.js';
import { starterBinding, starterScene } from '../../src/cli/starter/records.js';
import { bindDrawer, DRAWER, drawer } from '../unit/harness/rig.js';

interface Node {
  readonly description?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly $defs?: Readonly<Record<string, Node>>;
  readonly $ref?: string;
}

const SCHEMAS = allSchemas();

/** Fields without a description anywhere below a node. */
function undescribed(node: Node, root: Node, path: string): string[] {
  const own = Object.entries(node.properties ?? {}).flatMap(([name, field]) => {
    const at = `${path}.${name}`;
    const target = field.$ref === undefined ? field : root.$defs?.[field.$ref.split('/').at(-1)!];
    const isSilent =
      field.description === undefined && target?.description === undefined && target?.const === undefined;
    return [...(isSilent ? [at] : []), ...undescribed(field, root, at)];
  });
  const below = [...(node.items === undefined ? [] : [node.items]), ...(node.anyOf ?? []), ...(node.oneOf ?? [])];
  return [...own, ...below.flatMap((inner) => undescribed(inner, root, path))];
}

test.each(Object.keys(SCHEMAS))('%s: every field has a description', (id) => {
  const root = SCHEMAS[id] as Node;
  const defs = Object.entries(root.$defs ?? {}).flatMap(([name, def]) => undescribed(def, root, name));
  expect([...undescribed(root, root, id), ...defs]).toEqual([]);
});

const validator = (id: string) => {
  const ajv = new Ajv2020({ strictTypes: false, strictTuples: false });
  for (const keyword of ['unit', 'ref', 'setPoint', 'x-setPoints']) ajv.addKeyword(keyword);
  return ajv.compile(SCHEMAS[id] as object);
};

const change = <T extends object>(record: T, edit: (copy: T) => void): T => {
  const copy = structuredClone(record);
  edit(copy);
  return copy;
};

test('a validator that knows nothing of us takes the starter scene, and refuses what the parser refuses', () => {
  const isScene = validator('scene');
  const scene = starterScene('flap');
  const mesh = { kind: 'mesh' as const, verticesM: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], triangles: [0, 2, 1] };
  expect(isScene(scene)).toBe(true);
  expect(isScene(change(scene, (copy) => (copy.bodies[0]!.parts = [{ geometry: mesh }])))).toBe(true);
  const wrong = [
    change(scene, (copy) => (copy.gravityMPerS2 = [0, 0, -9.81, 0] as never)),
    change(scene, (copy) => (copy.gravityMPerS2 = ['0', 0, 0] as never)),
    change(scene, (copy) => Object.assign(copy.bodies[0]!, { mass: 1 })),
    change(scene, (copy) => (copy.bodies[0]!.parts = [{ geometry: { ...mesh, verticesM: ['0'] as never } }])),
    change(scene, (copy) => (copy.bodies[0]!.parts = [{ geometry: { ...mesh, triangles: [-1] } }])),
    change(scene, (copy) => Object.assign(copy.joints![0]!, { frictionTorqueNm: -1 })),
  ];
  for (const record of wrong) expect(isScene(record), JSON.stringify(record)).toBe(false);
});

test('it takes the starter binding, and holds set-points against the kinds of drives', () => {
  const isBinding = validator('binding');
  const binding = starterBinding('flap');
  const withSetPoint = (setPoint: object) =>
    change(binding, (copy) => (copy.trials[0]!.phases[0]!.set = [setPoint as never]));
  expect(isBinding(binding)).toBe(true);
  expect(isBinding(withSetPoint({ drive: 'motor', isOn: false }))).toBe(true);
  expect(isBinding(withSetPoint({ drive: 'motor', angle: 1 }))).toBe(false);
  expect(isBinding(withSetPoint({ drive: 'motor' }))).toBe(false);
});

test('it takes a template, its binding, a candidate and a manifest, and refuses what does not belong there', () => {
  const good: Readonly<Record<string, object>> = {
    template: DRAWER,
    'template-binding': bindDrawer(),
    candidate: { schema: 'mechtrial/candidate@1', scene: drawer().scene },
    manifest: { schema: 'mechtrial/batch@1', name: 'b', evaluations: [{ family: 'four-bar-wiper' }] },
  };
  for (const [id, record] of Object.entries(good)) {
    const isGood = validator(id);
    expect(isGood(record), JSON.stringify(isGood.errors)).toBe(true);
    expect(isGood({ ...record, bounds: 1 })).toBe(false);
  }
});
