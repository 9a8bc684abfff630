/**
 * Constraint rows in compressed form: a row is a list of blocks, one per movable body that it touches.
 *
 *   J·v = Σ_blocks J_l·v + J_ω·ω          W = M⁻¹Jᵀ          λ [N·s] changes v by W·λ and L by J_ω·λ
 *
 * Ground has no blocks. Two-body rows have at most two; a coupling has one per body of its coordinates.
 */
import type { Bodies } from './bodies.js';

export interface RowSet {
  /** Rows and blocks in use. */
  count: number;
  /** Block range of row r: start[r] … start[r+1]. */
  start: Int32Array;
  /** Body of every block. */
  body: Int32Array;
  /** 6 per block: linear, angular. */
  J: Float64Array;
  W: Float64Array;
}

/** Returns an empty set with room for `rows` rows and `blocks` blocks. */
export function createRowSet(rows: number, blocks: number): RowSet {
  return {
    count: 0,
    start: new Int32Array(rows + 1),
    body: new Int32Array(blocks),
    J: new Float64Array(6 * blocks),
    W: new Float64Array(6 * blocks),
  };
}

/** Makes room; only called between steps. Contents are kept. */
export function growRowSet(rows: RowSet, rowCapacity: number, blockCapacity: number): void {
  if (rows.start.length < rowCapacity + 1) {
    const start = new Int32Array(2 * rowCapacity + 1);
    start.set(rows.start);
    rows.start = start;
  }
  if (rows.body.length >= blockCapacity) return;
  const body = new Int32Array(2 * blockCapacity);
  const J = new Float64Array(12 * blockCapacity);
  const W = new Float64Array(12 * blockCapacity);
  body.set(rows.body);
  J.set(rows.J);
  W.set(rows.W);
  rows.body = body;
  rows.J = J;
  rows.W = W;
}

/** Appends a row that touches the movable ones among bodies a and b, in this order; returns its index. */
export function appendRow(rows: RowSet, bodies: Bodies, a: number, b: number): number {
  const r = rows.count++;
  let block = rows.start[r]!;
  if (bodies.isMovable[a]) rows.body[block++] = a;
  if (bodies.isMovable[b] && b !== a) rows.body[block++] = b;
  rows.start[r + 1] = block;
  return r;
}

/**
 * Writes a two-body row of relative motion, b against a: J_a = [−l, −m_a], J_b = [l, m_b].
 *
 * @param a, b  the bodies it was appended with
 * @param l     direction of the linear part, world axes
 * @param ma    moment of l about the centre of a (or the angular direction)
 * @param mb    the same about the centre of b
 */
export function writeRow(
  rows: RowSet,
  r: number,
  hasA: boolean,
  hasB: boolean,
  lx: number,
  ly: number,
  lz: number,
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
): void {
  const J = rows.J;
  let o = 6 * rows.start[r]!;
  if (hasA) {
    J[o] = -lx;
    J[o + 1] = -ly;
    J[o + 2] = -lz;
    J[o + 3] = -ax;
    J[o + 4] = -ay;
    J[o + 5] = -az;
    o += 6;
  }
  if (hasB) {
    J[o] = lx;
    J[o + 1] = ly;
    J[o + 2] = lz;
    J[o + 3] = bx;
    J[o + 4] = by;
    J[o + 5] = bz;
  }
}

/** Computes W = M⁻¹Jᵀ of the rows from `first` up to `end`. */
export function weighRows(rows: RowSet, bodies: Bodies, first: number, end: number): void {
  const { start, body, J, W } = rows;
  const { inverseMass, inverseTensor: T } = bodies;
  const last = start[end]!;
  for (let block = start[first]!; block < last; block++) {
    const b = body[block]!;
    const w = inverseMass[b]!;
    const t = 9 * b;
    const o = 6 * block;
    const x = J[o + 3]!;
    const y = J[o + 4]!;
    const z = J[o + 5]!;
    W[o] = w * J[o]!;
    W[o + 1] = w * J[o + 1]!;
    W[o + 2] = w * J[o + 2]!;
    W[o + 3] = T[t]! * x + T[t + 1]! * y + T[t + 2]! * z;
    W[o + 4] = T[t + 3]! * x + T[t + 4]! * y + T[t + 5]! * z;
    W[o + 5] = T[t + 6]! * x + T[t + 7]! * y + T[t + 8]! * z;
  }
}

/** J·v of row r. */
export function rowRate(rows: RowSet, r: number, v: Float64Array): number {
  const { start, body, J } = rows;
  let sum = 0;
  for (let block = start[r]!; block < start[r + 1]!; block++) {
    const o = 6 * block;
    const i = 6 * body[block]!;
    sum +=
      J[o]! * v[i]! +
      J[o + 1]! * v[i + 1]! +
      J[o + 2]! * v[i + 2]! +
      J[o + 3]! * v[i + 3]! +
      J[o + 4]! * v[i + 4]! +
      J[o + 5]! * v[i + 5]!;
  }
  return sum;
}

/** Applies the impulse λ [N·s] of row r: v += W·λ (to first order for ω), L += J_ω·λ (exactly). */
export function applyImpulse(rows: RowSet, r: number, lambda: number, bodies: Bodies): void {
  const { start, body, J, W } = rows;
  const { v, L, inverseMass } = bodies;
  for (let block = start[r]!; block < start[r + 1]!; block++) {
    const b = body[block]!;
    if (inverseMass[b] === 0) continue;
    const o = 6 * block;
    const i = 6 * b;
    v[i]! += lambda * W[o]!;
    v[i + 1]! += lambda * W[o + 1]!;
    v[i + 2]! += lambda * W[o + 2]!;
    v[i + 3]! += lambda * W[o + 3]!;
    v[i + 4]! += lambda * W[o + 4]!;
    v[i + 5]! += lambda * W[o + 5]!;
    L[3 * b]! += lambda * J[o + 3]!;
    L[3 * b + 1]! += lambda * J[o + 4]!;
    L[3 * b + 2]! += lambda * J[o + 5]!;
  }
}

/** Applies the impulse λ of row r to one of its bodies only: the other side is taken up by the world. */
export function applyToBody(rows: RowSet, r: number, body: number, lambda: number, bodies: Bodies): void {
  if (bodies.inverseMass[body] === 0) return;
  for (let block = rows.start[r]!; block < rows.start[r + 1]!; block++) {
    if (rows.body[block] !== body) continue;
    for (let k = 0; k < 6; k++) bodies.v[6 * body + k]! += lambda * rows.W[6 * block + k]!;
    for (let k = 0; k < 3; k++) bodies.L[3 * body + k]! += lambda * rows.J[6 * block + 3 + k]!;
  }
}

/** J·v of one body's block of row r. */
export function blockRate(rows: RowSet, r: number, body: number, v: Float64Array): number {
  for (let block = rows.start[r]!; block < rows.start[r + 1]!; block++) {
    if (rows.body[block] === body) return dot6(rows.J, 6 * block, v, 6 * body);
  }
  return 0;
}

/** J_r·M⁻¹·J_sᵀ of two rows of (possibly different) sets. */
export function rowProduct(rows: RowSet, r: number, others: RowSet, s: number): number {
  let sum = 0;
  for (let i = rows.start[r]!; i < rows.start[r + 1]!; i++) {
    const b = rows.body[i]!;
    for (let j = others.start[s]!; j < others.start[s + 1]!; j++) {
      if (others.body[j] === b) sum += dot6(rows.J, 6 * i, others.W, 6 * j);
    }
  }
  return sum;
}

/** Scalar product of two blocks. */
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
