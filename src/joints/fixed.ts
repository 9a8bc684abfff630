import { z } from 'zod';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';

/**
 * Rigid connection of two bodies. It has no coordinate.
 *
 *   p_ab = 0      R_ab = 1
 *
 * Use it where the reaction is wanted, or where the connection may break (`breaking`) or come apart; else put both
 * parts in one body, which costs nothing.
 *
 * @limits Perfectly stiff up to its breaking load.
 * @source coinciding frames
 */
export const fixed = defineJoint({
  kind: 'fixed',
  fields: z.strictObject({}),
  freedom: [false, false, false, false, false, false],
  coordinates: [],
  regionsOverlap,
});
