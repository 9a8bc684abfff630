/**
 * RSSR: crank about z, rocker about x, a rod with balls between them.
 *
 *   A = a(cos θ, sin θ, 0)      B = Q + b(0, cos ψ, sin ψ)      |A − B| = L
 *   D = A − Q:  D_y cos ψ + D_z sin ψ = G,  G = (|D|² + b² − L²)/(2b)
 *   ψ = atan2(D_z, D_y) − arccos(G/√(D_y² + D_z²))
 *   crank torque at constant speed: T = ½ω²·dK/dθ,  K = 2·(kinetic energy)/ω²
 *
 * Source: loop closure of Hartenberg & Denavit (1964), Kinematic Synthesis of Linkages, ch. 12; power balance.
 */
import {
  addActuator,
  addBody,
  addCoordinate,
  addJoint,
  buildModel,
  newBuilder,
} from '../../benchmarks/dynamics/model-builder.js';
import {
  add,
  cross,
  dot,
  normalize,
  perpendicular,
  quatFromAxes,
  scale,
  subtract,
  type Vec3,
} from '../../src/core/vector.js';
import type { EngineModel } from '../../src/dynamics/engine.js';
import type { ValidationCase } from '../case.js';
import {
  addError,
  derivative,
  driveSpeed,
  effortTimeS,
  newErrors,
  rmsOf,
  steps,
  timesInertia,
  vectorDerivative,
} from '../rig.js';

const CRANK_M = 0.03;
const ROCKER_M = 0.06;
const Q: Vec3 = [0.06, 0.1, 0.02];
const ROD2 = 0.03 ** 2 + 0.1 ** 2 + 0.08 ** 2;
const W = 10;
const END_S = 1;
const STEP_S = 1e-3;

interface Bar {
  readonly massKg: number;
  readonly lengthM: number;
  readonly from: (theta: number) => Vec3;
  readonly to: (theta: number) => Vec3;
}

const ballA = (theta: number): Vec3 => [CRANK_M * Math.cos(theta), CRANK_M * Math.sin(theta), 0];
const ballB = (theta: number): Vec3 => {
  const psi = rockerAngle(theta);
  return add(Q, [0, ROCKER_M * Math.cos(psi), ROCKER_M * Math.sin(psi)]);
};
const BARS: readonly Bar[] = [
  { massKg: 0.05, lengthM: CRANK_M, from: () => [0, 0, 0], to: ballA },
  { massKg: 0.08, lengthM: Math.sqrt(ROD2), from: ballA, to: ballB },
  { massKg: 0.06, lengthM: ROCKER_M, from: () => Q, to: ballB },
];

/** ψ(θ) on the branch that starts at ψ(0) = π/2, continuous. */
function rockerAngle(theta: number): number {
  const D = subtract(ballA(theta), Q);
  const G = (dot(D, D) + ROCKER_M ** 2 - ROD2) / (2 * ROCKER_M);
  const psi = Math.atan2(D[2], D[1]) - Math.acos(G / Math.hypot(D[1], D[2]));
  return psi < -Math.PI ? psi + 2 * Math.PI : psi;
}

const barInertia = ({ massKg, lengthM }: Bar): Vec3 => [
  1e-6,
  (massKg * lengthM ** 2) / 12,
  (massKg * lengthM ** 2) / 12,
];

/** Pose and unit-speed rates (per rad of crank) of a bar; x along it, no spin about itself. */
function barState(bar: Bar, theta: number) {
  const direction = (t: number) => normalize(subtract(bar.to(t), bar.from(t)));
  const middle = (t: number) => scale(add(bar.to(t), bar.from(t)), 0.5);
  const x = direction(theta);
  const y = perpendicular(x);
  return {
    pose: { positionM: middle(theta), rotation: quatFromAxes(x, y, cross(x, y)) },
    v: vectorDerivative(middle, theta),
    w: cross(x, vectorDerivative(direction, theta)),
  };
}

/** K(θ) = Σ m|v|² + w·I·w at unit crank speed. */
function effectiveInertia(theta: number): number {
  let sum = 0;
  for (const bar of BARS) {
    const { pose, v, w } = barState(bar, theta);
    sum += bar.massKg * dot(v, v) + dot(w, timesInertia(pose.rotation, barInertia(bar), w));
  }
  return sum;
}

const torqueAt = (theta: number): number => 0.5 * W * W * derivative(effectiveInertia, theta, 1e-2);
const PEAK = Math.max(...Array.from({ length: 720 }, (_, i) => Math.abs(torqueAt((i * Math.PI) / 360))));

export const rssr: ValidationCase = {
  name: 'rssr',
  title: 'Spatial four-bar RSSR: input–output angle and crank torque',
  expected: [
    {
      quantity: 'rocker angle RMS error',
      unit: 'rad',
      value: 0,
      tolerance: 1e-6,
      basis: 'loop closure at the crank angle',
    },
    { quantity: 'largest joint separation', unit: 'm', value: 0, tolerance: 1e-8, basis: 'closed loop' },
    {
      quantity: 'crank torque RMS error',
      unit: 'N·m',
      value: 0,
      tolerance: 1e-4 * PEAK,
      basis: 'power balance; 1e-4 of the peak',
    },
  ],
  async measure(lab) {
    const model = linkage();
    const engine = await lab.start(model);
    driveSpeed(engine, model, 0, W);
    const angle = newErrors();
    const torque = newErrors();
    let separation = 0;
    steps(engine, END_S / STEP_S, (k) => {
      addError(angle, engine.coordinate[1]! - (rockerAngle(engine.coordinate[0]!) - rockerAngle(0)));
      separation = Math.max(separation, ...engine.jointSeparationM);
      if (k > 2) addError(torque, engine.actuatorEffort[0]! - torqueAt(W * effortTimeS(engine, STEP_S)));
    });
    engine.free();
    return {
      'rocker angle RMS error': rmsOf(angle),
      'largest joint separation': separation,
      'crank torque RMS error': rmsOf(torque),
    };
  },
};

function linkage(): EngineModel {
  const s = newBuilder();
  const [crank, rod, rocker] = BARS.map((bar) => {
    const { pose, v, w } = barState(bar, 0);
    return addBody(s, {
      massKg: bar.massKg,
      inertiaKgM2: tensorInBody(barInertia(bar)),
      pose,
      linearVelocityMPerS: scale(v, W),
      angularVelocityRadPerS: scale(w, W),
    });
  });
  const input = addJoint(s, 'revolute', 0, crank!, [0, 0, 0]);
  addJoint(s, 'spherical', crank!, rod!, ballA(0));
  addJoint(s, 'spherical', rod!, rocker!, ballB(0));
  const output = addJoint(s, 'revolute', 0, rocker!, Q, [1, 0, 0]);
  addActuator(s, addCoordinate(s, input, 'angle'), 10);
  addCoordinate(s, output, 'angle');
  return buildModel(s, { gravity: [0, 0, 0], stepS: STEP_S });
}

const tensorInBody = (I: Vec3): number[] => [I[0], 0, 0, 0, I[1], 0, 0, 0, I[2]];
