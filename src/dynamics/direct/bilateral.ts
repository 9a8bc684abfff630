/**
 * The bilateral rows of all active joints and couplings: topology, Jacobian, residual, factor.
 *
 *   C(q) = 0 [m],  J_b = ∂C/∂q at tₙ,  A = J_b·M⁻¹·J_bᵀ = L·Lᵀ
 *
 * The topology is fixed until a joint is released; then it is built anew, between steps.
 */
import type { Bodies } from './bodies.js';
import type { Coordinates } from './coordinates.js';
import { type Coupling, couplingJacobian, couplingResidual } from './couplings.js';
import { evaluateFrames, FRAME, type FramePairs } from './frames.js';
import { orderElements } from './ordering.js';
import { appendRow, createRowSet, type RowSet, weighRows } from './row-set.js';
import type { RowKind } from './rows/row-kind.js';
import { assemble, createSkyline, type Skyline } from './skyline.js';

/** A joint as the solver sees it. */
export interface JointRows {
  /** Null for a cord: it has no bilateral rows. */
  readonly kind: RowKind | null;
  readonly lengthM: number;
}

interface Element {
  /** Index of a joint, or −1. */
  readonly joint: number;
  /** Index of a coupling, or −1. */
  readonly coupling: number;
  readonly firstRow: number;
}

export interface Bilateral {
  readonly size: number;
  readonly elements: readonly Element[];
  /** First row of every joint and coupling, −1 without rows. */
  readonly rowOfJoint: Int32Array;
  readonly rowOfCoupling: Int32Array;
  readonly rows: RowSet;
  readonly sky: Skyline;
  /** Group of connected elements of every row, and the range of rows of every group. */
  readonly groupOfRow: Int32Array;
  readonly groupEnd: Int32Array;
  readonly groupCount: number;
  /** Rows and blocks that touch a body: touch[touchStart[b] … touchStart[b+1]], pairs of row and block. */
  readonly touchStart: Int32Array;
  readonly touch: Int32Array;
  /** Group of a body's bilateral rows, −1 when it has none. */
  readonly groupOfBody: Int32Array;
  readonly residual: Float64Array;
  /** Residual that the step starts from; only part of a large one is taken back in one step. */
  readonly target: Float64Array;
  /** Multipliers of the step [N·s]. */
  readonly lambda: Float64Array;
  /** Relative regularisation per row, and 1 for groups with redundant rows. */
  readonly epsilon: Float64Array;
  readonly isRedundant: Uint8Array;
  readonly z: Float64Array;
  /** Scratch of spread-loads.ts. */
  readonly spread: Float64Array;
}

/** Returns the bilateral system of the active joints and of all couplings. */
export function createBilateral(
  joints: readonly JointRows[],
  pairs: FramePairs,
  isActive: Uint8Array,
  couplings: readonly Coupling[],
  isCouplingActive: Uint8Array,
  bodies: Bodies,
): Bilateral {
  const sources = listSources(joints, pairs, isActive, couplings, isCouplingActive, bodies);
  const { order, group } = orderElements(sources.map((s) => s.bodies));
  const ordered = order.map((i) => sources[i]!);
  const size = ordered.reduce((n, s) => n + s.rowCount, 0);
  const rows = createRowSet(
    size,
    ordered.reduce((n, s) => n + s.rowCount * s.bodies.length, 0),
  );
  const elements: Element[] = [];
  const groupOfRow = new Int32Array(size);
  const rowOfJoint = new Int32Array(joints.length).fill(-1);
  const rowOfCoupling = new Int32Array(couplings.length).fill(-1);
  for (const [i, s] of ordered.entries()) {
    const firstRow = rows.count;
    elements.push({ joint: s.joint, coupling: s.coupling, firstRow });
    if (s.joint >= 0) rowOfJoint[s.joint] = firstRow;
    else rowOfCoupling[s.coupling] = firstRow;
    for (let k = 0; k < s.rowCount; k++) {
      groupOfRow[rows.count] = group[i]!;
      if (s.joint >= 0) appendRow(rows, bodies, pairs.a[s.joint]!, pairs.b[s.joint]!);
      else appendCouplingRow(rows, s.bodies);
    }
  }
  const groupCount = size > 0 ? groupOfRow[size - 1]! + 1 : 0;
  return {
    size,
    elements,
    rowOfJoint,
    rowOfCoupling,
    rows,
    sky: createSkyline(rows),
    groupOfRow,
    groupEnd: groupEnds(groupOfRow, groupCount),
    groupCount,
    ...touchLists(rows, bodies.count, groupOfRow),
    residual: new Float64Array(size),
    target: new Float64Array(size),
    lambda: new Float64Array(size),
    epsilon: new Float64Array(size),
    isRedundant: new Uint8Array(groupCount),
    z: new Float64Array(size),
    spread: new Float64Array(size),
  };
}

