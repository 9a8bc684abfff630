import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonSchemas } from '../trial/index.js';
import type { Register } from './main.js';
import { EXIT, toJson } from './output.js';

/** `mechtrial schema`: the JSON Schemas of scene and binding, on stdout or into a folder. */
export const schemaCommand: Register = (program, output, finish) => {
  program
    .command('schema')
    .description('the JSON Schemas of scenes and bindings')
    .argument('[name]', 'scene or binding; both without it')
    .option('--out <dir>', 'write one file per schema instead')
    .option('--json', 'accepted for uniformity; schemas are JSON anyway')
    .action(async (name: string | undefined, options: { readonly out?: string }) => {
      const schemas = jsonSchemas(name);
      if (options.out === undefined) output.out(toJson(name === undefined ? schemas : Object.values(schemas)[0]));
      else {
        await mkdir(options.out, { recursive: true });
        for (const [id, schema] of Object.entries(schemas)) {
          await writeFile(join(options.out, `${id}.schema.json`), toJson(schema));
        }
      }
      finish(EXIT.pass);
    });
};
