/**
 * State of the rigid bodies: structure of arrays, double precision, SI.
 *
 * Inside the engine a body is its **principal frame P**: origin at the centre of mass, axes along the principal axes of
 * inertia. With c = centre of mass in the body frame B and q_BP = orientation of P in B (both constant):
 *
 *   x = p_WB + R_WB·c        q = q_WB∘q_BP        p_WB = x − R_WB·c        q_WB = q∘q_BP⁻¹
 *
 * Positions live at tₙ, velocities v and angular momenta L at tₙ₋½ (leapfrog).
 */
import { conjugate, multiplyQuat, type Pose, type Quat, rotate, type Vec3 } from '../../core/vector.js';
import type { EngineModel } from '../engine.js';
import { principalAxes } from './principal-axes.js';
import { rotateTo, rotationMatrix, worldTensor } from './rotation.js';

export interface Bodies {
  readonly count: number;
  // ── constants ──
  /** 1 for bodies that a force can move; ground has no blocks in any row. */
  readonly isMovable: Uint8Array;
  readonly mass: Float64Array;
  /** Principal moments [kg·m²] and their inverses, 3 per body. */
  readonly inertia: Float64Array;
  readonly inverseInertia: Float64Array;
  /** Centre of mass in B (3 per body) and orientation of P in B (4 per body). */
  readonly centerInBody: Float64Array;
  readonly principalInBody: Float64Array;
  // ── state ──
  readonly isPresent: Uint8Array;
  /** 1/m, 0 while the body is ground or absent. */
  readonly inverseMass: Float64Array;
  readonly x: Float64Array;
  readonly q: Float64Array;
  /** [v, ω] at the half step, world axes, 6 per body. */
  readonly v: Float64Array;
  /** Angular momentum about the centre of mass at the half step, world axes. */
  readonly L: Float64Array;
  // ── within a step ──
  readonly R: Float64Array;
  /** World inverse inertia at tₙ, row-major. */
  readonly inverseTensor: Float64Array;
  /** Velocity and angular momentum before the kick: for work, and for the acceleration. */
  readonly vBefore: Float64Array;
  readonly LBefore: Float64Array;
  /** Velocity at tₙ, where the poses are (synchronous-velocity.ts). */
  readonly vNow: Float64Array;
  readonly xNext: Float64Array;
  readonly qNext: Float64Array;
  readonly RNext: Float64Array;
}

/** Returns the bodies of a model at rest in their initial poses, velocities set. */
export function createBodies(model: EngineModel): Bodies {
  const count = model.bodies.length;
  const array = (width: number) => new Float64Array(width * count);
  const bodies: Bodies = {
    count,
    isMovable: new Uint8Array(count),
    mass: array(1),
    inertia: array(3),
    inverseInertia: array(3),
    centerInBody: array(3),
    principalInBody: array(4),
    isPresent: new Uint8Array(count),
    inverseMass: array(1),
    x: array(3),
    q: array(4),
    v: array(6),
    L: array(3),
    R: array(9),
    inverseTensor: array(9),
    vBefore: array(6),
    LBefore: array(3),
    vNow: array(6),
    xNext: array(3),
    qNext: array(4),
    RNext: array(9),
  };
  for (const [b, body] of model.bodies.entries()) {
    const movable = b > 0 && !body.isGround;
    const { moments, rotation } = movable
      ? principalAxes(body.inertiaKgM2)
      : { moments: [1, 1, 1] as Vec3, rotation: [0, 0, 0, 1] as Quat };
    bodies.isMovable[b] = movable ? 1 : 0;
    bodies.mass[b] = movable ? body.massKg : Number.POSITIVE_INFINITY;
    bodies.centerInBody.set(movable ? body.centerOfMassM : [0, 0, 0], 3 * b);
    bodies.principalInBody.set(rotation, 4 * b);
    for (let k = 0; k < 3; k++) {
      bodies.inertia[3 * b + k] = moments[k]!;
      bodies.inverseInertia[3 * b + k] = movable ? 1 / moments[k]! : 0;
    }
    placeBody(bodies, b, body.poseInWorld);
    setPresent(bodies, b, b === 0 || body.isPresent);
    if (movable) setVelocity(bodies, b, body.linearVelocityMPerS, body.angularVelocityRadPerS);
  }
  return bodies;
}

