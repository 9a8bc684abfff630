import { z } from 'zod';
import { angleAboutAxis } from './axis-coordinates.js';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';
import { angleLimits, angleLimitsOf, bearingFriction, rotaryResistance } from './resistance-fields.js';

/**
 * Hinge: b turns about the z axis of the joint frame, everything else is locked. Coordinate: that angle [rad].
 *
 *   q = atan2(x_b·y_a, x_b·x_a)          right-handed about z, 0 at the start, unwrapped over any number of turns
 *   |τ| ≤ τf + µ·r·|F| while q̇ = 0       the same torque against q̇ while it turns
 *   τ = −c·q̇
 *
 * τf is `frictionTorqueNm`, µ and r are those of `bearing`, F is the reaction force of the joint, c is
 * `dampingNmSPerRad`. A stop holds q within `limits`.
 *
 * @limits An ideal bearing: no play, no elasticity. The radial play of a pin in its hole is measured and reported
 * with the verdict, not simulated. Friction does not depend on the speed.
 * @source the right-handed angle about an axis; Coulomb friction
 */
export const revolute = defineJoint({
  kind: 'revolute',
  fields: z.strictObject({
    limits: angleLimits().optional().describe('Hard stops of the angle.'),
    ...rotaryResistance(),
  }),
  freedom: [false, false, false, false, false, true],
  coordinates: [
    {
      suffix: '',
      motion: 'angle',
      value: angleAboutAxis,
      limits: (spec) => angleLimitsOf(spec.limits),
      dryFriction: (spec) => spec.frictionTorqueNm,
      damping: (spec) => spec.dampingNmSPerRad,
      reactionFriction: bearingFriction,
    },
  ],
  regionsOverlap,
});
