import { z } from 'zod';
import { travelAlongAxis } from './axis-coordinates.js';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';
import { linearResistance, travelLimits, travelLimitsOf } from './resistance-fields.js';

/** Slide: b moves along the z axis of the joint frame. Coordinate: that travel [m]. */
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
