import { constants, type FileHandle, open, readdir } from 'node:fs/promises';
import { basename, dirname, extname } from 'node:path';
import type { GeometryError } from '../core/errors.js';
import { nearest } from '../core/nearest.js';
import { geometryError } from './geometry-issue.js';

/** Largest CAD file that is read at all; the STEP importer is 32-bit and needs several times the file's size. */
const LARGEST_FILE_BYTES = 512 * 1024 * 1024;

/** First and last bytes of a file, enough to recognise a format and a cut. */
export interface FileEnds {
  readonly byteCount: number;
  readonly head: Uint8Array;
  readonly tail: Uint8Array;
}

/**
 * Bytes of a CAD file. `accept` sees the two ends first and may throw, so that a large file of the wrong kind is refused
 * without being read.
 *
 * @param path  absolute path
 * @param file  the path as the user wrote it, for messages
 * @throws      GeometryError `file_missing`, `file_is_directory`, `file_not_regular`, `file_not_permitted`, `file_unreadable`,
 *              `file_empty`, `file_too_large`, or whatever `accept` throws
 */
export async function readCadFile(path: string, file: string, accept: (ends: FileEnds) => void): Promise<Uint8Array> {
  let handle: FileHandle | undefined;
  try {
    // without O_NONBLOCK a named pipe that nobody writes to would keep us here for ever
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stat = await handle.stat();
    if (stat.isDirectory()) throw directoryError(file);
    if (!stat.isFile()) throw irregularError(file);
    if (stat.size === 0) throw emptyError(file);
    if (stat.size > LARGEST_FILE_BYTES) throw tooLargeError(file, stat.size);
    const endLength = Math.min(stat.size, 8192);
    const head = await readRange(handle, 0, endLength);
    const tail = await readRange(handle, stat.size - endLength, endLength);
    accept({ byteCount: stat.size, head, tail });
    return new Uint8Array(await handle.readFile());
  } catch (error) {
    if (isErrno(error)) throw fileAccessError(error, file, await siblingNames(path, error));
    throw error;
  } finally {
    await handle?.close();
  }
}

/**
 * The GeometryError that tells a failed file access: `file_missing` (ENOENT, ENOTDIR), `file_is_directory` (EISDIR),
 * `file_not_permitted` (EACCES, EPERM), else `file_unreadable`.
 *
 * @param siblings  names of files in the same directory, for "did you mean"
 */
export function fileAccessError(
  error: NodeJS.ErrnoException,
  file: string,
  siblings: readonly string[] = [],
): GeometryError {
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR': {
      const near = nearest(basename(file), siblings);
      const hint = near === null ? '' : ` Did you mean ${near}?`;
      return geometryError({
        code: 'file_missing',
        file,
        message: 'no such file',
        fix: `Check the path; relative paths start at the file that names them.${hint}`,
      });
    }
    case 'EISDIR':
      return directoryError(file);
    case 'EACCES':
    case 'EPERM':
      return geometryError({
        code: 'file_not_permitted',
        file,
        message: `no permission to read it (${error.code})`,
        fix: 'Give your user read permission on the file and on every directory above it.',
      });
    default:
      return geometryError({
        code: 'file_unreadable',
        file,
        message: `cannot be read: ${error.code ?? 'unknown error'}`,
        fix: 'Copy the file to a local disk and try again.',
      });
  }
}

async function readRange(handle: FileHandle, position: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await handle.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

async function siblingNames(path: string, error: NodeJS.ErrnoException): Promise<readonly string[]> {
  if (error.code !== 'ENOENT') return [];
  const extension = extname(path).toLowerCase();
  try {
    return (await readdir(dirname(path))).filter((name) => extname(name).toLowerCase() === extension);
  } catch {
    return [];
  }
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && 'syscall' in error;
}

function directoryError(file: string): GeometryError {
  return geometryError({
    code: 'file_is_directory',
    file,
    message: 'is a directory, not a CAD file',
    fix: 'Name one STEP, STL, 3MF or OBJ file in it.',
  });
}

function irregularError(file: string): GeometryError {
  return geometryError({
    code: 'file_not_regular',
    file,
    message: 'is a pipe, socket or device, not a file',
    fix: 'Save the geometry to a file and name that: a CAD file is read more than once.',
  });
}

function emptyError(file: string): GeometryError {
  return geometryError({
    code: 'file_empty',
    file,
    message: 'is empty (0 bytes)',
    fix: 'Export it again from the CAD program; an aborted export leaves an empty file.',
  });
}

function tooLargeError(file: string, byteCount: number): GeometryError {
  return geometryError({
    code: 'file_too_large',
    file,
    message: `has ${Math.round(byteCount / 1024 ** 2)} MB, more than the ${LARGEST_FILE_BYTES / 1024 ** 2} MB that can be imported`,
    fix: 'Export only the parts of the mechanism, or one file per part.',
  });
}
