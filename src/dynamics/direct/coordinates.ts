/**
 * Scalar coordinates of b relative to a: value, row and rate.
 *
 *   angle   θ = atan2(x_B·y_A, x_B·x_A), unwrapped     θ̇ = (ω_b − ω_a)·(x_B × (c·y_A − s·x_A))/(c² + s²),  c = x_B·x_A, s = x_B·y_A
 *   travel  s = d·z_A                                   J = [−z_A, −(r_A + d)×z_A | z_A, r_B×z_A]
 *   distance  s = |d|                                   J along d/|d|, none at 0
 *
 * For aligned axes the angle's row is z: the general form holds for free-standing coordinates too.
 */
import type { EngineCoordinate } from '../engine.js';
import type { Bodies } from './bodies.js';
import { createFramePairs, evaluateFrames, FRAME, type FramePairs } from './frames.js';
import { wrapAngle } from './rotation.js';
import { appendRow, createRowSet, type RowSet, weighRows, writeRow } from './row-set.js';
import { distanceJacobian, distanceOf, dotAt, slideJacobian, slideResidual } from './rows/row-kind.js';

const MOTION = { travel: 0, angle: 1, distance: 2 } as const;

export interface Coordinates {
  readonly count: number;
  /** 0 travel, 1 angle, 2 distance. */
  readonly motion: Uint8Array;
  readonly pairs: FramePairs;
  /** Value at tₙ, unwrapped. */
  readonly value: Float64Array;
  /** Value at the end of the trial step. */
  readonly valueNext: Float64Array;
  /** One row per coordinate at tₙ. */
  readonly rows: RowSet;
}

/** Returns the coordinates of a model, evaluated at the initial poses in (−π, π]. */
export function createCoordinates(sources: readonly EngineCoordinate[], bodies: Bodies): Coordinates {
  const count = sources.length;
  const rows = createRowSet(count, 2 * count);
  for (const source of sources) appendRow(rows, bodies, source.a, source.b);
  const coordinates: Coordinates = {
    count,
    motion: Uint8Array.from(sources, (s) => MOTION[s.kind]),
    pairs: createFramePairs(sources, bodies),
    value: new Float64Array(count),
    valueNext: new Float64Array(count),
    rows,
  };
  for (let i = 0; i < count; i++) coordinates.value[i] = coordinateAt(coordinates, i, bodies.x, bodies.R, 0);
  return coordinates;
}

/**
 * Value of coordinate i at the poses (x, R); an angle is taken on the turn nearest to `expected`.
 */
export function coordinateAt(c: Coordinates, i: number, x: Float64Array, R: Float64Array, expected: number): number {
  evaluateFrames(c.pairs, i, x, R, F);
  if (c.motion[i] === MOTION.travel) return slideResidual(F, FRAME.zA);
  if (c.motion[i] === MOTION.distance) return distanceOf(F);
  const angle = Math.atan2(dotAt(F, FRAME.xB, FRAME.yA), dotAt(F, FRAME.xB, FRAME.xA));
  return expected + wrapAngle(angle - expected);
}

/** Writes the rows of all coordinates at tₙ, with their weights. */
export function writeCoordinateRows(c: Coordinates, bodies: Bodies): void {
  for (let i = 0; i < c.count; i++) {
    evaluateFrames(c.pairs, i, bodies.x, bodies.R, F);
    const hasA = bodies.isMovable[c.pairs.a[i]!] === 1;
    const hasB = bodies.isMovable[c.pairs.b[i]!] === 1;
    if (c.motion[i] === MOTION.angle) angleJacobian(F, c.rows, i, hasA, hasB);
    else if (c.motion[i] === MOTION.distance) distanceJacobian(F, 1, c.rows, i, hasA, hasB);
    else slideJacobian(F, FRAME.zA, c.rows, i, hasA, hasB);
  }
  weighRows(c.rows, bodies, 0, c.count);
}

function angleJacobian(f: Float64Array, rows: RowSet, r: number, hasA: boolean, hasB: boolean): void {
  const { xA, yA, xB } = FRAME;
  const c = dotAt(f, xB, xA);
  const s = dotAt(f, xB, yA);
  const square = c * c + s * s;
  const scale = square > 1e-12 ? 1 / square : 0;
  const ux = scale * (c * f[yA]! - s * f[xA]!);
  const uy = scale * (c * f[yA + 1]! - s * f[xA + 1]!);
  const uz = scale * (c * f[yA + 2]! - s * f[xA + 2]!);
  const x = f[xB + 1]! * uz - f[xB + 2]! * uy;
  const y = f[xB + 2]! * ux - f[xB]! * uz;
  const z = f[xB]! * uy - f[xB + 1]! * ux;
  writeRow(rows, r, hasA, hasB, 0, 0, 0, x, y, z, x, y, z);
}

const F = new Float64Array(FRAME.width);
