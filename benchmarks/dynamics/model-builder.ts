/** Builds engine models from world points and axes; every body frame sits at its centre of mass unless said otherwise. */
import {
  composePose,
  frameFromAxis,
  IDENTITY_POSE,
  invertPose,
  type Pose,
  quatFromAxisAngle,
  type Vec3,
} from '../../src/core/vector.js';
import {
  COMMAND,
  COMMAND_WIDTH,
  type Engine,
  type EngineActuator,
  type EngineBody,
  type EngineCoordinate,
  type EngineCoupling,
  type EngineJoint,
  type EngineJointKind,
  type EngineModel,
  type EngineShape,
} from '../../src/dynamics/engine.js';

export interface BodySource {
  readonly massKg: number;
  /** Principal moments about the centre of mass, or a full row-major tensor [kg·m²]. */
  readonly inertiaKgM2: readonly number[];
  readonly pose: Pose;
  readonly centerOfMassM?: Vec3;
  readonly linearVelocityMPerS?: Vec3;
  readonly angularVelocityRadPerS?: Vec3;
  readonly isGround?: boolean;
  readonly isPresent?: boolean;
}

export interface Builder {
  readonly bodies: EngineBody[];
  readonly joints: EngineJoint[];
  readonly coordinates: EngineCoordinate[];
  readonly couplings: EngineCoupling[];
  readonly actuators: EngineActuator[];
  readonly shapes: EngineShape[];
  readonly contactPairs: [number, number][];
  readonly excludedPairs: [number, number][];
}

const GROUND: EngineBody = {
  name: 'world',
  isGround: true,
  isPresent: true,
  massKg: 1,
  centerOfMassM: [0, 0, 0],
  inertiaKgM2: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  poseInWorld: IDENTITY_POSE,
  linearVelocityMPerS: [0, 0, 0],
  angularVelocityRadPerS: [0, 0, 0],
};

/** Returns a builder that holds the world body. */
export function newBuilder(): Builder {
  return {
    bodies: [GROUND],
    joints: [],
    coordinates: [],
    couplings: [],
    actuators: [],
    shapes: [],
    contactPairs: [],
    excludedPairs: [],
  };
}

/** Pose at a point, turned about z. */
export const poseAt = (positionM: Vec3, angleRad = 0, axis: Vec3 = [0, 0, 1]): Pose => ({
  positionM,
  rotation: quatFromAxisAngle(axis, angleRad),
});

/** Adds a body; returns its index. */
export function addBody(s: Builder, source: BodySource): number {
  const I = source.inertiaKgM2;
  s.bodies.push({
    name: `body${s.bodies.length}`,
    isGround: source.isGround ?? false,
    isPresent: source.isPresent ?? true,
    massKg: source.massKg,
    centerOfMassM: source.centerOfMassM ?? [0, 0, 0],
    inertiaKgM2: I.length === 9 ? I : [I[0]!, 0, 0, 0, I[1]!, 0, 0, 0, I[2]!],
    poseInWorld: source.pose,
    linearVelocityMPerS: source.linearVelocityMPerS ?? [0, 0, 0],
    angularVelocityRadPerS: source.angularVelocityRadPerS ?? [0, 0, 0],
  });
  return s.bodies.length - 1;
}

/** Principal moments of a solid box [kg·m²] from its full edge lengths [m]. */
export const boxInertia = (m: number, x: number, y: number, z: number): [number, number, number] => [
  (m * (y * y + z * z)) / 12,
  (m * (x * x + z * z)) / 12,
  (m * (x * x + y * y)) / 12,
];

/** Adds a bar from p to q in the plane z = 0: a box, x along the bar. */
export function addBar(
  s: Builder,
  p: readonly [number, number],
  q: readonly [number, number],
  o: { massKg?: number; densityKgPerM3?: number; widthM?: number; heightM?: number } = {},
): number {
  const dx = q[0] - p[0];
  const dy = q[1] - p[1];
  const length = Math.hypot(dx, dy);
  const b = o.widthM ?? 0.01;
  const c = o.heightM ?? 0.005;
  const massKg = o.massKg ?? (o.densityKgPerM3 ?? 7850) * length * b * c;
  return addBody(s, {
    massKg,
    inertiaKgM2: boxInertia(massKg, length, b, c),
    pose: poseAt([(p[0] + q[0]) / 2, (p[1] + q[1]) / 2, 0], Math.atan2(dy, dx)),
  });
}

