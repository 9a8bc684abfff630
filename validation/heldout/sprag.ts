/**
 * A sprag on a slider: a round body (radius ρ) on a pivot at height H, its center e_x beside the pivot, pressed by a torque τ.
 *
 *   slider moving +x (free):    N = τ/(e_x + µH), drag µN
 *   slider pulled by F to −x:   locks while e_x/H < µ;  N = (F·H + τ)/e_x
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
import { addError, drive, driveSpeed, meanOf, newErrors, steps, stopDriving } from '../rig.js';

const H = 0.02;
const EX = 0.003;
const RHO = 0.012;
const MU = 0.3;
const TAU = 0.05;
const PULL_N = 50;
const SPEED = 0.02;
const FREE_N = TAU / (EX + MU * H);
/** N = (F·H' + τ)/e_x with e_x, H' of the sprag turned by q: taking up 350 N moves them by some 1e-8 m. */
const lockedForce = (q: number): number => {
  const ex = EX * Math.cos(q) + (H - RHO) * Math.sin(q);
  const height = RHO - EX * Math.sin(q) + (H - RHO) * Math.cos(q);
  return (PULL_N * height + TAU) / ex;
};
const LOCKED_N = lockedForce(0);
const SLIDER = 1;

export const sprag: ValidationCase = {
  name: 'sprag',
  title: 'Sprag: free in one direction, locked by friction in the other, free again',
  expected: [
    {
      quantity: 'drag in free direction',
      unit: 'N',
      value: MU * FREE_N,
      tolerance: 1e-4 * MU * FREE_N,
      basis: 'moment balance',
    },
    {
      quantity: 'normal force in free direction',
      unit: 'N',
      value: FREE_N,
      tolerance: 1e-4 * FREE_N,
      basis: 'moment balance',
    },
    {
      quantity: 'backlash until locked',
      unit: 'm',
      value: 0,
      tolerance: SPEED * 1e-3,
      basis: 'one step of the free travel',
    },
    { quantity: 'creep in 1 s of locking', unit: 'm', value: 0, tolerance: 1e-6, basis: 'e_x/H < µ: holds' },
    {
      quantity: 'normal force when locked, against the sprag as it stands',
      unit: 'N',
      value: 0,
      tolerance: 1e-6 * LOCKED_N,
      basis: 'moment balance, statics',
    },
    {
      quantity: 'drag in free direction, again',
      unit: 'N',
      value: MU * FREE_N,
      tolerance: 1e-4 * MU * FREE_N,
      basis: 'unlocks',
    },
    {
      quantity: 'trouble: contact not converged',
      unit: '1',
      value: 0,
      tolerance: 0,
      basis: 'no trouble not_converged',
    },
  ],
  async measure(lab) {
    const model = oneWay();
    const engine = await lab.start(model);
    drive(engine, model, 1, { feedforward: -TAU });
    driveSpeed(engine, model, 0, SPEED);
    const [drag, normal, again] = [newErrors(), newErrors(), newErrors()];
    steps(engine, 500, (k) => {
      if (k <= 200) return;
      addError(drag, engine.actuatorEffort[0]!);
      addError(normal, engine.contactNormalN[0]!);
    });
    const x0 = engine.coordinate[0]!;
    stopDriving(engine, 0);
    const pull = () => {
      engine.wrench[6 * SLIDER] = -PULL_N;
    };
    steps(engine, 50, () => {}, pull);
    const x1 = engine.coordinate[0]!;
    steps(engine, 1000, () => {}, pull);
    const x2 = engine.coordinate[0]!;
    const locked = engine.contactNormalN[0]! - lockedForce(engine.coordinate[1]!);
    driveSpeed(engine, model, 0, SPEED);
    steps(engine, 300, (k) => k > 150 && addError(again, engine.actuatorEffort[0]!));
    const unconverged = engine.troubles.filter((t) => t.code === 'not_converged').length;
    engine.free();
    return {
      'drag in free direction': meanOf(drag),
      'normal force in free direction': meanOf(normal),
      'backlash until locked': x1 - x0,
      'creep in 1 s of locking': x2 - x1,
      'normal force when locked, against the sprag as it stands': locked,
      'drag in free direction, again': meanOf(again),
      'trouble: contact not converged': unconverged,
    };
  },
};

function oneWay(): EngineModel {
  const s = newBuilder();
  const slider = addBody(s, { massKg: 0.2, inertiaKgM2: [1e-4, 1e-3, 1e-3], pose: poseAt([0, -0.01, 0]) });
  addShape(s, slider, { kind: 'box', halfExtentsM: [0.15, 0.01, 0.01] }, { friction: MU });
  const i = 0.5 * 0.05 * RHO ** 2;
  const round = addBody(s, { massKg: 0.05, inertiaKgM2: [i, i, i], pose: poseAt([EX, RHO, 0]) });
  addShape(s, round, { kind: 'cylinder', radiusM: RHO, halfLengthM: 0.005 }, { friction: MU });
  const rail = addJoint(s, 'prismatic', 0, slider, [0, -0.01, 0], [1, 0, 0]);
  const pivot = addJoint(s, 'revolute', 0, round, [0, H, 0]);
  addActuator(s, addCoordinate(s, rail, 'travel'), 100);
  addActuator(s, addCoordinate(s, pivot, 'angle'), 1);
  s.contactPairs.push([slider, round]);
  return buildModel(s, { gravity: [0, 0, 0] });
}