/** Puts body `b` with its body frame at `poseInWorld`, at rest. */
export function placeBody(bodies: Bodies, b: number, poseInWorld: Pose): void {
  const { centerInBody, principalInBody, x, q } = bodies;
  const c: Vec3 = [centerInBody[3 * b]!, centerInBody[3 * b + 1]!, centerInBody[3 * b + 2]!];
  const offset = rotate(poseInWorld.rotation, c);
  for (let k = 0; k < 3; k++) x[3 * b + k] = poseInWorld.positionM[k]! + offset[k]!;
  q.set(multiplyQuat(poseInWorld.rotation, quatAt(principalInBody, b)), 4 * b);
  rotationMatrix(q, 4 * b, bodies.R, 9 * b);
  bodies.xNext.set(x.subarray(3 * b, 3 * b + 3), 3 * b);
  bodies.qNext.set(q.subarray(4 * b, 4 * b + 4), 4 * b);
  bodies.RNext.set(bodies.R.subarray(9 * b, 9 * b + 9), 9 * b);
  bodies.v.fill(0, 6 * b, 6 * b + 6);
  bodies.L.fill(0, 3 * b, 3 * b + 3);
  refreshTensor(bodies, b);
}

/** Makes body `b` take part in the motion or not. */
export function setPresent(bodies: Bodies, b: number, isPresent: boolean): void {
  bodies.isPresent[b] = isPresent ? 1 : 0;
  bodies.inverseMass[b] = isPresent && bodies.isMovable[b] ? 1 / bodies.mass[b]! : 0;
  refreshTensor(bodies, b);
}

/** Sets velocity of the centre of mass and angular velocity, world axes, and with them L = I·ω. */
export function setVelocity(bodies: Bodies, b: number, v: Vec3, w: Vec3): void {
  bodies.v.set(v, 6 * b);
  bodies.v.set(w, 6 * b + 3);
  const tensor = new Float64Array(9);
  worldTensor(bodies.R, 9 * b, bodies.inertia, 3 * b, tensor, 0);
  rotateTo(tensor, 0, bodies.v, 6 * b + 3, bodies.L, 3 * b);
}

/** Recomputes the world inverse inertia from R; zero while the body cannot move. */
export function refreshTensor(bodies: Bodies, b: number): void {
  const { R, inverseInertia, inverseTensor, inverseMass } = bodies;
  if (inverseMass[b] === 0) inverseTensor.fill(0, 9 * b, 9 * b + 9);
  else worldTensor(R, 9 * b, inverseInertia, 3 * b, inverseTensor, 9 * b);
}

/** Writes the pose of every body frame B in the world, 7 per body: x y z [m], qx qy qz qw. */
export function readPoses(bodies: Bodies, pose: Float64Array): void {
  const { centerInBody, principalInBody, x, q } = bodies;
  for (let b = 0; b < bodies.count; b++) {
    const px = -principalInBody[4 * b]!;
    const py = -principalInBody[4 * b + 1]!;
    const pz = -principalInBody[4 * b + 2]!;
    const pw = principalInBody[4 * b + 3]!;
    const ax = q[4 * b]!;
    const ay = q[4 * b + 1]!;
    const az = q[4 * b + 2]!;
    const aw = q[4 * b + 3]!;
    const o = 7 * b;
    pose[o + 3] = aw * px + ax * pw + ay * pz - az * py;
    pose[o + 4] = aw * py - ax * pz + ay * pw + az * px;
    pose[o + 5] = aw * pz + ax * py - ay * px + az * pw;
    pose[o + 6] = aw * pw - ax * px - ay * py - az * pz;
    rotationMatrix(pose, o + 3, SCRATCH_R, 0);
    rotateTo(SCRATCH_R, 0, centerInBody, 3 * b, SCRATCH_V, 0);
    for (let k = 0; k < 3; k++) pose[o + k] = x[3 * b + k]! - SCRATCH_V[k]!;
  }
}

/** |v| + |ω|·reach [m/s]. */
export function surfaceSpeed(bodies: Bodies, b: number, reach: number): number {
  const { v } = bodies;
  const o = 6 * b;
  const linear = Math.sqrt(v[o]! ** 2 + v[o + 1]! ** 2 + v[o + 2]! ** 2);
  return linear + reach * Math.sqrt(v[o + 3]! ** 2 + v[o + 4]! ** 2 + v[o + 5]! ** 2);
}

/** A point of the body frame in the principal frame: R_BPᵀ·(p − c). */
export function toPrincipalFrame(bodies: Bodies, b: number, p: Vec3): Vec3 {
  const { centerInBody: c, principalInBody } = bodies;
  const d: Vec3 = [p[0] - c[3 * b]!, p[1] - c[3 * b + 1]!, p[2] - c[3 * b + 2]!];
  return rotate(conjugate(quatAt(principalInBody, b)), d);
}

/** An orientation given in the body frame, in the principal frame. */
export function rotationToPrincipalFrame(bodies: Bodies, b: number, rotation: Quat): Quat {
  return multiplyQuat(conjugate(quatAt(bodies.principalInBody, b)), rotation);
}

function quatAt(values: Float64Array, b: number): Quat {
  return [values[4 * b]!, values[4 * b + 1]!, values[4 * b + 2]!, values[4 * b + 3]!];
}

const SCRATCH_R = new Float64Array(9);
const SCRATCH_V = new Float64Array(3);
