import { BindingError } from '../core/errors.js';
import {
  add,
  composePose,
  invertPose,
  multiplyQuat,
  normalizeQuat,
  type Pose,
  type Quat,
  type Vec3,
} from '../core/vector.js';
import type { JointKind } from '../joints/index.js';
import type { Scene, SceneJoint } from '../scene/index.js';

// Moves a mechanism through one joint coordinate without dynamics: the smallest motion of all bodies that keeps every
// joint closed. Each value starts from the pose of the one before, so that the assembly branch is kept.
//
//   C(q) = 0,  q ← q − Jᵀ(J·Jᵀ + ε·1)⁻¹·C(q)     rotations scaled by `ANGLE_LENGTH_M`
//
// J by central differences: a sweep has hundreds of poses of a few bodies, so closed-form Jacobians would buy nothing.

/** Length that makes angles and lengths comparable [m]. */
const ANGLE_LENGTH_M = 0.05;
const CLOSED_WITHIN_M = 1e-9;
const ITERATION_LIMIT = 60;
/** Largest change of the coordinate in one continuation step [rad], or times `ANGLE_LENGTH_M` [m]. */
const LARGEST_STEP = 0.02;

/** A joint's residual: locked translations [m], locked rotations × `ANGLE_LENGTH_M` [m]. */
function closure(kind: JointKind, joint: SceneJoint, X_AB: Pose): number[] {
  if (kind.closure !== undefined) return [...kind.closure(X_AB, joint.record)];
  const turn = rotationVector(X_AB.rotation);
  const residual: number[] = [];
  for (let k = 0; k < 3; k++) if (!kind.freedom[k]) residual.push(X_AB.positionM[k]!);
  for (let k = 0; k < 3; k++) if (!kind.freedom[3 + k]) residual.push(ANGLE_LENGTH_M * lockedTurn(kind, X_AB, turn, k));
  return residual;
}

/** About one free axis z, the tilt of z is what is locked, whatever the angle about it. */
function lockedTurn(kind: JointKind, X_AB: Pose, turn: Vec3, k: number): number {
  const isAboutZ = kind.freedom[5] && !kind.freedom[3] && !kind.freedom[4];
  if (!isAboutZ) return turn[k]!;
  const [x, y, z, w] = X_AB.rotation;
  return k === 0 ? 2 * (y * z - w * x) : 2 * (x * z + w * y);
}

function rotationVector([x, y, z, w]: Quat): Vec3 {
  const s = Math.hypot(x, y, z);
  const angle = 2 * Math.atan2(s, Math.abs(w));
  const factor = s < 1e-12 ? 2 * Math.sign(w || 1) : (angle / s) * Math.sign(w || 1);
  return [x * factor, y * factor, z * factor];
}

/** Poses of all bodies of a scene along the coordinate of one joint. */
export interface KinematicSweep {
  /** Coordinate unit. */
  readonly motion: 'angle' | 'travel';
  /**
   * Poses at a value of the coordinate; values are asked for in any order, kept, and reached by continuation.
   *
   * @returns null where the loops cannot be closed: the mechanism does not reach that value
   */
  posesAt(value: number): readonly Pose[] | null;
}

/**
 * Prepares a sweep of the first coordinate of a joint.
 *
 * @throws BindingError when the joint does not exist or has no coordinate
 */
export function kinematicSweep(scene: Scene, jointName: string, kinds: readonly JointKind[]): KinematicSweep {
  const driven = scene.joints.findIndex(({ name }) => name === jointName);
  const kindOf = (joint: SceneJoint) => kinds.find(({ kind }) => kind === joint.record.kind)!;
  const coordinate = driven < 0 ? undefined : kindOf(scene.joints[driven]!).coordinates[0];
  if (coordinate === undefined) {
    const known = scene.joints.filter((joint) => kindOf(joint).coordinates.length > 0).map(({ name }) => name);
    const message =
      driven < 0 ? `'${jointName}' is not a joint of this scene` : `joint '${jointName}' has no coordinate`;
    const fix = `Sweep one of: ${known.join(', ') || 'none (the scene has no movable joint)'}.`;
    throw new BindingError([{ code: 'unknown_joint', path: ['--sweep'], message, fix }]);
  }
  const pairs = scene.joints.map((joint) => ({ joint, kind: kindOf(joint) }));
  const residual = (poses: readonly Pose[], value: number): number[] =>
    pairs.flatMap(({ joint, kind }, i) => {
      const X_AB = relative(joint, poses);
      const rows = closure(kind, joint, X_AB);
      if (i !== driven) return rows;
      const error = coordinate.value(X_AB) - value;
      rows.push(coordinate.motion === 'angle' ? ANGLE_LENGTH_M * wrapped(error) : error);
      return rows;
    });
  const movable = scene.bodies.filter((body) => !body.isGround).map(({ index }) => index);
  const start = scene.bodies.map(({ poseInWorld }) => poseInWorld);
  const known: { value: number; poses: readonly Pose[] | null }[] = [{ value: 0, poses: start }];
  const largest = coordinate.motion === 'angle' ? LARGEST_STEP : LARGEST_STEP * ANGLE_LENGTH_M;

  const posesAt = (value: number): readonly Pose[] | null => {
    const exact = known.find((entry) => entry.value === value);
    if (exact !== undefined && !(value === 0 && exact.poses === start)) return exact.poses;
    const from = known
      .filter(({ poses }) => poses !== null)
      .reduce((best, next) => (Math.abs(next.value - value) < Math.abs(best.value - value) ? next : best));
    let poses: readonly Pose[] | null = from.poses;
    const stepCount = Math.max(1, Math.ceil(Math.abs(value - from.value) / largest));
    for (let k = 1; k <= stepCount && poses !== null; k++) {
      const at = k === stepCount ? value : from.value + ((value - from.value) * k) / stepCount;
      poses = close(poses, movable, (candidate) => residual(candidate, at));
    }
    known.push({ value, poses });
    return poses;
  };
  return { motion: coordinate.motion, posesAt };
}

