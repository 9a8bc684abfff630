import { z } from 'zod';
import { BindingError } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import { KINDS } from '../kinds.js';
import { bindingRecord, sceneRecord, setPointSchemas } from '../scene/index.js';

/**
 * JSON Schemas (2020-12) of what users write, defaults being optional; units and references stand in `unit` and `ref`.
 *
 * @param name  'scene' or 'binding'; both without it
 * @throws BindingError for another name
 */
export function jsonSchemas(name?: string): Readonly<Record<string, unknown>> {
  const write = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'ref' });
  const schemas: Record<string, () => unknown> = {
    scene: () => write(sceneRecord(KINDS)),
    binding: () => ({
      ...write(bindingRecord(KINDS)),
      'x-setPoints': Object.fromEntries(KINDS.drives.map((kind, i) => [kind.kind, write(setPointSchemas(KINDS)[i]!)])),
    }),
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
