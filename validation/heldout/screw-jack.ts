/**
 * Screw jack: a screw in a bearing, a nut that cannot turn, their angle and travel coupled by the lead.
 *
 *   s = −p·θ, p = lead/2π      raising a load F at constant speed: T = −F·p
 *   let go: s̈ = −F/(m + J/p²)      the nut's guide holds F·p, the screw's bearing F
 *
 * The bearing, the guide and the screw–nut pair together are over-constrained: side forces are not determined, thrust and the moment about the screw are.
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
import type { Lab, ValidationCase } from '../case.js';
import { addError, driveSpeed, meanOf, newErrors, steps } from '../rig.js';

const LEAD_M = 5e-3;
const P = LEAD_M / (2 * Math.PI);
const LOAD_N = 500;
const BACK_LOAD_N = 50;
const NUT_KG = 2;
const J_SCREW = 2e-5;
const SPEED = -6;
const BACK_S = 0.2;
/** The guide lies beside the screw; its side force is not determined, its moment about the screw is. */
const GUIDE_M = 0.05;

const STATIC = 'closed form; 1e-6 relative in statics';

export const screwJack: ValidationCase = {
  name: 'screw-jack',
  title: 'Screw jack as a coupling: angle, travel, torque of a load, back-driving',
  expected: [
    { quantity: 'lead: largest |s + p·θ|', unit: 'm', value: 0, tolerance: 1e-9, basis: 'holonomic coupling' },
    { quantity: 'raising torque', unit: 'N·m', value: -LOAD_N * P, tolerance: 1e-6 * LOAD_N * P, basis: STATIC },
    { quantity: 'coupling effort', unit: 'N', value: LOAD_N, tolerance: 1e-6 * LOAD_N, basis: STATIC },
    { quantity: 'thrust on the bearing', unit: 'N', value: LOAD_N, tolerance: 1e-6 * LOAD_N, basis: STATIC },
    {
      quantity: 'torque of the guide about the screw',
      unit: 'N·m',
      value: LOAD_N * P,
      tolerance: 1e-6 * LOAD_N * P,
      basis: STATIC,
    },
    {
      quantity: 'back-driven travel after 0.2 s',
      unit: 'm',
      value: (-0.5 * BACK_S ** 2 * BACK_LOAD_N) / (NUT_KG + J_SCREW / P ** 2),
      tolerance: 1e-6 * 0.03,
      basis: 'constant acceleration: leapfrog is exact',
    },
  ],
  async measure(lab) {
    return { ...(await raise(lab)), ...(await letGo(lab)) };
  },
};

function jack(): EngineModel {
  const s = newBuilder();
  const screw = addBody(s, { massKg: 0.3, inertiaKgM2: [1e-4, 1e-4, J_SCREW], pose: poseAt([0, 0, 0]) });
  const nut = addBody(s, { massKg: NUT_KG, inertiaKgM2: [1e-3, 1e-3, 1e-3], pose: poseAt([0, 0, 0.05]) });
  const bearing = addJoint(s, 'revolute', 0, screw, [0, 0, 0]);
  addJoint(s, 'prismatic', 0, nut, [GUIDE_M, 0, 0.05]);
  const thread = addJoint(s, 'cylindrical', screw, nut, [0, 0, 0.05]);
  const turn = addCoordinate(s, bearing, 'angle');
  const travel = addCoordinate(s, thread, 'travel');
  const relative = addCoordinate(s, thread, 'angle');
  addCoupling(s, [travel, 1], [relative, -P]);
  addActuator(s, turn, 5);
  return buildModel(s, { gravity: [0, 0, 0] });
}

async function raise(lab: Lab): Promise<Record<string, number>> {
  const model = jack();
  const engine = await lab.start(model);
  driveSpeed(engine, model, 0, SPEED);
  let lead = 0;
  const [torque, coupling, thrust, guide] = [newErrors(), newErrors(), newErrors(), newErrors()];
  const read = (k: number) => {
    lead = Math.max(lead, Math.abs(engine.coordinate[1]! + P * engine.coordinate[0]!));
    if (k <= 250) return;
    addError(torque, engine.actuatorEffort[0]!);
    addError(coupling, engine.couplingEffort[0]!);
    addError(thrust, engine.jointReaction[2]!);
    addError(guide, engine.jointReaction[6 + 5]! + GUIDE_M * engine.jointReaction[6 + 1]!);
  };
  const load = () => {
    engine.wrench[6 * 2 + 2] = -LOAD_N;
  };
  steps(engine, 500, read, load);
  engine.free();
  return {
    'lead: largest |s + p·θ|': lead,
    'raising torque': meanOf(torque),
    'coupling effort': meanOf(coupling),
    'thrust on the bearing': meanOf(thrust),
    'torque of the guide about the screw': meanOf(guide),
  };
}

async function letGo(lab: Lab): Promise<Record<string, number>> {
  const engine = await lab.start(jack());
  const load = () => {
    engine.wrench[6 * 2 + 2] = -BACK_LOAD_N;
  };
  steps(engine, BACK_S * 1000, () => {}, load);
  const travel = engine.coordinate[1]!;
  engine.free();
  return { 'back-driven travel after 0.2 s': travel };
}