/** Adds a joint with its frame at a world point, z along `axis`; returns its index. */
export function addJoint(
  s: Builder,
  kind: EngineJointKind,
  a: number,
  b: number,
  point: Vec3,
  axis: Vec3 = [0, 0, 1],
  extra: { lengthM?: number; isCord?: boolean; pointB?: Vec3; collides?: boolean } = {},
): number {
  const frame = frameFromAxis(point, axis);
  const frameB = extra.pointB ? frameFromAxis(extra.pointB, axis) : frame;
  s.joints.push({
    name: `joint${s.joints.length}`,
    kind,
    a,
    b,
    frameInA: composePose(invertPose(s.bodies[a]!.poseInWorld), frame),
    frameInB: composePose(invertPose(s.bodies[b]!.poseInWorld), frameB),
    collides: extra.collides ?? false,
    ...(extra.lengthM === undefined ? {} : { lengthM: extra.lengthM }),
    ...(extra.isCord === undefined ? {} : { isCord: extra.isCord }),
  });
  return s.joints.length - 1;
}

/** Adds a coordinate on the frames of a joint; returns its index. */
export function addCoordinate(
  s: Builder,
  joint: number,
  kind: 'angle' | 'travel',
  o: { limits?: EngineCoordinate['limits']; dryFriction?: number; damping?: number } = {},
): number {
  const { a, b, frameInA, frameInB } = s.joints[joint]!;
  s.coordinates.push({
    name: `q${s.coordinates.length}`,
    kind,
    a,
    b,
    frameInA,
    frameInB,
    joint,
    limits: o.limits ?? null,
    dryFriction: o.dryFriction ?? 0,
    damping: o.damping ?? 0,
  });
  return s.coordinates.length - 1;
}

/** Adds an actuator; returns its index. */
export function addActuator(s: Builder, coordinate: number, cap: number, reactsOnReference = true): number {
  s.actuators.push({ name: `drive${s.actuators.length}`, coordinate, cap, reactsOnReference });
  return s.actuators.length - 1;
}

/** Adds a coupling Σ factor·q = const. */
export function addCoupling(s: Builder, ...terms: (readonly [coordinate: number, factor: number])[]): number {
  s.couplings.push({
    name: `coupling${s.couplings.length}`,
    terms: terms.map(([coordinate, factor]) => ({ coordinate, factor })),
  });
  return s.couplings.length - 1;
}

/** Adds a collision shape to a body. */
export function addShape(
  s: Builder,
  body: number,
  geometry: EngineShape['geometry'],
  o: { pose?: Pose; friction?: number; restitution?: number } = {},
): void {
  s.shapes.push({
    body,
    geometry,
    poseInBody: o.pose ?? IDENTITY_POSE,
    frictionCoefficient: o.friction ?? 0.5,
    restitutionCoefficient: o.restitution ?? 0,
    material: 0,
  });
}

/** The finished model. */
export function buildModel(
  s: Builder,
  o: { stepS?: number; gravity?: Vec3; precision?: EngineModel['precision'] } = {},
): EngineModel {
  return {
    ...s,
    stepS: o.stepS ?? 1e-3,
    gravityMPerS2: o.gravity ?? [0, -9.81, 0],
    pairFriction: Float64Array.of(Number.NaN),
    materialCount: 1,
    precision: o.precision ?? 'standard',
  };
}

/** Commands a rigid velocity servo (its cap is the actuator's). */
export function commandSpeed(engine: Engine, actuator: number, rate: number, kd = Number.POSITIVE_INFINITY): void {
  command(engine, actuator, { kd, targetRate: rate });
}

/** Overwrites the command row of an actuator and turns it on. */
export function command(
  engine: Engine,
  actuator: number,
  values: { kp?: number; kd?: number; target?: number; targetRate?: number; feedforward?: number },
): void {
  const o = COMMAND_WIDTH * actuator;
  engine.commands[o + COMMAND.kp] = values.kp ?? 0;
  engine.commands[o + COMMAND.kd] = values.kd ?? 0;
  engine.commands[o + COMMAND.target] = values.target ?? 0;
  engine.commands[o + COMMAND.targetRate] = values.targetRate ?? 0;
  engine.commands[o + COMMAND.feedforward] = values.feedforward ?? 0;
  engine.commands[o + COMMAND.isOn] = 1;
}
