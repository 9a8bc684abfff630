import { principalAxes } from '../direct/principal-axes.js';
import { rotateTo, rotationMatrix } from '../direct/rotation.js';
import type { EngineBody, EngineModel } from '../engine.js';
import type { Rapier, RigidBody, World } from '../rapier.js';
import { multiply3 } from './flat.js';

/** Millimetres per metre: the engine works in mm, kg, s. Force ×1e3, torque and inertia ×1e6. */
export const MM = 1e3;

/** Mass, pose and velocity of every body in double precision, SI, world axes. Flat arrays, one stride per body. */
export interface BodyStates {
  readonly count: number;
  /** 1 for a dynamic body that is present; ground and absent bodies are immovable. */
  readonly isMoving: Uint8Array;
  readonly massKg: Float64Array;
  /** 1/m of moving bodies, else 0. */
  readonly inverseMass: Float64Array;
  /** About the centre of mass, body axes, 9 per body. */
  readonly inertia: Float64Array;
  readonly inverseInertia: Float64Array;
  /** The same in world axes at the current pose; the inverse is 0 for immovable bodies. */
  readonly worldInertia: Float64Array;
  readonly worldInverseInertia: Float64Array;
  /** Centre of mass in the body frame, 3 per body. */
  readonly centerLocal: Float64Array;
  /** Body frame in the world: x y z, quaternion, 7 per body. */
  readonly pose: Float64Array;
  readonly R: Float64Array;
  /** Centre of mass in the world, 3 per body. */
  readonly center: Float64Array;
  /** Velocity of the centre of mass and angular velocity, 6 per body. */
  readonly V: Float64Array;
}

/** Allocates the states of a model's bodies and fills in what does not change. */
export function createBodyStates(model: EngineModel): BodyStates {
  const n = model.bodies.length;
  const array = (width: number) => new Float64Array(width * n);
  const states: BodyStates = {
    count: n,
    isMoving: new Uint8Array(n),
    massKg: array(1),
    inverseMass: array(1),
    inertia: array(9),
    inverseInertia: array(9),
    worldInertia: array(9),
    worldInverseInertia: array(9),
    centerLocal: array(3),
    pose: array(7),
    R: array(9),
    center: array(3),
    V: array(6),
  };
  model.bodies.forEach((body, i) => {
    states.pose.set([...body.poseInWorld.positionM, ...body.poseInWorld.rotation], 7 * i);
    if (body.isGround) return;
    states.massKg[i] = body.massKg;
    states.centerLocal.set(body.centerOfMassM, 3 * i);
    states.inertia.set(body.inertiaKgM2, 9 * i);
    states.inverseInertia.set(inverse3(body.inertiaKgM2), 9 * i);
    setMoving(states, i, body.isPresent);
    if (body.isPresent) states.V.set([...body.linearVelocityMPerS, ...body.angularVelocityRadPerS], 6 * i);
  });
  refreshDerived(states);
  return states;
}

/** Marks a dynamic body as present (moving) or absent (immovable). */
export function setMoving(states: BodyStates, body: number, isMoving: boolean): void {
  states.isMoving[body] = isMoving ? 1 : 0;
  states.inverseMass[body] = isMoving ? 1 / states.massKg[body]! : 0;
}

const scratch = new Float64Array(18);

/** Rotation matrices, centres of mass and world inertias from the poses: c = p + R·c_B, I_W = R·I·Rᵀ. */
export function refreshDerived(states: BodyStates): void {
  const { count, pose, R, center, centerLocal } = states;
  for (let i = 0; i < count; i++) {
    rotationMatrix(pose, 7 * i + 3, R, 9 * i);
    rotateTo(R, 9 * i, centerLocal, 3 * i, center, 3 * i);
    for (let k = 0; k < 3; k++) center[3 * i + k]! += pose[7 * i + k]!;
    if (states.isMoving[i] === 0) {
      states.worldInverseInertia.fill(0, 9 * i, 9 * i + 9);
      continue;
    }
    conjugateBy(R, 9 * i, states.inertia, 9 * i, states.worldInertia, 9 * i);
    conjugateBy(R, 9 * i, states.inverseInertia, 9 * i, states.worldInverseInertia, 9 * i);
  }
}

/** out = R·T·Rᵀ, each at its offset. */
export function conjugateBy(
  R: Float64Array,
  o: number,
  tensor: Float64Array,
  at: number,
  out: Float64Array,
  outAt: number,
): void {
  multiply3(R, o, tensor, at, scratch, 0);
  for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) scratch[9 + 3 * i + j] = R[o + 3 * j + i]!;
  multiply3(scratch, 0, scratch, 9, out, outAt);
}

