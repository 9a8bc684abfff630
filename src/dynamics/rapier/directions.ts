import type { EngineModel } from '../engine.js';
import type { BodyStates } from './bodies.js';
import type { CoordinateStates } from './coordinates.js';
import type { FramePairs } from './frames.js';
import type { JointOperator } from './joint-operator.js';
import type { Rows } from './rows.js';
import { createRows, rowProduct, rowRate, weighRow } from './rows.js';

/** A direction that the effort law can push along. */
export type Direction =
  | { readonly kind: 'coordinate'; readonly coordinate: number }
  /** Effort on body b alone: actuators whose reaction the world takes up. */
  | { readonly kind: 'one-sided'; readonly coordinate: number }
  /** Rate of z_A·x_B of a universal joint. */
  | { readonly kind: 'universal'; readonly joint: number }
  /** Rate of the distance of the two origins of a `distance` joint. */
  | { readonly kind: 'distance'; readonly joint: number }
  /** The same of a `distance` coordinate. */
  | { readonly kind: 'span'; readonly coordinate: number };

/** The directions of a model, each once. */
export interface DirectionList {
  readonly directions: readonly Direction[];
  /** Index of the two-sided direction of a coordinate, −1 where none is needed. */
  readonly ofCoordinate: Int32Array;
  readonly oneSidedOf: Int32Array;
  readonly ofJoint: Int32Array;
}

/** Lists the directions that actuators, couplings, friction, damping, limits and law-held joints of a model need. */
export function listDirections(model: EngineModel): DirectionList {
  const directions: Direction[] = [];
  const ofCoordinate = new Int32Array(model.coordinates.length).fill(-1);
  const oneSidedOf = new Int32Array(model.coordinates.length).fill(-1);
  const ofJoint = new Int32Array(model.joints.length).fill(-1);
  const coupled = new Set(model.couplings.flatMap((coupling) => coupling.terms.map((term) => term.coordinate)));
  const ruled = new Set((model.laws ?? []).flatMap((law) => law.coordinates));
  const reacting = new Set(model.actuators.filter((a) => a.reactsOnReference).map((a) => a.coordinate));
  const oneSided = new Set(model.actuators.filter((a) => !a.reactsOnReference).map((a) => a.coordinate));
  model.coordinates.forEach((c, coordinate) => {
    const isLoaded =
      c.limits !== null || c.dryFriction > 0 || c.damping > 0 || (c.reactionFriction ?? 0) > 0 || ruled.has(coordinate);
    if (isLoaded || coupled.has(coordinate) || reacting.has(coordinate)) {
      ofCoordinate[coordinate] =
        directions.push({ kind: c.kind === 'distance' ? 'span' : 'coordinate', coordinate }) - 1;
    }
    if (oneSided.has(coordinate)) {
      oneSidedOf[coordinate] = directions.push({ kind: 'one-sided', coordinate }) - 1;
    }
  });
  model.joints.forEach(({ kind }, joint) => {
    if (kind === 'universal' || kind === 'distance') ofJoint[joint] = directions.push({ kind, joint }) - 1;
  });
  return { directions, ofCoordinate, oneSidedOf, ofJoint };
}

/** Jacobian rows of the directions and their mobility seen through the joints. */
export interface DirectionOperator {
  readonly count: number;
  readonly rows: Rows;
  /** K = J_u·M⁻¹·J_uᵀ − ZᵀZ, n×n: rate per impulse, joints holding. */
  readonly K: Float64Array;
  /** J_u·M⁻¹·J_uᵀ per direction: mobility with the joints open. */
  readonly open: Float64Array;
  /** Z = L⁻¹·J_b·M⁻¹·J_uᵀ, one stride of `stride` per direction. */
  Z: Float64Array;
  stride: number;
  /** J_u·V at the current state. */
  readonly rate: Float64Array;
  /** Change h·J̇·V of that rate by the turning of the direction over one sub-step; only `distance` has it. */
  readonly curvature: Float64Array;
}

export function createDirectionOperator(count: number, jointRows: number): DirectionOperator {
  return {
    count,
    rows: createRows(count),
    K: new Float64Array(count * count),
    open: new Float64Array(count),
    Z: new Float64Array(count * jointRows),
    stride: jointRows,
    rate: new Float64Array(count),
    curvature: new Float64Array(count),
  };
}

/** Makes room for a joint operator of another size (after a release). */
export function resizeDirections(operator: DirectionOperator, jointRows: number): void {
  operator.stride = jointRows;
  operator.Z = new Float64Array(operator.count * jointRows);
}

/**
 * Rows and rates of every direction at the current pose; `distance` as it will be `lead` seconds from now, because a
 * force that keeps the direction of its start feeds energy into everything that swings (2 %/s in a 0.1 m pendulum). At
 * lead = c·h (the early share) gain and loss cancel; at h/2 such a pendulum loses 0.6 %/s.
 */
export function refreshDirections(
  operator: DirectionOperator,
  directions: readonly Direction[],
  coordinates: CoordinateStates,
  joints: FramePairs,
  states: BodyStates,
  h: number,
  lead: number,
): void {
  const { rows, rate, curvature } = operator;
  for (let d = 0; d < operator.count; d++) {
    const direction = directions[d]!;
    if (direction.kind === 'coordinate' || direction.kind === 'one-sided') {
      copyRow(coordinates.rows, direction.coordinate, rows, d);
      if (direction.kind === 'one-sided') rows.J.fill(0, 12 * d, 12 * d + 6);
    } else if (direction.kind === 'universal') setUniversalRow(rows, d, joints, direction.joint);
    else if (direction.kind === 'span')
      curvature[d] = setDistanceRow(rows, d, coordinates.frames, direction.coordinate, states, h, lead);
    else curvature[d] = setDistanceRow(rows, d, joints, direction.joint, states, h, lead);
    weighRow(rows, d, states);
    rate[d] = rowRate(rows, d, states.V);
  }
}