const wrapped = (angle: number): number => Math.atan2(Math.sin(angle), Math.cos(angle));

function relative(joint: SceneJoint, poses: readonly Pose[]): Pose {
  const X_WA = composePose(poses[joint.a]!, joint.frameInA);
  return composePose(invertPose(X_WA), composePose(poses[joint.b]!, joint.frameInB));
}

/** Newton steps of least motion until the residual vanishes; null when it does not. */
function close(
  start: readonly Pose[],
  movable: readonly number[],
  residual: (poses: readonly Pose[]) => number[],
): readonly Pose[] | null {
  let poses = start;
  for (let iteration = 0; iteration < ITERATION_LIMIT; iteration++) {
    const c = residual(poses);
    if (Math.max(...c.map(Math.abs), 0) < CLOSED_WITHIN_M) return poses;
    const columns = movable.flatMap((body) =>
      [0, 1, 2, 3, 4, 5].map((axis) => {
        const h = 1e-6;
        const plus = residual(moved(poses, body, axis, h));
        const minus = residual(moved(poses, body, axis, -h));
        return plus.map((x, i) => (x - minus[i]!) / (2 * h));
      }),
    );
    const step = leastSquares(columns, c);
    if (step === null) return null;
    for (const [i, body] of movable.entries()) {
      for (let axis = 0; axis < 6; axis++) poses = moved(poses, body, axis, -step[6 * i + axis]!);
    }
  }
  return null;
}

/** Poses with one body moved along (0–2) or turned about (3–5, by h / ANGLE_LENGTH_M) a world axis. */
function moved(poses: readonly Pose[], body: number, axis: number, h: number): readonly Pose[] {
  const pose = poses[body]!;
  const unit: Vec3 = [axis % 3 === 0 ? 1 : 0, axis % 3 === 1 ? 1 : 0, axis % 3 === 2 ? 1 : 0];
  const next = [...poses];
  if (axis < 3) next[body] = { ...pose, positionM: add(pose.positionM, [unit[0] * h, unit[1] * h, unit[2] * h]) };
  else {
    const half = h / ANGLE_LENGTH_M / 2;
    const s = Math.sin(half);
    const turn: Quat = [unit[0] * s, unit[1] * s, unit[2] * s, Math.cos(half)];
    next[body] = { ...pose, rotation: normalizeQuat(multiplyQuat(turn, pose.rotation)) };
  }
  return next;
}

/** x = Jᵀ(J·Jᵀ + ε·1)⁻¹·c with J given by columns; null when the system is broken. */
function leastSquares(columns: readonly (readonly number[])[], c: readonly number[]): number[] | null {
  const n = c.length;
  const A = Array.from({ length: n }, (_, i) =>
    Array.from({ length: n }, (_, j) =>
      columns.reduce((s, column) => s + column[i]! * column[j]!, i === j ? 1e-12 : 0),
    ),
  );
  const y = [...c];
  for (let k = 0; k < n; k++) {
    const d = A[k]![k]!;
    if (!(d > 0)) return null;
    for (let i = k + 1; i < n; i++) {
      const f = A[i]![k]! / d;
      if (f === 0) continue;
      for (let j = k; j < n; j++) A[i]![j] = A[i]![j]! - f * A[k]![j]!;
      y[i] = y[i]! - f * y[k]!;
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    for (let j = k + 1; j < n; j++) y[k] = y[k]! - A[k]![j]! * y[j]!;
    y[k] = y[k]! / A[k]![k]!;
  }
  return columns.map((column) => column.reduce((s, x, i) => s + x * y[i]!, 0));
}
