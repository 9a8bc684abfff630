import { z } from 'zod';
import { angleAboutAxis } from './axis-coordinates.js';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';
import { bearingFriction, rotaryResistance } from './resistance-fields.js';

/**
 * Cardan joint: the frame origins coincide, and x_b stays perpendicular to z_a. Coordinate: the turn of the cross
 * about z_a [rad].
 *
 *   p_ab = 0      x_b·z_a = 0      q = atan2(x_b·y_a, x_b·x_a)
 *
 * The second angle, about x_b, is not named: read it with `body-angle`. Friction and damping act on the first.
 *
 * @limits Near a right angle between the two shafts the transmission becomes singular. No stops: let the forks touch.
 * @source coinciding points and two perpendicular axes, as any textbook has the Hooke joint
 */
export const universal = defineJoint({
  kind: 'universal',
  fields: z.strictObject({ ...rotaryResistance() }),
  freedom: [false, false, false, true, false, true],
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
  // Origins together, and x_b·z_a = 0, turned into a length by 0.05 m.
  closure: ({ positionM: [x, y, z], rotation: [qx, qy, qz, qw] }) => [x, y, z, 0.1 * (qx * qz - qw * qy)],
  regionsOverlap,
});
