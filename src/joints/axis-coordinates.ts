import type { Pose } from '../core/vector.js';

/**
 * Angle of joint frame b about the z axis of joint frame a [rad], in (−π, π]; right-handed, from x_a to the projection of
 * x_b on the xy plane of a:
 *
 *   q = atan2(x_b·y_a, x_b·x_a)
 *
 * @param X_AB pose of joint frame b in joint frame a
 * @limits undefined (0) when x_b is parallel to z_a
 */
export function angleAboutAxis(X_AB: Pose): number {
  const [x, y, z, w] = X_AB.rotation;
  return Math.atan2(2 * (x * y + w * z), 1 - 2 * (y * y + z * z));
}

/**
 * Travel of the origin of joint frame b along the z axis of joint frame a [m].
 *
 * @param X_AB pose of joint frame b in joint frame a
 */
export function travelAlongAxis(X_AB: Pose): number {
  return X_AB.positionM[2];
}
