import { orderElements } from '../direct/ordering.js';
import type { EngineJoint } from '../engine.js';
import type { BodyStates } from './bodies.js';
import type { FramePairs } from './frames.js';
import { jointRowCount, setJointRows } from './joint-rows.js';
import type { Rows } from './rows.js';
import { createRows, rowProduct, weighRow } from './rows.js';

/** Relative regularisation of the joint rows: redundant loops stay solvable, as in the direct engine. */
const REGULARISATION = 1e-11;

/**
 * The bilateral joint rows J_b at the current pose and the factor L of A = J_b·M⁻¹·J_bᵀ = L·Lᵀ.
 *
 * Rows are ordered by reverse Cuthill–McKee over the joints, so that chains and loops keep a narrow envelope, and stored
 * as one skyline: row r occupies columns `first[r]`..r.
 */
export interface JointOperator {
  readonly rowCount: number;
  readonly rows: Rows;
  /** First row of every joint, −1 for joints without rows (released, `distance`). */
  readonly firstRow: Int32Array;
  /** Rebuilds rows and factor at the current pose. */
  refresh(states: BodyStates, frames: FramePairs): void;
  /** x ← L⁻¹·x. */
  forward(x: Float64Array, offset: number): void;
  /** x ← L⁻ᵀ·x. */
  backward(x: Float64Array, offset: number): void;
}

/**
 * Builds the operator of the joints that hold. Structure only; it is rebuilt when a joint is released.
 *
 * @param isActive 1 per joint that holds
 * @param isGround 1 per body that never moves: joints do not couple through it
 */
export function createJointOperator(
  joints: readonly EngineJoint[],
  isActive: Uint8Array,
  isGround: Uint8Array,
): JointOperator {
  const held = joints.flatMap((joint, j) => (isActive[j] === 1 && jointRowCount(joint.kind) > 0 ? [j] : []));
  const order = orderElements(held.map((j) => movingBodies(joints[j]!, isGround))).order.map((at) => held[at]!);
  const firstRow = new Int32Array(joints.length).fill(-1);
  let rowCount = 0;
  for (const j of order) {
    firstRow[j] = rowCount;
    rowCount += jointRowCount(joints[j]!.kind);
  }
  const rows = createRows(rowCount);
  const { blocks, first, start, size } = skyline(joints, order, firstRow, rowCount, isGround);
  const A = new Float64Array(size);
  return {
    rowCount,
    rows,
    firstRow,
    refresh(states, frames) {
      for (const j of order) setJointRows(rows, firstRow[j]!, joints[j]!.kind, frames, j, states);
      for (let r = 0; r < rowCount; r++) weighRow(rows, r, states);
      assemble(A, rows, blocks, first, start);
      factorize(A, rowCount, first, start);
    },
    forward(x, offset) {
      for (let r = 0; r < rowCount; r++) {
        let sum = x[offset + r]!;
        const o = start[r]! - first[r]!;
        for (let c = first[r]!; c < r; c++) sum -= A[o + c]! * x[offset + c]!;
        x[offset + r] = sum / A[o + r]!;
      }
    },
    backward(x, offset) {
      for (let r = rowCount - 1; r >= 0; r--) {
        const o = start[r]! - first[r]!;
        const value = x[offset + r]! / A[o + r]!;
        x[offset + r] = value;
        for (let c = first[r]!; c < r; c++) x[offset + c]! -= A[o + c]! * value;
      }
    },
  };
}

const movingBodies = (joint: EngineJoint, isGround: Uint8Array) =>
  [joint.a, joint.b].filter((body) => isGround[body] === 0);

/** Which joints meet (rows i..i+m against rows k..k+n, k ≤ i), and where each row of the envelope starts. */
function skyline(
  joints: readonly EngineJoint[],
  order: readonly number[],
  firstRow: Int32Array,
  rowCount: number,
  isGround: Uint8Array,
) {
  const blocks: number[] = [];
  const first = new Int32Array(rowCount);
  const start = new Int32Array(rowCount);
  let size = 0;
  order.forEach((j, at) => {
    const bodies = movingBodies(joints[j]!, isGround);
    let left = firstRow[j]!;
    for (const k of order.slice(0, at + 1)) {
      if (k !== j && !movingBodies(joints[k]!, isGround).some((body) => bodies.includes(body))) continue;
      left = Math.min(left, firstRow[k]!);
      blocks.push(firstRow[j]!, jointRowCount(joints[j]!.kind), firstRow[k]!, jointRowCount(joints[k]!.kind));
    }
    for (let r = firstRow[j]!; r < firstRow[j]! + jointRowCount(joints[j]!.kind); r++) {
      first[r] = left;
      start[r] = size;
      size += r - left + 1;
    }
  });
  return { blocks: Int32Array.from(blocks), first, start, size };
}

function assemble(A: Float64Array, rows: Rows, blocks: Int32Array, first: Int32Array, start: Int32Array): void {
  A.fill(0);
  for (let k = 0; k < blocks.length; k += 4) {
    const r0 = blocks[k]!;
    const c0 = blocks[k + 2]!;
    for (let r = r0; r < r0 + blocks[k + 1]!; r++) {
      const o = start[r]! - first[r]!;
      const end = Math.min(r, c0 + blocks[k + 3]! - 1);
      for (let c = c0; c <= end; c++) A[o + c] = rowProduct(rows, r, rows, c);
    }
  }
}

/** Envelope Cholesky in place: l_rc = (a_rc − Σ l_rk·l_ck)/l_cc (Golub & Van Loan, §4.3). */
function factorize(A: Float64Array, n: number, first: Int32Array, start: Int32Array): void {
  for (let r = 0; r < n; r++) {
    const o = start[r]! - first[r]!;
    for (let c = first[r]!; c < r; c++) {
      const p = start[c]! - first[c]!;
      let sum = A[o + c]!;
      for (let k = Math.max(first[r]!, first[c]!); k < c; k++) sum -= A[o + k]! * A[p + k]!;
      A[o + c] = sum / A[p + c]!;
    }
    const diagonal = A[o + r]!;
    let pivot = diagonal * (1 + REGULARISATION);
    for (let k = first[r]!; k < r; k++) pivot -= A[o + k]! * A[o + k]!;
    // A row between two immovable bodies has a zero diagonal: it takes any multiplier and passes none on.
    if (!(pivot > 0.25 * diagonal * REGULARISATION)) pivot = diagonal > 0 ? 0.25 * diagonal * REGULARISATION : 1;
    A[o + r] = Math.sqrt(pivot);
  }
}
