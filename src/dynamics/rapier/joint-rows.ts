import type { EngineJointKind } from '../engine.js';
import type { BodyStates } from './bodies.js';
import type { FramePairs } from './frames.js';
import type { Rows } from './rows.js';
import { setAngularRow, setPointRow } from './rows.js';

/** Axes (of frame a: 0 x, 1 y, 2 z) along which a joint kind locks translation and rotation. */
export interface LockedAxes {
  readonly linear: readonly number[];
  readonly angular: readonly number[];
}

/**
 * What Rapier's own joint locks. The last lock of `universal` and the whole of `distance` are not in Rapier (its generic
 * joint locks a quaternion component, which is 0.13 rad wrong at 30° and 30°): the effort law carries them.
 */
export const LOCKED_AXES: Readonly<Record<EngineJointKind, LockedAxes>> = {
  revolute: { linear: [0, 1, 2], angular: [0, 1] },
  prismatic: { linear: [0, 1], angular: [0, 1, 2] },
  spherical: { linear: [0, 1, 2], angular: [] },
  fixed: { linear: [0, 1, 2], angular: [0, 1, 2] },
  cylindrical: { linear: [0, 1], angular: [0, 1] },
  planar: { linear: [2], angular: [0, 1] },
  universal: { linear: [0, 1, 2], angular: [] },
  distance: { linear: [], angular: [] },
};

/** Number of rows that `setJointRows` writes. */
export function jointRowCount(kind: EngineJointKind): number {
  return LOCKED_AXES[kind].linear.length + LOCKED_AXES[kind].angular.length;
}

/** Writes the bilateral rows of joint `j` from row `first` on: locked axes of frame a, at the origin of frame b. */
export function setJointRows(
  rows: Rows,
  first: number,
  kind: EngineJointKind,
  joints: FramePairs,
  j: number,
  states: BodyStates,
): void {
  const a = joints.bodyA[j]!;
  const b = joints.bodyB[j]!;
  let r = first;
  for (const axis of LOCKED_AXES[kind].linear) {
    setPointRow(rows, r++, states, a, b, joints.originB, 3 * j, joints.axesA, 9 * j + 3 * axis);
  }
  for (const axis of LOCKED_AXES[kind].angular) setAngularRow(rows, r++, a, b, joints.axesA, 9 * j + 3 * axis);
}

const dot = (u: Float64Array, i: number, v: Float64Array, k: number) =>
  u[i]! * v[k]! + u[i + 1]! * v[k + 1]! + u[i + 2]! * v[k + 2]!;

/** Distance of the two origins [m]. */
export function originDistance(joints: FramePairs, j: number): number {
  const { originA: p, originB: q } = joints;
  const o = 3 * j;
  return Math.hypot(q[o]! - p[o]!, q[o + 1]! - p[o + 1]!, q[o + 2]! - p[o + 2]!);
}

const offset = new Float64Array(3);

/** Distance of the two anchors along the locked directions [m]; for `distance`, the error in length. */
export function jointSeparation(
  kind: EngineJointKind,
  joints: FramePairs,
  j: number,
  lengthM: number,
  isCord: boolean,
): number {
  if (kind === 'distance') {
    const stretch = originDistance(joints, j) - lengthM;
    return isCord ? Math.max(0, stretch) : Math.abs(stretch);
  }
  for (let k = 0; k < 3; k++) offset[k] = joints.originB[3 * j + k]! - joints.originA[3 * j + k]!;
  let sum = 0;
  for (const axis of LOCKED_AXES[kind].linear) sum += dot(offset, 0, joints.axesA, 9 * j + 3 * axis) ** 2;
  return Math.sqrt(sum);
}

/** Largest angular error of the locked rotations [rad]: tilt of the two z axes, for full locks also the twist. */
export function jointMisalignment(kind: EngineJointKind, joints: FramePairs, j: number): number {
  const { axesA, axesB } = joints;
  const o = 9 * j;
  if (kind === 'universal') return Math.asin(Math.min(1, Math.abs(dot(axesA, o + 6, axesB, o))));
  const locked = LOCKED_AXES[kind].angular.length;
  if (locked === 0) return 0;
  const tilt = angleBetween(axesA, o + 6, axesB, o + 6);
  return locked < 3 ? tilt : Math.max(tilt, angleBetween(axesA, o, axesB, o), angleBetween(axesA, o + 3, axesB, o + 3));
}

function angleBetween(u: Float64Array, i: number, v: Float64Array, k: number): number {
  const chord = Math.hypot(u[i]! - v[k]!, u[i + 1]! - v[k + 1]!, u[i + 2]! - v[k + 2]!);
  return 2 * Math.asin(Math.min(1, chord / 2));
}
