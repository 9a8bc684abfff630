import type { Table } from './tables.js';

/** Rows of one group: what a reader fetches at a time. */
const ROWS_PER_GROUP = 100_000;

/**
 * A table as a Parquet file: doubles, texts and booleans, Snappy, no nulls. What is not finite stays as it is.
 *
 * @param facts  kept in the file's key-value metadata: hash of the recording, version, …
 */
export async function renderParquet(
  { columns }: Table,
  facts: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer'); // 0.1 s to load: only where it is wanted
  const buffer = parquetWriteBuffer({
    columnData: columns.map(({ name, values }) => {
      if (values instanceof Float64Array) return { name, data: values, type: 'DOUBLE', nullable: false };
      const type = typeof values[0] === 'boolean' ? 'BOOLEAN' : 'STRING';
      return { name, data: [...values], type, nullable: false };
    }),
    rowGroupSize: ROWS_PER_GROUP,
    kvMetadata: Object.entries(facts).map(([key, value]) => ({ key, value })),
    createdBy: 'mechtrial',
  });
  return new Uint8Array(buffer);
}
