import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file under a temporary name first: a crash leaves the old one or the new one, never half of one.
 *
 * @throws what the file system says; nothing is left behind then
 */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  const temporary = `${file}.${process.pid}.partial`;
  try {
    await writeFile(temporary, content);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {}); // what could not be written may not be removable either
    throw error;
  }
}
