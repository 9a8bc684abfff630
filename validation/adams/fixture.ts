/** Reads the ADAMS results of a case. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Rows of one quantity: values without the time column, 501 rows. */
export type Series = readonly (readonly number[])[];

const FOLDER = new URL('../../test/fixtures/adams/', import.meta.url);
export const SAMPLE_S = 0.01;
export const SAMPLE_COUNT = 501;

/** Returns the quantities of a case by name (`Pos`, `Vel`, …). @throws Error when a file is not as described in SOURCE.md */
export function readAdams(name: string): ReadonlyMap<string, Series> {
  const text = gunzipSync(readFileSync(new URL(`${name}.txt.gz`, FOLDER))).toString('utf8');
  const series = new Map<string, Series>();
  for (const part of text.split(/^## /m).slice(1)) {
    const lines = part.split(/\r?\n/);
    const quantity = /_ADAMS_(\w+)\.txt$/.exec(lines[0]!)?.[1];
    const rows = lines.slice(4).filter((line) => line.trim() !== '');
    if (quantity === undefined || rows.length !== SAMPLE_COUNT)
      throw new Error(`${name}: ${lines[0]} has ${rows.length} rows`);
    series.set(
      quantity,
      rows.map((row) => row.trim().split(/\s+/).slice(1).map(Number)),
    );
  }
  return series;
}

/** Largest column of the root mean square of a − b; quaternions are compared up to their sign. */
export function worstColumnRms(a: Series, b: Series, isQuaternion: boolean): number {
  const square = new Array<number>(a[0]!.length).fill(0);
  a.forEach((row, i) => {
    const other = b[i]!;
    const sign = isQuaternion && row.reduce((sum, x, k) => sum + x * other[k]!, 0) < 0 ? -1 : 1;
    row.forEach((x, k) => {
      square[k]! += (sign * x - other[k]!) ** 2;
    });
  });
  return Math.max(...square.map((s) => Math.sqrt(s / a.length)));
}
