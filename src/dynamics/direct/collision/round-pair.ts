/**
 * The normal of two round shapes, which turns with the line between their cores.
 *
 *   points (spheres, ends of capsules)          n = d/|d|,     d from core point to core point
 *   one axis, or two that are parallel          n = d⊥/|d⊥|,   d⊥ = d − (d·e)·e,  e the axis
 *   crossed axes, rims                          the searched normal, fixed within the sub-step
 */
import type { Bodies } from '../bodies.js';
import { NORMAL_LAW } from '../contacts.js';
import { rotateTo } from '../rotation.js';
import type { CollisionShape } from './shapes.js';

/** A normal farther than this from square to an axis does not point at the mantle. */
const MANTLE = 0.02;
const PARALLEL = 0.9998;

/** Whether n (principal frame of the shape) points at the mantle of a cylinder or capsule. */
export function hasAxis({ roundness, rotation: r }: CollisionShape, n: Float64Array): boolean {
  if (roundness !== 'cylinder' && roundness !== 'capsule') return false;
  return Math.abs(n[0]! * r[1]! + n[1]! * r[4]! + n[2]! * r[7]!) <= MANTLE;
}

/**
 * Returns how the normal of a contact between round shapes S and T moves, and writes the axis (principal frame of S).
 * Only S may have an axis alone.
 *
 * @param nS, nT outward normals in the principal frames
 */
export function lawOfRoundPair(
  S: CollisionShape,
  T: CollisionShape,
  nS: Float64Array,
  nT: Float64Array,
  bodies: Bodies,
  axis: Float64Array,
): number {
  const onS = hasAxis(S, nS);
  const onT = hasAxis(T, nT);
  if ((!onS && !isPoint(S)) || (!onT && !isPoint(T))) return NORMAL_LAW.fixedInWorld;
  if (!onS) return onT ? NORMAL_LAW.fixedInWorld : NORMAL_LAW.betweenPoints;
  for (let k = 0; k < 3; k++) axis[k] = S.rotation[3 * k + 1]!;
  if (!onT) return NORMAL_LAW.acrossAxis;
  for (let k = 0; k < 3; k++) LOCAL[k] = T.rotation[3 * k + 1]!;
  rotateTo(bodies.R, 9 * T.body, LOCAL, 0, OTHER, 0);
  rotateTo(bodies.R, 9 * S.body, axis, 0, LOCAL, 0);
  const cosine = LOCAL[0]! * OTHER[0]! + LOCAL[1]! * OTHER[1]! + LOCAL[2]! * OTHER[2]!;
  return Math.abs(cosine) > PARALLEL ? NORMAL_LAW.acrossAxis : NORMAL_LAW.fixedInWorld;
}

const isPoint = ({ roundness }: CollisionShape): boolean => roundness === 'sphere' || roundness === 'capsule';

const LOCAL = new Float64Array(3);
const OTHER = new Float64Array(3);
