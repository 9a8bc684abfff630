import {
  add,
  composePose,
  conjugate,
  cross,
  dot,
  multiplyQuat,
  norm,
  type Pose,
  quatFromAxisAngle,
  rotate,
  scale,
  subtract,
  type Vec3,
} from '../core/vector.js';

/** A motion by `angleRad` about an axis and `travelM` along it. Point and unit axis are in the frame the motion is seen from. */
export interface Screw {
  readonly pointM: Vec3;
  readonly axis: Vec3;
  readonly angleRad: number;
  readonly travelM: number;
}

/** Rotations below this are translations: the axis would be a kilometre away [rad]. */
const LEAST_ANGLE_RAD = 1e-9;

/**
 * Returns the shortest screw S that takes one pose to another: X₁ = S·X₀. The motion of a joint with one freedom is exactly that.
 *
 *   R = R₁R₀ᵀ about u by θ ∈ [0, π]    t = p₁ − R·p₀    h = t·u    c = ½(t⊥ + cot(θ/2)·u×t⊥)
 *
 * @source Chasles' theorem; Murray, Li & Sastry, A Mathematical Introduction to Robotic Manipulation (1994), §2.3
 */
export function screwBetween(first: Pose, last: Pose): Screw {
  const turn = multiplyQuat(last.rotation, conjugate(first.rotation));
  const sign = turn[3] < 0 ? -1 : 1;
  const v: Vec3 = [sign * turn[0], sign * turn[1], sign * turn[2]];
  const sine = norm(v);
  const angleRad = 2 * Math.atan2(sine, sign * turn[3]);
  if (angleRad < LEAST_ANGLE_RAD) return slideBetween(first, last);
  const axis = scale(v, 1 / sine);
  const t = subtract(last.positionM, rotate(turn, first.positionM));
  const travelM = dot(t, axis);
  const across = subtract(t, scale(axis, travelM));
  const pointM = scale(add(across, scale(cross(axis, across), 1 / Math.tan(angleRad / 2))), 0.5);
  return { pointM, axis, angleRad, travelM };
}

function slideBetween(first: Pose, last: Pose): Screw {
  const t = subtract(last.positionM, first.positionM);
  const travelM = norm(t);
  return { pointM: [0, 0, 0], axis: travelM > 0 ? scale(t, 1 / travelM) : [0, 0, 1], angleRad: 0, travelM };
}

/** Returns the pose reached from X₀ after a fraction of a screw. */
export function poseOnScrew(first: Pose, { pointM, axis, angleRad, travelM }: Screw, fraction: number): Pose {
  const rotation = quatFromAxisAngle(axis, fraction * angleRad);
  const positionM = add(subtract(pointM, rotate(rotation, pointM)), scale(axis, fraction * travelM));
  return composePose({ positionM, rotation }, first);
}

/** Largest way of a point at most `rhoM` from the axis [m]: √((θρ)² + h²). */
export const wayOnScrew = ({ angleRad, travelM }: Screw, rhoM: number): number => Math.hypot(angleRad * rhoM, travelM);

/** Distance of a point from the axis [m]. */
export const distanceFromAxis = ({ pointM, axis }: Screw, p: Vec3): number => norm(cross(subtract(p, pointM), axis));
