/**
 * Solves the pattern of a cone problem exactly: which rows act, which stick, which slide.
 *
 *   free rows:         w = G·λ + p = 0
 *   sliding contacts:  λ_t = −µ·λ_n·w_t/|w_t|, by Newton: with d = −ŵ_t/|ŵ_t| and e ⟂ d
 *                      λ_t = µ·λ_n·d + λ_e·e        w_e + (|ŵ_t|/(µ·λ̂_n))·λ_e = 0
 *                      so the normal's column is G_n + µ·(d₁·G_t1 + d₂·G_t2), and slip across d meets a viscous row
 *
 * Order of pivots: drop what pulls or exceeds its bound, the rest going back to where it was; then sticking outside the
 * cone → sliding; then add only the worst violator, which enters sliding against its slip. After `BLOCK_PIVOTS` block changes only single changes: the
 * first row that meets its bound on the way from the last λ is dropped, and the others stop there.
 *
 * Contributor notes. Turning d after each solve without the viscous row is a Picard iteration: it diverges when
 * h·µ·N·r²/(J·v) > 1, and a block sliding between two jaws then spins up by itself. Adding and dropping in one go, or
 * letting contacts enter as sticking, cycles.
 * Statically indeterminate patches solve to huge opposed loads that drop out next; where sliding directions were aimed by the
 * velocities of what was left of them, a piston rod in its guide cycled at every fifth step.
 */
import { type ConeProblem, rowVelocity } from './complementarity.js';
import { solveDense } from './dense-lu.js';
import { ROW_TYPE } from './unilateral.js';

/** State of a bounded row or a normal: 0 at its bound or off, 1 free. State of a tangent: 0 none, 1 sticks, 2 slides. */
const OFF = 0;
const FREE = 1;
const SLIDES = 2;

const MAX_PIVOTS = 24;
const BLOCK_PIVOTS = 8;
const MAX_FREE_ROWS = 400;
/** Velocities [m/s] below which a row counts as satisfied, and slip as none. */
const RATE_TOLERANCE = 1e-9;
const SLIP_TOLERANCE = 1e-8;
const CONE_TOLERANCE = 1e-9;
/** Index of the cross-slip variable of contact i is CROSS − i. */
const CROSS = -1;
/** Softness of cross-slip for a contact without load: no force. */
const LARGEST_SOFTNESS = 1e15;
/** Impulses [N·s] above this are no solution. */
const LARGEST_IMPULSE = 1e9;

/** Improves `lambda` to the exact solution of a consistent pattern; false when none was found. */
export function settlePattern(problem: ConeProblem): boolean {
  const { n, lambda, previous: before } = problem;
  guessStates(problem);
  for (let pivot = 0; pivot < MAX_PIVOTS; pivot++) {
    const isSingle = pivot >= BLOCK_PIVOTS;
    for (let i = 0; i < n; i++) before[i] = lambda[i]!;
    if (!solveFreeRows(problem)) return false;
    if (isSingle ? dropFirst(problem) : dropRows(problem)) continue;
    if (startSliding(problem, isSingle)) continue;
    if (!correctRows(problem, isSingle)) return isSane(problem);
  }
  return false;
}

function isSane({ n, lambda }: ConeProblem): boolean {
  for (let i = 0; i < n; i++) if (!(Math.abs(lambda[i]!) < LARGEST_IMPULSE)) return false;
  return true;
}

function guessStates(problem: ConeProblem): void {
  const { n, type, lambda, lower, upper, mu, state } = problem;
  for (let i = 0; i < n; i++) {
    if (type[i] === ROW_TYPE.bounded) state[i] = lambda[i]! > lower[i]! && lambda[i]! < upper[i]! ? FREE : OFF;
    else if (type[i] === ROW_TYPE.normal) {
      const acts = lambda[i]! > 0;
      state[i] = acts ? FREE : OFF;
      const slip = tangentSize(lambda, i) >= mu[i]! * lambda[i]! * (1 - CONE_TOLERANCE);
      const tangent = !acts || !(mu[i]! > 0) ? OFF : slip ? SLIDES : FREE;
      state[i + 1] = tangent;
      state[i + 2] = tangent;
      if (tangent !== OFF) continue;
      lambda[i + 1] = 0;
      lambda[i + 2] = 0;
    }
  }
}

