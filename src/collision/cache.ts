import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson, sha256 } from '../core/hash.js';

/** Folder of the cache on disk, shared by all processes of this machine. */
export const DEFAULT_CACHE_DIRECTORY = join(tmpdir(), 'mechtrial-cache');

/** What a cache file holds: a value and the hash of its text, so that a damaged file is noticed. */
interface CacheFile {
  readonly hash: string;
  readonly text: string;
}

/** Marks typed arrays in JSON. */
const FLOATS = 'float64';

/**
 * A value kept under a key, or null where there is none or the file is damaged. Never throws: a cache that cannot be read is
 * an empty one.
 */
export async function readCached(directory: string, key: string): Promise<unknown> {
  try {
    const file = JSON.parse(await readFile(fileOf(directory, key), 'utf8')) as Partial<CacheFile>;
    if (typeof file.text !== 'string' || file.hash !== sha256(key, file.text)) return null;
    return JSON.parse(file.text, reviveFloats);
  } catch {
    return null;
  }
}

/** Keeps a value: written beside its place, then renamed, so that readers see all of it or nothing. Never throws. */
export async function writeCached(directory: string, key: string, value: unknown): Promise<void> {
  const temporary = join(directory, `${randomUUID()}.tmp`);
  try {
    await mkdir(directory, { recursive: true });
    const text = JSON.stringify(value, packFloats);
    await writeFile(temporary, canonicalJson({ hash: sha256(key, text), text }));
    await rename(temporary, fileOf(directory, key));
  } catch {
    await rm(temporary, { force: true }).catch(() => undefined);
  }
}

const fileOf = (directory: string, key: string): string => join(directory, `${key.replace(/^sha256:/, '')}.json`);

function packFloats(_key: string, value: unknown): unknown {
  if (!(value instanceof Float64Array)) return value;
  return { [FLOATS]: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64') };
}

function reviveFloats(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !(FLOATS in value)) return value;
  const bytes = Uint8Array.from(Buffer.from(String(value[FLOATS]), 'base64'));
  return new Float64Array(bytes.buffer);
}
