import { z } from 'zod';
import { travelAlongAxis } from './axis-coordinates.js';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';
import { linearResistance, travelLimits, travelLimitsOf } from './resistance-fields.js';

/**
 * Slide: b moves along the z axis of the joint frame, everything else is locked. Coordinate: that travel [m].
 *
 *   q = p_ab·z_a                         0 at the start
 *   |F| ≤ Ff + µ·|N| while q̇ = 0         the same force against q̇ while it moves
 *   F = −c·q̇
 *
 * Ff is `frictionForceN`, µ is `guideFrictionCoefficient`, N is the reaction force across the axis, c is
 * `dampingNSPerM`. A stop holds q within `limits`.
 *
 * @limits An ideal guide: no play, no elasticity. It does not jam by tilting: the friction of a long lever on a short
 * guide is only that of N. To see a drawer jam, leave the joint out and let the source geometry touch.
 * @source Coulomb friction
 */
export const prismatic = defineJoint({
  kind: 'prismatic',
  fields: z.strictObject({
    limits: travelLimits().optional().describe('Hard stops of the travel.'),
    ...linearResistance(),
  }),
  freedom: [false, false, true, false, false, false],
  coordinates: [
    {
      suffix: '',
      motion: 'travel',
      value: travelAlongAxis,
      limits: (spec) => travelLimitsOf(spec.limits),
      dryFriction: (spec) => spec.frictionForceN,
      damping: (spec) => spec.dampingNSPerM,
      reactionFriction: (spec) => spec.guideFrictionCoefficient,
    },
  ],
  regionsOverlap,
});
