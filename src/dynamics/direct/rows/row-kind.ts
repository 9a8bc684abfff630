/**
 * What a joint kind gives to the solver, and the pieces it is put together from.
 *
 * A kind locks some directions of the relative motion of frame B against frame A. Each locked direction is one row with
 * a residual C [m] and its Jacobian J = ∂C/∂(motion). Rows on rotations are scaled by `ANGLE_SCALE_M`, so that all
 * residuals are lengths of one order.
 *
 * Vectors come laid out as `FRAME` (frames.ts), world axes.
 */
import { FRAME } from '../frames.js';
import { type RowSet, writeRow } from '../row-set.js';

/** Length that turns the error of a locked rotation [rad] into a residual [m]. */
export const ANGLE_SCALE_M = 0.05;

export interface RowKind {
  /** Locked directions. */
  readonly rowCount: number;
  /** The first `lengthRowCount` rows are lengths, the rest rotations. */
  readonly lengthRowCount: number;
  /**
   * Writes the residuals C [m] of the joint to `out[o…]`.
   * @param lengthM only for `distance`
   */
  residual(f: Float64Array, lengthM: number, out: Float64Array, o: number): void;
  /** Writes the Jacobian rows from row `r` on. `hasA`, `hasB`: whether the body has a block. */
  jacobian(f: Float64Array, rows: RowSet, r: number, hasA: boolean, hasB: boolean): void;
}

const { rA, rB, d, xA, yA, yB, zB } = FRAME;

/** d = 0: three rows along the world axes. */
export function pointResidual(f: Float64Array, out: Float64Array, o: number): void {
  out[o] = f[d]!;
  out[o + 1] = f[d + 1]!;
  out[o + 2] = f[d + 2]!;
}

/** J_k = [−e_k, −r_A×e_k | e_k, r_B×e_k]. */
export function pointJacobian(f: Float64Array, rows: RowSet, r: number, hasA: boolean, hasB: boolean): void {
  const ax = f[rA]!;
  const ay = f[rA + 1]!;
  const az = f[rA + 2]!;
  const bx = f[rB]!;
  const by = f[rB + 1]!;
  const bz = f[rB + 2]!;
  writeRow(rows, r, hasA, hasB, 1, 0, 0, 0, az, -ay, 0, bz, -by);
  writeRow(rows, r + 1, hasA, hasB, 0, 1, 0, -az, 0, ax, -bz, 0, bx);
  writeRow(rows, r + 2, hasA, hasB, 0, 0, 1, ay, -ax, 0, by, -bx, 0);
}

/** z_B stays along z_A: x_A·z_B = 0 and y_A·z_B = 0. */
export function axisResidual(f: Float64Array, out: Float64Array, o: number): void {
  out[o] = ANGLE_SCALE_M * dotAt(f, xA, zB);
  out[o + 1] = ANGLE_SCALE_M * dotAt(f, yA, zB);
}

export function axisJacobian(f: Float64Array, rows: RowSet, r: number, hasA: boolean, hasB: boolean): void {
  perpendicularJacobian(f, xA, zB, rows, r, hasA, hasB);
  perpendicularJacobian(f, yA, zB, rows, r + 1, hasA, hasB);
}

/** No turn about z: x_A·y_B = 0. */
export function twistResidual(f: Float64Array, out: Float64Array, o: number): void {
  out[o] = ANGLE_SCALE_M * dotAt(f, xA, yB);
}

export function twistJacobian(f: Float64Array, rows: RowSet, r: number, hasA: boolean, hasB: boolean): void {
  perpendicularJacobian(f, xA, yB, rows, r, hasA, hasB);
}

/** u·w = 0 for an axis u of A and an axis w of B: Ċ = (ω_b − ω_a)·(w × u). */
export function perpendicularJacobian(
  f: Float64Array,
  u: number,
  w: number,
  rows: RowSet,
  r: number,
  hasA: boolean,
  hasB: boolean,
): void {
  const x = ANGLE_SCALE_M * (f[w + 1]! * f[u + 2]! - f[w + 2]! * f[u + 1]!);
  const y = ANGLE_SCALE_M * (f[w + 2]! * f[u]! - f[w]! * f[u + 2]!);
  const z = ANGLE_SCALE_M * (f[w]! * f[u + 1]! - f[w + 1]! * f[u]!);
  writeRow(rows, r, hasA, hasB, 0, 0, 0, x, y, z, x, y, z);
}

/** t·d for an axis t of A. */
export function slideResidual(f: Float64Array, t: number): number {
  return dotAt(f, t, d);
}

/** Row of t·d, t fixed in A: J = [−t, −(r_A + d)×t | t, r_B×t]. */
export function slideJacobian(f: Float64Array, t: number, rows: RowSet, r: number, hasA: boolean, hasB: boolean): void {
  const x = f[t]!;
  const y = f[t + 1]!;
  const z = f[t + 2]!;
  const ax = f[rA]! + f[d]!;
  const ay = f[rA + 1]! + f[d + 1]!;
  const az = f[rA + 2]! + f[d + 2]!;
  const bx = f[rB]!;
  const by = f[rB + 1]!;
  const bz = f[rB + 2]!;
  writeRow(
    rows,
    r,
    hasA,
    hasB,
    x,
    y,
    z,
    ay * z - az * y,
    az * x - ax * z,
    ax * y - ay * x,
    by * z - bz * y,
    bz * x - bx * z,
    bx * y - by * x,
  );
}

/** Row of |d|: J = [−u, −r_A×u | u, r_B×u] with u = d/|d|; nothing pulls where d = 0. */
export function distanceJacobian(
  f: Float64Array,
  sign: number,
  rows: RowSet,
  r: number,
  hasA: boolean,
  hasB: boolean,
): void {
  const length = Math.sqrt(f[d]! ** 2 + f[d + 1]! ** 2 + f[d + 2]! ** 2);
  const scale = length > 0 ? sign / length : 0;
  const x = scale * f[d]!;
  const y = scale * f[d + 1]!;
  const z = scale * f[d + 2]!;
  writeRow(
    rows,
    r,
    hasA,
    hasB,
    x,
    y,
    z,
    f[rA + 1]! * z - f[rA + 2]! * y,
    f[rA + 2]! * x - f[rA]! * z,
    f[rA]! * y - f[rA + 1]! * x,
    f[rB + 1]! * z - f[rB + 2]! * y,
    f[rB + 2]! * x - f[rB]! * z,
    f[rB]! * y - f[rB + 1]! * x,
  );
}

/** Scalar product of the vectors at two offsets. */
export function dotAt(f: Float64Array, i: number, j: number): number {
  return f[i]! * f[j]! + f[i + 1]! * f[j + 1]! + f[i + 2]! * f[j + 2]!;
}

/** |d| [m]. */
export function distanceOf(f: Float64Array): number {
  return Math.sqrt(f[d]! ** 2 + f[d + 1]! ** 2 + f[d + 2]! ** 2);
}
