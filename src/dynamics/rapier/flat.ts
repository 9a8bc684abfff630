/** out = A·B, 3×3 each. `out` must not overlap A or B. */
export function multiply3(A: Float64Array, a: number, B: Float64Array, b: number, out: Float64Array, o: number): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) {
      out[o + 3 * i + j] =
        A[a + 3 * i]! * B[b + j]! + A[a + 3 * i + 1]! * B[b + 3 + j]! + A[a + 3 * i + 2]! * B[b + 6 + j]!;
    }
  }
}
