/**
 * One group of coupled unilateral rows, solved for λ:
 *
 *   w = G·λ + p        bounded rows  lower ≤ λ ≤ upper, complementary to w
 *                      contacts      0 ≤ λ_n ⟂ w_n ≥ 0,  |λ_t| ≤ µ·λ_n, λ_t against the slip w_t where it slides
 *
 * G is symmetric positive definite (regularised). `settlePattern` (active-set.ts) takes the pattern of the warm start
 * and solves it exactly. If it does not settle, block Gauss–Seidel sweeps look for a better one, later accelerated by
 * nonlinear conjugate gradients, and the pattern is tried again.
 *
 * Contributor notes. Sweeps alone need hundreds of passes on a clamped part near slip; the active set alone cycles from a
 * bad start. Stopping at a small change instead of solving the pattern lets the share of each point of a patch wander
 * (10 % is 1e-8 m/s), until a part clamped at 0.99 of its slip load slips: so every solve ends with a factorisation.
 * A pattern that has not settled may hold any load: a slider rocking in its guide at µ = 2 was thrown out at 1e13 rad/s where it
 * was handed on for being less wrong than the sweeps before.
 *
 * @source acceleration: M. Silcowitz-Hansen, S. Niebe, K. Erleben, A nonsmooth nonlinear conjugate gradient method for
 *         interactive contact force problems, The Visual Computer 26 (2010)
 */
import { settlePattern } from './active-set.js';
import { ROW_TYPE } from './unilateral.js';

export interface ConeProblem {
  n: number;
  capacity: number;
  /** n×n, row-major with stride n, regularisation included. */
  G: Float64Array;
  p: Float64Array;
  lambda: Float64Array;
  type: Uint8Array;
  lower: Float64Array;
  upper: Float64Array;
  mu: Float64Array;
  // ── scratch ──
  state: Uint8Array;
  directionX: Float64Array;
  directionY: Float64Array;
  /** Cross-slip softness per sliding contact, and one line of the system. */
  softness: Float64Array;
  line: Float64Array;
  index: Int32Array;
  matrix: Float64Array;
  previous: Float64Array;
  gradient: Float64Array;
  saved: Float64Array;
  // ── outcome ──
  sweepCount: number;
  factorCount: number;
}

/** Returns an empty problem. */
export function createConeProblem(): ConeProblem {
  return { n: 0, ...scratch(0) };
}

/** Makes room for n rows and sets n. */
export function sizeConeProblem(problem: ConeProblem, n: number): void {
  if (n > problem.capacity) Object.assign(problem, scratch(2 * n));
  problem.n = n;
}

function scratch(capacity: number) {
  const array = () => new Float64Array(capacity);
  return {
    capacity,
    G: new Float64Array(capacity * capacity),
    p: array(),
    lambda: array(),
    type: new Uint8Array(capacity),
    lower: array(),
    upper: array(),
    mu: array(),
    state: new Uint8Array(capacity),
    directionX: array(),
    directionY: array(),
    softness: array(),
    line: array(),
    index: new Int32Array(capacity),
    matrix: new Float64Array(capacity * (capacity + 1)),
    previous: array(),
    gradient: array(),
    saved: array(),
    sweepCount: 0,
    factorCount: 0,
  };
}

/** Sweeps before the pattern is tried, round by round; the first is none: the warm start's pattern mostly still holds. */
const SWEEPS = [0, 3, 12, 12, 60, 200] as const;
/** From this round on `LATE_FACTOR` times the tolerance is good enough. */
const LATE_ROUND = 3;
const LATE_FACTOR = 100;
/** What accelerated sweeps may leave [m/s]: beyond it they have gone astray. Plain sweeps then start anew. */
const LARGEST_LEFT = 1e-3;
const PLAIN_SWEEPS = 100;
/** Above this many rows a factorisation costs more than the sweeps that may save it. */
const LARGE = 120;

/**
 * Solves the problem from the warm start in `lambda`; returns the last change of a row in terms of w [m/s].
 *
 * @param tolerance [m/s] change below which it has converged
 */
export function solveConeProblem(problem: ConeProblem, tolerance: number): number {
  const { n, lambda, saved } = problem;
  if (n === 0) return 0;
  if (n === 1) return solveSingle(problem);
  let change = Number.POSITIVE_INFINITY;
  for (let round = n > LARGE ? 1 : 0; round < SWEEPS.length; round++) {
    const goal = round < LATE_ROUND ? tolerance : LATE_FACTOR * tolerance;
    if (round > 0) change = acceleratedSweeps(problem, SWEEPS[round]!, round > 1, goal);
    if (n > LARGE && change < goal) return change;
    for (let i = 0; i < n; i++) saved[i] = lambda[i]!;
    if (settlePattern(problem)) {
      const after = sweep(problem);
      if (after < goal) return after;
    }
    for (let i = 0; i < n; i++) lambda[i] = saved[i]!;
  }
  const left = sweep(problem);
  return left < LARGEST_LEFT ? left : sweepAnew(problem, left);
}

