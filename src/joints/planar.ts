import { z } from 'zod';
import { angleAboutAxis } from './axis-coordinates.js';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';
import { bearingFriction, rotaryResistance } from './resistance-fields.js';

/**
 * Slab on a plane: b slides in the xy plane of the joint frame and turns about its z axis. Coordinate: that angle
 * [rad].
 *
 *   p_ab·z_a = 0      z_a·z_b = 1      q = atan2(x_b·y_a, x_b·x_a)
 *
 * The two travels are no coordinates of the joint: read them with `body-travel`, drive them on `{ body, reference,
 * frame }`. Friction and damping act on the angle.
 *
 * @limits Two-sided: the slab cannot lift off. Sliding is free of friction; where it matters, leave the joint out and
 * let the faces touch.
 * @source coinciding planes
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
