import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineModel } from './define.js';
import { angleOf, standsFor, target } from './fields.js';

/**
 * Drag of a governor: −(c₁ + c₂·|ω|)·ω, the fluid's shear and the drag of its vanes.
 *
 * @param c1 [N·m·s/rad] ≥ 0
 * @param c2 drag at 1 rad/s: torque over speed squared [N·m·s²/rad²] ≥ 0
 * @returns torque [N·m], against ω
 */
export function governorTorque(omega: number, c1: number, c2: number): number {
  return -(c1 + c2 * Math.abs(omega)) * omega;
}

/** Speed [rad/s] at which a governor balances the torque τ ≥ 0: c₁ω + c₂ω² = τ. */
export function governedSpeed(tau: number, c1: number, c2: number): number {
  if (c2 === 0) return tau / c1;
  return (2 * tau) / (c1 + Math.sqrt(c1 * c1 + 4 * c2 * tau));
}

/** c₂ of vanes that make the torque τ₁ at the speed ω₁. */
export const vaneDrag = (torque: number, speed: number): number => torque / speed ** 2;

const fields = z.strictObject({
  on: target().describe('The coordinate that it acts on.'),
  dampingNmSPerRad: quantity('N·m·s/rad').nonnegative().default(0).describe('Torque per speed.'),
  vaneTorqueNm: quantity('N·m')
    .nonnegative()
    .default(0)
    .describe('Torque of the vanes at `vaneSpeedRadPerS`; it grows with the square of the speed.'),
  vaneSpeedRadPerS: quantity('rad/s').positive().default(1).describe('Speed at which the vanes have their torque.'),
  ...standsFor(),
});

/**
 * Viscous governor: an air brake or a fluid brake that lets a driven train run at an even speed.
 *
 *   effort = −(c₁ + c₂·|ω|)·ω          steady at c₁ω + c₂ω² = driving torque
 *
 * @limits the vane drag is taken at the speed of the step before; no inertia of the vanes: give them a body
 * @source drag of vanes ∝ speed², shear ∝ speed
 */
export const viscousGovernor = defineModel({
  kind: 'viscous-governor',
  fields,
  coordinates: (spec) => [angleOf(spec.on)],
  rows: (spec) => [
    {
      terms: [{ coordinate: 0, factor: 1 }],
      behavior: {
        kind: 'damping',
        linear: spec.dampingNmSPerRad,
        quadratic: vaneDrag(spec.vaneTorqueNm, spec.vaneSpeedRadPerS),
      },
    },
  ],
});
