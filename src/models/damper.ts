import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineModel } from './define.js';
import { angleOf, linearOf, linearTarget, standsFor, target } from './fields.js';

const damping = (linear: number) => [
  { terms: [{ coordinate: 0, factor: 1 }], behavior: { kind: 'damping', linear, quadratic: 0 } as const },
];

/**
 * Rotary damper: effort = −c·q̇ [N·m]. Takes c·q̇² of power.
 *
 * @limits linear at every speed; no static friction
 * @source Newtonian shear in a thin gap
 */
export const rotaryDamper = defineModel({
  kind: 'rotary-damper',
  fields: z.strictObject({
    on: target().describe('The coordinate that it acts on.'),
    dampingNmSPerRad: quantity('N·m·s/rad').nonnegative().describe('Torque per speed.'),
    ...standsFor(),
  }),
  coordinates: (spec) => [angleOf(spec.on)],
  rows: (spec) => damping(spec.dampingNmSPerRad),
});

/**
 * Linear damper between two points or along a travel: effort = −c·q̇ [N]. Takes c·q̇² of power.
 *
 * @limits linear at every speed; no gas force (add a spring), no static friction
 * @source Newtonian shear in a thin gap
 */
export const linearDamper = defineModel({
  kind: 'linear-damper',
  fields: z.strictObject({
    on: linearTarget().describe('The distance or travel that it resists.'),
    dampingNSPerM: quantity('N·s/m').nonnegative().describe('Force per speed.'),
    ...standsFor(),
  }),
  coordinates: (spec) => [linearOf(spec.on)],
  rows: (spec) => damping(spec.dampingNSPerM),
});
