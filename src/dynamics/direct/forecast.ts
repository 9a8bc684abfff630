/**
 * Efforts of the next sub-step, from those of the last three: what the solve starts from.
 *
 *   fₙ₊₁ ≈ fₙ + s + (s − s_before),  s = fₙ − fₙ₋₁        in smooth motion; fewer terms where it has just begun; fₙ else
 *
 * Contributor notes. A start at fₙ leaves a closure error of h²·|Δa|, a straight line one of h²·|Δ²a|: a four-bar at 60 rpm
 * then needs two passes instead of three, and with the curve one. Where contacts switch a forecast only does harm.
 */
export interface Forecast {
  readonly value: Float64Array;
  readonly slope: Float64Array;
  /** What is expected of the next sub-step. */
  readonly next: Float64Array;
}

/** Returns a forecast of `count` efforts that are all 0 so far. */
export function createForecast(count: number): Forecast {
  return { value: new Float64Array(count), slope: new Float64Array(count), next: new Float64Array(count) };
}

/** Takes in the effort `value` of the sub-step that has ended; `smoothSteps`: smooth ones in a row, this one included. */
export function observe(f: Forecast, k: number, value: number, smoothSteps: number): void {
  const slope = value - f.value[k]!;
  const bend = slope - f.slope[k]!;
  f.value[k] = value;
  f.slope[k] = slope;
  f.next[k] = value + (smoothSteps > 1 ? slope : 0) + (smoothSteps > 2 ? bend : 0);
}

/** Its arrays, for copies and snapshots. */
export const forecastArrays = ({ value, slope, next }: Forecast): Float64Array[] => [value, slope, next];
