import type { StepView } from './define.js';

/**
 * Writes the velocity of a body's point as an observer on the reference body sees it, in world axes [m/s]:
 *
 *   v = v_C + ω×(p − c) − (v_RC + ω_R×(p − c_R))      c, c_R = centers of mass
 *
 * @param point   the point in the world now [m]
 * @param center  center of mass of the body in the world now [m]
 * @param referenceCenter center of mass of the reference in the world now [m]
 * @param out     out, world axes
 */
export function relativePointVelocity(
  view: StepView,
  body: number,
  reference: number,
  point: Float64Array,
  center: Float64Array,
  referenceCenter: Float64Array,
  out: Float64Array,
): void {
  out.fill(0);
  addPointVelocity(view.velocity, body, point, center, 1, out);
  addPointVelocity(view.velocity, reference, point, referenceCenter, -1, out);
}

function addPointVelocity(
  velocity: Float64Array,
  body: number,
  p: Float64Array,
  c: Float64Array,
  sign: 1 | -1,
  out: Float64Array,
): void {
  const row = 6 * body;
  const x = p[0]! - c[0]!;
  const y = p[1]! - c[1]!;
  const z = p[2]! - c[2]!;
  const wx = velocity[row + 3]!;
  const wy = velocity[row + 4]!;
  const wz = velocity[row + 5]!;
  out[0]! += sign * (velocity[row]! + wy * z - wz * y);
  out[1]! += sign * (velocity[row + 1]! + wz * x - wx * z);
  out[2]! += sign * (velocity[row + 2]! + wx * y - wy * x);
}

/** Writes ω − ω_R, world axes [rad/s]. */
export function relativeAngularVelocity(view: StepView, body: number, reference: number, out: Float64Array): void {
  for (let i = 0; i < 3; i++) out[i] = view.velocity[6 * body + 3 + i]! - view.velocity[6 * reference + 3 + i]!;
}
