import { z } from 'zod';
import { quantity3, vector3 } from '../core/quantity.js';
import type { Vec3 } from '../core/vector.js';
import { bodyName } from '../scene/index.js';

/** Body that a motion is measured against; the world unless said otherwise. */
export const referenceBody = () => bodyName().default('world');

/** Group of bodies, at least one. */
export const bodyGroup = () => z.array(bodyName()).min(1);

/** Two groups of bodies that something is read between. */
export const twoGroups = () => ({
  groupA: bodyGroup().describe('Bodies of the first group.'),
  groupB: bodyGroup().describe('Bodies of the second group.'),
});

/** Point given in the world at t = 0; it then moves with its body. */
export const worldPoint = () => quantity3('m').describe('Point in the world at t = 0; it moves with its body.');

/** Direction given in the world at t = 0; it need not be unit length, and then turns with the reference body. */
export const worldAxis = () =>
  vector3()
    .refine((v: Vec3) => Math.hypot(...v) > 1e-9, { error: 'must not have length zero' })
    .describe('Direction in the world at t = 0; it turns with the reference body.');
