import { z } from 'zod';
import { angleAboutAxis } from './axis-coordinates.js';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';
import { bearingFriction, rotaryResistance } from './resistance-fields.js';

/**
 * Slab on a plane: b slides in the xy plane of the joint frame and turns about z. Coordinate: that angle [rad]; the two
 * travels are read as free-standing coordinates (signal `body-travel`). Friction and damping act on the angle only.
 */
export const planar = defineJoint({
  kind: 'planar',
  fields: z.strictObject({ ...rotaryResistance() }),
  freedom: [true, true, false, false, false, true],
  coordinates: [
    {
      suffix: '',
      motion: 'angle',
      value: angleAboutAxis,
      limits: () => null,
      dryFriction: (spec) => spec.frictionTorqueNm,
      damping: (spec) => spec.dampingNmSPerRad,
      reactionFriction: bearingFriction,
    },
  ],
  regionsOverlap,
});
