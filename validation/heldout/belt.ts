/**
 * A belt over three pulleys as two couplings, a motor torque on the first and a load on the third.
 *
 *   r₁θ₁ − r₂θ₂ = 0, r₂θ₂ − r₃θ₃ = 0
 *   α₁ = (T − T_L·r₁/r₃)/(J₁ + J₂(r₁/r₂)² + J₃(r₁/r₃)²)
 *   belt pulls: λ₁ = (J₁α₁ − T)/r₁, λ₂ = −(J₃α₃ + T_L)/r₃
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
import type { EngineModel } from '../../src/dynamics/engine.js';
import type { ValidationCase } from '../case.js';
import { drive, steps } from '../rig.js';

const R = [0.02, 0.05, 0.03] as const;
const J = [1e-4, 5e-4, 2e-4] as const;
const T = 0.5;
const LOAD = 0.2;
const END_S = 0.2;
const A1 = (T - (LOAD * R[0]) / R[2]) / (J[0] + J[1] * (R[0] / R[1]) ** 2 + J[2] * (R[0] / R[2]) ** 2);
const A3 = (A1 * R[0]) / R[2];
const PULL1 = (J[0] * A1 - T) / R[0];
const PULL2 = -(J[2] * A3 + LOAD) / R[2];
const TURN = 0.5 * A1 * END_S ** 2;

const EXACT = 'constant acceleration, 1e-6 relative';

export const belt: ValidationCase = {
  name: 'belt',
  title: 'Belt over three pulleys as two couplings: acceleration, ratio, pulls',
  expected: [
    { quantity: 'angle of pulley 1 at 0.2 s', unit: 'rad', value: TURN, tolerance: 1e-6 * TURN, basis: EXACT },
    { quantity: 'largest slip r₁θ₁ − r₃θ₃', unit: 'm', value: 0, tolerance: 1e-9, basis: 'holonomic coupling' },
    { quantity: 'pull 1', unit: 'N', value: PULL1, tolerance: 1e-6 * Math.abs(PULL1), basis: EXACT },
    { quantity: 'pull 2', unit: 'N', value: PULL2, tolerance: 1e-6 * Math.abs(PULL2), basis: EXACT },
  ],
  async measure(lab) {
    const model = pulleys();
    const engine = await lab.start(model);
    drive(engine, model, 0, { feedforward: T });
    drive(engine, model, 1, { feedforward: -LOAD });
    let slip = 0;
    steps(engine, END_S * 1000, () => {
      slip = Math.max(slip, Math.abs(R[0] * engine.coordinate[0]! - R[2] * engine.coordinate[2]!));
    });
    const values = {
      'angle of pulley 1 at 0.2 s': engine.coordinate[0]!,
      'largest slip r₁θ₁ − r₃θ₃': slip,
      'pull 1': engine.couplingEffort[0]!,
      'pull 2': engine.couplingEffort[1]!,
    };
    engine.free();
    return values;
  },
};

function pulleys(): EngineModel {
  const s = newBuilder();
  const q = R.map((_, i) => {
    const at = [0.1 * i, 0.03 * i, 0] as const;
    const pulley = addBody(s, { massKg: 0.1, inertiaKgM2: [J[i]!, J[i]!, J[i]!], pose: poseAt(at) });
    return addCoordinate(s, addJoint(s, 'revolute', 0, pulley, at), 'angle');
  });
  addCoupling(s, [q[0]!, R[0]], [q[1]!, -R[1]]);
  addCoupling(s, [q[1]!, R[1]], [q[2]!, -R[2]]);
  addActuator(s, q[0]!, 1);
  addActuator(s, q[2]!, 1, false);
  return buildModel(s, { gravity: [0, 0, 0] });
}
