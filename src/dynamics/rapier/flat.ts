/** Products on flat row-major arrays, for the step loop: no allocation. Offsets count numbers. */

/** out[o..o+2] = R·v, where R is 3×3 at `r` and v a vector at `k`. */
export function multiply(R: Float64Array, r: number, v: Float64Array, k: number, out: Float64Array, o: number): void {
  const x = v[k]!;
  const y = v[k + 1]!;
  const z = v[k + 2]!;
  out[o] = R[r]! * x + R[r + 1]! * y + R[r + 2]! * z;
  out[o + 1] = R[r + 3]! * x + R[r + 4]! * y + R[r + 5]! * z;
  out[o + 2] = R[r + 6]! * x + R[r + 7]! * y + R[r + 8]! * z;
}

/** out = Rᵀ·v. */
export function multiplyTransposed(
  R: Float64Array,
  r: number,
  v: Float64Array,
  k: number,
  out: Float64Array,
  o: number,
): void {
  const x = v[k]!;
  const y = v[k + 1]!;
  const z = v[k + 2]!;
  out[o] = R[r]! * x + R[r + 3]! * y + R[r + 6]! * z;
  out[o + 1] = R[r + 1]! * x + R[r + 4]! * y + R[r + 7]! * z;
  out[o + 2] = R[r + 2]! * x + R[r + 5]! * y + R[r + 8]! * z;
}

/** out = A·B, 3×3 each. `out` must not overlap A or B. */
export function multiply3(A: Float64Array, a: number, B: Float64Array, b: number, out: Float64Array, o: number): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out[o + 3 * i + j] =
        A[a + 3 * i]! * B[b + j]! + A[a + 3 * i + 1]! * B[b + 3 + j]! + A[a + 3 * i + 2]! * B[b + 6 + j]!;
    }
  }
}

/** Scalar product of six numbers. */
export function dot6(a: Float64Array, i: number, b: Float64Array, j: number): number {
  return (
    a[i]! * b[j]! +
    a[i + 1]! * b[j + 1]! +
    a[i + 2]! * b[j + 2]! +
    a[i + 3]! * b[j + 3]! +
    a[i + 4]! * b[j + 4]! +
    a[i + 5]! * b[j + 5]!
  );
}

/** Rotation matrix of the unit quaternion x y z w at `k`. */
export function rotationOf(q: Float64Array, k: number, out: Float64Array, o: number): void {
  const x = q[k]!;
  const y = q[k + 1]!;
  const z = q[k + 2]!;
  const w = q[k + 3]!;
  out[o] = 1 - 2 * (y * y + z * z);
  out[o + 1] = 2 * (x * y - w * z);
  out[o + 2] = 2 * (x * z + w * y);
  out[o + 3] = 2 * (x * y + w * z);
  out[o + 4] = 1 - 2 * (x * x + z * z);
  out[o + 5] = 2 * (y * z - w * x);
  out[o + 6] = 2 * (x * z - w * y);
  out[o + 7] = 2 * (y * z + w * x);
  out[o + 8] = 1 - 2 * (x * x + y * y);
}
