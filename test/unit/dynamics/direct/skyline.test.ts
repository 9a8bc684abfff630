import { expect, test } from 'vitest';
import { createRowSet } from '../../../../src/dynamics/direct/row-set.js';
import {
  assemble,
  backwardSolve,
  createSkyline,
  factor,
  forwardSolve,
} from '../../../../src/dynamics/direct/skyline.js';

/** A chain of n one-row elements: row i touches bodies i and i+1 with numbers that make A positive definite. */
function chain(n: number) {
  const rows = createRowSet(n, 2 * n);
  for (let i = 0; i < n; i++) {
    rows.body[2 * i] = i + 1;
    rows.body[2 * i + 1] = i + 2;
    rows.start[i + 1] = 2 * i + 2;
    for (let k = 0; k < 12; k++) {
      rows.J[12 * i + k] = Math.sin(1 + 3 * i + k);
      rows.W[12 * i + k] = rows.J[12 * i + k]!;
    }
  }
  rows.count = n;
  return rows;
}

test('the envelope of a chain is one row wide', () => {
  const sky = createSkyline(chain(5));
  expect([...sky.first]).toEqual([0, 0, 1, 2, 3]);
});

test('factor and solves invert the assembled matrix', () => {
  const rows = chain(6);
  const sky = createSkyline(rows);
  assemble(sky, rows);
  const A = Array.from({ length: 6 }, (_, i) =>
    Array.from({ length: 6 }, (__, j) => {
      const [r, c] = i >= j ? [i, j] : [j, i];
      return c >= sky.first[r]! ? sky.values[sky.offset[r]! + c]! : 0;
    }),
  );
  factor(sky, new Float64Array(6).fill(1e-300));
  const b = Float64Array.of(1, -2, 0.5, 3, 0, 1);
  const x = b.slice();
  forwardSolve(sky, x, 0, 0, 6);
  backwardSolve(sky, x);
  // condition number below 100: rounding stays below 1e-13
  for (let i = 0; i < 6; i++) {
    const product = A[i]!.reduce((s, a, j) => s + a * x[j]!, 0);
    expect(Math.abs(product - b[i]!)).toBeLessThan(1e-13);
  }
});

test('redundant rows share their load evenly and do not break the factor', () => {
  const rows = createRowSet(2, 2);
  for (let i = 0; i < 2; i++) {
    rows.body[i] = 1;
    rows.start[i + 1] = i + 1;
    rows.J[6 * i] = 1;
    rows.W[6 * i] = 1;
  }
  rows.count = 2;
  const sky = createSkyline(rows);
  assemble(sky, rows);
  factor(sky, new Float64Array(2).fill(1e-11));
  const x = Float64Array.of(1, 1);
  forwardSolve(sky, x, 0, 0, 2);
  backwardSolve(sky, x);
  // 1e-16/1e-11: what the regularisation leaves of rounding
  expect(Math.abs(x[0]! - 0.5)).toBeLessThan(1e-4);
  expect(Math.abs(x[0]! + x[1]! - 1)).toBeLessThan(1e-10);
});
