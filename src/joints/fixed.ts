import { z } from 'zod';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';

/** Rigid connection of two bodies whose reaction is wanted, or which may be released; else merge the parts in one body. */
export const fixed = defineJoint({
  kind: 'fixed',
  fields: z.strictObject({}),
  freedom: [false, false, false, false, false, false],
  coordinates: [],
  regionsOverlap,
});
