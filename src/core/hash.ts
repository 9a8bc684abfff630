import { createHash } from 'node:crypto';

/**
 * Writes a value as JSON with sorted keys and without undefined fields, typed arrays as plain arrays: equal values give
 * equal text whatever the order in which they were built.
 *
 * @throws RangeError for numbers that JSON cannot hold
 */
export function canonicalJson(value: unknown): string {
  if (ArrayBuffer.isView(value) && 'length' in value)
    return `[${Array.from(value as Float64Array, writeNumber).join(',')}]`;
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item ?? null)).join(',')}]`;
  if (typeof value === 'number') return writeNumber(value);
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(([, field]) => field !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonicalJson(field)}`).join(',')}}`;
  }
  return JSON.stringify(value ?? null);
}

function writeNumber(value: number): string {
  if (!Number.isFinite(value)) throw new RangeError(`cannot hash the number ${value}`);
  return Object.is(value, -0) ? '0' : String(value);
}

/** `sha256:` and the hex digest of the given pieces, in order. */
export function sha256(...pieces: readonly (string | NodeJS.ArrayBufferView)[]): string {
  const hash = createHash('sha256');
  for (const piece of pieces) hash.update(piece);
  return `sha256:${hash.digest('hex')}`;
}
