import { z } from 'zod';
import { angleAboutAxis, travelAlongAxis } from './axis-coordinates.js';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';
import {
  angleLimits,
  angleLimitsOf,
  bearingFriction,
  linearResistance,
  rotaryResistance,
  travelLimits,
  travelLimitsOf,
} from './resistance-fields.js';

/**
 * Sleeve on a shaft: b turns about the z axis of the joint frame and slides along it. Coordinates: the angle [rad],
 * then the travel [m].
 *
 *   q = atan2(x_b·y_a, x_b·x_a)      s = p_ab·z_a          both 0 at the start
 *
 * A drive acts on the coordinate of its own motion; signals choose with `coordinate`. Friction, damping and stops are
 * those of `revolute` and `prismatic`, each on its own coordinate; the two frictions do not share one cone.
 *
 * @limits An ideal bearing: no play, no elasticity. A screw thread is not a cylindrical joint: nothing couples the
 * two coordinates.
 * @source the right-handed angle about an axis; Coulomb friction
 */
export const cylindrical = defineJoint({
  kind: 'cylindrical',
  fields: z.strictObject({
    angleLimits: angleLimits().optional().describe('Hard stops of the angle.'),
    travelLimits: travelLimits().optional().describe('Hard stops of the travel.'),
    ...rotaryResistance(),
    ...linearResistance(),
  }),
  freedom: [false, false, true, false, false, true],
  coordinates: [
    {
      suffix: '',
      motion: 'angle',
      value: angleAboutAxis,
      limits: (spec) => angleLimitsOf(spec.angleLimits),
      dryFriction: (spec) => spec.frictionTorqueNm,
      damping: (spec) => spec.dampingNmSPerRad,
      reactionFriction: bearingFriction,
    },
    {
      suffix: 'travel',
      motion: 'travel',
      value: travelAlongAxis,
      limits: (spec) => travelLimitsOf(spec.travelLimits),
      dryFriction: (spec) => spec.frictionForceN,
      damping: (spec) => spec.dampingNSPerM,
      reactionFriction: (spec) => spec.guideFrictionCoefficient,
    },
  ],
  regionsOverlap,
});
