import { dot6 } from '../direct/row-set.js';
import type { BodyStates } from './bodies.js';

/**
 * Rows of a constraint Jacobian: each couples two bodies a and b by twelve numbers, ẇ = J_a·V_a + J_b·V_b, where V is
 * the velocity of the centre of mass and the angular velocity. `W` holds M⁻¹Jᵀ of the same shape.
 */
export interface Rows {
  readonly capacity: number;
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly J: Float64Array;
  readonly W: Float64Array;
}

/** Allocates `capacity` rows. */
export function createRows(capacity: number): Rows {
  return {
    capacity,
    a: new Int32Array(capacity),
    b: new Int32Array(capacity),
    J: new Float64Array(12 * capacity),
    W: new Float64Array(12 * capacity),
  };
}

/**
 * Row of the relative velocity of b against a along `n` at the world point `p`: n·(v_B,p − v_A,p).
 *
 * Both bodies are read at the same point, so that the force pair lies on one line and conserves angular momentum.
 */
export function setPointRow(
  rows: Rows,
  r: number,
  states: BodyStates,
  a: number,
  b: number,
  p: Float64Array,
  pAt: number,
  n: Float64Array,
  nAt: number,
): void {
  rows.a[r] = a;
  rows.b[r] = b;
  const { J } = rows;
  const o = 12 * r;
  const nx = n[nAt]!;
  const ny = n[nAt + 1]!;
  const nz = n[nAt + 2]!;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? a : b;
    const sign = side === 0 ? -1 : 1;
    const rx = p[pAt]! - states.center[3 * body]!;
    const ry = p[pAt + 1]! - states.center[3 * body + 1]!;
    const rz = p[pAt + 2]! - states.center[3 * body + 2]!;
    const at = o + 6 * side;
    J[at] = sign * nx;
    J[at + 1] = sign * ny;
    J[at + 2] = sign * nz;
    J[at + 3] = sign * (ry * nz - rz * ny);
    J[at + 4] = sign * (rz * nx - rx * nz);
    J[at + 5] = sign * (rx * ny - ry * nx);
  }
}

/** Row of the relative angular velocity along `u`: u·(ω_B − ω_A). */
export function setAngularRow(rows: Rows, r: number, a: number, b: number, u: Float64Array, uAt: number): void {
  rows.a[r] = a;
  rows.b[r] = b;
  const { J } = rows;
  const o = 12 * r;
  for (let k = 0; k < 3; k++) {
    J[o + k] = 0;
    J[o + 6 + k] = 0;
    J[o + 3 + k] = -u[uAt + k]!;
    J[o + 9 + k] = u[uAt + k]!;
  }
}

/** W = M⁻¹Jᵀ of row `r`; zero on immovable bodies. */
export function weighRow(rows: Rows, r: number, states: BodyStates): void {
  const { J, W } = rows;
  for (let side = 0; side < 2; side++) {
    const body = side === 0 ? rows.a[r]! : rows.b[r]!;
    const at = 12 * r + 6 * side;
    const m = states.inverseMass[body]!;
    const I = states.worldInverseInertia;
    const q = 9 * body;
    const x = J[at + 3]!;
    const y = J[at + 4]!;
    const z = J[at + 5]!;
    W[at] = m * J[at]!;
    W[at + 1] = m * J[at + 1]!;
    W[at + 2] = m * J[at + 2]!;
    W[at + 3] = I[q]! * x + I[q + 1]! * y + I[q + 2]! * z;
    W[at + 4] = I[q + 3]! * x + I[q + 4]! * y + I[q + 5]! * z;
    W[at + 5] = I[q + 6]! * x + I[q + 7]! * y + I[q + 8]! * z;
  }
}

/** J_r·V for velocities (or any 6-per-body vector). */
export function rowRate(rows: Rows, r: number, V: Float64Array): number {
  return dot6(rows.J, 12 * r, V, 6 * rows.a[r]!) + dot6(rows.J, 12 * r + 6, V, 6 * rows.b[r]!);
}

/** J_r·M⁻¹·J_sᵀ between a row of `rows` and a row of `others`: shared bodies only. */
export function rowProduct(rows: Rows, r: number, others: Rows, s: number): number {
  const ra = rows.a[r]!;
  const rb = rows.b[r]!;
  const sa = others.a[s]!;
  const sb = others.b[s]!;
  let sum = 0;
  if (ra === sa) sum += dot6(rows.J, 12 * r, others.W, 12 * s);
  if (ra === sb) sum += dot6(rows.J, 12 * r, others.W, 12 * s + 6);
  if (rb === sa) sum += dot6(rows.J, 12 * r + 6, others.W, 12 * s);
  if (rb === sb) sum += dot6(rows.J, 12 * r + 6, others.W, 12 * s + 6);
  return sum;
}

/** P += Jᵀλ: adds the impulse pair of row `r` to 6-per-body impulses. */
export function addImpulse(rows: Rows, r: number, lambda: number, P: Float64Array): void {
  const { J } = rows;
  const o = 12 * r;
  const a = 6 * rows.a[r]!;
  const b = 6 * rows.b[r]!;
  for (let k = 0; k < 6; k++) {
    P[a + k]! += lambda * J[o + k]!;
    P[b + k]! += lambda * J[o + 6 + k]!;
  }
}

/** v = M⁻¹·P, 6 per body. */
export function impulseToVelocity(states: BodyStates, P: Float64Array, v: Float64Array): void {
  for (let i = 0; i < states.count; i++) {
    const o = 6 * i;
    const m = states.inverseMass[i]!;
    const I = states.worldInverseInertia;
    const x = P[o + 3]!;
    const y = P[o + 4]!;
    const z = P[o + 5]!;
    for (let k = 0; k < 3; k++) {
      v[o + k] = m * P[o + k]!;
      const q = 9 * i + 3 * k;
      v[o + 3 + k] = I[q]! * x + I[q + 1]! * y + I[q + 2]! * z;
    }
  }
}
