/**
 * Pairs of frames fixed in two bodies: what joints and coordinates are made of.
 *
 *   r_A = R_a·o_A   r_B = R_b·o_B   d = (x_b + r_B) − (x_a + r_A)   x_A = R_a·(x axis) … z_B = R_b·(z axis)
 */
import type { Pose, Vec3 } from '../../core/vector.js';
import { rotate } from '../../core/vector.js';
import { type Bodies, rotationToPrincipalFrame, toPrincipalFrame } from './bodies.js';
import { rotateTo } from './rotation.js';

export interface FramePairs {
  readonly count: number;
  readonly a: Int32Array;
  readonly b: Int32Array;
  /** Origin in the principal frame, 3 per pair. */
  readonly originA: Float64Array;
  readonly originB: Float64Array;
  /** Axes x, y, z in the principal frame, 9 per pair. */
  readonly axesA: Float64Array;
  readonly axesB: Float64Array;
}

/** Offsets into the vectors that `evaluateFrames` writes, world axes. */
export const FRAME = { rA: 0, rB: 3, d: 6, xA: 9, yA: 12, zA: 15, xB: 18, yB: 21, zB: 24, width: 27 } as const;

interface PairSource {
  readonly a: number;
  readonly b: number;
  readonly frameInA: Pose;
  readonly frameInB: Pose;
}

/** Returns the pairs in principal frames. */
export function createFramePairs(sources: readonly PairSource[], bodies: Bodies): FramePairs {
  const count = sources.length;
  const pairs: FramePairs = {
    count,
    a: Int32Array.from(sources, (s) => s.a),
    b: Int32Array.from(sources, (s) => s.b),
    originA: new Float64Array(3 * count),
    originB: new Float64Array(3 * count),
    axesA: new Float64Array(9 * count),
    axesB: new Float64Array(9 * count),
  };
  for (const [i, source] of sources.entries()) {
    pairs.originA.set(toPrincipalFrame(bodies, source.a, source.frameInA.positionM), 3 * i);
    pairs.originB.set(toPrincipalFrame(bodies, source.b, source.frameInB.positionM), 3 * i);
    pairs.axesA.set(axesOf(bodies, source.a, source.frameInA), 9 * i);
    pairs.axesB.set(axesOf(bodies, source.b, source.frameInB), 9 * i);
  }
  return pairs;
}

function axesOf(bodies: Bodies, b: number, frame: Pose): number[] {
  const q = rotationToPrincipalFrame(bodies, b, frame.rotation);
  const axis = (v: Vec3) => [...rotate(q, v)];
  return [...axis([1, 0, 0]), ...axis([0, 1, 0]), ...axis([0, 0, 1])];
}

/** Writes the vectors of pair i at the poses (x, R) to `f`, laid out as `FRAME`. */
export function evaluateFrames(pairs: FramePairs, i: number, x: Float64Array, R: Float64Array, f: Float64Array): void {
  const a = pairs.a[i]!;
  const b = pairs.b[i]!;
  rotateTo(R, 9 * a, pairs.originA, 3 * i, f, 0);
  rotateTo(R, 9 * b, pairs.originB, 3 * i, f, 3);
  for (let k = 0; k < 3; k++) f[6 + k] = x[3 * b + k]! + f[3 + k]! - x[3 * a + k]! - f[k]!;
  for (let k = 0; k < 9; k += 3) {
    rotateTo(R, 9 * a, pairs.axesA, 9 * i + k, f, 9 + k);
    rotateTo(R, 9 * b, pairs.axesB, 9 * i + k, f, 18 + k);
  }
}
