/**
 * Runs an ADAMS case on an engine and samples what ADAMS has, every 10 ms.
 *
 * Accelerations and efforts are those of the engine's moment where it has one, interpolated linearly to the sample. Else
 * accelerations are central differences of the published velocities over two steps (one-sided at the ends): error
 * h²·v⃛/6, and efforts belong to the middle of the time that an engine averages them over (`effortTimeS`). The force of a spring on ground is its law at the sampled state.
 */
import { add, cross, dot, type Pose, scale, subtract, type Vec3 } from '../../src/core/vector.js';
import type { Engine, EngineModel } from '../../src/dynamics/engine.js';
import type { Lab } from '../case.js';
import { driveSpeed, effortTimeS, poseOf, timesInertia, vectorAt } from '../rig.js';
import type { AdamsCase } from './cases.js';
import { SAMPLE_COUNT, SAMPLE_S, type Series } from './fixture.js';
import { anchorAt, BODY, GRAVITY, modelOf, springForce } from './model.js';

interface State {
  readonly pose: Pose;
  readonly v: Vec3;
  readonly w: Vec3;
  readonly angle: number;
  readonly angleRate: number;
}

/** Efforts of one step, and the time they belong to. */
interface Efforts {
  readonly atS: number;
  /** Force and torque of ground on the body at the joint, and effort of coupling and actuator. */
  readonly force: Vec3;
  readonly torque: Vec3;
  readonly coupling: number;
  readonly actuator: number;
  /** Of the body; null where the engine does not give it. */
  readonly acceleration: Vec3 | null;
  readonly spinAcceleration: Vec3 | null;
}

export interface Track {
  readonly quantities: ReadonlyMap<string, Series>;
  /** KE + PE − start [J] per sample. */
  readonly energyJ: readonly number[];
  /** Largest of joint separation [m] and misalignment [rad] per sample. */
  readonly constraint: readonly number[];
}

/** Returns the samples of a run of 5 s. */
export async function simulate(c: AdamsCase, lab: Lab, stepS: number): Promise<Track> {
  const model = modelOf(c, stepS);
  const engine = await lab.start(model);
  const perSample = Math.round(SAMPLE_S / stepS);
  const states: State[] = [readState(engine)];
  const efforts: Efforts[] = [];
  const constraint = [constraintOf(engine)];
  let beforeS = 0;
  if (c.imposedMPerS !== undefined) driveSpeed(engine, model, 0, c.imposedMPerS);
  // one step more than the last sample, for its efforts and its acceleration
  for (let n = 1; n <= (SAMPLE_COUNT - 1) * perSample + 1; n++) {
    engine.step();
    states.push(readState(engine));
    efforts.push(readEfforts(engine, model, beforeS));
    beforeS = stepS / engine.subStepCount;
    if (n % perSample === 0) constraint.push(constraintOf(engine));
  }
  engine.free();
  return sample(c, states, efforts, constraint, stepS, perSample);
}

function readState(engine: Engine): State {
  return {
    pose: poseOf(engine, BODY),
    v: vectorAt(engine.velocity, 6 * BODY),
    w: vectorAt(engine.velocity, 6 * BODY + 3),
    angle: engine.coordinate[0] ?? 0,
    angleRate: engine.coordinateRate[0] ?? 0,
  };
}

function readEfforts(engine: Engine, model: EngineModel, beforeS: number): Efforts {
  const hasJoint = model.joints.length > 0;
  const { moment } = engine;
  const { jointReaction, couplingEffort, actuatorEffort } = moment ?? engine;
  return {
    atS: moment?.atS ?? effortTimeS(engine, model.stepS, beforeS),
    force: hasJoint ? vectorAt(jointReaction, 0) : [0, 0, 0],
    torque: hasJoint ? vectorAt(jointReaction, 3) : [0, 0, 0],
    coupling: couplingEffort[0] ?? 0,
    actuator: actuatorEffort[0] ?? 0,
    acceleration: moment ? vectorAt(moment.acceleration, 6 * BODY) : null,
    spinAcceleration: moment ? vectorAt(moment.acceleration, 6 * BODY + 3) : null,
  };
}

const constraintOf = (engine: Engine): number =>
  Math.max(0, ...engine.jointSeparationM, ...engine.jointMisalignmentRad);

