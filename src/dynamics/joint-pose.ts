import type { Pose } from '../core/vector.js';

// Contributor notes. Only arrays are handed from function to function: V8 puts every double that is an argument or a
// result of a call that it does not inline on the heap, which cost as much as the poses that this file does without.

/** A pose that is overwritten in place; reads as a `Pose`. */
export interface PoseBuffer extends Pose {
  readonly positionM: [number, number, number];
  readonly rotation: [number, number, number, number];
}

/** A pose buffer, to be overwritten. */
export const poseBuffer = (): PoseBuffer => ({ positionM: [0.5, 0.5, 0.5], rotation: [0.5, 0.5, 0.5, 0.5] });

// Scratch: the poses of the two joint frames in the world.
const X_WA = poseBuffer();
const X_WB = poseBuffer();
const bodyRotation = new Float64Array(4);

/**
 * Writes the pose of joint frame b in joint frame a; allocates nothing.
 *
 *   X_AB = (X_WP · frameInA)⁻¹ · (X_WQ · frameInB)     P, Q = the two bodies
 *
 * @param pose     poses of all bodies in the world, 7 per body: x y z [m], qx qy qz qw
 * @param a        index of body P, and `frameInA` the joint frame fixed in it
 * @param b        index of body Q, and `frameInB` the joint frame fixed in it
 * @param X_AB     out
 */
export function writeJointPose(
  pose: Float64Array,
  a: number,
  frameInA: Pose,
  b: number,
  frameInB: Pose,
  X_AB: PoseBuffer,
): void {
  placeFrame(pose, a, frameInA, X_WA);
  placeFrame(pose, b, frameInB, X_WB);
  const { positionM: p, rotation: q } = X_WA;
  for (let i = 0; i < 3; i++) X_AB.positionM[i] = X_WB.positionM[i]! - p[i]!;
  for (let i = 0; i < 3; i++) q[i] = -q[i]!;
  turn(q, X_AB.positionM);
  multiply(q, X_WB.rotation, X_AB.rotation);
}

/** X_WF = X_WB · frame, B being a body of the pose row. */
function placeFrame(pose: Float64Array, body: number, frame: Pose, out: PoseBuffer): void {
  const k = 7 * body;
  for (let i = 0; i < 4; i++) bodyRotation[i] = pose[k + 3 + i]!;
  for (let i = 0; i < 3; i++) out.positionM[i] = frame.positionM[i]!;
  turn(bodyRotation, out.positionM);
  for (let i = 0; i < 3; i++) out.positionM[i] = out.positionM[i]! + pose[k + i]!;
  multiply(bodyRotation, frame.rotation, out.rotation);
}

/** v ← R(q)·v = v + 2w(u×v) + 2u×(u×v), u the vector part of the unit quaternion. */
function turn(q: ArrayLike<number>, v: [number, number, number]): void {
  const x = q[0]!;
  const y = q[1]!;
  const z = q[2]!;
  const w = q[3]!;
  const tx = 2 * (y * v[2] - z * v[1]);
  const ty = 2 * (z * v[0] - x * v[2]);
  const tz = 2 * (x * v[1] - y * v[0]);
  v[0] = v[0] + w * tx + y * tz - z * ty;
  v[1] = v[1] + w * ty + z * tx - x * tz;
  v[2] = v[2] + w * tz + x * ty - y * tx;
}

/** out = q∘r. */
function multiply(q: ArrayLike<number>, r: Pose['rotation'], out: PoseBuffer['rotation']): void {
  const x = q[0]!;
  const y = q[1]!;
  const z = q[2]!;
  const w = q[3]!;
  out[0] = w * r[0] + x * r[3] + y * r[2] - z * r[1];
  out[1] = w * r[1] - x * r[2] + y * r[3] + z * r[0];
  out[2] = w * r[2] + x * r[1] - y * r[0] + z * r[3];
  out[3] = w * r[3] - x * r[0] - y * r[1] - z * r[2];
}
