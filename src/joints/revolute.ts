import { z } from 'zod';
import { angleAboutAxis } from './axis-coordinates.js';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';
import { angleLimits, angleLimitsOf, bearingFriction, rotaryResistance } from './resistance-fields.js';

/** Hinge: b turns about the z axis of the joint frame. Coordinate: that angle [rad], positive right-handed. */
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
