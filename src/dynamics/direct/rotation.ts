/**
 * Rotation kernels on typed arrays with offsets: the step loop allocates nothing, so vectors live where they are stored.
 *
 *   R(q) from a unit quaternion q = [x, y, z, w]        v_W = R·v_P
 *   q' = exp(h·ω/2)∘q          exact rotation by the constant world-frame ω over the time h
 */

/** Writes the row-major rotation matrix of the unit quaternion `q[o..o+3]` to `R[p..p+8]`. */
export function rotationMatrix(q: Float64Array, o: number, R: Float64Array, p: number): void {
  const x = q[o]!;
  const y = q[o + 1]!;
  const z = q[o + 2]!;
  const w = q[o + 3]!;
  R[p] = 1 - 2 * (y * y + z * z);
  R[p + 1] = 2 * (x * y - w * z);
  R[p + 2] = 2 * (x * z + w * y);
  R[p + 3] = 2 * (x * y + w * z);
  R[p + 4] = 1 - 2 * (x * x + z * z);
  R[p + 5] = 2 * (y * z - w * x);
  R[p + 6] = 2 * (x * z - w * y);
  R[p + 7] = 2 * (y * z + w * x);
  R[p + 8] = 1 - 2 * (x * x + y * y);
}

/** Writes R·v to `out[p..p+2]`; `R` is row-major at `r`, `v` at `o`. `out` may not be `v`. */
export function rotateTo(R: Float64Array, r: number, v: Float64Array, o: number, out: Float64Array, p: number): void {
  const x = v[o]!;
  const y = v[o + 1]!;
  const z = v[o + 2]!;
  out[p] = R[r]! * x + R[r + 1]! * y + R[r + 2]! * z;
  out[p + 1] = R[r + 3]! * x + R[r + 4]! * y + R[r + 5]! * z;
  out[p + 2] = R[r + 6]! * x + R[r + 7]! * y + R[r + 8]! * z;
}

/** Writes Rᵀ·v to `out[p..p+2]`: a world vector in body axes. `out` may not be `v`. */
export function rotateBackTo(
  R: Float64Array,
  r: number,
  v: Float64Array,
  o: number,
  out: Float64Array,
  p: number,
): void {
  const x = v[o]!;
  const y = v[o + 1]!;
  const z = v[o + 2]!;
  out[p] = R[r]! * x + R[r + 3]! * y + R[r + 6]! * z;
  out[p + 1] = R[r + 1]! * x + R[r + 4]! * y + R[r + 7]! * z;
  out[p + 2] = R[r + 2]! * x + R[r + 5]! * y + R[r + 8]! * z;
}

/**
 * Writes exp(h·ω/2)∘q, renormalised, to `out[p..p+3]`.
 *
 * @param q  unit quaternion at `o`
 * @param w  world-frame angular velocity ω [rad/s] at `k`
 * @param h  time [s], may be negative
 */
export function rotateBy(
  q: Float64Array,
  o: number,
  w: Float64Array,
  k: number,
  h: number,
  out: Float64Array,
  p: number,
): void {
  const wx = w[k]!;
  const wy = w[k + 1]!;
  const wz = w[k + 2]!;
  const rate = Math.sqrt(wx * wx + wy * wy + wz * wz);
  const half = 0.5 * h;
  const s = rate * Math.abs(h) > 1e-9 ? Math.sin(rate * half) / rate : half;
  const c = Math.cos(rate * half);
  const ax = wx * s;
  const ay = wy * s;
  const az = wz * s;
  const x = q[o]!;
  const y = q[o + 1]!;
  const z = q[o + 2]!;
  const qw = q[o + 3]!;
  const X = c * x + ax * qw + ay * z - az * y;
  const Y = c * y + ay * qw + az * x - ax * z;
  const Z = c * z + az * qw + ax * y - ay * x;
  const W = c * qw - ax * x - ay * y - az * z;
  const inverse = 1 / Math.sqrt(X * X + Y * Y + Z * Z + W * W);
  out[p] = X * inverse;
  out[p + 1] = Y * inverse;
  out[p + 2] = Z * inverse;
  out[p + 3] = W * inverse;
}

/** Writes R·diag(d)·Rᵀ (row-major, symmetric) to `out[p..p+8]`: an inertia given by its principal values, in world axes. */
export function worldTensor(
  R: Float64Array,
  r: number,
  d: Float64Array,
  o: number,
  out: Float64Array,
  p: number,
): void {
  const a = d[o]!;
  const b = d[o + 1]!;
  const c = d[o + 2]!;
  for (let i = 0; i < 3; i++) {
    const x = a * R[r + 3 * i]!;
    const y = b * R[r + 3 * i + 1]!;
    const z = c * R[r + 3 * i + 2]!;
    for (let j = i; j < 3; j++) {
      const s = x * R[r + 3 * j]! + y * R[r + 3 * j + 1]! + z * R[r + 3 * j + 2]!;
      out[p + 3 * i + j] = s;
      out[p + 3 * j + i] = s;
    }
  }
}

/** The angle in (−π, π] that differs from `angle` by whole turns. */
export function wrapAngle(angle: number): number {
  const turns = Math.round(angle / (2 * Math.PI));
  return angle - 2 * Math.PI * turns;
}