/** Eliminates the joint rows: Z and K of all directions. The joint operator must be fresh. */
export function reduceDirections(operator: DirectionOperator, joints: JointOperator): void {
  const { rows, Z, K, open, stride, count } = operator;
  for (let d = 0; d < count; d++) {
    for (let r = 0; r < stride; r++) Z[d * stride + r] = rowProduct(joints.rows, r, rows, d);
    joints.forward(Z, d * stride);
    for (let e = 0; e <= d; e++) {
      let k = rowProduct(rows, d, rows, e);
      for (let r = 0; r < stride; r++) k -= Z[d * stride + r]! * Z[e * stride + r]!;
      K[d * count + e] = k;
      K[e * count + d] = k;
    }
    open[d] = rowProduct(rows, d, rows, d);
  }
  for (let d = 0; d < count; d++) {
    if (K[d * count + d]! > LOCKED_SHARE * open[d]!) continue;
    for (let e = 0; e < count; e++) {
      K[d * count + e] = 0;
      K[e * count + d] = 0;
    }
  }
}

/** Below this share of its open mobility a direction is locked by the joints: round-off of the elimination is 1e-9. */
const LOCKED_SHARE = 1e-7;

function copyRow(from: Rows, r: number, to: Rows, s: number): void {
  to.a[s] = from.a[r]!;
  to.b[s] = from.b[r]!;
  for (let k = 0; k < 12; k++) to.J[12 * s + k] = from.J[12 * r + k]!;
}

/** d/dt(z_A·x_B) = (ω_B − ω_A)·(x_B × z_A). */
function setUniversalRow(rows: Rows, d: number, joints: FramePairs, j: number): void {
  const { axesA: A, axesB: B } = joints;
  const z = 9 * j + 6;
  const x = 9 * j;
  rows.a[d] = joints.bodyA[j]!;
  rows.b[d] = joints.bodyB[j]!;
  for (let k = 0; k < 3; k++) {
    const u = B[x + ((k + 1) % 3)]! * A[z + ((k + 2) % 3)]! - B[x + ((k + 2) % 3)]! * A[z + ((k + 1) % 3)]!;
    rows.J[12 * d + k] = 0;
    rows.J[12 * d + 6 + k] = 0;
    rows.J[12 * d + 3 + k] = -u;
    rows.J[12 * d + 9 + k] = u;
  }
}

const arm = new Float64Array(6);
const span = new Float64Array(3);
const spanRate = new Float64Array(3);

/**
 * d/dt|o_B − o_A| = n·(v_B at o_B − v_A at o_A), n = d/|d|, d = o_B − o_A, with d and the arms moved on by `lead`.
 *
 * @returns h·ṅ·ḋ = h·(|ḋ|² − (n·ḋ)²)/|d| [m/s]
 */
function setDistanceRow(
  rows: Rows,
  d: number,
  joints: FramePairs,
  j: number,
  states: BodyStates,
  h: number,
  lead: number,
): number {
  rows.a[d] = joints.bodyA[j]!;
  rows.b[d] = joints.bodyB[j]!;
  span.fill(0);
  spanRate.fill(0);
  for (let side = 0; side < 2; side++) addEnd(joints, j, states, side, lead);
  const length = Math.hypot(span[0]!, span[1]!, span[2]!);
  const s = length > 1e-9 ? 1 / length : 0;
  let along = 0;
  let square = 0;
  for (let k = 0; k < 3; k++) {
    along += s * span[k]! * spanRate[k]!;
    square += spanRate[k]! ** 2;
  }
  for (let side = 0; side < 2; side++) {
    const at = 12 * d + 6 * side;
    const sign = side === 0 ? -s : s;
    for (let k = 0; k < 3; k++) {
      const k1 = (k + 1) % 3;
      const k2 = (k + 2) % 3;
      rows.J[at + k] = sign * span[k]!;
      rows.J[at + 3 + k] = sign * (arm[3 * side + k1]! * span[k2]! - arm[3 * side + k2]! * span[k1]!);
    }
  }
  return h * s * (square - along ** 2);
}

/** Adds one end of a rod to `span` (moved on by `lead`) and `spanRate`, and writes its arm. */
function addEnd(joints: FramePairs, j: number, states: BodyStates, side: number, lead: number): void {
  const body = side === 0 ? joints.bodyA[j]! : joints.bodyB[j]!;
  const origin = side === 0 ? joints.originA : joints.originB;
  const sign = side === 0 ? -1 : 1;
  const { V, center } = states;
  for (let k = 0; k < 3; k++) {
    const k1 = (k + 1) % 3;
    const k2 = (k + 2) % 3;
    const r = (i: number) => origin[3 * j + i]! - center[3 * body + i]!;
    const turn = V[6 * body + 3 + k1]! * r(k2) - V[6 * body + 3 + k2]! * r(k1);
    const velocity = V[6 * body + k]! + turn;
    arm[3 * side + k] = r(k) + lead * turn;
    span[k]! += sign * (origin[3 * j + k]! + lead * velocity);
    spanRate[k]! += sign * velocity;
  }
}
