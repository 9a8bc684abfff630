import type { BatchRow, Job } from '../../../src/batch/index.js';

/** Drawers of different lengths, each its own candidate. */
export const drawers = (count: number): Job[] =>
  Array.from({ length: count }, (_, i) => ({
    id: `drawer-${i}`,
    family: 'drawer',
    test: `drawer-${i}`,
    expected: { kind: 'pass' },
  }));

/** Rows without what may differ from run to run. */
export const withoutWall = (rows: readonly BatchRow[]) => rows.map(({ wallS: _, ...row }) => row);
