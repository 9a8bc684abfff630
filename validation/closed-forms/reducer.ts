/**
 * Equivalent reducer 27:1, three couplings of 3:1 on four shafts, against a dry brake of T on the last shaft.
 *
 *   driven at ω:    phase θ₀ + 27·θ₃ = 0,  input torque T/27,  work in − kinetic = dissipated
 *   let go:         J·ω̇₃ = −T,  J = J₃ + 9·J₂ + 81·J₁ + 729·J₀:  the input turns by 27·½·J·ω₃²/T more, and stands
 *
 * Parameters: shafts of 78.9 g and 710 g wheels, J 1.578e-5 and 1.278e-3 kg·m², driven at 2π rad/s with a cap of 5 N·m.
 */
import {
  addActuator,
  addBody,
  addCoordinate,
  addCoupling,
  addJoint,
  buildModel,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import type { Engine } from '../../src/dynamics/engine.js';
import type { Lab, ValidationCase } from '../case.js';
import { driveSpeed, steps, stopDriving } from '../rig.js';

const STEP_S = 1e-3;
const SPEED = 2 * Math.PI;
const BRAKES_NM = [0.1, 0.3, 1, 3] as const;
const SHAFTS = [
  [0.0789, 1.578e-5],
  [0.7889, 1.2938e-3],
  [0.7889, 1.2938e-3],
  [0.71, 1.278e-3],
] as const;
/** Inertia seen from the last shaft [kg·m²]. */
const J = SHAFTS.reduce((sum, [, j], i) => sum + j * 9 ** (3 - i), 0);

/** How far the input turns after it was let go [rad], and what a step of that deceleration moves it by. */
const coast = (T: number): number => (27 * 0.5 * J * (SPEED / 27) ** 2) / T;
const stepOf = (T: number): number => (27 * 0.5 * STEP_S ** 2 * T) / J;

export const reducer: ValidationCase = {
  name: 'reducer',
  title: 'Equivalent reducer 27:1 against brakes of 0.1, 0.3, 1 and 3 N·m, driven for 3 s, then let go',
  expected: BRAKES_NM.flatMap((T) => [
    {
      quantity: `${T} N·m: phase, largest error in the last second`,
      unit: 'rad',
      value: 0,
      tolerance: 1e-5,
      basis: 'holonomic couplings; asked for 1e-5',
    },
    {
      quantity: `${T} N·m: input torque, largest in the last second`,
      unit: 'N·m',
      value: T / 27,
      tolerance: (1e-3 * T) / 27,
      basis: 'T/27; asked for 0.1 %',
    },
    {
      quantity: `${T} N·m: energy balance over work`,
      unit: '1',
      value: 0,
      tolerance: 1e-4,
      basis: 'asked for 0.01 %',
    },
    {
      quantity: `${T} N·m: turn of the input after it was let go`,
      unit: 'rad',
      value: coast(T),
      tolerance: 0.5 * SPEED * STEP_S + stepOf(T),
      basis: 'constant deceleration; an effort may end half a step early, and it stops within a step',
    },
  ]),
  async measure(lab) {
    const values: Record<string, number> = {};
    for (const T of BRAKES_NM) Object.assign(values, await brake(lab, T));
    return values;
  },
};

async function brake(lab: Lab, T: number): Promise<Record<string, number>> {
  const s = newBuilder();
  const q = SHAFTS.map(([massKg, j], i) => {
    const shaft = addBody(s, { massKg, inertiaKgM2: [j, j, j], pose: poseAt([0.08 * i, 0, 0]) });
    const joint = addJoint(s, 'revolute', 0, shaft, [0.08 * i, 0, 0]);
    return addCoordinate(s, joint, 'angle', { dryFriction: i === 3 ? T : 0 });
  });
  for (let i = 0; i < 3; i++) addCoupling(s, [q[i]!, 1], [q[i + 1]!, 3]);
  const input = addActuator(s, q[0]!, 5);
  const model = buildModel(s, { stepS: STEP_S });
  const engine = await lab.start(model);
  const startJ = balanceOf(engine);
  driveSpeed(engine, model, input, SPEED);
  let [phase, torque] = [0, 0];
  steps(engine, 3000, (k) => {
    if (k <= 2000) return;
    phase = Math.max(phase, Math.abs(engine.coordinate[q[0]!]! + 27 * engine.coordinate[q[3]!]!));
    torque = Math.max(torque, engine.actuatorEffort[input]!);
  });
  const energy = Math.abs(balanceOf(engine) - startJ) / Math.abs(engine.energy.workInJ);
  const from = engine.coordinate[q[0]!]!;
  stopDriving(engine, input);
  steps(engine, 1000);
  const turn = engine.coordinate[q[0]!]! - from;
  engine.free();
  return {
    [`${T} N·m: phase, largest error in the last second`]: phase,
    [`${T} N·m: input torque, largest in the last second`]: torque,
    [`${T} N·m: energy balance over work`]: energy,
    [`${T} N·m: turn of the input after it was let go`]: turn,
  };
}

function balanceOf({ energy: { kineticJ, potentialJ, elasticJ = 0, workInJ, dissipatedJ } }: Engine): number {
  return kineticJ + potentialJ + elasticJ - workInJ + dissipatedJ;
}
