// Holds a JSON block against whatever record it is.
import { z } from 'zod';
import { KINDS } from '../../src/index.js';
import {
  bindingRecord,
  parseBinding,
  parseScene,
  sceneRecord,
  setPointSchemas,
  setPointsOff,
} from '../../src/scene/index.js';

const SCENE = sceneRecord(KINDS);
const BINDING = bindingRecord(KINDS);

/** Records by kind, of every room, with the fields common to it. */
const ELEMENTS: readonly z.ZodType[] = [
  ...[SCENE.shape.joints, SCENE.shape.models, BINDING.shape.drives, BINDING.shape.signals].map(elementOf),
  elementOf(trialShape().checks),
];

function trialShape(): Record<string, z.ZodType> {
  return (elementOf(BINDING.shape.trials) as z.ZodObject).shape as Record<string, z.ZodType>;
}

function elementOf(list: z.ZodType | undefined): z.ZodType {
  let inner = list;
  while (inner instanceof z.ZodDefault || inner instanceof z.ZodOptional) inner = inner.def.innerType as z.ZodType;
  if (!(inner instanceof z.ZodArray)) throw new Error('a list of records was expected');
  return inner.def.element as z.ZodType;
}

/**
 * Throws unless the text is a scene, a binding, a record of some kind, a set-point, or fields of one of them, such as
 * `"contact": { … }`.
 */
export async function expectRecord(text: string): Promise<void> {
  const value = JSON.parse(/^\s*[[{]/.test(text) ? text : `{${text}}`) as Record<string, unknown>;
  if (value.schema === 'mechtrial/scene@1') parseScene(value, KINDS);
  else if (value.schema === 'mechtrial/binding@1') parseBinding(value, KINDS);
  else if (typeof value.schema === 'string') return;
  else if ('kind' in value) expectOne(ELEMENTS, value);
  else if ('drive' in value) expectOne([...setPointSchemas(KINDS), ...setPointsOff(KINDS)], value);
  else for (const [field, inner] of Object.entries(value)) expectOne(fieldsNamed(field), inner);
}

const fieldsNamed = (field: string): z.ZodType[] => {
  const named = [SCENE.shape, BINDING.shape, trialShape()].flatMap((shape) => {
    const schema = (shape as Record<string, z.ZodType>)[field];
    return schema === undefined ? [] : [schema];
  });
  if (named.length === 0) throw new Error(`neither a scene nor a binding has a field '${field}'`);
  return named;
};

function expectOne(schemas: readonly z.ZodType[], value: unknown): void {
  const results = schemas.map((schema) => schema.safeParse(value));
  if (results.some(({ success }) => success)) return;
  const shortest = results.map(({ error }) => error?.message ?? '').sort((a, b) => a.length - b.length)[0];
  throw new Error(`no record takes ${JSON.stringify(value)}: ${shortest}`);
}
