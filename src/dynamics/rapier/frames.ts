import type { Pose } from '../../core/vector.js';
import { rotateTo, rotationMatrix } from '../direct/rotation.js';
import type { BodyStates } from './bodies.js';
import { multiply3 } from './flat.js';

/**
 * Pairs of frames (frame a fixed in body a, frame b in body b) with their world axes, kept for joints and coordinates alike.
 *
 * Axes are rows here: world x, y, z of frame a of pair i at `axesA[9i]`, `[9i+3]`, `[9i+6]`.
 */
export interface FramePairs {
  readonly count: number;
  readonly bodyA: Int32Array;
  readonly bodyB: Int32Array;
  readonly localOriginA: Float64Array;
  readonly localOriginB: Float64Array;
  readonly localRotationA: Float64Array;
  readonly localRotationB: Float64Array;
  /** World origins, 3 per pair, and axes, 9 per pair, at the current pose. */
  readonly originA: Float64Array;
  readonly originB: Float64Array;
  readonly axesA: Float64Array;
  readonly axesB: Float64Array;
}

/** What joints and coordinates have in common. */
export interface FramePairSpec {
  readonly a: number;
  readonly b: number;
  readonly frameInA: Pose;
  readonly frameInB: Pose;
}

/** Allocates frame pairs; call `refreshFrames` before reading world values. */
export function createFramePairs(specs: readonly FramePairSpec[]): FramePairs {
  const n = specs.length;
  const array = (width: number) => new Float64Array(width * n);
  const pairs: FramePairs = {
    count: n,
    bodyA: Int32Array.from(specs, (s) => s.a),
    bodyB: Int32Array.from(specs, (s) => s.b),
    localOriginA: array(3),
    localOriginB: array(3),
    localRotationA: array(9),
    localRotationB: array(9),
    originA: array(3),
    originB: array(3),
    axesA: array(9),
    axesB: array(9),
  };
  specs.forEach((spec, i) => {
    pairs.localOriginA.set(spec.frameInA.positionM, 3 * i);
    pairs.localOriginB.set(spec.frameInB.positionM, 3 * i);
    rotationMatrix(Float64Array.from(spec.frameInA.rotation), 0, pairs.localRotationA, 9 * i);
    rotationMatrix(Float64Array.from(spec.frameInB.rotation), 0, pairs.localRotationB, 9 * i);
  });
  return pairs;
}

const product = new Float64Array(9);

/** World origins and axes of both frames of every pair from the body poses. */
export function refreshFrames(pairs: FramePairs, states: BodyStates): void {
  for (let i = 0; i < pairs.count; i++) {
    place(states, pairs.bodyA[i]!, pairs.localOriginA, pairs.localRotationA, i, pairs.originA, pairs.axesA);
    place(states, pairs.bodyB[i]!, pairs.localOriginB, pairs.localRotationB, i, pairs.originB, pairs.axesB);
  }
}

function place(
  states: BodyStates,
  body: number,
  localOrigin: Float64Array,
  localRotation: Float64Array,
  i: number,
  origin: Float64Array,
  axes: Float64Array,
): void {
  rotateTo(states.R, 9 * body, localOrigin, 3 * i, origin, 3 * i);
  for (let k = 0; k < 3; k++) origin[3 * i + k]! += states.pose[7 * body + k]!;
  multiply3(states.R, 9 * body, localRotation, 9 * i, product, 0);
  for (let row = 0; row < 3; row++)
    for (let axis = 0; axis < 3; axis++) axes[9 * i + 3 * axis + row] = product[3 * row + axis]!;
}
