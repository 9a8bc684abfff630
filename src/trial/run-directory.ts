import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BindingError } from '../core/errors.js';
import type { Scene } from '../scene/index.js';
import type { Verdict } from './verdict.js';

/** What a run directory says about itself; `rejudge` starts from it. */
export interface RunRecord {
  readonly schema: 'mechtrial/run@1';
  readonly name: string;
  readonly baseDirectory: string;
  readonly engine: 'direct' | 'rapier' | 'both';
  readonly versions: Readonly<Record<string, string>>;
}

/** JSON with typed arrays as arrays. */
const text = (record: unknown): string =>
  `${JSON.stringify(record, (_key, value) => (ArrayBuffer.isView(value) ? Array.from(value as Float64Array) : value), 2)}\n`;

/** Writes under a temporary name first: a crash leaves the old file or the new one, never half of one. */
async function writeWhole(file: string, record: unknown): Promise<void> {
  const temporary = `${file}.${process.pid}.partial`;
  await writeFile(temporary, text(record));
  await rename(temporary, file);
}

/**
 * Makes a run directory with the binding as used.
 *
 * @throws BindingError `out_unwritable` when it cannot be made
 */
export async function openRunDirectory(directory: string, scene: Scene, run: RunRecord): Promise<void> {
  try {
    await mkdir(directory, { recursive: true });
    await writeWhole(join(directory, 'binding.json'), scene.binding);
    await writeWhole(join(directory, 'run.json'), run);
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'EIO';
    const fix = 'Choose a folder that can be written to with --out.';
    throw new BindingError([
      { code: 'out_unwritable', path: [], file: directory, message: `cannot be written (${code})`, fix },
    ]);
  }
}

/** Writes the verdict beside its recordings. */
export const sealRunDirectory = (directory: string, verdict: Verdict): Promise<void> =>
  writeWhole(join(directory, 'verdict.json'), verdict);
