/** Outcome of one solve: pivots taken, and whether the exact active set was found. */
export interface BoxSolve {
  pivots: number;
  isExact: boolean;
}

/** Workspace of `solveBoxComplementarity` for at most `n` rows. */
export interface BoxWorkspace {
  readonly n: number;
  readonly matrix: Float64Array;
  readonly solution: Float64Array;
  readonly free: Int32Array;
  readonly slack: Float64Array;
}

export function createBoxWorkspace(n: number): BoxWorkspace {
  return {
    n,
    matrix: new Float64Array(n * n),
    solution: new Float64Array(n),
    free: new Int32Array(n),
    slack: new Float64Array(n),
  };
}

const BLOCK_PIVOTS = 12;
const MAX_PIVOTS = 200;

/**
 * Solves w = G·λ + q with lo ≤ λ ≤ hi: w = 0 inside, w ≥ 0 at lo, w ≤ 0 at hi.
 *
 * Principal pivoting: solve the free rows exactly, move every row that breaks its condition to the other side; after
 * `BLOCK_PIVOTS` rounds only the last such row (Murty's rule, finite for positive definite G); then projected sweeps.
 *
 * @param n      rows
 * @param G      n×n row-major, symmetric positive definite (regularised by the caller)
 * @param q      length n
 * @param lo,hi  bounds, may be ∓∞, lo ≤ hi
 * @param state  in: guess, out: result; 0 free, −1 at lo, +1 at hi
 * @param lambda out: length n
 * @source       Júdice & Pires (1994), Computers & Operations Research 21(5), 587–596 (block principal pivoting)
 */
export function solveBoxComplementarity(
  n: number,
  G: Float64Array,
  q: Float64Array,
  lo: Float64Array,
  hi: Float64Array,
  state: Int8Array,
  lambda: Float64Array,
  work: BoxWorkspace,
): BoxSolve {
  for (let i = 0; i < n; i++) {
    if (lo[i] === hi[i]) state[i] = -1;
    else if (state[i] === -1 && lo[i] === Number.NEGATIVE_INFINITY) state[i] = 0;
    else if (state[i] === 1 && hi[i] === Number.POSITIVE_INFINITY) state[i] = 0;
  }
  for (let pivot = 0; pivot < MAX_PIVOTS; pivot++) {
    if (!solveFree(n, G, q, lo, hi, state, lambda, work)) break;
    if (!exchange(n, G, q, lo, hi, state, lambda, work.slack, pivot >= BLOCK_PIVOTS))
      return { pivots: pivot, isExact: true };
  }
  sweep(n, G, q, lo, hi, lambda);
  for (let i = 0; i < n; i++) state[i] = lambda[i]! <= lo[i]! ? -1 : lambda[i]! >= hi[i]! ? 1 : 0;
  return { pivots: MAX_PIVOTS, isExact: false };
}

/** Puts pinned rows on their bounds and solves the free ones by Cholesky; false when G is not positive definite. */
function solveFree(
  n: number,
  G: Float64Array,
  q: Float64Array,
  lo: Float64Array,
  hi: Float64Array,
  state: Int8Array,
  lambda: Float64Array,
  work: BoxWorkspace,
): boolean {
  const { matrix: L, solution: x, free } = work;
  let m = 0;
  for (let i = 0; i < n; i++) {
    if (state[i] === 0) free[m++] = i;
    else lambda[i] = state[i] === -1 ? lo[i]! : hi[i]!;
  }
  for (let r = 0; r < m; r++) {
    const i = free[r]!;
    let b = -q[i]!;
    for (let k = 0; k < n; k++) if (state[k] !== 0) b -= G[i * n + k]! * lambda[k]!;
    for (let c = 0; c <= r; c++) {
      let sum = G[i * n + free[c]!]!;
      for (let k = 0; k < c; k++) sum -= L[r * n + k]! * L[c * n + k]!;
      if (c === r && !(sum > 0)) return false;
      L[r * n + c] = c === r ? Math.sqrt(sum) : sum / L[c * n + c]!;
    }
    for (let k = 0; k < r; k++) b -= L[r * n + k]! * x[k]!;
    x[r] = b / L[r * n + r]!;
  }
  for (let r = m - 1; r >= 0; r--) {
    let sum = x[r]!;
    for (let k = r + 1; k < m; k++) sum -= L[k * n + r]! * x[k]!;
    x[r] = sum / L[r * n + r]!;
    lambda[free[r]!] = x[r]!;
  }
  return true;
}

/** Moves rows that break their condition (all, or only the last); false when none does. */
function exchange(
  n: number,
  G: Float64Array,
  q: Float64Array,
  lo: Float64Array,
  hi: Float64Array,
  state: Int8Array,
  lambda: Float64Array,
  slack: Float64Array,
  isSingle: boolean,
): boolean {
  for (let i = 0; i < n; i++) {
    if (state[i] === 0) continue;
    let w = q[i]!;
    let size = Math.abs(w);
    for (let k = 0; k < n; k++) {
      const term = G[i * n + k]! * lambda[k]!;
      w += term;
      size += Math.abs(term);
    }
    slack[i] = Math.abs(w) <= 1e-11 * size ? 0 : w;
  }
  let isChanged = false;
  for (let i = n - 1; i >= 0; i--) {
    const was = state[i];
    if (was === 0) {
      const tolerance = 1e-12 * Math.abs(lambda[i]!);
      if (lambda[i]! < lo[i]! - tolerance) state[i] = -1;
      else if (lambda[i]! > hi[i]! + tolerance) state[i] = 1;
    } else if (lo[i]! < hi[i]! && (was === -1 ? slack[i]! < 0 : slack[i]! > 0)) state[i] = 0;
    if (state[i] === was) continue;
    isChanged = true;
    if (isSingle) return true;
  }
  return isChanged;
}

/** Projected Gauss–Seidel from the present λ, clamped to its bounds. */
function sweep(
  n: number,
  G: Float64Array,
  q: Float64Array,
  lo: Float64Array,
  hi: Float64Array,
  lambda: Float64Array,
): void {
  for (let i = 0; i < n; i++)
    lambda[i] = Math.min(hi[i]!, Math.max(lo[i]!, Number.isFinite(lambda[i]!) ? lambda[i]! : 0));
  for (let k = 0; k < 200; k++) {
    for (let i = 0; i < n; i++) {
      let w = q[i]!;
      for (let j = 0; j < n; j++) w += G[i * n + j]! * lambda[j]!;
      lambda[i] = Math.min(hi[i]!, Math.max(lo[i]!, lambda[i]! - w / G[i * n + i]!));
    }
  }
}
