/**
 * Four-slot Geneva drive: crank a = c/√2 with a round pin (no friction), wheel with a brake torque τ at its pivot.
 *
 *   φ(θ) = atan2(a·sin θ, c − a·cos θ)      the pin pushes the leading flank, δ beside the middle of the slot:
 *   ψ(θ) = φ − arcsin(δ/ρ),  ρ² = a² + c² − 2ac·cos θ      T = (τ + J·ψ̈)·dψ/dθ
 *   one index: from −45° to where dψ/dθ = 0 at θ = 45°
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
import type { ValidationCase } from '../case.js';
import { addError, derivative, driveSpeed, effortTimeS, newErrors, rmsOf, secondDerivative, steps } from '../rig.js';

const C = 0.05;
const A = C / Math.SQRT2;
const PIN_M = 0.002;
const DELTA = 5e-5;
const TAU = 0.05;
const J = 2e-5;
const W = 2;
const DEG = Math.PI / 180;
const START = -60 * DEG;
const STEP_S = 1e-3;

function wheelAngle(q: number): number {
  const rho = Math.sqrt(A * A + C * C - 2 * A * C * Math.cos(q));
  return Math.atan2(A * Math.sin(q), C - A * Math.cos(q)) - Math.asin(DELTA / rho);
}
const torqueAt = (q: number): number => (TAU + J * W * W * secondDerivative(wheelAngle, q)) * derivative(wheelAngle, q);
const INDEX = wheelAngle(45 * DEG) + 45 * DEG;

export const geneva: ValidationCase = {
  name: 'geneva',
  title: 'Four-slot Geneva wheel and pin with clearance: angle, index, crank torque',
  expected: [
    {
      quantity: 'wheel angle, RMS error within ±40°',
      unit: 'rad',
      value: 0,
      tolerance: 1e-5,
      basis: 'closed form at the crank angle; 0.1 µm at the smallest radius of 14.6 mm',
    },
    { quantity: 'index angle', unit: 'rad', value: INDEX, tolerance: 1e-5, basis: 'brake stops it where dψ/dθ = 0' },
    { quantity: 'movement before entry', unit: 'rad', value: 0, tolerance: 1e-6, basis: 'pin enters along the slot' },
    {
      quantity: 'crank torque, RMS error within ±40°',
      unit: 'N·m',
      value: 0,
      tolerance: 1e-4 * torqueAt(0),
      basis: 'power balance; 1e-4 of the peak in motion',
    },
  ],
  async measure(lab) {
    const model = drive4();
    const engine = await lab.start(model);
    driveSpeed(engine, model, 0, W);
    const [angle, torque] = [newErrors(), newErrors()];
    let early = 0;
    steps(engine, Math.round((-2 * START) / (W * STEP_S)), () => {
      const q = START + engine.coordinate[0]!;
      const turned = -engine.coordinate[1]! - 45 * DEG;
      if (q < -46 * DEG) early = Math.max(early, Math.abs(engine.coordinate[1]!));
      if (Math.abs(q) < 40 * DEG) addError(angle, turned - wheelAngle(q));
      const late = START + W * effortTimeS(engine, STEP_S);
      if (Math.abs(late) < 40 * DEG) addError(torque, engine.actuatorEffort[0]! - torqueAt(late));
    });
    const index = -engine.coordinate[1]!;
    engine.free();
    return {
      'wheel angle, RMS error within ±40°': rmsOf(angle),
      'index angle': index,
      'movement before entry': early,
      'crank torque, RMS error within ±40°': rmsOf(torque),
    };
  },
};

/** Crank 1 with the pin, wheel 2 with four slots of two fingers each. */
function drive4(): EngineModel {
  const s = newBuilder();
  const crank = addBody(s, {
    massKg: 0.1,
    inertiaKgM2: [1e-4, 1e-4, 1e-4],
    pose: poseAt([0, 0, 0], START),
    angularVelocityRadPerS: [0, 0, W],
  });
  addShape(
    s,
    crank,
    { kind: 'cylinder', radiusM: PIN_M, halfLengthM: 0.005 },
    { pose: poseAt([A, 0, 0]), friction: 0 },
  );
  const wheel = addBody(s, { massKg: 0.1, inertiaKgM2: [J, J, J], pose: poseAt([C, 0, 0]) });
  const [inner, outer, thick] = [0.012, 0.036, 0.004];
  const side = PIN_M + DELTA + thick / 2;
  for (let k = 0; k < 4; k++) {
    const turn = (225 + 90 * k) * DEG;
    for (const offset of [-side, side]) {
      const r = (inner + outer) / 2;
      const at = [
        r * Math.cos(turn) - offset * Math.sin(turn),
        r * Math.sin(turn) + offset * Math.cos(turn),
        0,
      ] as const;
      const halfExtentsM = [(outer - inner) / 2, thick / 2, 0.004] as const;
      addShape(s, wheel, { kind: 'box', halfExtentsM }, { pose: poseAt(at, turn), friction: 0 });
    }
  }
  const input = addJoint(s, 'revolute', 0, crank, [0, 0, 0]);
  const output = addJoint(s, 'revolute', 0, wheel, [C, 0, 0]);
  addActuator(s, addCoordinate(s, input, 'angle'), 5);
  addCoordinate(s, output, 'angle', { dryFriction: TAU });
  s.contactPairs.push([crank, wheel]);
  return buildModel(s, { gravity: [0, 0, 0], stepS: STEP_S });
}
