import { z } from 'zod';
import { bodyName } from '../scene/index.js';
import { defineSignal } from './define.js';
import { referenceBody, worldAxis, worldPoint } from './fields.js';

/**
 * Travel of a point of a body along an axis fixed in a reference body [m]; 0 at t = 0.
 */
export const bodyTravel = defineSignal({
  kind: 'body-travel',
  fields: z.strictObject({
    body: bodyName().describe('The body whose motion is measured.'),
    reference: referenceBody().describe('The body that it is measured against; its axes carry points and directions.'),
    originM: worldPoint().default([0, 0, 0]).describe('The point of the body, in the world at t = 0.'),
    axis: worldAxis().describe('Direction of the axis in the world at t = 0; it turns with the reference body.'),
  }),
  unit: () => 'm',
  bind: (spec, index) => {
    const q = index.coordinate({ ...spec, motion: 'travel' });
    return (view) => view.coordinate[q]!;
  },
});
