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

/** Sleeve on a shaft: b turns about and slides along the z axis. Coordinates: angle [rad], then travel [m]. */
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
