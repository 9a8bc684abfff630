import type { EngineCoordinate } from '../engine.js';
import type { BodyStates } from './bodies.js';
import type { FramePairs } from './frames.js';
import { createFramePairs, refreshFrames } from './frames.js';
import type { Rows } from './rows.js';
import { createRows, rowRate, setAngularRow, setPointRow, weighRow } from './rows.js';

/** Values, rates and Jacobian rows of all coordinates, in double precision from poses. */
export interface CoordinateStates {
  readonly frames: FramePairs;
  readonly isAngle: Uint8Array;
  readonly isDistance: Uint8Array;
  /** One row per coordinate, same index. */
  readonly rows: Rows;
  /** Unwrapped [rad] or travel [m]. */
  readonly value: Float64Array;
  readonly rate: Float64Array;
}

/** Allocates the coordinates and reads them at the current pose; angles start in (−π, π]. */
export function createCoordinateStates(coordinates: readonly EngineCoordinate[], states: BodyStates): CoordinateStates {
  const n = coordinates.length;
  const result: CoordinateStates = {
    frames: createFramePairs(coordinates),
    isAngle: Uint8Array.from(coordinates, (c) => (c.kind === 'angle' ? 1 : 0)),
    isDistance: Uint8Array.from(coordinates, (c) => (c.kind === 'distance' ? 1 : 0)),
    rows: createRows(n),
    value: new Float64Array(n),
    rate: new Float64Array(n),
  };
  refreshCoordinates(result, states);
  return result;
}

const axis = new Float64Array(3);

/**
 * Re-reads every coordinate.
 *
 *   travel: q = (o_B − o_A)·z_A        q̇ = z_A·(v_B − v_A) at o_B
 *   distance: q = |d|, d = o_B − o_A   q̇ = d/|d|·(v_B at o_B − v_A at o_A); no row where d = 0
 *   angle:  q = atan2(x_B·y_A, x_B·x_A), unwrapped to the nearest turn
 *           q̇ = (ω_B − ω_A)·[z_A − (z_A·x_B)·u/|u|²], u = x_B less its part along z_A
 *
 * The bracket is z_A for a hinge; it keeps q̇ the true derivative of q for free-standing coordinates that also tilt.
 *
 * @limits |u| → 0 (x_B along z_A): the angle is undefined there; the row then falls back to z_A.
 */
export function refreshCoordinates(result: CoordinateStates, states: BodyStates): void {
  const { frames, rows, value, rate, isAngle } = result;
  refreshFrames(frames, states);
  for (let i = 0; i < frames.count; i++) {
    const a = frames.bodyA[i]!;
    const b = frames.bodyB[i]!;
    if (isAngle[i] === 1) {
      const angle = readAngle(frames, i);
      value[i] = value[i]! + wrap(angle - value[i]!);
      setAngularRow(rows, i, a, b, axis, 0);
    } else if (result.isDistance[i] === 1) value[i] = setSpanRow(rows, i, frames, states);
    else {
      let travel = 0;
      for (let k = 0; k < 3; k++) {
        travel += (frames.originB[3 * i + k]! - frames.originA[3 * i + k]!) * frames.axesA[9 * i + 6 + k]!;
      }
      value[i] = travel;
      setPointRow(rows, i, states, a, b, frames.originB, 3 * i, frames.axesA, 9 * i + 6);
    }
    weighRow(rows, i, states);
    rate[i] = rowRate(rows, i, states.V);
  }
}

/** Row of |o_B − o_A|, a force along the line of both points; returns the distance. */
function setSpanRow(rows: Rows, i: number, frames: FramePairs, states: BodyStates): number {
  for (let k = 0; k < 3; k++) span[k] = frames.originB[3 * i + k]! - frames.originA[3 * i + k]!;
  const length = Math.hypot(span[0]!, span[1]!, span[2]!);
  for (let k = 0; k < 3; k++) span[k] = length > 1e-9 ? span[k]! / length : 0;
  // Both bodies are read at o_B: the line goes through o_A as well, so the moments are the same.
  setPointRow(rows, i, states, frames.bodyA[i]!, frames.bodyB[i]!, frames.originB, 3 * i, span, 0);
  return length;
}

const span = new Float64Array(3);

/** Angle modulo a turn; leaves the direction of its rate in `axis`. */
function readAngle(frames: FramePairs, i: number): number {
  const { axesA: A, axesB: B } = frames;
  const o = 9 * i;
  const c = B[o]! * A[o]! + B[o + 1]! * A[o + 1]! + B[o + 2]! * A[o + 2]!;
  const s = B[o]! * A[o + 3]! + B[o + 1]! * A[o + 4]! + B[o + 2]! * A[o + 5]!;
  const tilt = B[o]! * A[o + 6]! + B[o + 1]! * A[o + 7]! + B[o + 2]! * A[o + 8]!;
  const uu = c * c + s * s;
  const scale = uu > 1e-6 ? tilt / uu : 0;
  for (let k = 0; k < 3; k++) {
    const u = c * A[o + k]! + s * A[o + 3 + k]!;
    axis[k] = A[o + 6 + k]! - scale * u;
  }
  return Math.atan2(s, c);
}

/** The angle in (−π, π] that differs from `angle` by whole turns. */
export function wrap(angle: number): number {
  return angle - 2 * Math.PI * Math.round(angle / (2 * Math.PI));
}
