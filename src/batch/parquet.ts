import type { ColumnSource } from 'hyparquet-writer';
import { writeWhole } from '../core/write-whole.js';
import type { BatchRow } from './job.js';

/**
 * Writes rows as one Parquet file, whole or not there. Columns are flat: lists are joined by spaces, demand
 * grades are five columns, so that `SELECT family, status, count(*) FROM 'rows.parquet' GROUP BY ALL` needs no unnesting.
 */
export async function writeParquet(file: string, rows: readonly BatchRow[]): Promise<void> {
  const { parquetWriteBuffer } = await import('hyparquet-writer'); // 0.1 s to load: only where it is wanted
  const columnData: ColumnSource[] = COLUMNS.map(({ name, type, of }) => ({
    name,
    data: rows.map(of),
    type,
    nullable: true,
  }));
  await writeWhole(file, new Uint8Array(parquetWriteBuffer({ columnData })));
}

interface Column {
  readonly name: string;
  readonly type: 'STRING' | 'INT32' | 'DOUBLE' | 'BOOLEAN';
  readonly of: (row: BatchRow) => string | number | boolean | null;
}

const text = (name: string, of: (row: BatchRow) => string | null): Column => ({ name, type: 'STRING', of });
const count = (name: string, of: (row: BatchRow) => number | null): Column => ({ name, type: 'INT32', of });

const COLUMNS: readonly Column[] = [
  text('id', (row) => row.id),
  text('family', (row) => row.family),
  count('number', (row) => row.number),
  text('complexity', (row) => row.complexity),
  ...(['motion', 'structure', 'function', 'contact', 'geometry'] as const).map((axis) =>
    count(`${axis}Grade`, (row) => row.demands?.[axis] ?? null),
  ),
  text('attempt', (row) => row.attempt),
  count('submission', (row) => row.submission),
  text('status', (row) => row.status),
  { name: 'isExpected', type: 'BOOLEAN', of: (row) => row.isExpected },
  text('summary', (row) => row.summary),
  text('failedChecks', (row) => row.failedChecks.join(' ')),
  text('interference', (row) => row.interference.join(' ')),
  text('refusal', (row) => row.refusal.join(' ')),
  count('requirementsPassed', (row) => row.requirementsPassed),
  count('requirementCount', (row) => row.requirementCount),
  count('checkCount', (row) => row.checkCount),
  count('trialCount', (row) => row.trialCount),
  { name: 'simulatedS', type: 'DOUBLE', of: (row) => row.simulatedS },
  text('candidateName', (row) => row.candidateName),
  count('revision', (row) => row.revision),
  text('candidateHash', (row) => row.candidateHash),
  text('templateHash', (row) => row.templateHash),
  text('bindingHash', (row) => row.bindingHash),
  text('recordingHashes', (row) => row.recordingHashes.join(' ')),
  { name: 'wallS', type: 'DOUBLE', of: (row) => row.wallS },
];
