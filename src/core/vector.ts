/** Three numbers; the unit and the frame are in the name of whatever holds it. */
export type Vec3 = readonly [number, number, number];

/** Unit quaternion, scalar last: [x, y, z, w]. */
export type Quat = readonly [number, number, number, number];

/** Pose of one frame in another. In formulas `X_AB` = pose of B in A: p_A = R_AB·p_B + p_AB. */
export interface Pose {
  readonly positionM: Vec3;
  readonly rotation: Quat;
}

export const IDENTITY_POSE: Pose = Object.freeze({ positionM: [0, 0, 0] as const, rotation: [0, 0, 0, 1] as const });

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export const norm = (a: Vec3): number => Math.hypot(a[0], a[1], a[2]);

/** Unit vector along `a`. The zero vector gives NaN: callers validate first. */
export const normalize = (a: Vec3): Vec3 => scale(a, 1 / norm(a));

/** A unit vector perpendicular to the unit vector `z`: deterministic, never near-parallel. */
export function perpendicular(z: Vec3): Vec3 {
  return normalize(cross(z, Math.abs(z[0]) < 0.7 ? [1, 0, 0] : [0, 1, 0]));
}

/** Hamilton product a∘b: first b, then a. */
export function multiplyQuat(a: Quat, b: Quat): Quat {
  const [ax, ay, az, aw] = a;
  const [bx, by, bz, bw] = b;
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export const conjugate = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];

export function normalizeQuat(q: Quat): Quat {
  const s = 1 / Math.hypot(q[0], q[1], q[2], q[3]);
  return [q[0] * s, q[1] * s, q[2] * s, q[3] * s];
}

/** R(q)·v. */
export function rotate(q: Quat, v: Vec3): Vec3 {
  const u: Vec3 = [q[0], q[1], q[2]];
  const t = scale(cross(u, v), 2);
  return add(add(v, scale(t, q[3])), cross(u, t));
}

/** X_AC = X_AB · X_BC. */
export function composePose(X_AB: Pose, X_BC: Pose): Pose {
  return {
    positionM: add(X_AB.positionM, rotate(X_AB.rotation, X_BC.positionM)),
    rotation: normalizeQuat(multiplyQuat(X_AB.rotation, X_BC.rotation)),
  };
}

/** X_BA from X_AB. */
export function invertPose(X_AB: Pose): Pose {
  const inverse = conjugate(X_AB.rotation);
  return { positionM: scale(rotate(inverse, X_AB.positionM), -1), rotation: inverse };
}

/** p_A = X_AB · p_B. */
export const transformPoint = (X_AB: Pose, p_B: Vec3): Vec3 => add(X_AB.positionM, rotate(X_AB.rotation, p_B));

/** Rotation by `angleRad` about the unit vector `axis`, right-handed. */
export function quatFromAxisAngle(axis: Vec3, angleRad: number): Quat {
  const s = Math.sin(angleRad / 2);
  return [axis[0] * s, axis[1] * s, axis[2] * s, Math.cos(angleRad / 2)];
}

/** Rotation whose columns are the orthonormal right-handed axes x, y, z. */
export function quatFromAxes(x: Vec3, y: Vec3, z: Vec3): Quat {
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const s = 2 * Math.sqrt(trace + 1);
    return normalizeQuat([(y[2] - z[1]) / s, (z[0] - x[2]) / s, (x[1] - y[0]) / s, s / 4]);
  }
  if (x[0] > y[1] && x[0] > z[2]) {
    const s = 2 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    return normalizeQuat([s / 4, (y[0] + x[1]) / s, (z[0] + x[2]) / s, (y[2] - z[1]) / s]);
  }
  if (y[1] > z[2]) {
    const s = 2 * Math.sqrt(1 + y[1] - x[0] - z[2]);
    return normalizeQuat([(y[0] + x[1]) / s, s / 4, (z[1] + y[2]) / s, (z[0] - x[2]) / s]);
  }
  const s = 2 * Math.sqrt(1 + z[2] - x[0] - y[1]);
  return normalizeQuat([(z[0] + x[2]) / s, (z[1] + y[2]) / s, s / 4, (x[1] - y[0]) / s]);
}

/** A frame at `originM` with its z along `axis`; x is `perpendicular(axis)`. The axis need not be unit length. */
export function frameFromAxis(originM: Vec3, axis: Vec3): Pose {
  const z = normalize(axis);
  const x = perpendicular(z);
  return { positionM: originM, rotation: quatFromAxes(x, cross(z, x), z) };
}
