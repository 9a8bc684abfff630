/**
 * A carriage on two parallel rails, both full prismatic joints (five locked directions too many), with dry friction.
 *
 *   ẍ = (F − 2τ)/m      Σ F_z = m·g      Σ moments about the centre of mass = 0, friction included
 *
 * How the rails share the load is not determined; sums are.
 */
import {
  addBody,
  addCoordinate,
  addJoint,
  boxInertia,
  buildModel,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import { add, cross, subtract, type Vec3 } from '../../src/core/vector.js';
import type { ValidationCase } from '../case.js';
import { G, poseOf, steps, vectorAt } from '../rig.js';

const MASS_KG = 5;
const PUSH_N = 20;
const FRICTION_N = 2;
const END_S = 0.5;
const CENTER: Vec3 = [0.02, 0.03, 0.05];
const RAILS: readonly Vec3[] = [
  [0, 0.1, 0],
  [0, -0.1, 0],
];
const TRAVEL = (0.5 * END_S ** 2 * (PUSH_N - 2 * FRICTION_N)) / MASS_KG;
/** Moment of both friction forces (−τ, 0, 0) about the centre of mass, which the reactions must balance. */
const FRICTION_MOMENT = RAILS.map((rail) => cross(subtract(rail, CENTER), [-FRICTION_N, 0, 0])).reduce(add);
const WEIGHT_N = MASS_KG * G;

export const twoRails: ValidationCase = {
  name: 'two-rails',
  title: 'Over-constrained slide on two rails: travel, sum of reactions and of moments',
  expected: [
    { quantity: 'travel at 0.5 s', unit: 'm', value: TRAVEL, tolerance: 1e-6 * TRAVEL, basis: 'constant acceleration' },
    { quantity: 'sum of reactions along z', unit: 'N', value: WEIGHT_N, tolerance: 1e-6 * WEIGHT_N, basis: 'weight' },
    { quantity: 'sum of reactions along y', unit: 'N', value: 0, tolerance: 1e-6 * WEIGHT_N, basis: 'no side load' },
    {
      quantity: 'moment of reactions about y',
      unit: 'N·m',
      value: -FRICTION_MOMENT[1],
      tolerance: 1e-6 * WEIGHT_N * 0.1,
      basis: 'no rotation; 1e-6 of weight times half the gauge',
    },
    {
      quantity: 'moment of reactions about z',
      unit: 'N·m',
      value: -FRICTION_MOMENT[2],
      tolerance: 1e-6 * WEIGHT_N * 0.1,
      basis: 'no rotation; 1e-6 of weight times half the gauge',
    },
    { quantity: 'largest joint separation', unit: 'm', value: 0, tolerance: 1e-8, basis: 'rails are straight' },
  ],
  async measure(lab) {
    const s = newBuilder();
    const carriage = addBody(s, {
      massKg: MASS_KG,
      inertiaKgM2: boxInertia(MASS_KG, 0.2, 0.25, 0.1),
      pose: poseAt(CENTER),
    });
    for (const rail of RAILS) {
      addCoordinate(s, addJoint(s, 'prismatic', 0, carriage, rail, [1, 0, 0]), 'travel', { dryFriction: FRICTION_N });
    }
    const engine = await lab.start(buildModel(s, { gravity: [0, 0, -G] }));
    let separation = 0;
    const push = () => {
      engine.wrench[6 * carriage] = PUSH_N;
    };
    steps(
      engine,
      END_S * 1000,
      () => {
        separation = Math.max(separation, ...engine.jointSeparationM);
      },
      push,
    );
    const center = poseOf(engine, carriage).positionM;
    let force: Vec3 = [0, 0, 0];
    let moment: Vec3 = [0, 0, 0];
    RAILS.forEach((rail, j) => {
      const arm = subtract(add(rail, [center[0] - CENTER[0], 0, 0]), center);
      const f = vectorAt(engine.jointReaction, 6 * j);
      force = add(force, f);
      moment = add(moment, add(vectorAt(engine.jointReaction, 6 * j + 3), cross(arm, f)));
    });
    const travel = engine.coordinate[0]!;
    engine.free();
    return {
      'travel at 0.5 s': travel,
      'sum of reactions along z': force[2],
      'sum of reactions along y': force[1],
      'moment of reactions about y': moment[1],
      'moment of reactions about z': moment[2],
      'largest joint separation': separation,
    };
  },
};
