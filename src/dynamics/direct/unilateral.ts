/**
 * The rows with bounds or signs: drives, dry friction, damping, limits, cords, contacts.
 *
 *   bounded   lower ≤ λ ≤ upper, w = 0 between the bounds, w ≥ 0 at the lower, w ≤ 0 at the upper
 *   normal    0 ≤ λ ⟂ w ≥ 0, followed by its two tangents with |λ_t| ≤ µ·λ_n
 *   w = r(v') + γ·λ,  r = J·v' + bias (velocity rows)  or  (g(q') − g_keep)/h (position rows)
 *
 * Built anew at every sub-step; arrays grow only here, before the solve.
 */
import { createRowSet, growRowSet, type RowSet } from './row-set.js';

export const ROW_TYPE = { bounded: 0, normal: 1, tangent: 2 } as const;

/** What a row stands for; `source` is an index of the thing named. */
export const ROW_ROLE = {
  /** source = actuator */
  drive: 0,
  /** source = coordinate */
  friction: 1,
  damping: 2,
  lowerLimit: 3,
  upperLimit: 4,
  /** source = joint */
  cord: 5,
  /** source = contact */
  contact: 6,
  /** source = coupling */
  couplingLower: 7,
  couplingUpper: 8,
  couplingFlow: 9,
  couplingLoss: 10,
  /** source = slot of a law */
  law: 11,
} as const;

export interface UnilateralSet {
  count: number;
  capacity: number;
  readonly rows: RowSet;
  type: Uint8Array;
  role: Uint8Array;
  source: Int32Array;
  /** Bounds on λ [N·s]; for normals `upper` is +∞ and `mu` the friction coefficient. */
  lower: Float64Array;
  upper: Float64Array;
  mu: Float64Array;
  /** γ, added to the diagonal. */
  gamma: Float64Array;
  /** Velocity rows: the constant of r. Position rows: unused. */
  bias: Float64Array;
  /** Position rows: gap that the step may keep [m]. */
  keep: Float64Array;
  /** 1: position row. */
  isPosition: Uint8Array;
  lambda: Float64Array;
  lambdaBefore: Float64Array;
  /** Eliminated diagonal of G without γ. */
  diagonal: Float64Array;
  p: Float64Array;
  /** Columns Z = L⁻¹·J_b·M⁻¹·J_uᵀ, one row of `bilateral size` per unilateral row, and their non-zero range. */
  z: Float64Array;
  zBegin: Int32Array;
  zEnd: Int32Array;
}

/** Returns an empty set. */
export function createUnilateralSet(capacity: number): UnilateralSet {
  return { count: 0, rows: createRowSet(capacity, 2 * capacity), z: new Float64Array(0), ...columns(capacity) };
}

function columns(capacity: number) {
  const array = () => new Float64Array(capacity);
  return {
    capacity,
    type: new Uint8Array(capacity),
    role: new Uint8Array(capacity),
    source: new Int32Array(capacity),
    lower: array(),
    upper: array(),
    mu: array(),
    gamma: array(),
    bias: array(),
    keep: array(),
    isPosition: new Uint8Array(capacity),
    lambda: array(),
    lambdaBefore: array(),
    diagonal: array(),
    p: array(),
    zBegin: new Int32Array(capacity),
    zEnd: new Int32Array(capacity),
  };
}

/** Empties the set and makes room for `count` rows over `bilateralSize` bilateral ones. */
export function resetUnilateralSet(set: UnilateralSet, count: number, bilateralSize: number): void {
  set.count = 0;
  set.rows.count = 0;
  set.rows.start[0] = 0;
  if (count > set.capacity) {
    Object.assign(set, columns(2 * count));
    growRowSet(set.rows, 2 * count, 4 * count);
  }
  if (set.z.length < count * bilateralSize) set.z = new Float64Array(2 * count * bilateralSize);
}

/** Appends the copy of row i of `from`, times `sign`; returns its index. With `onlyBody` ≥ 0 only the block of that body. */
export function appendScaledRow(set: UnilateralSet, from: RowSet, i: number, sign: number, onlyBody: number): number {
  const { rows } = set;
  const r = rows.count++;
  let block = rows.start[r]!;
  for (let k = from.start[i]!; k < from.start[i + 1]!; k++) {
    if (onlyBody >= 0 && from.body[k] !== onlyBody) continue;
    rows.body[block] = from.body[k]!;
    for (let m = 0; m < 6; m++) {
      rows.J[6 * block + m] = sign * from.J[6 * k + m]!;
      rows.W[6 * block + m] = sign * from.W[6 * k + m]!;
    }
    block++;
  }
  rows.start[r + 1] = block;
  set.count = rows.count;
  return r;
}

/** Sets everything of a bounded row but its law. */
export function markBounded(
  set: UnilateralSet,
  r: number,
  role: number,
  source: number,
  lower: number,
  upper: number,
): void {
  set.type[r] = ROW_TYPE.bounded;
  set.role[r] = role;
  set.source[r] = source;
  set.lower[r] = lower;
  set.upper[r] = upper;
  set.mu[r] = 0;
  set.isPosition[r] = 0;
  set.keep[r] = 0;
  set.bias[r] = 0;
}

/** J·M⁻¹·Jᵀ of row r: its inverse effective mass before joints are eliminated. */
export function diagonalOf(rows: RowSet, r: number): number {
  let sum = 0;
  for (let block = rows.start[r]!; block < rows.start[r + 1]!; block++) {
    for (let m = 6 * block; m < 6 * block + 6; m++) sum += rows.J[m]! * rows.W[m]!;
  }
  return sum;
}
