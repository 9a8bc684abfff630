import { z } from 'zod';
import { BindingError } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import { KINDS } from '../kinds.js';
import { bindingRecord, isSetPoint, sceneRecord, setPointSchemas, setPointsOff } from '../scene/index.js';

/**
 * JSON Schemas (2020-12) of what users write, defaults being optional; units and references stand in `unit` and `ref`.
 *
 * @param name  'scene', 'binding' or one of `more`; all of them without it
 * @param more  further records by name
 * @throws BindingError for another name
 */
export function jsonSchemas(
  name?: string,
  more: Readonly<Record<string, () => z.ZodType>> = {},
): Readonly<Record<string, unknown>> {
  const write = (schema: z.ZodType) =>
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'ref', override: writeSetPoint });
  const schemas: Record<string, () => unknown> = {
    scene: () => write(sceneRecord(KINDS)),
    binding: () => ({
      ...write(bindingRecord(KINDS)),
      'x-setPoints': Object.fromEntries(KINDS.drives.map((kind, i) => [kind.kind, write(setPointSchemas(KINDS)[i]!)])),
    }),
    ...Object.fromEntries(Object.entries(more).map(([id, schema]) => [id, () => write(schema())])),
  };
  const wanted = name === undefined ? Object.keys(schemas) : [name];
  return Object.fromEntries(
    wanted.map((id) => {
      const schema = schemas[id];
      if (schema === undefined) {
        const fix = didYouMean(id, Object.keys(schemas), 'schemas');
        throw new BindingError([{ code: 'unknown_schema', path: [], message: `there is no schema '${id}'`, fix }]);
      }
      return [id, schema()];
    }),
  );
}

/**
 * A set-point is a loose record to the parser, which holds it against its drive's kind; a JSON Schema can say that it is
 * one of the kinds, or, where it switches the drive off, part of one.
 */
function writeSetPoint({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: Record<string, unknown> }): void {
  if (!isSetPoint(zodSchema)) return;
  for (const key of ['type', 'properties', 'required', 'additionalProperties']) delete jsonSchema[key];
  jsonSchema.anyOf = [...setPointSchemas(KINDS), ...setPointsOff(KINDS)].map((schema) => {
    const { $schema: _, ...written } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return written;
  });
}