function tangentSize(lambda: Float64Array, i: number): number {
  return Math.sqrt(lambda[i + 1]! * lambda[i + 1]! + lambda[i + 2]! * lambda[i + 2]!);
}

/** Solves for the free rows with everything else held. */
function solveFreeRows(problem: ConeProblem): boolean {
  const { n, type, lambda, state, index, matrix, directionX, directionY } = problem;
  problem.factorCount++;
  let m = 0;
  for (let i = 0; i < n; i++) {
    if (type[i] === ROW_TYPE.tangent ? state[i] === FREE : state[i] !== OFF) index[m++] = i;
    if (type[i] === ROW_TYPE.normal && state[i + 1] === SLIDES) {
      aimSlide(problem, i);
      index[m++] = CROSS - i;
    }
  }
  if (m > MAX_FREE_ROWS) return false;
  fillFreeSystem(problem, m);
  if (!solveDense(matrix, m)) return false;
  for (let r = 0; r < m; r++) {
    const i = index[r]!;
    const value = matrix[r * (m + 1) + m]!;
    if (i >= 0) lambda[i] = value;
    else turnSlide(problem, CROSS - i, value, directionX, directionY);
  }
  return true;
}

/** Sets direction and cross-slip softness of sliding contact i from its slip at the present λ. */
function aimSlide(problem: ConeProblem, i: number): void {
  const { lambda, mu, directionX, directionY, softness } = problem;
  const w1 = rowVelocity(problem, i + 1);
  const w2 = rowVelocity(problem, i + 2);
  const slip = Math.sqrt(w1 * w1 + w2 * w2);
  const bound = mu[i]! * lambda[i]!;
  if (slip > SLIP_TOLERANCE) {
    directionX[i] = -w1 / slip;
    directionY[i] = -w2 / slip;
  } else {
    const size = tangentSize(lambda, i);
    directionX[i] = size > 0 ? lambda[i + 1]! / size : 1;
    directionY[i] = size > 0 ? lambda[i + 2]! / size : 0;
  }
  softness[i] = bound > 1e-15 ? slip / bound : LARGEST_SOFTNESS;
}

/** Completes a sliding contact from its solved normal and cross-slip impulse: back onto the cone. */
function turnSlide(problem: ConeProblem, i: number, cross: number, dX: Float64Array, dY: Float64Array): void {
  const { lambda, mu } = problem;
  const bound = mu[i]! * lambda[i]!;
  const x = bound * dX[i]! - cross * dY[i]!;
  const y = bound * dY[i]! + cross * dX[i]!;
  const size = Math.sqrt(x * x + y * y);
  if (size > 0) {
    dX[i] = x / size;
    dY[i] = y / size;
  }
  lambda[i + 1] = Math.abs(bound) * dX[i]!;
  lambda[i + 2] = Math.abs(bound) * dY[i]!;
}

function fillFreeSystem(problem: ConeProblem, m: number): void {
  const { n, type, lambda, mu, state, index, matrix, directionX, directionY, softness, line } = problem;
  for (let r = 0; r < m; r++) {
    const equation = index[r]!;
    const row = r * (m + 1);
    let b = -equationLine(problem, equation);
    for (let k = 0; k < n; k++) if (type[k] === ROW_TYPE.bounded && state[k] === OFF) b -= line[k]! * lambda[k]!;
    for (let c = 0; c < m; c++) {
      const variable = index[c]!;
      if (variable < 0) {
        const k = CROSS - variable;
        matrix[row + c] = directionX[k]! * line[k + 2]! - directionY[k]! * line[k + 1]!;
        if (variable === equation) matrix[row + c]! += softness[k]!;
      } else if (type[variable] === ROW_TYPE.normal && state[variable + 1] === SLIDES) {
        const fold = directionX[variable]! * line[variable + 1]! + directionY[variable]! * line[variable + 2]!;
        matrix[row + c] = line[variable]! + mu[variable]! * fold;
      } else matrix[row + c] = line[variable]!;
    }
    matrix[row + m] = b;
  }
}

