/**
 * A wedge (angle α) between a floor and a vertically guided load W, friction angle φ on both faces.
 *
 *   raising   P = W·tan(α + φ) + (W + w)·tan φ        lifts by x·tan α
 *   lowering  P = −[W·tan(φ − α) + (W + w)·tan φ]     holds by itself while φ > α
 *   little friction: slides out with a;  R = W(…): load W − R·cos(α − φ) = M·a·tan α,
 *   wedge R·sin(α − φ) − µ(w + R·cos(α − φ)) = m·a
 *

 * The wedge is kept in its plane: pulled out freely it yaws, since friction acts ahead of the pull (amended after the first
 * run, where the yaw grew from rounding and the mean force read 1.4 % low).
 *
 * Source: any statics text, e.g. Meriam & Kraige, Statics, §6/5; w = weight of the wedge itself.
 */
import {
  addActuator,
  addBody,
  addJoint,
  addShape,
  buildModel,
  newBuilder,
  poseAt,
} from '../../benchmarks/dynamics/model-builder.js';
import type { EngineModel } from '../../src/dynamics/engine.js';
import type { Lab, ValidationCase } from '../case.js';
import { addError, addFreeCoordinate, driveSpeed, G, meanOf, newErrors, steps, stopDriving } from '../rig.js';

const ALPHA = (10 * Math.PI) / 180;
const MU = 0.3;
const SLICK_MU = 0.05;
const LOAD_KG = 2;
const WEDGE_KG = 0.3;
const W = LOAD_KG * G;
const w = WEDGE_KG * G;
const PHI = Math.atan(MU);
const SPEED = 0.01;
const RAISE = W * Math.tan(ALPHA + PHI) + (W + w) * MU;
const LOWER = -(W * Math.tan(PHI - ALPHA) + (W + w) * MU);
const SLIDE_S = 0.1;

/** Acceleration of the wedge sliding out, from the two equations above. */
function slideAcceleration(): number {
  const beta = ALPHA - Math.atan(SLICK_MU);
  const [s, c] = [Math.sin(beta), Math.cos(beta)];
  // R = (W − M·a·tan α)/c ⇒ (s/c − µ)(W − M·a·tan α) − µw = m·a
  const k = s / c - SLICK_MU;
  return (k * W - SLICK_MU * w) / (WEDGE_KG + k * LOAD_KG * Math.tan(ALPHA));
}
const SLIDE = 0.5 * slideAcceleration() * SLIDE_S ** 2;

const LENGTH_M = 0.2;
const Z = 0.02;
const RISE = Math.tan(ALPHA);
const WEDGE = 2;
const LOAD = 3;

export const wedge: ValidationCase = {
  name: 'wedge',
  title: 'Wedge under a guided load: raising, lowering, self-locking, sliding out',
  expected: [
    { quantity: 'raising force', unit: 'N', value: RAISE, tolerance: 1e-4 * RAISE, basis: '1e-4 in motion' },
    { quantity: 'lift, largest error', unit: 'm', value: 0, tolerance: 1e-6, basis: 'x·tan α at the wedge travel' },
    { quantity: 'lowering force', unit: 'N', value: LOWER, tolerance: -1e-4 * LOWER, basis: '1e-4 in motion' },
    { quantity: 'creep in 2 s of self-locking', unit: 'm', value: 0, tolerance: 1e-6, basis: 'φ > α: holds' },
    {
      quantity: 'travel sliding out, 0.1 s',
      unit: 'm',
      value: SLIDE,
      tolerance: 1e-3 * SLIDE,
      basis: 'constant acceleration; 1e-3 for the first steps in which sliding sets in',
    },
  ],
  async measure(lab) {
    return { ...(await push(lab)), ...(await slideOut(lab)) };
  },
};

/** Floor 1, wedge 2 (thick end at +x), load 3. Travel of the wedge counts inwards, along −x. */
function wedged(friction: number): EngineModel {
  const s = newBuilder();
  const floor = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([0, -0.01, 0]), isGround: true });
  addShape(s, floor, { kind: 'box', halfExtentsM: [0.5, 0.01, 0.1] }, { friction });
  const center = [(2 / 3) * LENGTH_M, (RISE * LENGTH_M) / 3, 0] as const;
  addBody(s, { massKg: WEDGE_KG, inertiaKgM2: [1e-4, 1e-3, 1e-3], pose: poseAt(center) });
  const corner = [
    [0, 0],
    [LENGTH_M, 0],
    [LENGTH_M, RISE * LENGTH_M],
  ] as const;
  const wedgePoints = corner.flatMap(([x, y]) => [-Z, Z].flatMap((z) => [x - center[0], y - center[1], z]));
  addShape(s, WEDGE, { kind: 'hull', verticesM: Float64Array.from(wedgePoints) }, { friction });
  addJoint(s, 'planar', 0, WEDGE, center, [0, 0, 1]);
  const foot = 0.5 * LENGTH_M;
  const seat = [foot, RISE * foot + 0.03, 0] as const;
  addBody(s, { massKg: LOAD_KG, inertiaKgM2: [2e-3, 2e-3, 2e-3], pose: poseAt(seat) });
  const loadPoints = [-0.02, 0.02].flatMap((x) =>
    [RISE * x - 0.03, 0.03].flatMap((y) => [-0.8 * Z, 0.8 * Z].flatMap((z) => [x, y, z])),
  );
  addShape(s, LOAD, { kind: 'hull', verticesM: Float64Array.from(loadPoints) }, { friction });
  addJoint(s, 'prismatic', 0, LOAD, seat, [0, 1, 0]);
  s.excludedPairs.push([floor, LOAD]);
  s.contactPairs.push([WEDGE, LOAD]);
  addActuator(s, addFreeCoordinate(s, 'travel', 0, WEDGE, center, [-1, 0, 0]), 100);
  return buildModel(s);
}

async function push(lab: Lab): Promise<Record<string, number>> {
  const model = wedged(MU);
  const engine = await lab.start(model);
  const y0 = engine.pose[7 * LOAD + 1]!;
  const [raise, lower] = [newErrors(), newErrors()];
  let lift = 0;
  driveSpeed(engine, model, 0, SPEED);
  steps(engine, 1000, (k) => {
    lift = Math.max(lift, Math.abs(engine.pose[7 * LOAD + 1]! - y0 - RISE * engine.coordinate[0]!));
    if (k > 500) addError(raise, engine.actuatorEffort[0]!);
  });
  driveSpeed(engine, model, 0, -SPEED);
  steps(engine, 500, (k) => k > 100 && addError(lower, engine.actuatorEffort[0]!));
  stopDriving(engine, 0);
  steps(engine, 100);
  const from = engine.coordinate[0]!;
  steps(engine, 2000);
  const creep = engine.coordinate[0]! - from;
  engine.free();
  return {
    'raising force': meanOf(raise),
    'lift, largest error': lift,
    'lowering force': meanOf(lower),
    'creep in 2 s of self-locking': creep,
  };
}

async function slideOut(lab: Lab): Promise<Record<string, number>> {
  const engine = await lab.start(wedged(SLICK_MU));
  steps(engine, SLIDE_S * 1000);
  const travel = -engine.coordinate[0]!;
  engine.free();
  return { 'travel sliding out, 0.1 s': travel };
}
