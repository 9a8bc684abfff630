import type { Pose, Quat, Vec3 } from '../../../../src/core/vector.js';
import { add, IDENTITY_POSE, invertPose, quatFromAxisAngle, rotate, subtract } from '../../../../src/core/vector.js';
import type {
  Engine,
  EngineActuator,
  EngineBody,
  EngineCoordinate,
  EngineJoint,
  EngineModel,
  EngineShape,
} from '../../../../src/dynamics/engine.js';
import { COMMAND, COMMAND_WIDTH } from '../../../../src/dynamics/engine.js';

export const GROUND: EngineBody = {
  name: 'ground',
  isGround: true,
  isPresent: true,
  massKg: 0,
  centerOfMassM: [0, 0, 0],
  inertiaKgM2: [0, 0, 0, 0, 0, 0, 0, 0, 0],
  poseInWorld: IDENTITY_POSE,
  linearVelocityMPerS: [0, 0, 0],
  angularVelocityRadPerS: [0, 0, 0],
};

/** A model without anything; add what the test is about. */
export function model(parts: Partial<EngineModel>): EngineModel {
  const materialCount = parts.materialCount ?? 1;
  return {
    stepS: 1e-3,
    gravityMPerS2: [0, -9.81, 0],
    bodies: [GROUND],
    joints: [],
    coordinates: [],
    couplings: [],
    actuators: [],
    shapes: [],
    excludedPairs: [],
    contactPairs: [],
    pairFriction: new Float64Array(materialCount * materialCount).fill(Number.NaN),
    materialCount,
    precision: 'standard',
    ...parts,
  };
}

/** A body with its frame at the centre of mass and a diagonal inertia [kg·m²]. */
export function body(
  name: string,
  massKg: number,
  [Ix, Iy, Iz]: Vec3,
  positionM: Vec3 = [0, 0, 0],
  rest: Partial<EngineBody> & { rotation?: Quat } = {},
): EngineBody {
  const { rotation = [0, 0, 0, 1], ...others } = rest;
  return {
    ...GROUND,
    name,
    isGround: false,
    massKg,
    inertiaKgM2: [Ix, 0, 0, 0, Iy, 0, 0, 0, Iz],
    poseInWorld: { positionM, rotation },
    ...others,
  };
}

/** Inertia of a solid box about its centre: m(b² + c²)/12, full side lengths [m]. */
export function boxInertia(m: number, [a, b, c]: Vec3): Vec3 {
  return [(m * (b * b + c * c)) / 12, (m * (a * a + c * c)) / 12, (m * (a * a + b * b)) / 12];
}

/** A steel bar from p to q in the plane x-y: 10 mm (in plane) × 5 mm (z), 7850 kg/m³. */
export function bar(name: string, p: Vec3, q: Vec3): EngineBody {
  const d = subtract(q, p);
  const length = Math.hypot(d[0], d[1]);
  const massKg = 7850 * length * 0.01 * 0.005;
  const middle: Vec3 = [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, 0];
  const rotation = quatFromAxisAngle([0, 0, 1], Math.atan2(d[1], d[0]));
  return body(name, massKg, boxInertia(massKg, [length, 0.01, 0.005]), middle, { rotation });
}

/** Pose, in a body frame, of the world frame at `pointM` with the world's orientation turned by `rotation`. */
export function frameIn({ poseInWorld }: EngineBody, pointM: Vec3, rotation: Quat = [0, 0, 0, 1]): Pose {
  const inverse = invertPose(poseInWorld);
  const [ax, ay, az, aw] = inverse.rotation;
  const [bx, by, bz, bw] = rotation;
  return {
    positionM: add(rotate(inverse.rotation, pointM), inverse.positionM),
    rotation: [
      aw * bx + ax * bw + ay * bz - az * by,
      aw * by - ax * bz + ay * bw + az * bx,
      aw * bz + ax * by - ay * bx + az * bw,
      aw * bw - ax * bx - ay * by - az * bz,
    ],
  };
}

/** A joint at a world point with its frame turned by `rotation` from the world's; `bodies` are those of the model. */
export function joint(
  kind: EngineJoint['kind'],
  bodies: readonly EngineBody[],
  a: number,
  b: number,
  pointM: Vec3,
  rotation: Quat = [0, 0, 0, 1],
  rest: Partial<EngineJoint> = {},
): EngineJoint {
  return {
    name: `${kind}-${a}-${b}`,
    kind,
    a,
    b,
    frameInA: frameIn(bodies[a]!, pointM, rotation),
    frameInB: frameIn(bodies[b]!, pointM, rotation),
    collides: false,
    ...rest,
  };
}