/** Writes the coefficients of one equation over all λ to `line`; returns its constant. */
function equationLine(problem: ConeProblem, equation: number): number {
  const { n, G, p, line, directionX, directionY } = problem;
  if (equation >= 0) {
    const g = equation * n;
    for (let k = 0; k < n; k++) line[k] = G[g + k]!;
    return p[equation]!;
  }
  const i = CROSS - equation;
  const dX = directionX[i]!;
  const dY = directionY[i]!;
  const g1 = (i + 1) * n;
  const g2 = (i + 2) * n;
  for (let k = 0; k < n; k++) line[k] = dX * G[g2 + k]! - dY * G[g1 + k]!;
  return dX * p[i + 2]! - dY * p[i + 1]!;
}

/**
 * Drops all rows that pull or exceed a bound. The others go back to where they were before the solve: its velocities, with
 * loads of rows that are gone, would turn every sliding direction.
 */
function dropRows(problem: ConeProblem): boolean {
  const { n, type, lambda, state, previous: before } = problem;
  let changed = false;
  for (let i = 0; i < n; i++) {
    if (type[i] === ROW_TYPE.tangent || state[i] === OFF || !(excess(problem, i) > 0)) continue;
    drop(problem, i);
    changed = true;
  }
  if (!changed) return false;
  for (let i = 0; i < n; i++) if (state[i] !== OFF) lambda[i] = before[i]!;
  return true;
}

/** Goes from the λ before the solve towards the solved ones until a row meets its bound, and drops that row. */
function dropFirst(problem: ConeProblem): boolean {
  const { n, type, lambda, state, previous: before } = problem;
  let first = -1;
  let part = 1;
  for (let i = 0; i < n; i++) {
    if (type[i] === ROW_TYPE.tangent || state[i] === OFF) continue;
    const over = excess(problem, i);
    if (!(over > 0)) continue;
    const way = Math.abs(lambda[i]! - before[i]!);
    const here = way > over ? 1 - over / way : 0;
    if (first >= 0 && here >= part) continue;
    first = i;
    part = here;
  }
  if (first < 0) return false;
  for (let i = 0; i < n; i++) if (state[i] !== OFF) lambda[i] = before[i]! + part * (lambda[i]! - before[i]!);
  drop(problem, first);
  return true;
}

/** By how much λ of row i, a bounded row or a normal, is beyond its bounds. */
function excess({ type, lambda, lower, upper }: ConeProblem, i: number): number {
  const l = lambda[i]!;
  return type[i] === ROW_TYPE.normal ? -l : Math.max(lower[i]! - l, l - upper[i]!);
}

/** Lets go of row i, which is beyond one of its bounds. */
function drop({ type, lambda, lower, upper, state }: ConeProblem, i: number): void {
  state[i] = OFF;
  if (type[i] === ROW_TYPE.bounded) {
    const middle = 0.5 * (lower[i]! + upper[i]!);
    lambda[i] = lambda[i]! < middle || !(upper[i]! < Number.POSITIVE_INFINITY) ? lower[i]! : upper[i]!;
    return;
  }
  for (let k = i; k < i + 3; k++) {
    lambda[k] = 0;
    state[k] = OFF;
  }
}

