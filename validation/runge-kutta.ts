/**
 * Reference integrator, independent of the engines: Dormand–Prince 5(4) with step control, double precision.
 *
 * Source: Dormand & Prince (1980), J. Comput. Appl. Math. 6, 19–26; coefficients also in Hairer, Nørsett & Wanner, table 5.2.
 */
export type Derivative = (t: number, y: Float64Array, dydt: Float64Array) => void;

const C = [0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1] as const;
const A: readonly (readonly number[])[] = [
  [],
  [1 / 5],
  [3 / 40, 9 / 40],
  [44 / 45, -56 / 15, 32 / 9],
  [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729],
  [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656],
  [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
];
/** Fifth-order weights minus fourth-order weights. */
const E = [71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40] as const;

/**
 * Returns the solution of ẏ = f(t, y) at the times k·sampleS, k = 0 … sampleCount, one array each.
 *
 * @param tolerance largest error per step, absolute and relative
 */
export function integrate(
  f: Derivative,
  y0: readonly number[],
  sampleS: number,
  sampleCount: number,
  tolerance = 1e-12,
): Float64Array[] {
  const samples = [Float64Array.from(y0)];
  let y = Float64Array.from(y0);
  let h = sampleS;
  for (let k = 0; k < sampleCount; k++) {
    const end = (k + 1) * sampleS;
    let t = k * sampleS;
    while (t < end) {
      const isLast = t + h >= end * (1 - 1e-15);
      const step = isLast ? end - t : h;
      const trial = dormandPrinceStep(f, t, y, step, tolerance);
      const factor = Math.min(5, Math.max(0.2, 0.9 * trial.error ** -0.2));
      if (trial.error <= 1) {
        y = trial.y;
        t = isLast ? end : t + step;
        if (!isLast || factor < 1) h = step * factor;
      } else h = step * factor;
    }
    samples.push(Float64Array.from(y));
  }
  return samples;
}

/** One step; `error` ≤ 1 where it is within the tolerance. */
function dormandPrinceStep(f: Derivative, t: number, y: Float64Array, h: number, tolerance: number) {
  const n = y.length;
  const k = C.map(() => new Float64Array(n));
  const stage = new Float64Array(n);
  for (let s = 0; s < 7; s++) {
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < s; j++) sum += A[s]![j]! * k[j]![i]!;
      stage[i] = y[i]! + h * sum;
    }
    f(t + C[s]! * h, stage, k[s]!);
  }
  let square = 1e-30;
  for (let i = 0; i < n; i++) {
    let e = 0;
    for (let s = 0; s < 7; s++) e += E[s]! * k[s]![i]!;
    const size = tolerance * (1 + Math.max(Math.abs(y[i]!), Math.abs(stage[i]!)));
    square += ((h * e) / size) ** 2 / n;
  }
  return { y: Float64Array.from(stage), error: Math.sqrt(square) };
}
