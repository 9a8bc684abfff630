import { invertPose, type Pose, rotate, transformPoint, type Vec3 } from '../core/vector.js';
import type { SceneIndex } from './define.js';

// Vector arithmetic on the flat arrays of a StepView, for readers that allocate nothing. A pose row is
// x y z [m], qx qy qz qw; formulas use R(q)v = v + 2u×(u×v + w·v) with q = (u, w).

/** A three-vector that a reader owns and overwrites at every step. */
export const scratch = (): Float64Array => new Float64Array(3);

/** out = R_WB · v_B for the body with index `body`. */
export function rotateToWorld(pose: Float64Array, body: number, v: ArrayLike<number>, out: Float64Array): void {
  rotateBy(pose, body, 1, v[0]!, v[1]!, v[2]!, out);
}

/** out = R_WBᵀ · v_W. */
export function rotateToBody(pose: Float64Array, body: number, v: ArrayLike<number>, out: Float64Array): void {
  rotateBy(pose, body, -1, v[0]!, v[1]!, v[2]!, out);
}

/** out = X_WB · p_B [m]. */
export function pointToWorld(pose: Float64Array, body: number, p: ArrayLike<number>, out: Float64Array): void {
  rotateToWorld(pose, body, p, out);
  const row = 7 * body;
  out[0]! += pose[row]!;
  out[1]! += pose[row + 1]!;
  out[2]! += pose[row + 2]!;
}

/** out = X_WB⁻¹ · p_W [m]. */
export function pointToBody(pose: Float64Array, body: number, p: ArrayLike<number>, out: Float64Array): void {
  const row = 7 * body;
  rotateBy(pose, body, -1, p[0]! - pose[row]!, p[1]! - pose[row + 1]!, p[2]! - pose[row + 2]!, out);
}

function rotateBy(
  pose: Float64Array,
  body: number,
  sense: 1 | -1,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): void {
  const row = 7 * body;
  const ux = sense * pose[row + 3]!;
  const uy = sense * pose[row + 4]!;
  const uz = sense * pose[row + 5]!;
  const w = pose[row + 6]!;
  const tx = 2 * (uy * z - uz * y);
  const ty = 2 * (uz * x - ux * z);
  const tz = 2 * (ux * y - uy * x);
  out[0] = x + w * tx + uy * tz - uz * ty;
  out[1] = y + w * ty + uz * tx - ux * tz;
  out[2] = z + w * tz + ux * ty - uy * tx;
}

export const dotOf = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;

export const normOf = (a: ArrayLike<number>): number => Math.hypot(a[0]!, a[1]!, a[2]!);

/** Coordinates, in the body, of a point given in the world at t = 0 [m]. */
export const pointInBody = (index: SceneIndex, body: string, pointM: Vec3): Vec3 =>
  transformPoint(invertPose(index.initialPose(body)), pointM);

/** Direction, in the body, of a direction given in the world at t = 0; unit length. */
export function axisInBody(index: SceneIndex, body: string, axis: Vec3): Vec3 {
  const length = Math.hypot(...axis);
  const inverse: Pose = invertPose(index.initialPose(body));
  return rotate(inverse.rotation, [axis[0] / length, axis[1] / length, axis[2] / length]);
}
