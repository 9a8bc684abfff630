import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { candidateFile, templateBindingRecord, templateRecord } from '../harness/index.js';
import { jsonSchemas } from '../trial/index.js';
import type { Register } from './main.js';
import { manifestRecord } from './manifest.js';
import { EXIT, toJson } from './output.js';

/**
 * JSON Schemas of everything that users write, or of one of them.
 *
 * @throws BindingError for a name that is none
 */
export const allSchemas = (name?: string): Readonly<Record<string, unknown>> =>
  jsonSchemas(name, {
    template: templateRecord,
    'template-binding': templateBindingRecord,
    candidate: candidateFile,
    manifest: manifestRecord,
  });

/** `mechtrial schema`: the JSON Schemas of everything that users write, on stdout or into a folder. */
export const schemaCommand: Register = (program, output, finish) => {
  program
    .command('schema')
    .description('the JSON Schemas of scenes, bindings, templates, candidates and manifests')
    .argument('[name]', 'scene, binding, template, template-binding, candidate or manifest; all without it')
    .option('--out <dir>', 'write one file per schema instead')
    .option('--json', 'accepted for uniformity; schemas are JSON anyway')
    .action(async (name: string | undefined, options: { readonly out?: string }) => {
      const schemas = allSchemas(name);
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
