/**
 * Principal axes of an inertia tensor, by cyclic Jacobi rotations.
 *
 *   I = R·diag(I₁, I₂, I₃)·Rᵀ,  R a rotation
 *
 * Order and signs follow from the input alone (no sorting): a tensor that is already diagonal gives R = identity, so a
 * body modelled in its principal frame keeps its axes.
 */
import { normalizeQuat, type Quat, quatFromAxes, type Vec3 } from '../../core/vector.js';

/** Principal moments [kg·m²] and the rotation from the principal frame to the frame of the tensor. */
export interface PrincipalAxes {
  readonly moments: Vec3;
  readonly rotation: Quat;
}

/**
 * Returns the principal moments and axes of a symmetric tensor.
 *
 * @param tensor row-major 3×3 [kg·m²]; only its symmetric part counts
 * @limits off-diagonal terms fall below 1e-15 of the diagonal; moments that close to each other keep the input's axes
 */
export function principalAxes(tensor: readonly number[]): PrincipalAxes {
  const A = tensor.slice(0, 9);
  for (const [i, j] of [
    [0, 1],
    [0, 2],
    [1, 2],
  ] as const) {
    const mean = 0.5 * (A[3 * i + j]! + A[3 * j + i]!);
    A[3 * i + j] = mean;
    A[3 * j + i] = mean;
  }
  const V = [1, 0, 0, 0, 1, 0, 0, 0, 1];
  for (let sweep = 0; sweep < 32; sweep++) {
    const off = Math.abs(A[1]!) + Math.abs(A[2]!) + Math.abs(A[5]!);
    if (off <= 1e-15 * (Math.abs(A[0]!) + Math.abs(A[4]!) + Math.abs(A[8]!))) break;
    rotateAway(A, V, 0, 1);
    rotateAway(A, V, 0, 2);
    rotateAway(A, V, 1, 2);
  }
  const column = (k: number): Vec3 => [V[k]!, V[3 + k]!, V[6 + k]!];
  return { moments: [A[0]!, A[4]!, A[8]!], rotation: normalizeQuat(quatFromAxes(column(0), column(1), column(2))) };
}

/** One Jacobi rotation: makes A[p][q] zero and turns the columns p, q of V along. */
function rotateAway(A: number[], V: number[], p: number, q: number): void {
  const apq = A[3 * p + q]!;
  if (apq === 0) return;
  const theta = (A[3 * q + q]! - A[3 * p + p]!) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < 3; k++) {
    const akp = A[3 * k + p]!;
    const akq = A[3 * k + q]!;
    A[3 * k + p] = c * akp - s * akq;
    A[3 * k + q] = s * akp + c * akq;
  }
  for (let k = 0; k < 3; k++) {
    const apk = A[3 * p + k]!;
    const aqk = A[3 * q + k]!;
    A[3 * p + k] = c * apk - s * aqk;
    A[3 * q + k] = s * apk + c * aqk;
    const vkp = V[3 * k + p]!;
    const vkq = V[3 * k + q]!;
    V[3 * k + p] = c * vkp - s * vkq;
    V[3 * k + q] = s * vkp + c * vkq;
  }
}
