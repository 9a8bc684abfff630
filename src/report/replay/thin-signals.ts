import type { Recording } from '../../signals/index.js';

/** Samples per signal that a page holds at most. */
const LARGEST_COUNT = 6000;

/**
 * The signals as a page plots them: every sample where they are few; else two per span of equal length, the smallest and
 * the largest in the order in which they came. No peak is lost; its time is off by less than one span.
 *
 * @param limit  samples per signal at most, ≥ 2
 */
export function thinSignals(
  { stepS, stepCount, channels }: Pick<Recording, 'stepS' | 'stepCount' | 'channels'>,
  limit = LARGEST_COUNT,
): { readonly timesS: Float32Array; readonly columns: readonly Float32Array[] } {
  if (stepCount <= limit) {
    return {
      timesS: Float32Array.from({ length: stepCount }, (_, k) => k * stepS),
      columns: channels.map(({ values }) => Float32Array.from(values)),
    };
  }
  const spanCount = Math.floor(limit / 2);
  const starts = Array.from({ length: spanCount + 1 }, (_, i) => Math.round((i * stepCount) / spanCount));
  const timesS = new Float32Array(2 * spanCount);
  for (let i = 0; i < spanCount; i++) {
    const [first, last] = [starts[i]!, starts[i + 1]! - 1];
    timesS[2 * i] = first * stepS;
    timesS[2 * i + 1] = (i === spanCount - 1 ? last : (first + starts[i + 1]!) / 2) * stepS;
  }
  return { timesS, columns: channels.map(({ values }) => extremes(values, starts)) };
}

function extremes(values: Float64Array, starts: readonly number[]): Float32Array {
  const thinned = new Float32Array(2 * (starts.length - 1));
  for (let i = 0; i + 1 < starts.length; i++) {
    let low = starts[i]!;
    let high = low;
    for (let k = low + 1; k < starts[i + 1]!; k++) {
      if (values[k]! < values[low]!) low = k;
      if (values[k]! > values[high]!) high = k;
    }
    thinned[2 * i] = values[Math.min(low, high)]!;
    thinned[2 * i + 1] = values[Math.max(low, high)]!;
  }
  return thinned;
}
