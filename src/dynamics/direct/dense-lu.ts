/**
 * Dense Gaussian elimination with partial pivoting, in place on an augmented matrix.
 *
 *   M = [A | b], m rows of m + 1 columns, row-major  →  last column = A⁻¹·b
 */

/** Solves in place; false when a pivot vanishes. */
export function solveDense(M: Float64Array, m: number): boolean {
  const w = m + 1;
  for (let k = 0; k < m; k++) {
    let pivotRow = k;
    let largest = Math.abs(M[k * w + k]!);
    for (let r = k + 1; r < m; r++) {
      const size = Math.abs(M[r * w + k]!);
      if (size > largest) {
        largest = size;
        pivotRow = r;
      }
    }
    if (!(largest > 1e-300)) return false;
    if (pivotRow !== k) swapRows(M, k, pivotRow, w);
    const inverse = 1 / M[k * w + k]!;
    for (let r = k + 1; r < m; r++) {
      const f = M[r * w + k]! * inverse;
      if (f === 0) continue;
      for (let c = k + 1; c <= m; c++) M[r * w + c]! -= f * M[k * w + c]!;
    }
  }
  for (let k = m - 1; k >= 0; k--) {
    let s = M[k * w + m]!;
    for (let c = k + 1; c < m; c++) s -= M[k * w + c]! * M[c * w + m]!;
    M[k * w + m] = s / M[k * w + k]!;
  }
  return true;
}

function swapRows(M: Float64Array, i: number, j: number, w: number): void {
  for (let c = 0; c < w; c++) {
    const t = M[i * w + c]!;
    M[i * w + c] = M[j * w + c]!;
    M[j * w + c] = t;
  }
}
