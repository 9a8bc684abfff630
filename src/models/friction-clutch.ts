import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineModel } from './define.js';
import { angleOf, standsFor, target } from './fields.js';

const fields = z.strictObject({
  on: target().describe('Angle of one side against the other.'),
  slipTorqueNm: quantity('N·m').nonnegative().describe('Torque at which it slips, standing and sliding.'),
  ...standsFor(),
});

/**
 * Friction clutch, or overload clutch: carries up to its slip torque without creep, and slips with exactly that.
 *
 *   |λ| ≤ τ_slip, q̇ = 0 while it holds; slipping, λ = −τ_slip·sgn(q̇)
 *
 * Two sides J₁, J₂ with the relative speed Δ lock after Δ/(τ·(1/J₁ + 1/J₂)) at the common momentum.
 *
 * @limits static and sliding torque are one; always closed: a clutch that opens is a drive
 * @source Coulomb
 */
export const frictionClutch = defineModel({
  kind: 'friction-clutch',
  fields,
  coordinates: (spec) => [angleOf(spec.on)],
  rows: (spec) => [{ terms: [{ coordinate: 0, factor: 1 }], behavior: { kind: 'friction', cap: spec.slipTorqueNm } }],
});
