import type { Quat } from '../../core/vector.js';
import { quatFromAxes } from '../../core/vector.js';

/** Principal moments [kg·m²] and the rotation whose columns are the principal axes in the body frame. */
export interface PrincipalAxes {
  readonly momentsKgM2: readonly [number, number, number];
  readonly rotation: Quat;
}

/**
 * Diagonalises a symmetric 3×3 tensor: I = R·diag(moments)·Rᵀ, by cyclic Jacobi rotations.
 *
 * @param inertiaKgM2 row-major 3×3, symmetric [kg·m²]
 * @source            Golub & Van Loan, Matrix Computations, §8.5 (the rotation that zeroes one off-diagonal pair)
 */
export function principalAxes(inertiaKgM2: readonly number[]): PrincipalAxes {
  const a = Array.from(inertiaKgM2);
  const v = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const at = (i: number, j: number) => a[3 * i + j]!;
  const size = Math.abs(at(0, 0)) + Math.abs(at(1, 1)) + Math.abs(at(2, 2));
  for (let sweep = 0; sweep < 32; sweep++) {
    if (Math.abs(at(0, 1)) + Math.abs(at(0, 2)) + Math.abs(at(1, 2)) <= 1e-17 * size) break;
    rotatePair(a, v, 0, 1);
    rotatePair(a, v, 0, 2);
    rotatePair(a, v, 1, 2);
  }
  const x = [v[0]!, v[3]!, v[6]!] as const;
  const y = [v[1]!, v[4]!, v[7]!] as const;
  // Jacobi rotations are proper, so the third column already completes a right-handed frame.
  const z = [v[2]!, v[5]!, v[8]!] as const;
  return { momentsKgM2: [at(0, 0), at(1, 1), at(2, 2)], rotation: quatFromAxes(x, y, z) };
}

/** One Jacobi rotation in the plane (p, q): a ← JᵀaJ, v ← vJ. */
function rotatePair(a: number[], v: number[], p: number, q: number): void {
  const apq = a[3 * p + q]!;
  if (apq === 0) return;
  const theta = (a[3 * q + q]! - a[3 * p + p]!) / (2 * apq);
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.hypot(theta, 1));
  const c = 1 / Math.hypot(t, 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) {
    const kp = a[3 * k + p]!;
    const kq = a[3 * k + q]!;
    a[3 * k + p] = c * kp - s * kq;
    a[3 * k + q] = s * kp + c * kq;
  }
  for (let k = 0; k < 3; k++) {
    const pk = a[3 * p + k]!;
    const qk = a[3 * q + k]!;
    a[3 * p + k] = c * pk - s * qk;
    a[3 * q + k] = s * pk + c * qk;
    const vp = v[3 * k + p]!;
    const vq = v[3 * k + q]!;
    v[3 * k + p] = c * vp - s * vq;
    v[3 * k + q] = s * vp + c * vq;
  }
}