/** Turns sticking contacts outside their cone into sliding ones. */
function startSliding(problem: ConeProblem, isSingle: boolean): boolean {
  const { n, type, lambda, mu, state } = problem;
  let worst = -1;
  let worstRatio = 1 + CONE_TOLERANCE;
  let changed = false;
  for (let i = 0; i < n; i++) {
    if (type[i] !== ROW_TYPE.normal || state[i] === OFF || state[i + 1] !== FREE) continue;
    const ratio = tangentSize(lambda, i) / (mu[i]! * lambda[i]!);
    if (!(ratio > 1 + CONE_TOLERANCE)) continue;
    if (!isSingle) {
      slide(state, i);
      changed = true;
    } else if (ratio > worstRatio) {
      worstRatio = ratio;
      worst = i;
    }
  }
  if (worst >= 0) {
    slide(state, worst);
    changed = true;
  }
  return changed;
}

function slide(state: Uint8Array, i: number): void {
  state[i + 1] = SLIDES;
  state[i + 2] = SLIDES;
}

function stick(state: Uint8Array, i: number): void {
  state[i + 1] = FREE;
  state[i + 2] = FREE;
}

/** Adds the worst released row, and turns sliding contacts that slide the wrong way. */
function correctRows(problem: ConeProblem, isSingle: boolean): boolean {
  const { n, type, lower, upper, state } = problem;
  let worst = -1;
  let worstRate = -RATE_TOLERANCE;
  let worstSlide = -1;
  let worstSlip = RATE_TOLERANCE;
  let changed = false;
  for (let i = 0; i < n; i++) {
    if (type[i] === ROW_TYPE.tangent) continue;
    if (state[i] === OFF) {
      if (type[i] === ROW_TYPE.bounded && !(lower[i]! < upper[i]!)) continue;
      const w = rowVelocity(problem, i);
      const rate = type[i] === ROW_TYPE.bounded && problem.lambda[i]! > lower[i]! ? -w : w;
      if (rate < worstRate) {
        worstRate = rate;
        worst = i;
      }
    } else if (type[i] === ROW_TYPE.normal && state[i + 1] === SLIDES) {
      const outcome = checkSlide(problem, i);
      if (outcome > 0 && isSingle) {
        if (outcome > worstSlip) {
          worstSlip = outcome;
          worstSlide = i;
        }
      } else if (outcome !== 0) {
        if (outcome > 0) stick(state, i);
        changed = true;
      }
    }
  }
  if (worst < 0 && worstSlide >= 0) {
    stick(state, worstSlide);
    changed = true;
  }
  if (worst >= 0) {
    addRow(problem, worst);
    changed = true;
  }
  return changed;
}

/**
 * Looks at a sliding contact: > 0 when friction pushes it along its slip by that speed (it should stick), < 0 when its
 * direction is not yet against the slip, 0 when it is right.
 */
function checkSlide(problem: ConeProblem, i: number): number {
  const { directionX, directionY } = problem;
  const w1 = rowVelocity(problem, i + 1);
  const w2 = rowVelocity(problem, i + 2);
  const along = w1 * directionX[i]! + w2 * directionY[i]!;
  if (along > RATE_TOLERANCE) return along;
  const slip = Math.sqrt(w1 * w1 + w2 * w2);
  return slip > SLIP_TOLERANCE && -along < (1 - 1e-12) * slip ? -1 : 0;
}

function addRow(problem: ConeProblem, i: number): void {
  const { type, lambda, mu, state } = problem;
  state[i] = FREE;
  if (type[i] !== ROW_TYPE.normal) return;
  if (!(mu[i]! > 0)) {
    state[i + 1] = OFF;
    state[i + 2] = OFF;
    return;
  }
  const w1 = rowVelocity(problem, i + 1);
  const w2 = rowVelocity(problem, i + 2);
  const slip = Math.sqrt(w1 * w1 + w2 * w2);
  if (slip > RATE_TOLERANCE) {
    // a direction without size: the solve gives it its size
    lambda[i + 1] = (-w1 / slip) * 1e-20;
    lambda[i + 2] = (-w2 / slip) * 1e-20;
    slide(state, i);
  } else stick(state, i);
}
