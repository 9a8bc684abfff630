/**
 * Heavy symmetric top in steady precession about the vertical.
 *
 *   m·g·l = Ω·(I₃ω₃ − I₁'Ω·cos θ),  I₁' about the pivot     tilt θ stays, azimuth = Ω·t
 *   pivot force: m·g up, m·l·sin θ·Ω² inwards
 *
 * Source: Goldstein, Classical Mechanics, §5.7.
 */
import { addBody, addJoint, buildModel, newBuilder, poseAt } from '../../benchmarks/dynamics/model-builder.js';
import { add, rotate, scale, type Vec3 } from '../../src/core/vector.js';
import type { ValidationCase } from '../case.js';
import { addError, effortTimeS, G, newErrors, poseOf, rmsOf, steps } from '../rig.js';

const MASS_KG = 0.1;
const ARM_M = 0.04;
const I1 = 4e-5;
const I3 = 5e-5;
const TILT = Math.PI / 6;
const OMEGA = 4;
const END_S = 3;
const STEP_S = 1e-3;
const PIVOT_I1 = I1 + MASS_KG * ARM_M ** 2;
const SPIN = (MASS_KG * G * ARM_M + PIVOT_I1 * OMEGA ** 2 * Math.cos(TILT)) / (I3 * OMEGA);
const WEIGHT_N = MASS_KG * G;

export const top: ValidationCase = {
  name: 'spinning-top',
  title: 'Heavy symmetric top in steady precession, 3 s',
  expected: [
    {
      quantity: 'azimuth after 3 s',
      unit: 'rad',
      value: OMEGA * END_S,
      tolerance: 1e-4 * OMEGA * END_S,
      basis: 'steady precession, 1e-4 in motion',
    },
    { quantity: 'largest change of tilt', unit: 'rad', value: 0, tolerance: 1e-4, basis: 'no nutation' },
    {
      quantity: 'pivot force, RMS error',
      unit: 'N',
      value: 0,
      tolerance: 1e-4 * WEIGHT_N,
      basis: '1e-4 of the weight in motion',
    },
    { quantity: 'largest joint separation', unit: 'm', value: 0, tolerance: 1e-8, basis: 'pivot' },
  ],
  async measure(lab) {
    const axis: Vec3 = [Math.sin(TILT), 0, Math.cos(TILT)];
    const s = newBuilder();
    const body = addBody(s, {
      massKg: MASS_KG,
      inertiaKgM2: [I1, I1, I3],
      pose: poseAt(scale(axis, ARM_M), TILT, [0, 1, 0]),
      linearVelocityMPerS: [0, OMEGA * ARM_M * Math.sin(TILT), 0],
      angularVelocityRadPerS: add([0, 0, OMEGA], scale(axis, SPIN - OMEGA * Math.cos(TILT))),
    });
    addJoint(s, 'spherical', 0, body, [0, 0, 0]);
    const engine = await lab.start(buildModel(s, { gravity: [0, 0, -G], stepS: STEP_S }));
    const force = newErrors();
    let [azimuth, tilt, separation] = [0, 0, 0];
    steps(engine, END_S / STEP_S, (k) => {
      const [x, y, z] = rotate(poseOf(engine, body).rotation, [0, 0, 1]);
      const angle = Math.atan2(y, x);
      azimuth += Math.atan2(Math.sin(angle - azimuth), Math.cos(angle - azimuth));
      tilt = Math.max(tilt, Math.abs(Math.acos(z) - TILT));
      separation = Math.max(separation, engine.jointSeparationM[0]!);
      if (k <= 2) return;
      const phase = OMEGA * effortTimeS(engine, STEP_S);
      const inward = MASS_KG * ARM_M * Math.sin(TILT) * OMEGA ** 2;
      const [fx, fy, fz] = [engine.jointReaction[0]!, engine.jointReaction[1]!, engine.jointReaction[2]!];
      addError(force, Math.hypot(fx + inward * Math.cos(phase), fy + inward * Math.sin(phase), fz - WEIGHT_N));
    });
    engine.free();
    return {
      'azimuth after 3 s': azimuth,
      'largest change of tilt': tilt,
      'pivot force, RMS error': rmsOf(force),
      'largest joint separation': separation,
    };
  },
};
