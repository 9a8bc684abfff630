import { z } from 'zod';
import { bodyName } from '../scene/index.js';
import { defineSignal } from './define.js';
import { referenceBody, worldAxis, worldPoint } from './fields.js';

/**
 * Angle of a body about an axis fixed in a reference body [rad]: right-handed, 0 at t = 0, unwrapped over any number
 * of turns.
 *
 * @limits Meant for bodies that turn about that axis: for other motions it is the projected angle, which jumps as the
 * body tilts by a right angle.
 */
export const bodyAngle = defineSignal({
  kind: 'body-angle',
  fields: z.strictObject({
    body: bodyName().describe('The body whose motion is measured.'),
    reference: referenceBody().describe('The body that it is measured against; its axes carry points and directions.'),
    originM: worldPoint().default([0, 0, 0]).describe('A point on the axis in the world at t = 0.'),
    axis: worldAxis().describe('Direction of the axis in the world at t = 0; it turns with the reference body.'),
  }),
  unit: () => 'rad',
  bind: (spec, index) => {
    const q = index.coordinate({ ...spec, motion: 'angle' });
    return (view) => view.coordinate[q]!;
  },
});
