import type { AuditSolid } from './backend.js';
import { describeSurface, type SolidSurface } from './solid-surface.js';
import { buildSolidTree, type SolidTree } from './solid-tree.js';

/** A solid prepared for classification, with scratch for its vertices at the current pose. */
export interface PreparedSolid {
  readonly tree: SolidTree;
  readonly surface: SolidSurface;
  readonly isWatertight: boolean;
  /** Box centre and half extents, 6 per node. */
  readonly nodeCenters: Float64Array;
  /** Vertices in the frame of the other solid, where `stamps` holds the current `stamp`. */
  readonly posed: Float64Array;
  readonly stamps: Uint32Array;
  stamp: number;
}

/** Returns the tree, the surface and the scratch of a solid. The mesh must hold at least one triangle. */
export function prepareSolid(solid: AuditSolid): PreparedSolid {
  const tree = buildSolidTree(solid.mesh);
  const nodeCenters = new Float64Array(tree.boxes.length);
  for (let at = 0; at < nodeCenters.length; at += 6) {
    for (let k = 0; k < 3; k++) {
      nodeCenters[at + k] = (tree.boxes[at + k]! + tree.boxes[at + 3 + k]!) / 2;
      nodeCenters[at + 3 + k] = (tree.boxes[at + 3 + k]! - tree.boxes[at + k]!) / 2;
    }
  }
  return {
    tree,
    surface: describeSurface(tree),
    isWatertight: solid.isWatertight,
    nodeCenters,
    posed: new Float64Array(tree.verticesM.length),
    stamps: new Uint32Array(tree.verticesM.length / 3),
    stamp: 0,
  };
}

/** Pose of the second solid in the first as rotation matrix, its absolute values, and translation. */
export interface MatrixPose {
  /** Row-major 3×3. */
  readonly rotation: Float64Array;
  readonly absolute: Float64Array;
  readonly positionM: Float64Array;
}

export const newMatrixPose = (): MatrixPose => ({
  rotation: new Float64Array(9),
  absolute: new Float64Array(9),
  positionM: new Float64Array(3),
});

/** Writes the pose x y z qx qy qz qw at `poses[at…]` as a matrix; the quaternion need not be exactly unit. */
export function readPose(poses: Float64Array, at: number, pose: MatrixPose): void {
  const norm = Math.hypot(poses[at + 3]!, poses[at + 4]!, poses[at + 5]!, poses[at + 6]!);
  const x = poses[at + 3]! / norm;
  const y = poses[at + 4]! / norm;
  const z = poses[at + 5]! / norm;
  const w = poses[at + 6]! / norm;
  const R = pose.rotation;
  R[0] = 1 - 2 * (y * y + z * z);
  R[1] = 2 * (x * y - w * z);
  R[2] = 2 * (x * z + w * y);
  R[3] = 2 * (x * y + w * z);
  R[4] = 1 - 2 * (x * x + z * z);
  R[5] = 2 * (y * z - w * x);
  R[6] = 2 * (x * z - w * y);
  R[7] = 2 * (y * z + w * x);
  R[8] = 1 - 2 * (x * x + y * y);
  for (let i = 0; i < 9; i++) pose.absolute[i] = Math.abs(R[i]!);
  for (let k = 0; k < 3; k++) pose.positionM[k] = poses[at + k]!;
}

/** p_A = R·p_B + p_AB, into `out`. */
export function toFirst({ rotation: R, positionM: t }: MatrixPose, x: number, y: number, z: number, out: Float64Array) {
  out[0] = R[0]! * x + R[1]! * y + R[2]! * z + t[0]!;
  out[1] = R[3]! * x + R[4]! * y + R[5]! * z + t[1]!;
  out[2] = R[6]! * x + R[7]! * y + R[8]! * z + t[2]!;
}

/** p_B = Rᵀ·(p_A − p_AB), into `out`. */
export function toSecond(
  { rotation: R, positionM: t }: MatrixPose,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
) {
  const dx = x - t[0]!;
  const dy = y - t[1]!;
  const dz = z - t[2]!;
  out[0] = R[0]! * dx + R[3]! * dy + R[6]! * dz;
  out[1] = R[1]! * dx + R[4]! * dy + R[7]! * dz;
  out[2] = R[2]! * dx + R[5]! * dy + R[8]! * dz;
}

const scratch = new Float64Array(3);

/** Starts a new pose of the second solid: vertices are transformed when they are first asked for. */
export function beginPose(solid: PreparedSolid): void {
  solid.stamp = (solid.stamp + 1) >>> 0;
  if (solid.stamp === 0) {
    solid.stamps.fill(0);
    solid.stamp = 1;
  }
}

/** Writes the corners of triangle `t` of the first solid. */
export function cornersOfFirst({ tree }: PreparedSolid, t: number, corners: Float64Array): void {
  const { verticesM: v, triangles } = tree;
  for (let k = 0; k < 3; k++) {
    const at = 3 * triangles[3 * t + k]!;
    corners[3 * k] = v[at]!;
    corners[3 * k + 1] = v[at + 1]!;
    corners[3 * k + 2] = v[at + 2]!;
  }
}

/** Writes the corners of triangle `t` of the second solid, in the frame of the first. */
export function cornersOfSecond(solid: PreparedSolid, pose: MatrixPose, t: number, corners: Float64Array): void {
  const { verticesM: v, triangles } = solid.tree;
  const { posed, stamps, stamp } = solid;
  for (let k = 0; k < 3; k++) {
    const vertex = triangles[3 * t + k]!;
    const at = 3 * vertex;
    if (stamps[vertex] !== stamp) {
      toFirst(pose, v[at]!, v[at + 1]!, v[at + 2]!, scratch);
      posed.set(scratch, at);
      stamps[vertex] = stamp;
    }
    corners[3 * k] = posed[at]!;
    corners[3 * k + 1] = posed[at + 1]!;
    corners[3 * k + 2] = posed[at + 2]!;
  }
}
