import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { settlePattern } from '../../../../src/dynamics/direct/active-set.js';
import {
  type ConeProblem,
  createConeProblem,
  rowVelocity,
  sizeConeProblem,
  sweep,
} from '../../../../src/dynamics/direct/complementarity.js';
import { ROW_TYPE } from '../../../../src/dynamics/direct/unilateral.js';

/** Numbers in [0, 1) from a linear congruential generator. */
function generator(seed: number): () => number {
  let s = seed;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2 ** 32;
  };
}

/** Normal and two tangents at a point r, as rows on [v, ω]. */
function contactRows(r: readonly number[], side: number): number[][] {
  const directions = [
    [0, side, 0],
    [1, 0, 0],
    [0, 0, 1],
  ];
  return directions.map(([x = 0, y = 0, z = 0]) => {
    const [a = 0, b = 0, c = 0] = r;
    return [x, y, z, b * z - c * y, c * x - a * z, a * y - b * x];
  });
}

/**
 * A rod of 50 g along x, free in space, that slides at 1 m/s in a guide: four points below at one end, four above at the other,
 * gaps a few nanometres apart. µ = 0.15.
 */
function rodInGuide(seed: number): ConeProblem {
  const next = generator(seed);
  const inverse = [20, 20, 20, 2e5, 1e4, 1e4];
  const rows: number[][] = [];
  for (const [x, side] of [
    [-0.03, 1],
    [0.03, -1],
  ] as const) {
    for (const dx of [-0.005, 0.005])
      for (const z of [-0.004, 0.004]) rows.push(...contactRows([x + dx, -0.004 * side, z], side));
  }
  const problem = createConeProblem();
  const n = rows.length;
  sizeConeProblem(problem, n);
  const load = [1, -0.1 * next(), 0, 0, 0, -5 * next()];
  for (let i = 0; i < n; i++) {
    const isNormal = i % 3 === 0;
    problem.type[i] = isNormal ? ROW_TYPE.normal : ROW_TYPE.tangent;
    problem.lower[i] = 0;
    problem.upper[i] = Number.POSITIVE_INFINITY;
    problem.mu[i] = isNormal ? 0.15 : 0;
    for (let j = 0; j < n; j++)
      problem.G[n * i + j] = rows[i]!.reduce((sum, x, k) => sum + x * inverse[k]! * rows[j]![k]!, 0);
    problem.G[n * i + i]! *= 1 + 1e-6;
    problem.p[i] = rows[i]!.reduce((sum, x, k) => sum + x * load[k]!, 0) + (isNormal ? 5e-6 * (next() - 0.5) : 0);
    problem.lambda[i] = isNormal ? 1e-3 * next() : 0;
  }
  for (let i = 0; i < n; i += 3) problem.lambda[i + 1] = -0.15 * problem.lambda[i]!;
  return problem;
}

/** Largest violation of the cone conditions [m/s]. */
function violation(problem: ConeProblem): number {
  let worst = 0;
  for (let i = 0; i < problem.n; i += 3) {
    const [l, l1, l2] = [problem.lambda[i]!, problem.lambda[i + 1]!, problem.lambda[i + 2]!];
    const [w, w1, w2] = [rowVelocity(problem, i), rowVelocity(problem, i + 1), rowVelocity(problem, i + 2)];
    const bound = problem.mu[i]! * l;
    const size = Math.hypot(l1, l2);
    const slip = Math.hypot(w1, w2);
    worst = Math.max(worst, -w, l > 0 ? Math.abs(w) : 0);
    if (l > 0 && size < bound * (1 - 1e-6)) worst = Math.max(worst, slip);
    // opposed: λ_t·w_t = −|λ_t|·|w_t|
    else if (size > 0) worst = Math.max(worst, slip + (l1 * w1 + l2 * w2) / size);
  }
  return worst;
}

/** Problems that came up in the running engine. */
function recordedProblems(): ConeProblem[] {
  const file = new URL('../../../fixtures/direct/guide-patches.json', import.meta.url);
  const { problems } = JSON.parse(readFileSync(file, 'utf8')) as { problems: Recorded[] };
  return problems.map(({ type, mu, lower, upper, p, lambda, lowerTriangle }) => {
    const problem = createConeProblem();
    const n = p.length;
    sizeConeProblem(problem, n);
    problem.type.set(type);
    problem.mu.set(mu);
    problem.lower.set(lower.map((x) => x ?? Number.NEGATIVE_INFINITY));
    problem.upper.set(upper.map((x) => x ?? Number.POSITIVE_INFINITY));
    problem.p.set(p);
    problem.lambda.set(lambda);
    for (let i = 0, k = 0; i < n; i++) {
      for (let j = 0; j <= i; j++) {
        problem.G[n * i + j] = lowerTriangle[k]!;
        problem.G[n * j + i] = lowerTriangle[k++]!;
      }
    }
    return problem;
  });
}

interface Recorded {
  readonly type: readonly number[];
  readonly mu: readonly number[];
  /** null: no bound. */
  readonly lower: readonly (number | null)[];
  readonly upper: readonly (number | null)[];
  readonly p: readonly number[];
  readonly lambda: readonly number[];
  readonly lowerTriangle: readonly number[];
}

test('a free rod sliding in its guide settles from any warm start', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const problem = rodInGuide(seed);
    expect(settlePattern(problem), `seed ${seed}`).toBe(true);
    // what the engine asks for before it goes on: a sweep that changes nothing [m/s]
    expect(sweep(problem), `seed ${seed}`).toBeLessThan(1e-8);
    expect(violation(problem), `seed ${seed}`).toBeLessThan(1e-7);
  }
});

test('a driven rod with a load and two indeterminate patches settles within its block pivots', () => {
  for (const [i, problem] of recordedProblems().entries()) {
    expect(settlePattern(problem), `problem ${i}`).toBe(true);
    expect(sweep(problem), `problem ${i}`).toBeLessThan(1e-8);
    // 24 and no solution where dropped rows left the others with the loads of the solve before
    expect(problem.factorCount, `problem ${i}`).toBeLessThanOrEqual(8);
  }
});
