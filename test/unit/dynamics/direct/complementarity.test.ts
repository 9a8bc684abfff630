import { expect, test } from 'vitest';
import {
  type ConeProblem,
  createConeProblem,
  rowVelocity,
  sizeConeProblem,
  solveConeProblem,
} from '../../../../src/dynamics/direct/complementarity.js';
import { ROW_TYPE } from '../../../../src/dynamics/direct/unilateral.js';

function bounded(G: number[][], p: number[], lower: number, upper: number): ConeProblem {
  const problem = createConeProblem();
  const n = p.length;
  sizeConeProblem(problem, n);
  for (let i = 0; i < n; i++) {
    problem.type[i] = ROW_TYPE.bounded;
    problem.lower[i] = lower;
    problem.upper[i] = upper;
    problem.p[i] = p[i]!;
    for (let j = 0; j < n; j++) problem.G[i * n + j] = G[i]![j]!;
  }
  return problem;
}

/** One contact on a point of mass 1: G = identity, p = free velocity. */
function contact(p: [number, number, number], mu: number): ConeProblem {
  const problem = createConeProblem();
  sizeConeProblem(problem, 3);
  for (let i = 0; i < 3; i++) {
    problem.type[i] = i === 0 ? ROW_TYPE.normal : ROW_TYPE.tangent;
    problem.lower[i] = 0;
    problem.upper[i] = Number.POSITIVE_INFINITY;
    problem.p[i] = p[i]!;
    for (let j = 0; j < 3; j++) problem.G[3 * i + j] = i === j ? 1 : 0;
  }
  problem.mu[0] = mu;
  return problem;
}

test('free rows solve the linear system', () => {
  const problem = bounded(
    [
      [4, 1],
      [1, 3],
    ],
    [1, 2],
    -10,
    10,
  );
  solveConeProblem(problem, 1e-12);
  expect(problem.lambda[0]).toBeCloseTo(-1 / 11, 14);
  expect(problem.lambda[1]).toBeCloseTo(-7 / 11, 14);
});

test('a row at its bound leaves its velocity to the load', () => {
  const problem = bounded(
    [
      [2, 0.5],
      [0.5, 2],
    ],
    [-10, 0],
    -1,
    1,
  );
  solveConeProblem(problem, 1e-12);
  expect(problem.lambda[0]).toBe(1);
  expect(problem.lambda[1]).toBeCloseTo(-0.25, 14);
  expect(rowVelocity(problem, 0)).toBeCloseTo(-8.125, 13);
});

test('a separating contact has no force', () => {
  const problem = contact([0.5, 1, 0], 0.5);
  solveConeProblem(problem, 1e-12);
  expect([...problem.lambda.subarray(0, 3)]).toEqual([0, 0, 0]);
});

test('a contact within its cone sticks', () => {
  const problem = contact([-1, 0.3, -0.2], 0.5);
  solveConeProblem(problem, 1e-12);
  expect(problem.lambda[0]).toBeCloseTo(1, 14);
  expect(problem.lambda[1]).toBeCloseTo(-0.3, 14);
  expect(problem.lambda[2]).toBeCloseTo(0.2, 14);
});

test('a sliding contact brakes with µ·N exactly against its slip', () => {
  const problem = contact([-1, 3, 4], 0.5);
  solveConeProblem(problem, 1e-12);
  expect(problem.lambda[0]).toBeCloseTo(1, 14);
  // slip direction (0.6, 0.8), friction 0.5
  expect(problem.lambda[1]).toBeCloseTo(-0.3, 12);
  expect(problem.lambda[2]).toBeCloseTo(-0.4, 12);
});

test('slip and friction stay opposed when the tangent masses differ', () => {
  const problem = contact([-1, 3, 4], 0.5);
  problem.G[4] = 9; // the direction turns by what friction does
  solveConeProblem(problem, 1e-12);
  const w1 = rowVelocity(problem, 1);
  const w2 = rowVelocity(problem, 2);
  const slip = Math.hypot(w1, w2);
  // the active set stops at 1e-12 of the cosine: an angle of 1.4e-6
  expect(Math.abs(problem.lambda[1]! / 0.5 + w1 / slip)).toBeLessThan(2e-6);
  expect(Math.abs(problem.lambda[2]! / 0.5 + w2 / slip)).toBeLessThan(2e-6);
  expect(Math.hypot(problem.lambda[1]!, problem.lambda[2]!)).toBeCloseTo(0.5, 12);
});