/** The coordinate of a joint: its angle, or its travel. */
export function coordinateOf(
  joints: readonly EngineJoint[],
  j: number,
  kind: EngineCoordinate['kind'],
  rest: Partial<EngineCoordinate> = {},
): EngineCoordinate {
  const { name, a, b, frameInA, frameInB } = joints[j]!;
  return { name, kind, a, b, frameInA, frameInB, joint: j, limits: null, dryFriction: 0, damping: 0, ...rest };
}

export function actuator(coordinate: number, cap: number, reactsOnReference = true): EngineActuator {
  return { name: `actuator-${coordinate}`, coordinate, cap, reactsOnReference };
}

/** Writes a command row; what is not given is zero, the cap is the actuator's own. */
export function command(
  engine: Engine,
  i: number,
  row: { kp?: number; kd?: number; target?: number; targetRate?: number; feedforward?: number; cap: number },
): void {
  const at = i * COMMAND_WIDTH;
  engine.commands[at + COMMAND.kp] = row.kp ?? 0;
  engine.commands[at + COMMAND.kd] = row.kd ?? 0;
  engine.commands[at + COMMAND.target] = row.target ?? 0;
  engine.commands[at + COMMAND.targetRate] = row.targetRate ?? 0;
  engine.commands[at + COMMAND.feedforward] = row.feedforward ?? 0;
  engine.commands[at + COMMAND.isOn] = 1;
  engine.commands[at + COMMAND.cap] = row.cap;
}

export function boxShape(
  bodyIndex: number,
  halfExtentsM: Vec3,
  frictionCoefficient = 0.5,
  poseInBody: Pose = IDENTITY_POSE,
): EngineShape {
  return {
    body: bodyIndex,
    poseInBody,
    geometry: { kind: 'box', halfExtentsM },
    frictionCoefficient,
    restitutionCoefficient: 0,
    material: 0,
  };
}

/** kinetic + potential − work + dissipated [J]: constant for an exact engine. */
export function energyBalance(engine: Engine): number {
  const { kineticJ, potentialJ, workInJ, dissipatedJ } = engine.energy;
  return kineticJ + potentialJ - workInJ + dissipatedJ;
}

/**
 * The four-bar 20/70/40/60 mm: A(0,0), D(60,0); crank upright, C on the left of B→D, at rest.
 * Joints A, B, C, D; coordinate 0 is the crank angle (0 at the start), 1 the rocker angle; actuator 0 drives the crank.
 */
export function fourBar(cap = 2): EngineModel {
  const A: Vec3 = [0, 0, 0];
  const B: Vec3 = [0, 0.02, 0];
  const D: Vec3 = [0.06, 0, 0];
  const C = fourBarC(Math.PI / 2);
  const bodies = [GROUND, bar('crank', A, B), bar('coupler', B, C), bar('rocker', D, C)];
  const joints = [
    joint('revolute', bodies, 0, 1, A),
    joint('revolute', bodies, 1, 2, B),
    joint('revolute', bodies, 2, 3, C),
    joint('revolute', bodies, 0, 3, D),
  ];
  const coordinates = [coordinateOf(joints, 0, 'angle'), coordinateOf(joints, 3, 'angle')];
  return model({ bodies, joints, coordinates, actuators: [actuator(0, cap)] });
}

/** Pin C of the four-bar for a crank angle from +x [rad]: on the left of B→D, 70 mm from B, 40 mm from D. */
export function fourBarC(crankRad: number): Vec3 {
  const bx = 0.02 * Math.cos(crankRad);
  const by = 0.02 * Math.sin(crankRad);
  const dx = 0.06 - bx;
  const dy = -by;
  const r = Math.hypot(dx, dy);
  const along = (r * r + 0.07 ** 2 - 0.04 ** 2) / (2 * r);
  const across = Math.sqrt(0.07 ** 2 - along ** 2);
  return [bx + (along * dx - across * dy) / r, by + (along * dy + across * dx) / r, 0];
}

/** Rocker angle from +x at D [rad] for a crank angle from +x. */
export function rockerAngle(crankRad: number): number {
  const C = fourBarC(crankRad);
  return Math.atan2(C[1], C[0] - 0.06);
}
