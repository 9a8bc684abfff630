/** Small things that many cases need: coordinates without a joint, commands with their cap, sums of squares. */

import type { Builder } from '../benchmarks/dynamics/model-builder.js';
import {
  add,
  composePose,
  cross,
  frameFromAxis,
  invertPose,
  type Pose,
  type Quat,
  rotate,
  scale,
  subtract,
  type Vec3,
} from '../src/core/vector.js';
import { COMMAND, COMMAND_WIDTH, type Engine, type EngineLaw, type EngineModel } from '../src/dynamics/engine.js';

export const G = 9.81;

/** Adds the distance between a point of ground and a point of a body, both in the world at the start; returns its index. */
export function addDistance(s: Builder, b: number, groundM: Vec3, pointM: Vec3): number {
  const q = addFreeCoordinate(s, 'travel', 0, b, pointM, [0, 0, 1]);
  const frameInA: Pose = { positionM: groundM, rotation: [0, 0, 0, 1] };
  s.coordinates[q] = { ...s.coordinates[q]!, kind: 'distance', frameInA };
  return q;
}

/** A law on one coordinate: effort(q, q̇), and its stiffness −∂effort/∂q. */
export function lawOn(
  coordinate: number,
  effort: (q: number, rate: number) => number,
  stiffness: (q: number) => number,
): EngineLaw {
  return {
    name: `law${coordinate}`,
    coordinates: [coordinate],
    effort: (q, rate, out) => {
      out[0] = effort(q[0]!, rate[0]!);
    },
    tangent: (q, out) => {
      out[0] = stiffness(q[0]!);
    },
    isConservative: false,
  };
}

/** Adds a coordinate that belongs to no joint, its frame at a world point with z along `axis`; returns its index. */
export function addFreeCoordinate(
  s: Builder,
  kind: 'angle' | 'travel',
  a: number,
  b: number,
  point: Vec3,
  axis: Vec3,
): number {
  const frame = frameFromAxis(point, axis);
  s.coordinates.push({
    name: `q${s.coordinates.length}`,
    kind,
    a,
    b,
    frameInA: composePose(invertPose(s.bodies[a]!.poseInWorld), frame),
    frameInB: composePose(invertPose(s.bodies[b]!.poseInWorld), frame),
    joint: null,
    limits: null,
    dryFriction: 0,
    damping: 0,
  });
  return s.coordinates.length - 1;
}

export interface DriveCommand {
  readonly kp?: number;
  readonly kd?: number;
  readonly target?: number;
  readonly targetRate?: number;
  readonly feedforward?: number;
}

/** Turns an actuator on with these values and its whole cap. */
export function drive(engine: Engine, model: EngineModel, actuator: number, values: DriveCommand): void {
  const o = COMMAND_WIDTH * actuator;
  engine.commands[o + COMMAND.kp] = values.kp ?? 0;
  engine.commands[o + COMMAND.kd] = values.kd ?? 0;
  engine.commands[o + COMMAND.target] = values.target ?? 0;
  engine.commands[o + COMMAND.targetRate] = values.targetRate ?? 0;
  engine.commands[o + COMMAND.feedforward] = values.feedforward ?? 0;
  engine.commands[o + COMMAND.isOn] = 1;
  engine.commands[o + COMMAND.cap] = model.actuators[actuator]!.cap;
}

/** A rigid speed servo on an actuator. */
export const driveSpeed = (engine: Engine, model: EngineModel, actuator: number, targetRate: number): void =>
  drive(engine, model, actuator, { kd: Number.POSITIVE_INFINITY, targetRate });

/** Turns an actuator off. */
export function stopDriving(engine: Engine, actuator: number): void {
  engine.commands[COMMAND_WIDTH * actuator + COMMAND.isOn] = 0;
}

