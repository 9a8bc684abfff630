import type { Table } from './tables.js';

/**
 * A table as CSV (RFC 4180): comma, CRLF, a first line with the names of the columns. Numbers have the digits that bring the
 * same double back; what is not finite is `NaN`, `Infinity` or `-Infinity`.
 */
export function renderCsv({ columns, rowCount }: Table): string {
  const lines = [columns.map(({ name }) => quoted(name)).join(',')];
  for (let row = 0; row < rowCount; row++) {
    lines.push(columns.map(({ values }) => quoted(String(values[row]))).join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