interface Source {
  readonly joint: number;
  readonly coupling: number;
  readonly rowCount: number;
  readonly bodies: readonly number[];
}

function listSources(
  joints: readonly JointRows[],
  pairs: FramePairs,
  isActive: Uint8Array,
  couplings: readonly Coupling[],
  isCouplingActive: Uint8Array,
  bodies: Bodies,
): Source[] {
  const sources: Source[] = [];
  for (const [joint, { kind }] of joints.entries()) {
    const touched = [pairs.a[joint]!, pairs.b[joint]!].filter((b) => bodies.isMovable[b]);
    if (kind && isActive[joint] && touched.length > 0) {
      sources.push({ joint, coupling: -1, rowCount: kind.rowCount, bodies: touched });
    }
  }
  for (const [coupling, c] of couplings.entries()) {
    if (isCouplingActive[coupling] && c.behavior.kind === 'rigid' && c.bodies.length > 0) {
      sources.push({ joint: -1, coupling, rowCount: 1, bodies: c.bodies });
    }
  }
  return sources;
}

function appendCouplingRow(rows: RowSet, bodies: readonly number[]): void {
  let block = rows.start[rows.count]!;
  for (const b of bodies) rows.body[block++] = b;
  rows.start[++rows.count] = block;
}

function groupEnds(groupOfRow: Int32Array, groupCount: number): Int32Array {
  const ends = new Int32Array(groupCount);
  for (let r = 0; r < groupOfRow.length; r++) ends[groupOfRow[r]!] = r + 1;
  return ends;
}

function touchLists(rows: RowSet, bodyCount: number, groupOfRow: Int32Array) {
  const lists: number[][] = Array.from({ length: bodyCount }, () => []);
  const groupOfBody = new Int32Array(bodyCount).fill(-1);
  for (let r = 0; r < rows.count; r++) {
    for (let k = rows.start[r]!; k < rows.start[r + 1]!; k++) {
      const b = rows.body[k]!;
      lists[b]!.push(r, k);
      groupOfBody[b] = groupOfRow[r]!;
    }
  }
  const touchStart = new Int32Array(bodyCount + 1);
  for (let b = 0; b < bodyCount; b++) touchStart[b + 1] = touchStart[b]! + lists[b]!.length / 2;
  return { touchStart, touch: Int32Array.from(lists.flat()), groupOfBody };
}

/** Writes the Jacobian at tₙ and assembles A. The coordinate rows are up to date. */
export function linearize(
  bi: Bilateral,
  joints: readonly JointRows[],
  pairs: FramePairs,
  couplings: readonly Coupling[],
  coordinates: Coordinates,
  bodies: Bodies,
): void {
  for (const { joint, coupling, firstRow } of bi.elements) {
    if (joint >= 0) {
      evaluateFrames(pairs, joint, bodies.x, bodies.R, F);
      const hasA = bodies.isMovable[pairs.a[joint]!] === 1;
      const hasB = bodies.isMovable[pairs.b[joint]!] === 1;
      joints[joint]!.kind!.jacobian(F, bi.rows, firstRow, hasA, hasB);
    } else couplingJacobian(couplings[coupling]!, coordinates.rows, bi.rows, firstRow);
  }
  weighRows(bi.rows, bodies, 0, bi.size);
  assemble(bi.sky, bi.rows);
}

/** Writes C [m] at the poses (x, R) and coordinate values to `out`. */
export function evaluateResidual(
  bi: Bilateral,
  joints: readonly JointRows[],
  pairs: FramePairs,
  couplings: readonly Coupling[],
  values: Float64Array,
  x: Float64Array,
  R: Float64Array,
  out: Float64Array,
): void {
  for (const { joint, coupling, firstRow } of bi.elements) {
    if (joint >= 0) {
      const { kind, lengthM } = joints[joint]!;
      evaluateFrames(pairs, joint, x, R, F);
      kind!.residual(F, lengthM, out, firstRow);
    } else out[firstRow] = couplingResidual(couplings[coupling]!, values);
  }
}

const F = new Float64Array(FRAME.width);