/** Plain sweeps from no load at all, where they come closer than `left`: slow, but they put no load where none belongs. */
function sweepAnew(problem: ConeProblem, left: number): number {
  const { n, lambda, saved } = problem;
  for (let i = 0; i < n; i++) saved[i] = lambda[i]!;
  lambda.fill(0, 0, n);
  const anew = acceleratedSweeps(problem, PLAIN_SWEEPS, false, 0);
  if (anew < left) return anew;
  for (let i = 0; i < n; i++) lambda[i] = saved[i]!;
  return left;
}

/** A single bounded row needs no iteration. */
function solveSingle(problem: ConeProblem): number {
  const { lambda, p, G, lower, upper } = problem;
  const x = -p[0]! / G[0]!;
  lambda[0] = x < lower[0]! ? lower[0]! : Math.min(x, upper[0]!);
  return 0;
}

/** Gauss–Seidel sweeps, Fletcher–Reeves accelerated when asked; returns the last change. */
function acceleratedSweeps(problem: ConeProblem, count: number, isAccelerated: boolean, goal: number): number {
  const { n, lambda, previous, gradient } = problem;
  let change = 0;
  let squareBefore = 0;
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < n; i++) previous[i] = lambda[i]!;
    change = sweep(problem);
    if (change < goal) break;
    if (!isAccelerated) continue;
    let square = 0;
    for (let i = 0; i < n; i++) square += (lambda[i]! - previous[i]!) ** 2;
    const beta = k > 0 ? square / squareBefore : 0;
    const restarts = k === 0 || beta > 1;
    for (let i = 0; i < n; i++) {
      const step = lambda[i]! - previous[i]!;
      if (restarts) gradient[i] = k === 0 ? step : 0;
      else {
        lambda[i]! += beta * gradient[i]!;
        gradient[i] = beta * gradient[i]! + step;
      }
    }
    squareBefore = square;
  }
  for (let i = 0; i < n; i++) if (problem.type[i] === ROW_TYPE.normal && lambda[i]! < 0) lambda[i] = 0;
  return change;
}

/** One block Gauss–Seidel sweep on the cones; returns the largest change, as a change of w [m/s]. */
export function sweep(problem: ConeProblem): number {
  const { n, type } = problem;
  let largest = 0;
  problem.sweepCount++;
  for (let i = 0; i < n; ) {
    let change: number;
    if (type[i] === ROW_TYPE.bounded) change = sweepBounded(problem, i++);
    else {
      change = sweepContact(problem, i);
      i += 3;
    }
    if (!(change <= largest)) largest = change;
  }
  return largest;
}

/** w of row i. */
export function rowVelocity(problem: ConeProblem, i: number): number {
  const { n, G, p, lambda } = problem;
  const g = i * n;
  let w = p[i]!;
  for (let k = 0; k < n; k++) w += G[g + k]! * lambda[k]!;
  return w;
}

function sweepBounded(problem: ConeProblem, i: number): number {
  const { n, G, lambda, lower, upper } = problem;
  const d = G[i * n + i]!;
  const old = lambda[i]!;
  let x = old - rowVelocity(problem, i) / d;
  x = x < lower[i]! ? lower[i]! : Math.min(x, upper[i]!);
  lambda[i] = x;
  return Math.abs(x - old) * d;
}

/** Normal, then both tangents together: their 2×2 solution if it sticks, a projected step onto the disc if not. */
function sweepContact(problem: ConeProblem, i: number): number {
  const { n, G, lambda, mu } = problem;
  const change = sweepBounded(problem, i);
  const bound = mu[i]! * lambda[i]!;
  if (!(bound > 0)) {
    lambda[i + 1] = 0;
    lambda[i + 2] = 0;
    return change;
  }
  const w1 = rowVelocity(problem, i + 1);
  const w2 = rowVelocity(problem, i + 2);
  const g11 = G[(i + 1) * n + i + 1]!;
  const g12 = G[(i + 1) * n + i + 2]!;
  const g22 = G[(i + 2) * n + i + 2]!;
  const old1 = lambda[i + 1]!;
  const old2 = lambda[i + 2]!;
  const determinant = g11 * g22 - g12 * g12;
  let x1 = old1 - (g22 * w1 - g12 * w2) / determinant;
  let x2 = old2 - (g11 * w2 - g12 * w1) / determinant;
  if (x1 * x1 + x2 * x2 > bound * bound) {
    const g = Math.max(g11, g22) + Math.abs(g12);
    x1 = old1 - w1 / g;
    x2 = old2 - w2 / g;
    const size = Math.sqrt(x1 * x1 + x2 * x2);
    if (size > bound) {
      x1 *= bound / size;
      x2 *= bound / size;
    }
  }
  lambda[i + 1] = x1;
  lambda[i + 2] = x2;
  return Math.max(change, Math.abs(x1 - old1) * g11, Math.abs(x2 - old2) * g22);
}
