/**
 * How far joints are open at the present poses.
 *
 *   separation    |C| over the locked lengths [m]; of a cord max(0, |d| − length); of a released joint |d|
 *   misalignment  largest |C| over the locked rotations, as an angle [rad]
 */
import { evaluateFrames, FRAME } from './frames.js';
import type { Mechanism } from './mechanism.js';
import { ANGLE_SCALE_M } from './rows/row-kind.js';

/** Writes separation [m] and misalignment [rad] of every joint; `bilateral.residual` is that of the present poses. */
export function readClosure(m: Mechanism, separationM: Float64Array, misalignmentRad: Float64Array): void {
  const { bilateral, joints, pairs, bodies, isJointActive } = m;
  for (let j = 0; j < joints.length; j++) {
    const { kind, lengthM } = joints[j]!;
    const row = bilateral.rowOfJoint[j]!;
    misalignmentRad[j] = 0;
    if (kind && row >= 0) {
      separationM[j] = sizeOf(bilateral.residual, row, kind.lengthRowCount);
      const angles = kind.rowCount - kind.lengthRowCount;
      misalignmentRad[j] = largestOf(bilateral.residual, row + kind.lengthRowCount, angles) / ANGLE_SCALE_M;
      continue;
    }
    evaluateFrames(pairs, j, bodies.x, bodies.R, F);
    const distance = sizeOf(F, FRAME.d, 3);
    separationM[j] = isJointActive[j] ? Math.max(0, distance - lengthM) : distance;
  }
}

function sizeOf(values: Float64Array, o: number, n: number): number {
  let sum = 0;
  for (let k = o; k < o + n; k++) sum += values[k]! * values[k]!;
  return Math.sqrt(sum);
}

function largestOf(values: Float64Array, o: number, n: number): number {
  let largest = 0;
  for (let k = o; k < o + n; k++) largest = Math.max(largest, Math.abs(values[k]!));
  return largest;
}

const F = new Float64Array(FRAME.width);