/**
 * Time [s] that the efforts and reactions belong to which the last step left.
 *
 * `rapier`: the middle of the step. `direct` kicks at the starts tᵢ of its k sub-steps of h', each kick standing for
 * hfᵢ = half of the sub-steps beside it: Σ hfᵢ·tᵢ/Σ hfᵢ, which is the start of the step for k = 1.
 *
 * @param beforeS length of the sub-step before this step [s]; 0 before the first step
 */
export function effortTimeS(engine: Engine, stepS: number, beforeS = stepS / engine.subStepCount): number {
  const startS = engine.timeS - stepS;
  if (engine.name !== 'direct') return startS + stepS / 2;
  const k = engine.subStepCount;
  const h = stepS / k;
  return startS + (h * h * k * (k - 1)) / 2 / ((beforeS - h) / 2 + k * h);
}

/** Steps n times; `before` sets inputs, `after` reads outputs, k = 1 … n is the number of the step. */
export function steps(
  engine: Engine,
  n: number,
  after: (k: number) => void = () => {},
  before: (k: number) => void = () => {},
): void {
  for (let k = 1; k <= n; k++) {
    before(k);
    engine.step();
    after(k);
  }
}

/** Pose of a body frame as the engine has it. */
export function poseOf(engine: Engine, body: number): Pose {
  return { positionM: vectorAt(engine.pose, 7 * body), rotation: quatAt(engine.pose, 7 * body + 3) };
}

export const vectorAt = (values: Float64Array, o: number): Vec3 => [values[o]!, values[o + 1]!, values[o + 2]!];

export const quatAt = (values: Float64Array, o: number): Quat => [
  values[o]!,
  values[o + 1]!,
  values[o + 2]!,
  values[o + 3]!,
];

/** Velocity [m/s] of the point of a body at world position `point`; `center` = its centre of mass. */
export function pointVelocity(velocity: Float64Array, body: number, center: Vec3, point: Vec3): Vec3 {
  return add(vectorAt(velocity, 6 * body), cross(vectorAt(velocity, 6 * body + 3), subtract(point, center)));
}

/** R·diag(I)·Rᵀ·w. */
export function timesInertia(rotation: Quat, inertia: Vec3, w: Vec3): Vec3 {
  const [x, y, z] = rotate([-rotation[0], -rotation[1], -rotation[2], rotation[3]], w);
  return rotate(rotation, [inertia[0] * x, inertia[1] * y, inertia[2] * z]);
}

/** A running sum of errors. */
export interface ErrorSum {
  square: number;
  sum: number;
  count: number;
  /** Largest |error|; +∞ once one was not a number. */
  max: number;
}

export const newErrors = (): ErrorSum => ({ square: 0, sum: 0, count: 0, max: 0 });

export function addError(errors: ErrorSum, error: number): void {
  errors.square += error * error;
  errors.sum += error;
  errors.count++;
  errors.max = Math.max(errors.max, Number.isNaN(error) ? Number.POSITIVE_INFINITY : Math.abs(error));
}

export const rmsOf = (errors: ErrorSum): number => Math.sqrt(errors.square / errors.count);
export const meanOf = (errors: ErrorSum): number => errors.sum / errors.count;

/** Five-point first derivative of f at x. */
export function derivative(f: (x: number) => number, x: number, step = 1e-3): number {
  return (8 * (f(x + step) - f(x - step)) - (f(x + 2 * step) - f(x - 2 * step))) / (12 * step);
}

/** Five-point second derivative of f at x. */
export function secondDerivative(f: (x: number) => number, x: number, step = 1e-3): number {
  const side = 16 * (f(x + step) + f(x - step)) - (f(x + 2 * step) + f(x - 2 * step));
  return (side - 30 * f(x)) / (12 * step * step);
}

/** Five-point first derivative of a vector-valued f at x. */
export function vectorDerivative(f: (x: number) => Vec3, x: number, step = 1e-3): Vec3 {
  const near = subtract(f(x + step), f(x - step));
  const far = subtract(f(x + 2 * step), f(x - 2 * step));
  return scale(subtract(scale(near, 8), far), 1 / (12 * step));
}
