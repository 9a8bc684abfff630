import { expect, test } from 'vitest';
import { evaluateCase, type ValidationCase } from '../../validation/case.js';
import { labOf } from '../../validation/lab.js';

/**
 * One test per case on the direct engine, which must meet all. Tolerances and where they come from stand with the cases in
 * `validation/`; `npm run validation` prints the figures of both engines.
 */
export function holdDirectTo(cases: readonly ValidationCase[]): void {
  test.each(cases.map((c) => [c.name, c] as const))('%s', { timeout: 180_000 }, async (_name, validationCase) => {
    const rows = await evaluateCase(validationCase, labOf('direct'));
    expect(rows).toHaveLength(validationCase.expected.length);
    const missed = rows.filter((row) => !row.pass);
    expect(missed.map((row) => `${row.quantity}: ${row.error} of ${row.tolerance} ${row.unit}`)).toEqual([]);
  });
}
