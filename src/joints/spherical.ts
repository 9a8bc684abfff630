import { z } from 'zod';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';

/**
 * Ball in a socket: the two frame origins coincide, b turns freely. It has no coordinate.
 *
 *   p_ab = 0
 *
 * Drives and signals name an angle of the body instead: a drive on `{ body, reference, frame }`, the signals `body-
 * angle` and `tilt`.
 *
 * @limits No friction, no damping and no stops of its own: let the source geometry touch (`collides`) where the
 * socket ends the swing, or add a model such as `rotary-damper`.
 * @source coinciding points
 */
export const spherical = defineJoint({
  kind: 'spherical',
  fields: z.strictObject({}),
  freedom: [false, false, false, true, true, true],
  coordinates: [],
  regionsOverlap,
});
