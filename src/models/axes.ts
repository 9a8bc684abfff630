import { add, cross, dot, norm, scale, subtract, type Vec3 } from '../core/vector.js';
import type { CoordinateGeometry } from './define.js';

/** Axes inclined by less than this count as parallel [rad]. */
export const PARALLEL_RAD = 1e-3;

/** A wheel as its carrier sees it: axis for a positive coordinate, world frame. */
export interface Wheel {
  readonly body: string;
  readonly axis: Vec3;
  readonly originM: Vec3;
}

/** The body that two coordinates have in common, or null; all ground bodies are one. */
export function commonCarrier(a: CoordinateGeometry, b: CoordinateGeometry): string | null {
  if (a.isReferenceGround && b.isReferenceGround) return a.reference;
  for (const carrier of [a.reference, a.body]) if (carrier === b.reference || carrier === b.body) return carrier;
  if (a.isReferenceGround && b.isBodyGround) return a.reference;
  if (a.isBodyGround && (b.isReferenceGround || b.isBodyGround)) return a.body;
  return null;
}

/**
 * The wheel of a coordinate in its carrier. Where the joint names the wheel first, the coordinate is that of the carrier
 * relative to the wheel: the wheel then turns positive about the reversed axis.
 */
export function wheelIn(geometry: CoordinateGeometry, carrier: string): Wheel {
  const isReversed = geometry.body === carrier || (geometry.isBodyGround && !geometry.isReferenceGround);
  return {
    body: isReversed ? geometry.reference : geometry.body,
    axis: isReversed ? scale(geometry.axis, -1) : geometry.axis,
    originM: geometry.originM,
  };
}

/** The part of v that is perpendicular to the unit vector n. */
export const across = (v: Vec3, n: Vec3): Vec3 => subtract(v, scale(n, dot(v, n)));

/** Sine of the angle between two unit vectors. */
export const sineBetween = (a: Vec3, b: Vec3): number => norm(cross(a, b));

/** The points at which two lines come nearest to each other; null for parallel lines. Axes are unit vectors. */
export function nearestPoints(p: Vec3, a: Vec3, q: Vec3, b: Vec3): readonly [Vec3, Vec3] | null {
  const n = cross(a, b);
  const nn = dot(n, n);
  if (nn < PARALLEL_RAD * PARALLEL_RAD) return null;
  const d = subtract(q, p);
  return [add(p, scale(a, dot(cross(d, b), n) / nn)), add(q, scale(b, dot(cross(d, a), n) / nn))];
}