function inverse3(m: readonly number[]): number[] {
  const [a, b, c, d, e, f, g, h, i] = m as [number, number, number, number, number, number, number, number, number];
  const A = e * i - f * h;
  const B = f * g - d * i;
  const C = d * h - e * g;
  const s = 1 / (a * A + b * B + c * C);
  return [A, c * h - b * i, b * f - c * e, B, a * i - c * g, c * d - a * f, C, b * g - a * h, a * e - b * d].map(
    (x) => x * s,
  );
}

/**
 * Creates the engine's bodies in the order of the model. Ground with shapes is kinematic: contacts on `fixed` bodies
 * ignore the contact frequency and sink 69 µm.
 */
export function createRapierBodies(rapier: Rapier, world: World, model: EngineModel): RigidBody[] {
  const hasShape = new Set(model.shapes.map((shape) => shape.body));
  return model.bodies.map((body, i) => {
    const { RigidBodyDesc } = rapier;
    const isFixed = i === 0 || !hasShape.has(i);
    const desc = !body.isGround
      ? dynamicDesc(rapier, body)
      : isFixed
        ? RigidBodyDesc.fixed()
        : RigidBodyDesc.kinematicPositionBased();
    const [x, y, z] = body.poseInWorld.positionM;
    const [qx, qy, qz, qw] = body.poseInWorld.rotation;
    desc.setTranslation(x * MM, y * MM, z * MM).setRotation({ x: qx, y: qy, z: qz, w: qw });
    return world.createRigidBody(desc.setCanSleep(false).setEnabled(body.isPresent));
  });
}

/** A body with the same inertia alone in a world; it stays at the origin. */
export function createTwin(rapier: Rapier, world: World, body: EngineBody): RigidBody {
  const still = { ...body, linearVelocityMPerS: [0, 0, 0] as const };
  return world.createRigidBody(dynamicDesc(rapier, still).setCanSleep(false));
}

function dynamicDesc(rapier: Rapier, body: EngineBody) {
  const { moments, rotation } = principalAxes(body.inertiaKgM2);
  const vector = (v: readonly number[], scale: number) => ({ x: v[0]! * scale, y: v[1]! * scale, z: v[2]! * scale });
  const [x, y, z, w] = rotation;
  const [vx, vy, vz] = body.linearVelocityMPerS;
  return rapier.RigidBodyDesc.dynamic()
    .setAdditionalMassProperties(body.massKg, vector(body.centerOfMassM, MM), vector(moments, MM * MM), {
      x,
      y,
      z,
      w,
    })
    .setLinvel(vx * MM, vy * MM, vz * MM)
    .setAngvel(vector(body.angularVelocityRadPerS, 1));
}

const vectorOut = { x: 0, y: 0, z: 0 };
const quatOut = { x: 0, y: 0, z: 0, w: 1 };

/** Reads poses and velocities of all moving bodies; returns false when one is not a number. */
export function readBodies(states: BodyStates, bodies: readonly RigidBody[]): boolean {
  const { pose, V } = states;
  for (let i = 0; i < states.count; i++) {
    if (states.isMoving[i] === 0) continue;
    const body = bodies[i]!;
    const p = body.translation(vectorOut);
    const x = p.x;
    const y = p.y;
    const z = p.z;
    const q = body.rotation(quatOut);
    const v = body.linvel(vectorOut);
    if (!Number.isFinite(x + y + z + q.x + q.y + q.z + q.w + v.x + v.y + v.z)) return false;
    const s = 1 / Math.hypot(q.x, q.y, q.z, q.w);
    pose[7 * i] = x / MM;
    pose[7 * i + 1] = y / MM;
    pose[7 * i + 2] = z / MM;
    pose[7 * i + 3] = q.x * s;
    pose[7 * i + 4] = q.y * s;
    pose[7 * i + 5] = q.z * s;
    pose[7 * i + 6] = q.w * s;
    V[6 * i] = v.x / MM;
    V[6 * i + 1] = v.y / MM;
    V[6 * i + 2] = v.z / MM;
    const w = body.angvel(vectorOut);
    if (!Number.isFinite(w.x + w.y + w.z)) return false;
    V[6 * i + 3] = w.x;
    V[6 * i + 4] = w.y;
    V[6 * i + 5] = w.z;
  }
  refreshDerived(states);
  return true;
}
