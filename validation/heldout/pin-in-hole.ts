/**
 * A pin (radius r) in a hole of 72 flats (inner radius R), clearance R − r = 0.1 mm.
 *
 *   at rest: center (R − r) below the middle, within half a flat of the locus, (R − r)·tan 2.5°; the hole carries the weight
 *   turning slowly, friction angle φ = 32.5° between the flats at 30° and 35°: it climbs into that corner and slides on both,
 *   center at (R − r)/cos 2.5° and φ, torque W·r·sin φ/cos 2.5°   (a round hole: W·r·sin φ, the circle of friction)
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
import { addError, driveSpeed, G, meanOf, newErrors, steps } from '../rig.js';

const PIN_M = 0.004;
const HOLE_M = 0.0041;
const FLATS = 72;
const HALF_FLAT = Math.PI / FLATS;
const CLEARANCE_M = HOLE_M - PIN_M;
const MASS_KG = 0.05;
const WEIGHT_N = MASS_KG * G;
const PHI = 13 * HALF_FLAT;
const RADIUS_M = CLEARANCE_M / Math.cos(HALF_FLAT);
const TORQUE = (WEIGHT_N * PIN_M * Math.sin(PHI)) / Math.cos(HALF_FLAT);
const PIN = 2;

export const pinInHole: ValidationCase = {
  name: 'pin-in-hole',
  title: 'Pin in a hole with 0.1 mm clearance: settling, weight, circle of friction',
  expected: [
    {
      quantity: 'height at rest',
      unit: 'm',
      value: -CLEARANCE_M,
      tolerance: 1e-6,
      basis: 'clearance below the middle',
    },
    {
      quantity: 'offset at rest',
      unit: 'm',
      value: 0,
      tolerance: CLEARANCE_M * Math.tan(HALF_FLAT) + 1e-6,
      basis: 'within the lowest flat, and 1 µm',
    },
    {
      quantity: 'mean vertical reaction at rest',
      unit: 'N',
      value: WEIGHT_N,
      tolerance: 1e-4 * WEIGHT_N,
      basis: 'momentum: mean force = weight',
    },
    {
      quantity: 'turning: offset',
      unit: 'm',
      value: -RADIUS_M * Math.sin(PHI),
      tolerance: 1e-6,
      basis: 'friction angle',
    },
    {
      quantity: 'turning: height',
      unit: 'm',
      value: -RADIUS_M * Math.cos(PHI),
      tolerance: 1e-6,
      basis: 'friction angle',
    },
    {
      quantity: 'turning: torque',
      unit: 'N·m',
      value: TORQUE,
      tolerance: 1e-4 * TORQUE,
      basis: 'circle of friction, 1e-4',
    },
  ],
  async measure(lab) {
    return { ...(await settle(lab)), ...(await turn(lab)) };
  },
};

/** Hole 1 (ground), pin 2 in the plane z = 0, its center at `angle` from the bottom, touching. */
function pinned(angle: number, friction: number): EngineModel {
  const s = newBuilder();
  const hole = addBody(s, { massKg: 1, inertiaKgM2: [1, 1, 1], pose: poseAt([0, 0, 0]), isGround: true });
  const halfExtentsM = [0.0005, 1.2 * HOLE_M * Math.tan(HALF_FLAT), 0.005] as const;
  for (let k = 0; k < FLATS; k++) {
    const turned = 2 * HALF_FLAT * k;
    const r = HOLE_M + halfExtentsM[0];
    const pose = poseAt([r * Math.cos(turned), r * Math.sin(turned), 0], turned);
    addShape(s, hole, { kind: 'box', halfExtentsM }, { pose, friction });
  }
  const at = [CLEARANCE_M * Math.sin(angle), -CLEARANCE_M * Math.cos(angle), 0] as const;
  const i = 0.5 * MASS_KG * PIN_M ** 2;
  const pin = addBody(s, { massKg: MASS_KG, inertiaKgM2: [i, i, i], pose: poseAt(at) });
  addShape(s, pin, { kind: 'cylinder', radiusM: PIN_M, halfLengthM: 0.004 }, { friction });
  const plane = addJoint(s, 'planar', 0, pin, at);
  addActuator(s, addCoordinate(s, plane, 'angle'), 1);
  s.contactPairs.push([hole, pin]);
  return buildModel(s);
}

async function settle(lab: Lab): Promise<Record<string, number>> {
  const engine = await lab.start(pinned(Math.PI / 3, 0.2));
  const weight = newErrors();
  steps(engine, 2000, (k) => k > 1500 && addError(weight, engine.contactForceN[1]!));
  const values = {
    'height at rest': engine.pose[7 * PIN + 1]!,
    'offset at rest': engine.pose[7 * PIN]!,
    'mean vertical reaction at rest': meanOf(weight),
  };
  engine.free();
  return values;
}

async function turn(lab: Lab): Promise<Record<string, number>> {
  const model = pinned(0, Math.tan(PHI));
  const engine = await lab.start(model);
  driveSpeed(engine, model, 0, 2);
  const torque = newErrors();
  steps(engine, 1500, (k) => k > 1000 && addError(torque, engine.actuatorEffort[0]!));
  const values = {
    'turning: offset': engine.pose[7 * PIN]!,
    'turning: height': engine.pose[7 * PIN + 1]!,
    'turning: torque': meanOf(torque),
  };
  engine.free();
  return values;
}
