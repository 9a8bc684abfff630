import { z } from 'zod';
import { quantity3 } from '../core/quantity.js';
import { cornersOf } from '../scene/index.js';
import { defineSignal } from './define.js';
import { bodyGroup } from './fields.js';
import { pointToWorld, scratch } from './view-vectors.js';

/**
 * How far the bodies of a group reach out of a box that is fixed in the world [m]: the largest distance of a corner of
 * their own bounding boxes from the box, 0 while all of them are inside. Absent bodies do not count.
 */
export const outsideBox = defineSignal({
  kind: 'outside-box',
  fields: z.strictObject({
    bodies: bodyGroup().describe('Bodies that are looked at.'),
    minM: quantity3('m').describe('Lowest corner of the box in the world.'),
    maxM: quantity3('m').describe('Highest corner of the box in the world.'),
  }),
  unit: () => 'm',
  bind: (spec, index) => {
    const bodies = spec.bodies.map((name) => index.body(name));
    const corners = spec.bodies.map((name) => {
      const bounds = index.boundsOf!(name);
      return bounds === null ? [] : cornersOf(bounds).map((corner) => Float64Array.from(corner));
    });
    const { minM, maxM } = spec;
    const p = scratch();
    const beyond = (axis: 0 | 1 | 2) => Math.max(0, minM[axis] - p[axis]!, p[axis]! - maxM[axis]);
    return (view) => {
      let largest = 0;
      for (let k = 0; k < bodies.length; k++) {
        const body = bodies[k]!;
        if (view.bodyPresent !== undefined && view.bodyPresent[body] === 0) continue;
        const list = corners[k]!;
        for (let i = 0; i < list.length; i++) {
          pointToWorld(view.pose, body, list[i]!, p);
          largest = Math.max(largest, Math.hypot(beyond(0), beyond(1), beyond(2)));
        }
      }
      return largest;
    };
  },
});
