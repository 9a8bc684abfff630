import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { BindingError } from '../core/errors.js';
import type { Register } from './main.js';
import { EXIT, toJson } from './output.js';
import { starterParts } from './starter/parts.js';
import { starterBinding, starterReadme, starterScene } from './starter/records.js';

/** `mechtrial init NAME`: a small working project to start from. */
export const initCommand: Register = (program, output, finish) => {
  program
    .command('init')
    .description('writes a small working project: scene, binding, STL parts')
    .argument('<name>', 'folder to make; its last part names the mechanism')
    .option('--json', 'the files written, as JSON')
    .action(async (folder: string, options: { readonly json?: boolean }) => {
      const files = await writeStarter(folder);
      if (options.json === true) output.out(toJson({ folder, files }));
      else
        output.out(
          `${files.map((file) => `  ${join(folder, file)}`).join('\n')}\nnext: mechtrial run ${join(folder, 'binding.json')}\n`,
        );
      finish(EXIT.pass);
    });
};

/**
 * Writes the starter project, whole or not at all: beside its place first, then renamed into it.
 *
 * @returns  the files, relative to the folder
 * @throws   BindingError where the folder holds something, its name cannot name a mechanism, or it cannot be written
 */
async function writeStarter(folder: string): Promise<string[]> {
  const place = resolve(folder);
  const name = basename(place);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name))
    refuse('bad_name', `'${name}' cannot name a mechanism`, 'Use letters, digits and . _ -');
  if (existsSync(place) && !(await isEmptyFolder(place)))
    refuse('not_empty', `${folder} exists and is not an empty folder`, 'Choose another name, or empty it.');
  const parts = await starterParts();
  const files: Record<string, string | Uint8Array> = {
    'scene.json': toJson(starterScene(name)),
    'binding.json': toJson(starterBinding(name)),
    'README.md': starterReadme(name),
    ...Object.fromEntries(Object.entries(parts).map(([file, bytes]) => [join('parts', file), bytes])),
  };
  let draft: string | undefined;
  try {
    await mkdir(dirname(place), { recursive: true });
    draft = await mkdtemp(join(dirname(place), `.${name}-`));
    await mkdir(join(draft, 'parts'));
    for (const [file, content] of Object.entries(files)) await writeFile(join(draft, file), content);
    if (existsSync(place)) await rmdir(place);
    await rename(draft, place);
  } catch (error) {
    if (draft !== undefined) await rm(draft, { recursive: true, force: true });
    const reason = error instanceof Error ? error.message : String(error);
    refuse('not_writable', `${folder} cannot be written: ${reason}`, 'Choose a folder that can be written.');
  }
  return Object.keys(files);
}

async function isEmptyFolder(place: string): Promise<boolean> {
  try {
    return (await readdir(place)).length === 0;
  } catch {
    return false;
  }
}

function refuse(code: string, message: string, fix: string): never {
  throw new BindingError([{ code, path: [], message, fix }]);
}
