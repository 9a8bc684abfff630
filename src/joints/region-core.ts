import type { Pose } from '../core/vector.js';
import type { BoundedRegion } from '../scene/index.js';

/**
 * A bounded region placed in some frame, as GJK reads it: a box, a cylinder or a point, thickened by a margin. A sphere
 * is a point with its radius as margin, which makes its distance exact.
 */
export interface RegionCore {
  kind: 'box' | 'cylinder' | 'point';
  /** Half extents of a box [m]; radius, radius, half length of a cylinder; zero for a point. */
  readonly half: Float64Array;
  marginM: number;
  /** Rotation of the region in the frame, row-major. */
  readonly R: Float64Array;
  readonly centerM: Float64Array;
  /** Radius of the ball about the center that holds the region [m]. */
  boundingRadiusM: number;
}

/** A core to be filled by `placeCore`. */
export const createCore = (): RegionCore => ({
  kind: 'point',
  half: new Float64Array(3),
  marginM: 0,
  R: new Float64Array(9),
  centerM: new Float64Array(3),
  boundingRadiusM: 0,
});

const local = new Float64Array(9);
const frame = new Float64Array(9);

/**
 * Writes the region into `core`, placed by X_FR = X_FB · poseInBody; allocates nothing.
 *
 * @param region region in its own frame B
 * @param X_FB   pose of that frame, or null for the identity
 * @param core   out
 */
export function placeCore(region: BoundedRegion, X_FB: Pose | null, core: RegionCore): void {
  const { positionM: p, rotation } = region.poseInBody;
  sizeCore(region, core);
  if (X_FB === null) {
    writeRotation(rotation, core.R);
    for (let i = 0; i < 3; i++) core.centerM[i] = p[i]!;
    return;
  }
  writeRotation(rotation, local);
  writeRotation(X_FB.rotation, frame);
  for (let i = 0; i < 3; i++) {
    const a = frame[3 * i]!;
    const b = frame[3 * i + 1]!;
    const c = frame[3 * i + 2]!;
    core.centerM[i] = X_FB.positionM[i]! + a * p[0] + b * p[1] + c * p[2];
    for (let j = 0; j < 3; j++) core.R[3 * i + j] = a * local[j]! + b * local[3 + j]! + c * local[6 + j]!;
  }
}

function sizeCore(region: BoundedRegion, core: RegionCore): void {
  const { half } = core;
  core.marginM = 0;
  if (region.kind === 'sphere') {
    core.kind = 'point';
    half.fill(0);
    core.marginM = region.radiusM;
    core.boundingRadiusM = region.radiusM;
    return;
  }
  if (region.kind === 'cylinder') {
    core.kind = 'cylinder';
    half[0] = region.radiusM;
    half[1] = region.radiusM;
    half[2] = region.lengthM / 2;
    core.boundingRadiusM = Math.hypot(region.radiusM, region.lengthM / 2);
    return;
  }
  core.kind = 'box';
  for (let i = 0; i < 3; i++) half[i] = Math.abs(region.sizeM[i]!) / 2;
  core.boundingRadiusM = Math.hypot(half[0]!, half[1]!, half[2]!);
}

function writeRotation(q: readonly number[], R: Float64Array): void {
  const x = q[0]!;
  const y = q[1]!;
  const z = q[2]!;
  const w = q[3]!;
  R[0] = 1 - 2 * (y * y + z * z);
  R[1] = 2 * (x * y - w * z);
  R[2] = 2 * (x * z + w * y);
  R[3] = 2 * (x * y + w * z);
  R[4] = 1 - 2 * (x * x + z * z);
  R[5] = 2 * (y * z - w * x);
  R[6] = 2 * (x * z - w * y);
  R[7] = 2 * (y * z + w * x);
  R[8] = 1 - 2 * (x * x + y * y);
}

/** Adds sign · (the point of the core, without margin, farthest along sign·d) to `out`. */
export function addSupport(core: RegionCore, d: Float64Array, sign: 1 | -1, out: Float64Array): void {
  const { R, half, centerM } = core;
  let x = 0;
  let y = 0;
  let z = 0;
  if (core.kind !== 'point') {
    const dx = sign * (R[0]! * d[0]! + R[3]! * d[1]! + R[6]! * d[2]!);
    const dy = sign * (R[1]! * d[0]! + R[4]! * d[1]! + R[7]! * d[2]!);
    const dz = sign * (R[2]! * d[0]! + R[5]! * d[1]! + R[8]! * d[2]!);
    z = dz < 0 ? -half[2]! : half[2]!;
    if (core.kind === 'box') {
      x = dx < 0 ? -half[0]! : half[0]!;
      y = dy < 0 ? -half[1]! : half[1]!;
    } else {
      const radial = Math.hypot(dx, dy);
      x = radial > 0 ? (half[0]! * dx) / radial : 0;
      y = radial > 0 ? (half[0]! * dy) / radial : 0;
    }
  }
  out[0]! += sign * (centerM[0]! + R[0]! * x + R[1]! * y + R[2]! * z);
  out[1]! += sign * (centerM[1]! + R[3]! * x + R[4]! * y + R[5]! * z);
  out[2]! += sign * (centerM[2]! + R[6]! * x + R[7]! * y + R[8]! * z);
}

/** Whether the point (same frame as the core) is in the region, boundary included. */
export function coreContains(core: RegionCore, point: Float64Array): boolean {
  const { R, half, centerM, marginM } = core;
  const px = point[0]! - centerM[0]!;
  const py = point[1]! - centerM[1]!;
  const pz = point[2]! - centerM[2]!;
  if (core.kind === 'point') return px * px + py * py + pz * pz <= marginM * marginM;
  const x = R[0]! * px + R[3]! * py + R[6]! * pz;
  const y = R[1]! * px + R[4]! * py + R[7]! * pz;
  const z = R[2]! * px + R[5]! * py + R[8]! * pz;
  if (Math.abs(z) > half[2]!) return false;
  if (core.kind === 'cylinder') return x * x + y * y <= half[0]! * half[0]!;
  return Math.abs(x) <= half[0]! && Math.abs(y) <= half[1]!;
}
