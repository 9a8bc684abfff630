import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createBoxWorkspace, solveBoxComplementarity } from '../../../../src/dynamics/rapier/box-complementarity.js';

function solve(G: number[][], q: number[], lo: number[], hi: number[], state = new Int8Array(q.length)) {
  const n = q.length;
  const lambda = new Float64Array(n);
  const outcome = solveBoxComplementarity(
    n,
    Float64Array.from(G.flat()),
    Float64Array.from(q),
    Float64Array.from(lo),
    Float64Array.from(hi),
    state,
    lambda,
    createBoxWorkspace(n),
  );
  return { ...outcome, lambda: [...lambda], state };
}

/** Worst breach of w = Gλ + q, lo ≤ λ ≤ hi, w = 0 inside, w ≥ 0 at lo, w ≤ 0 at hi. */
function breach(G: number[][], q: number[], lo: number[], hi: number[], lambda: number[]): number {
  let worst = 0;
  lambda.forEach((x, i) => {
    const w = G[i]!.reduce((sum, g, k) => sum + g * lambda[k]!, q[i]!);
    worst = Math.max(worst, lo[i]! - x, x - hi[i]!);
    if (x > lo[i]! + 1e-9) worst = Math.max(worst, w);
    if (x < hi[i]! - 1e-9) worst = Math.max(worst, -w);
  });
  return worst;
}

describe('solveBoxComplementarity', () => {
  test('solves a free system exactly', () => {
    // 2x + y = 3, x + 3y = 4 → x = 1, y = 1
    const { lambda, isExact } = solve([[2, 1], [1, 3]], [-3, -4], [-9, -9], [9, 9]); // biome-ignore format: a matrix
    expect(isExact).toBe(true);
    expect(lambda[0]).toBeCloseTo(1, 14);
    expect(lambda[1]).toBeCloseTo(1, 14);
  });

  test('pins what leaves its bounds and solves the rest around it', () => {
    // With y held at 0.5: 2x + 0.5 = 3 → x = 1.25
    const { lambda, state } = solve([[2, 1], [1, 3]], [-3, -4], [-9, -9], [9, 0.5]); // biome-ignore format: a matrix
    expect(lambda[1]).toBe(0.5);
    expect(lambda[0]).toBeCloseTo(1.25, 14);
    expect([...state]).toEqual([0, 1]);
  });

  test('treats equal bounds as a given value', () => {
    const { lambda } = solve([[2, 1], [1, 3]], [-3, -4], [-9, 0.2], [9, 0.2]); // biome-ignore format: a matrix
    expect(lambda[1]).toBe(0.2);
    expect(lambda[0]).toBeCloseTo(1.4, 14);
  });

  test('meets every condition on random problems, from any start', () => {
    const number = fc.double({ min: -1, max: 1, noNaN: true });
    const problem = fc.integer({ min: 1, max: 8 }).chain((n) =>
      fc.record({
        B: fc.array(fc.array(number, { minLength: n, maxLength: n }), { minLength: n, maxLength: n }),
        q: fc.array(number, { minLength: n, maxLength: n }),
        cap: fc.array(fc.double({ min: 0, max: 2, noNaN: true }), { minLength: n, maxLength: n }),
        isOneSided: fc.array(fc.boolean(), { minLength: n, maxLength: n }),
        start: fc.array(fc.constantFrom(-1, 0, 1), { minLength: n, maxLength: n }),
      }),
    );
    fc.assert(
      fc.property(problem, ({ B, q, cap, isOneSided, start }) => {
        // BᵀB + 0.01·1 is symmetric positive definite.
        const G = B.map((_, i) => B.map((_, j) => B.reduce((sum, row) => sum + row[i]! * row[j]!, i === j ? 0.01 : 0)));
        const lo = cap.map((c, i) => (isOneSided[i] ? 0 : -c));
        const hi = cap.map((c, i) => (isOneSided[i] ? Number.POSITIVE_INFINITY : c));
        const { lambda, isExact } = solve(G, q, lo, hi, Int8Array.from(start));
        expect(isExact).toBe(true);
        // Condition number up to 8/0.01: Cholesky loses 3 of 16 digits; 1e-9 is far above.
        expect(breach(G, q, lo, hi, lambda)).toBeLessThan(1e-9);
      }),
      { seed: 4, numRuns: 400 },
    );
  });
});
