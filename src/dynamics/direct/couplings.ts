/**
 * Rigid couplings Σ factor·q = origin: gears, racks, belts without slack. Others are in coupling-rows.ts.
 *
 *   C = s·(Σ fᵢ·qᵢ − c₀)        J = s·Σ fᵢ·J_qᵢ
 *
 * One block per movable body of its coordinates: the carrier of a planet feels its share. The scale s makes C a length:
 * 1/|f| of the first travel, else 0.05 m per |f| of the largest angle.
 */
import type { RowBehavior, RowLoss } from '../../models/index.js';
import type { EngineCoordinate, EngineCoupling } from '../engine.js';
import type { Coordinates } from './coordinates.js';
import type { RowSet } from './row-set.js';
import { ANGLE_SCALE_M } from './rows/row-kind.js';

export interface Coupling {
  readonly coordinates: Int32Array;
  readonly factors: Float64Array;
  readonly scale: number;
  /** Value of Σ f·q at s = 0. */
  readonly initial: number;
  readonly behavior: RowBehavior;
  readonly loss: RowLoss | null;
  /** Movable bodies, each once, ascending. */
  readonly bodies: readonly number[];
  /** For every block of every coordinate row: which block of the coupling row it adds to. */
  readonly target: Int32Array;
}

const RIGID: RowBehavior = { kind: 'rigid' };

/** Returns the compiled coupling; `coordinates` hold their initial values. */
export function createCoupling(
  source: EngineCoupling,
  coordinates: Coordinates,
  sources: readonly EngineCoordinate[],
): Coupling {
  const indices = Int32Array.from(source.terms, (t) => t.coordinate);
  const factors = Float64Array.from(source.terms, (t) => t.factor);
  const { rows } = coordinates;
  const touched: number[] = [];
  for (const i of indices) for (let k = rows.start[i]!; k < rows.start[i + 1]!; k++) touched.push(rows.body[k]!);
  const bodies = [...new Set(touched)].sort((a, b) => a - b);
  return {
    coordinates: indices,
    factors,
    scale: scaleOf(source, sources),
    initial: source.origin ?? source.terms.reduce((sum, t) => sum + t.factor * coordinates.value[t.coordinate]!, 0),
    behavior: source.behavior ?? RIGID,
    loss: source.loss ?? null,
    bodies,
    target: Int32Array.from(touched, (b) => bodies.indexOf(b)),
  };
}

function scaleOf(source: EngineCoupling, sources: readonly EngineCoordinate[]): number {
  const travel = source.terms.find((t) => sources[t.coordinate]!.kind !== 'angle' && t.factor !== 0);
  if (travel) return 1 / Math.abs(travel.factor);
  const largest = Math.max(...source.terms.map((t) => Math.abs(t.factor)), 0);
  return largest > 0 ? ANGLE_SCALE_M / largest : 1;
}

/** C [m] at the given coordinate values. */
export function couplingResidual(c: Coupling, values: Float64Array): number {
  let sum = -c.initial;
  for (let i = 0; i < c.coordinates.length; i++) sum += c.factors[i]! * values[c.coordinates[i]!]!;
  return c.scale * sum;
}

/** Writes the coupling's row r from the coordinate rows. */
export function couplingJacobian(c: Coupling, coordinateRows: RowSet, rows: RowSet, r: number): void {
  const first = rows.start[r]!;
  rows.J.fill(0, 6 * first, 6 * rows.start[r + 1]!);
  let t = 0;
  for (let i = 0; i < c.coordinates.length; i++) {
    const q = c.coordinates[i]!;
    const f = c.scale * c.factors[i]!;
    for (let k = coordinateRows.start[q]!; k < coordinateRows.start[q + 1]!; k++) {
      const o = 6 * (first + c.target[t++]!);
      for (let m = 0; m < 6; m++) rows.J[o + m]! += f * coordinateRows.J[6 * k + m]!;
    }
  }
}
