import type { Recording } from '../signals/index.js';

/** One column of a table; its name carries its unit in brackets. */
export interface TableColumn {
  readonly name: string;
  readonly values: Float64Array | readonly string[] | readonly boolean[];
}

/** Columns of equal length. */
export interface Table {
  readonly columns: readonly TableColumn[];
  readonly rowCount: number;
}

/** A name with its SI unit, as columns of exports have it: `travel [m]`. A pure number has the unit 1. */
export const columnName = (name: string, unit: string): string => `${name} [${unit}]`;

/** All signals over time, one row per recorded step. */
export function signalTable({ stepS, stepCount, channels }: Recording): Table {
  const time = Float64Array.from({ length: stepCount }, (_, k) => k * stepS);
  return {
    rowCount: stepCount,
    columns: [
      { name: columnName('time', 's'), values: time },
      ...channels.map(({ name, unit, values }) => ({ name: columnName(name, unit), values })),
    ],
  };
}

/** Poses of all bodies: one row per body and instant, body frame in the world, unit quaternion with the scalar last. */
export function poseTable({ poses: { bodies, timesS, values, isPresent } }: Recording): Table {
  const rowCount = timesS.length * bodies.length;
  const component = (i: number) => Float64Array.from({ length: rowCount }, (_, row) => values[7 * row + i]!);
  const names = [...['x', 'y', 'z'].map((axis) => columnName(axis, 'm')), 'qx', 'qy', 'qz', 'qw'];
  return {
    rowCount,
    columns: [
      {
        name: columnName('time', 's'),
        values: Float64Array.from({ length: rowCount }, (_, row) => timesS[Math.floor(row / bodies.length)]!),
      },
      { name: 'body', values: Array.from({ length: rowCount }, (_, row) => bodies[row % bodies.length]!) },
      { name: 'present', values: Array.from(isPresent, (flag) => flag === 1) },
      ...names.map((name, i) => ({ name, values: component(i) })),
    ],
  };
}
