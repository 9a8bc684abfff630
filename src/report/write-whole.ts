import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BindingError } from '../core/errors.js';

/**
 * Writes a file, and the folder it is in. It is whole or not there: it is written under a temporary name first.
 *
 * @throws BindingError `out_unwritable`
 */
export async function writeWholeFile(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${process.pid}.partial`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporary, content);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}); // what could not be written may not be removable either
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const fix = 'Choose another file with --out.';
    throw new BindingError([{ code: 'out_unwritable', path: [], file, message: `cannot be written (${code})`, fix }]);
  }
}
