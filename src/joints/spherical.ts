import { z } from 'zod';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';

/** Ball in a socket: the origins coincide, b turns freely. It names no coordinate. */
export const spherical = defineJoint({
  kind: 'spherical',
  fields: z.strictObject({}),
  freedom: [false, false, false, true, true, true],
  coordinates: [],
  regionsOverlap,
});
