import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { BindingError } from '../core/errors.js';
import { writeWhole } from '../core/write-whole.js';

/**
 * Writes a file, and the folder it is in. It is whole or not there.
 *
 * @throws BindingError `out_unwritable`
 */
export async function writeWholeFile(file: string, content: string | Uint8Array): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeWhole(file, content);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    const fix = 'Choose another file with --out.';
    throw new BindingError([{ code: 'out_unwritable', path: [], file, message: `cannot be written (${code})`, fix }]);
  }
}
