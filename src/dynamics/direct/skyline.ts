/**
 * The bilateral matrix A = J·M⁻¹·Jᵀ and its Cholesky factor in skyline storage.
 *
 *   A_rc = Σ_shared bodies J_r·W_c            A + ε·diag(A) = L·Lᵀ
 *
 * Row i stores the columns first[i] … i, one after the other; element (i, j) is at offset[i] + j. Fill stays inside the
 * envelope. The relative regularisation ε makes redundant rows (a door on three hinges) harmless: their multipliers
 * share the load evenly, and the closure error it leaves is what the next Newton pass removes.
 *
 * Contributor notes. ε = 1e-11 leaves redundant loops at 1e-8 mm. A pivot never falls below ε·A_ii/4: at a change point
 * of a linkage rows become dependent, and rounding would make the pivot negative.
 */
import { dot6, type RowSet } from './row-set.js';

export interface Skyline {
  readonly size: number;
  readonly first: Int32Array;
  readonly offset: Int32Array;
  /** Assembled matrix, then its factor. */
  readonly values: Float64Array;
  /** Diagonal before factorisation. */
  readonly diagonal: Float64Array;
  /** 1/L_ii. */
  readonly inversePivot: Float64Array;
  /** Products to add: index in `values`, block of row, block of column. */
  readonly products: Int32Array;
}

/**
 * Returns the empty matrix for rows of a fixed topology.
 *
 * @param rows rows with `start` and `body` filled in
 */
export function createSkyline(rows: RowSet): Skyline {
  const size = rows.count;
  const first = new Int32Array(size);
  const offset = new Int32Array(size);
  const lowestRowOfBody = new Map<number, number>();
  let length = 0;
  for (let i = 0; i < size; i++) {
    let low = i;
    for (let k = rows.start[i]!; k < rows.start[i + 1]!; k++) {
      const b = rows.body[k]!;
      const known = lowestRowOfBody.get(b);
      if (known === undefined) lowestRowOfBody.set(b, i);
      else low = Math.min(low, known);
    }
    first[i] = low;
    offset[i] = length - low;
    length += i - low + 1;
  }
  const products: number[] = [];
  for (let i = 0; i < size; i++) {
    for (let j = first[i]!; j <= i; j++) {
      for (let k = rows.start[i]!; k < rows.start[i + 1]!; k++) {
        for (let m = rows.start[j]!; m < rows.start[j + 1]!; m++) {
          if (rows.body[k] === rows.body[m]) products.push(offset[i]! + j, 6 * k, 6 * m);
        }
      }
    }
  }
  return {
    size,
    first,
    offset,
    values: new Float64Array(length),
    diagonal: new Float64Array(size),
    inversePivot: new Float64Array(size),
    products: Int32Array.from(products),
  };
}

/** Assembles A from the rows' J and W. */
export function assemble(sky: Skyline, rows: RowSet): void {
  const { values, products, size, offset, diagonal } = sky;
  const { J, W } = rows;
  values.fill(0);
  for (let p = 0; p < products.length; p += 3) {
    values[products[p]!]! += dot6(J, products[p + 1]!, W, products[p + 2]!);
  }
  for (let i = 0; i < size; i++) diagonal[i] = values[offset[i]! + i]!;
}

/**
 * Replaces A by its Cholesky factor.
 *
 * @param epsilon relative regularisation per row, > 0
 */
export function factor(sky: Skyline, epsilon: Float64Array): void {
  const { size, first, offset, values, diagonal, inversePivot } = sky;
  for (let i = 0; i < size; i++) {
    const fi = first[i]!;
    const oi = offset[i]!;
    for (let j = fi; j < i; j++) {
      const oj = offset[j]!;
      const fj = first[j]!;
      let s = values[oi + j]!;
      for (let k = Math.max(fi, fj); k < j; k++) s -= values[oi + k]! * values[oj + k]!;
      values[oi + j] = s * inversePivot[j]!;
    }
    const d = diagonal[i]!;
    let s = d * (1 + epsilon[i]!);
    for (let k = fi; k < i; k++) s -= values[oi + k]! * values[oi + k]!;
    const floor = 0.25 * epsilon[i]! * d;
    const pivot = Math.sqrt(d > 0 ? Math.max(s, floor) : 1);
    values[oi + i] = pivot;
    inversePivot[i] = 1 / pivot;
  }
}

/** Solves L·z = z in place over the rows from `begin` up to `end`; z is zero before `begin`. `o` = offset of row 0 in z. */
export function forwardSolve(sky: Skyline, z: Float64Array, o: number, begin: number, end: number): void {
  const { first, offset, values, inversePivot } = sky;
  for (let i = begin; i < end; i++) {
    const oi = offset[i]!;
    const fi = first[i]!;
    let s = z[o + i]!;
    for (let k = Math.max(fi, begin); k < i; k++) s -= values[oi + k]! * z[o + k]!;
    z[o + i] = s * inversePivot[i]!;
  }
}

/** Solves Lᵀ·x = z in place. */
export function backwardSolve(sky: Skyline, z: Float64Array): void {
  const { size, first, offset, values, inversePivot } = sky;
  for (let i = size - 1; i >= 0; i--) {
    const oi = offset[i]!;
    const x = z[i]! * inversePivot[i]!;
    z[i] = x;
    for (let k = first[i]!; k < i; k++) z[k]! -= values[oi + k]! * x;
  }
}
