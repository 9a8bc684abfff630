/**
 * Eccentric cam (radius R, eccentricity e) at constant speed ω under a follower pressed by its weight, no friction.
 *
 *   flat follower    s = e·sin θ                                  (from its height at θ = 0)
 *   roller follower  s = e·sin θ + √((R + r)² − e²cos²θ) − √((R + r)² − e²)
 *   N_vertical = m(g + s̈),  T = N_vertical·ds/dθ
 */
import {
  addActuator,
  addBody,
  addCoordinate,
  addJoint,
  addShape,
  buildModel,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import type { EngineModel } from '../../src/dynamics/engine.js';
import type { Lab, ValidationCase } from '../case.js';
import { addError, derivative, driveSpeed, effortTimeS, G, newErrors, rmsOf, secondDerivative, steps } from '../rig.js';

const R = 0.02;
const E = 0.005;
const ROLLER_M = 0.01;
const MASS_KG = 0.2;
const W = 20;
const STEP_S = 1e-3;

const REACH = R + ROLLER_M;
const LIFT = {
  flat: (q: number): number => E * Math.sin(q),
  roller: (q: number): number =>
    E * Math.sin(q) + Math.sqrt(REACH ** 2 - (E * Math.cos(q)) ** 2) - Math.sqrt(REACH ** 2 - E ** 2),
} as const;
type Follower = keyof typeof LIFT;

const forceAt = (kind: Follower, q: number): number => MASS_KG * (G + W * W * secondDerivative(LIFT[kind], q));
const torqueAt = (kind: Follower, q: number): number => forceAt(kind, q) * derivative(LIFT[kind], q);
const turn = Array.from({ length: 360 }, (_, i) => (i * Math.PI) / 180);
const PEAK_N = Math.max(...turn.map((q) => forceAt('flat', q)));
const PEAK_NM = Math.max(...turn.map((q) => Math.abs(torqueAt('flat', q))));

const MOTION = '1e-4 of the peak in motion';

export const cam: ValidationCase = {
  name: 'cam-follower',
  title: 'Eccentric cam with flat and roller follower: lift, force, torque, 1 s at 20 rad/s',
  expected: (['flat', 'roller'] as const).flatMap((kind) => [
    {
      quantity: `${kind}: lift, largest error`,
      unit: 'm',
      value: 0,
      tolerance: 1e-6,
      basis: 'closed form at the cam angle',
    },
    { quantity: `${kind}: contact force, RMS error`, unit: 'N', value: 0, tolerance: 1e-4 * PEAK_N, basis: MOTION },
    { quantity: `${kind}: cam torque, RMS error`, unit: 'N·m', value: 0, tolerance: 1e-4 * PEAK_NM, basis: MOTION },
  ]),
  async measure(lab) {
    return { ...(await turnCam(lab, 'flat')), ...(await turnCam(lab, 'roller')) };
  },
};

async function turnCam(lab: Lab, kind: Follower): Promise<Record<string, number>> {
  const model = camUnder(kind);
  const engine = await lab.start(model);
  driveSpeed(engine, model, 0, W);
  const [force, torque] = [newErrors(), newErrors()];
  let lift = 0;
  steps(engine, 1000, (k) => {
    lift = Math.max(lift, Math.abs(engine.coordinate[1]! - LIFT[kind](engine.coordinate[0]!)));
    if (k <= 20) return;
    const q = W * effortTimeS(engine, STEP_S);
    addError(force, engine.contactForceN[1]! - forceAt(kind, q));
    addError(torque, engine.actuatorEffort[0]! - torqueAt(kind, q));
  });
  engine.free();
  return {
    [`${kind}: lift, largest error`]: lift,
    [`${kind}: contact force, RMS error`]: rmsOf(force),
    [`${kind}: cam torque, RMS error`]: rmsOf(torque),
  };
}

function camUnder(kind: Follower): EngineModel {
  const s = newBuilder();
  const disk = addBody(s, {
    massKg: 0.1,
    inertiaKgM2: [2e-5, 2e-5, 4e-5],
    pose: poseAt([0, 0, 0]),
    angularVelocityRadPerS: [0, 0, W],
  });
  addShape(s, disk, { kind: 'cylinder', radiusM: R, halfLengthM: 0.005 }, { pose: poseAt([E, 0, 0]), friction: 0 });
  const y = kind === 'flat' ? R : Math.sqrt(REACH ** 2 - E ** 2);
  const follower = addBody(s, {
    massKg: MASS_KG,
    inertiaKgM2: [1e-4, 1e-4, 1e-4],
    pose: poseAt([0, y, 0]),
    linearVelocityMPerS: [0, W * derivative(LIFT[kind], 0), 0],
  });
  if (kind === 'flat') {
    const pose = poseAt([0, 0.005, 0]);
    addShape(s, follower, { kind: 'box', halfExtentsM: [0.03, 0.005, 0.01] }, { pose, friction: 0 });
  } else addShape(s, follower, { kind: 'cylinder', radiusM: ROLLER_M, halfLengthM: 0.005 }, { friction: 0 });
  const shaft = addJoint(s, 'revolute', 0, disk, [0, 0, 0]);
  const guide = addJoint(s, 'prismatic', 0, follower, [0, y, 0], [0, 1, 0]);
  addActuator(s, addCoordinate(s, shaft, 'angle'), 5);
  addCoordinate(s, guide, 'travel');
  s.contactPairs.push([disk, follower]);
  return buildModel(s, { gravity: [0, -G, 0], stepS: STEP_S });
}
