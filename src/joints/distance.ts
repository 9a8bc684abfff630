import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import type { Pose, Vec3 } from '../core/vector.js';
import { defineJoint } from './define.js';
import { regionsOverlap } from './region-overlap.js';

/**
 * Translation of frame b in frame a that a rod or cord of the given length leaves unexplained [m]: along the line
 * between the origins, |p| − L for a rod, max(0, |p| − L) for a cord.
 */
function unexplainedOffset(p: Vec3, lengthM: number, isCord: boolean): Vec3 {
  const distance = Math.hypot(p[0], p[1], p[2]);
  if (distance === 0 || (isCord && distance <= lengthM)) return [0, 0, 0];
  const share = 1 - lengthM / distance;
  return [p[0] * share, p[1] * share, p[2] * share];
}

/**
 * Weightless rod, or with `isCord` a cord that only pulls, between the two frame origins; the directions are free. It
 * has no coordinate.
 *
 *   rod  |p_ab| = L          cord  |p_ab| ≤ L
 *
 * L is `lengthM`. Its regions are its two seats: they overlap as long as the rod, taken out, lets them meet.
 *
 * @limits Neither mass nor stretch, and no bearing friction at its ends. A cord goes straight: no pulleys, no
 * contact. The engine `rapier` needs a length above 1 µm.
 * @source |p| = L
 */
export const distance = defineJoint({
  kind: 'distance',
  fields: z.strictObject({
    lengthM: quantity('m').positive().describe('Distance L of the two frame origins.'),
    isCord: z.boolean().default(false).describe('Whether it only pulls: the distance is then at most L.'),
  }),
  freedom: [true, true, true, true, true, true],
  coordinates: [],
  fieldsOfDistance: (spec) => ({ lengthM: spec.lengthM, isCord: spec.isCord }),
  closure: ({ positionM }, { lengthM, isCord }) => {
    const excess = Math.hypot(...positionM) - lengthM;
    return isCord && excess < 0 ? [] : [excess];
  },
  regionsOverlap: (X_AB, regionA, regionB, spec) => {
    if (spec === undefined) return true;
    const seated: Pose = {
      positionM: unexplainedOffset(X_AB.positionM, spec.lengthM, spec.isCord),
      rotation: X_AB.rotation,
    };
    return regionsOverlap(seated, regionA, regionB);
  },
});
