import { z } from 'zod';
import { defineSignal } from './define.js';
import { bodyGroup } from './fields.js';

/**
 * Largest speed among the present bodies of a group, in the world: of their centers of mass [m/s], or of their turning
 * [rad/s].
 */
export const fastestBody = defineSignal({
  kind: 'fastest-body',
  fields: z.strictObject({
    bodies: bodyGroup().describe('Bodies that are looked at.'),
    motion: z.enum(['travel', 'angle']).describe('Speed of the centers of mass, or of turning.'),
  }),
  unit: (spec) => (spec.motion === 'travel' ? 'm/s' : 'rad/s'),
  bind: (spec, index) => {
    const bodies = spec.bodies.map((name) => index.body(name));
    const offset = spec.motion === 'travel' ? 0 : 3;
    return (view) => {
      let largest = 0;
      for (let k = 0; k < bodies.length; k++) {
        const body = bodies[k]!;
        if (view.bodyPresent !== undefined && view.bodyPresent[body] === 0) continue;
        const row = 6 * body + offset;
        const x = view.velocity[row]!;
        const y = view.velocity[row + 1]!;
        const z = view.velocity[row + 2]!;
        largest = Math.max(largest, x * x + y * y + z * z); // hands NaN on
      }
      return Math.sqrt(largest);
    };
  },
});
