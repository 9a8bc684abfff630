/** A local extreme of a sampled signal. */
export interface TurningPoint {
  /** Index of the sample; the first one of a plateau. */
  readonly index: number;
  readonly value: number;
  readonly kind: 'maximum' | 'minimum';
  /** Whether the signal swings by the prominence on both sides; the first and the last point have one side only. */
  readonly isProminent: boolean;
}

/**
 * Local extremes that stand out by at least `prominence`, alternating, in order of time; the first and the last one are
 * where the first swing began and where the last one has got to. Empty when the signal never swings that far.
 *
 * Zigzag rule: an extreme is accepted once the signal has come back from it by `prominence`; smaller wiggles are ignored.
 *
 * @param x          samples, none of them NaN
 * @param prominence in the unit of the signal, > 0
 */
export function turningPoints(x: Float64Array, prominence: number): TurningPoint[] {
  const points: TurningPoint[] = [];
  let lowest = 0;
  let highest = 0;
  let extreme = 0;
  let direction: -1 | 0 | 1 = 0;
  const accept = (index: number, kind: TurningPoint['kind'], isProminent: boolean) =>
    points.push({ index, value: x[index]!, kind, isProminent });
  for (let i = 1; i < x.length; i++) {
    if (direction === 0) {
      if (x[i]! < x[lowest]!) lowest = i;
      if (x[i]! > x[highest]!) highest = i;
      if (x[i]! - x[lowest]! >= prominence) {
        accept(lowest, 'minimum', false);
        direction = 1;
        extreme = i;
      } else if (x[highest]! - x[i]! >= prominence) {
        accept(highest, 'maximum', false);
        direction = -1;
        extreme = i;
      }
    } else if (direction * (x[i]! - x[extreme]!) > 0) {
      extreme = i;
    } else if (direction * (x[extreme]! - x[i]!) >= prominence) {
      accept(extreme, direction === 1 ? 'maximum' : 'minimum', true);
      direction = direction === 1 ? -1 : 1;
      extreme = i;
    }
  }
  if (direction !== 0) accept(extreme, direction === 1 ? 'maximum' : 'minimum', false);
  return points;
}
