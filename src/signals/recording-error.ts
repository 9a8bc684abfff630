import { MechtrialError } from '../core/errors.js';

/** A recording's file cannot be written or read. Codes: `write_failed`, `read_failed`, `not_a_recording`, `damaged`. */
export class RecordingError extends MechtrialError {}

/** What the operating system said, in words a user can act on. */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known: Readonly<Record<string, string>> = {
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EACCES: 'permission is denied',
    EPERM: 'permission is denied',
    ENOENT: 'there is no such file or folder',
    EISDIR: 'it is a directory',
    ENOTDIR: 'a part of the path is not a directory',
    EROFS: 'the file system is read-only',
    EFBIG: 'the file is too large',
  };
  return known[code] ?? (error instanceof Error ? error.message : String(error));
}

/** The error for a file that cannot be written. */
export const writeFailed = (file: string, error: unknown): RecordingError =>
  new RecordingError([
    {
      code: 'write_failed',
      path: [],
      file,
      message: `the recording cannot be written: ${reasonOf(error)}`,
      fix: 'Make room or choose another folder; what the trial recorded up to now stays in memory.',
    },
  ]);

/** The error for a file that cannot be read, is no recording, or contradicts itself. */
export const unreadable = (
  code: 'read_failed' | 'not_a_recording' | 'damaged',
  file: string,
  message: string,
  fix: string,
): RecordingError => new RecordingError([{ code, path: [], file, message, fix }]);
