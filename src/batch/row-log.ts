import { closeSync, existsSync, fsyncSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { BatchRow } from './job.js';

/** Name of the log that one shard writes. */
export const logName = (shard: Shard): string => `rows-${shard.index}-of-${shard.count}.jsonl`;

/** Part i of n, i from 1: every n-th job of the manifest. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

/** Appends rows, one JSON line each, durable when `append` returns. */
export class RowLog {
  readonly #file: number;

  /** Opens a log; a last line that was cut off by a kill is closed first, so that it stands alone and is ignored. */
  constructor(file: string) {
    const written = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const isCut = written !== '' && !written.endsWith('\n');
    this.#file = openSync(file, 'a');
    if (isCut) writeSync(this.#file, '\n');
  }

  append(row: BatchRow): void {
    writeSync(this.#file, `${JSON.stringify(row)}\n`);
    fsyncSync(this.#file);
  }

  close(): void {
    closeSync(this.#file);
  }
}

/** All rows that a folder's logs hold, by id; lines that were cut off are left out. */
export function readRows(directory: string): Map<string, BatchRow> {
  const rows = new Map<string, BatchRow>();
  const logs = readdirSync(directory).filter((name) => /^rows-\d+-of-\d+\.jsonl$/.test(name));
  for (const name of logs.sort()) {
    for (const line of readFileSync(join(directory, name), 'utf8').split('\n')) {
      const row = parseLine(line);
      if (row !== null) rows.set(row.id, row);
    }
  }
  return rows;
}

function parseLine(line: string): BatchRow | null {
  try {
    const row = JSON.parse(line) as BatchRow | null;
    return typeof row?.id === 'string' ? row : null;
  } catch {
    return null;
  }
}
