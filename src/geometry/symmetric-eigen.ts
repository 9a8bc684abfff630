import type { Vec3 } from '../core/vector.js';

/** Eigenvalues of a symmetric 3×3 matrix in ascending order, with unit eigenvectors. */
export interface SymmetricEigen {
  readonly values: Vec3;
  readonly vectors: readonly [Vec3, Vec3, Vec3];
}

/**
 * Eigenvalues and eigenvectors of a symmetric 3×3 matrix by cyclic Jacobi rotations.
 *
 * @param matrix  row-major, length 9; only the upper triangle is read
 * @source        Golub & Van Loan, Matrix Computations, §8.5
 */
export function symmetricEigen(matrix: readonly number[]): SymmetricEigen {
  const A = [0, 1, 2].map((i) => [0, 1, 2].map((j) => matrix[3 * Math.min(i, j) + Math.max(i, j)]!));
  const V = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const pairs = [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const;
  for (let sweep = 0; sweep < 30 && pairs.some(([p, q]) => A[p]![q] !== 0); sweep++) {
    for (const [p, q] of pairs) rotatePair(A, V, p, q);
  }
  const order = [0, 1, 2].sort((i, j) => A[i]![i]! - A[j]![j]!);
  const column = (k: number): Vec3 => [V[0]![k]!, V[1]![k]!, V[2]![k]!];
  return {
    values: [A[order[0]!]![order[0]!]!, A[order[1]!]![order[1]!]!, A[order[2]!]![order[2]!]!],
    vectors: [column(order[0]!), column(order[1]!), column(order[2]!)],
  };
}

/** One Jacobi rotation that zeroes A[p][q]. */
function rotatePair(A: number[][], V: number[][], p: number, q: number): void {
  const apq = A[p]![q]!;
  if (apq === 0) return;
  const theta = (A[q]![q]! - A[p]![p]!) / (2 * apq);
  const t = Math.abs(theta) > 1e150 ? 0.5 / theta : (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  A[p]![p] = A[p]![p]! - t * apq;
  A[q]![q] = A[q]![q]! + t * apq;
  A[p]![q] = 0;
  A[q]![p] = 0;
  const r = 3 - p - q;
  const arp = A[r]![p]!;
  const arq = A[r]![q]!;
  A[r]![p] = c * arp - s * arq;
  A[p]![r] = A[r]![p]!;
  A[r]![q] = s * arp + c * arq;
  A[q]![r] = A[r]![q]!;
  for (const row of V) {
    const vp = row[p]!;
    const vq = row[q]!;
    row[p] = c * vp - s * vq;
    row[q] = s * vp + c * vq;
  }
}
