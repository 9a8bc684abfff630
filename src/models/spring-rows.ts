import type { ModelRow } from './define.js';

/** Damping and stops beside a spring on its only coordinate; stops are values of the coordinate. */
export function springRows(
  damping: number,
  lower: number | undefined,
  upper: number | undefined,
  origin: number,
): readonly ModelRow[] {
  const terms = [{ coordinate: 0, factor: 1 }];
  const rows: ModelRow[] = [];
  if (damping > 0) rows.push({ terms, behavior: { kind: 'damping', linear: damping, quadratic: 0 } });
  if (lower !== undefined || upper !== undefined) {
    const behavior = {
      kind: 'stops',
      lower: lower ?? Number.NEGATIVE_INFINITY,
      upper: upper ?? Number.POSITIVE_INFINITY,
    } as const;
    rows.push({ terms, behavior, origin });
  }
  return rows;
}
