import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineModel } from './define.js';
import { angleOf, linearOf, linearTarget, standsFor, target } from './fields.js';

const dry = (cap: number) => [{ terms: [{ coordinate: 0, factor: 1 }], behavior: { kind: 'friction', cap } as const }];

/**
 * Dry brake on an angle that is always on: a friction pad, a tight bearing, a felt washer.
 *
 *   |λ| ≤ τ, q̇ = 0 while it holds; slipping, λ = −τ·sgn(q̇)
 *
 * It resists with true stiction and never drives. A brake that a phase sets is the drive `rotary-brake`.
 *
 * @limits static and sliding torque are one
 * @source Coulomb
 */
export const steadyRotaryBrake = defineModel({
  kind: 'steady-rotary-brake',
  fields: z.strictObject({
    on: target().describe('The coordinate that it acts on.'),
    torqueNm: quantity('N·m').nonnegative().describe('Torque up to which it holds, and with which it rubs.'),
    ...standsFor(),
  }),
  coordinates: (spec) => [angleOf(spec.on)],
  rows: (spec) => dry(spec.torqueNm),
});

/** Dry brake along a travel or between two points that is always on, as `steadyRotaryBrake` [N]. */
export const steadyLinearBrake = defineModel({
  kind: 'steady-linear-brake',
  fields: z.strictObject({
    on: linearTarget().describe('The distance or travel that it resists.'),
    forceN: quantity('N').nonnegative().describe('Force up to which it holds, and with which it rubs.'),
    ...standsFor(),
  }),
  coordinates: (spec) => [linearOf(spec.on)],
  rows: (spec) => dry(spec.forceN),
});
