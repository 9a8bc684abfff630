import { z } from 'zod';
import { angleAboutAxis } from './axis-coordinates.js';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';
import { bearingFriction, rotaryResistance } from './resistance-fields.js';

/**
 * Cardan joint: the origins coincide and x_b stays perpendicular to z_a. Coordinate: the turn of the cross about z_a
 * [rad]; the second one, about x_b, is not named. Friction and damping act on the first.
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