function sample(
  c: AdamsCase,
  states: readonly State[],
  efforts: readonly Efforts[],
  constraint: readonly number[],
  stepS: number,
  perSample: number,
): Track {
  const rows = Array.from({ length: SAMPLE_COUNT }, (_, i) => i * perSample);
  const quantities = new Map<string, Series>();
  const put = (name: string, row: (n: number) => readonly number[]) => quantities.set(name, rows.map(row));
  put('Pos', (n) => states[n]!.pose.positionM);
  put('Vel', (n) => states[n]!.v);
  const at = (n: number) => effortsAt(efforts, n, n * stepS);
  put('Acc', (n) => at(n).acceleration ?? rateAt(states, n, stepS, (s) => s.v));
  put('Quat', (n) => {
    const [x, y, z, w] = states[n]!.pose.rotation;
    return [w, x, y, z];
  });
  put('Avel', (n) => states[n]!.w);
  put('Aacc', (n) => at(n).spinAcceleration ?? rateAt(states, n, stepS, (s) => s.w));
  putEfforts(c, states, at, put);
  const start = energyOf(c, states[0]!);
  return { quantities, energyJ: rows.map((n) => energyOf(c, states[n]!) - start), constraint };
}

type Put = (name: string, row: (n: number) => readonly number[]) => void;

function putEfforts(c: AdamsCase, states: readonly State[], at: (n: number) => Efforts, put: Put): void {
  const { mount } = c;
  if (mount.kind === 'spring') {
    put('Rforce', (n) => {
      const { pose, v, w } = states[n]!;
      const { point, speed } = anchorAt(c, mount.pointM, pose, v, w);
      return scale(springForce(mount, point, speed), -1);
    });
    return;
  }
  if (mount.kind === 'link') {
    const onBall = (n: number): Vec3 => add(at(n).force, scale(mount.axis, at(n).coupling));
    put('Rforce_Body1', (n) => scale(onBall(n), -1));
    put('Rforce_Body2', onBall);
    put('Rtorque_Body1', (n) => {
      const { pose, v, w } = states[n]!;
      const { point } = anchorAt(c, mount.pointM, pose, v, w);
      return cross(onBall(n), subtract(point, mount.groundM));
    });
    return;
  }
  const suffix = c.imposedMPerS === undefined ? '' : 'P';
  put(`Rforce${suffix}`, (n) => scale(at(n).force, -1));
  put(`Rtorque${suffix}`, (n) => scale(torqueAtGround(c, states[n]!, at(n)), -1));
  if (mount.kind === 'prismatic' && suffix) put('RforceA', (n) => scale(mount.axis, at(n).actuator));
}

/** Torque of ground on the body at the joint, with that of the torque law; of a slide at its point in ground. */
function torqueAtGround(c: AdamsCase, { pose, v, w, angle, angleRate }: State, { force, torque }: Efforts): Vec3 {
  const { mount } = c;
  if (mount.kind === 'prismatic' || mount.kind === 'cylindrical') {
    const { point } = anchorAt(c, mount.pointM, pose, v, w);
    return add(torque, cross(subtract(point, mount.pointM), force));
  }
  return c.torqueLaw && mount.kind === 'revolute'
    ? add(torque, scale(mount.axis, c.torqueLaw(angle, angleRate)))
    : torque;
}

/** Second-order derivative of a velocity at step n: central, one-sided at the start. */
function rateAt(states: readonly State[], n: number, h: number, of: (s: State) => Vec3): Vec3 {
  if (n > 0) return scale(subtract(of(states[n + 1]!), of(states[n - 1]!)), 1 / (2 * h));
  const [a, b, d] = [of(states[0]!), of(states[1]!), of(states[2]!)];
  return scale(subtract(scale(b, 4), add(scale(a, 3), d)), 1 / (2 * h));
}

/** Efforts at a time near step n, linear between the steps around it; outside, those of the nearest step. */
function effortsAt(efforts: readonly Efforts[], n: number, atS: number): Efforts {
  let i = Math.min(efforts.length - 2, Math.max(0, n));
  while (i > 0 && efforts[i]!.atS > atS) i--;
  const [a, b] = [efforts[i]!, efforts[i + 1]!];
  const f = Math.min(1, Math.max(0, (atS - a.atS) / (b.atS - a.atS)));
  const mixed = (x: Vec3, y: Vec3): Vec3 => add(scale(x, 1 - f), scale(y, f));
  return {
    atS,
    force: mixed(a.force, b.force),
    torque: mixed(a.torque, b.torque),
    coupling: (1 - f) * a.coupling + f * b.coupling,
    actuator: (1 - f) * a.actuator + f * b.actuator,
    acceleration: a.acceleration && b.acceleration && mixed(a.acceleration, b.acceleration),
    spinAcceleration: a.spinAcceleration && b.spinAcceleration && mixed(a.spinAcceleration, b.spinAcceleration),
  };
}

function energyOf(c: AdamsCase, { pose, v, w }: State): number {
  const spin = dot(w, timesInertia(pose.rotation, c.inertiaKgM2, w));
  return 0.5 * (dot(v, v) + spin) - dot(GRAVITY, pose.positionM);
}
