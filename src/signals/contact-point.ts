import { z } from 'zod';
import { defineSignal } from './define.js';
import { referenceBody, twoGroups, worldAxis } from './fields.js';
import { axisInBody, dotOf, pointInBody, pointToBody, scratch } from './view-vectors.js';

/**
 * Where two groups of bodies push each other, along an axis and seen from a reference body [m]: the mean of the contact
 * points, each with the weight of its normal force. For a flat face it is the center of pressure.
 *
 *   s = e_R · (p_RP − p_RO)      p = Σ N_i·p_i / Σ N_i      O = the world origin at t = 0, carried by the reference like e
 *
 * Not a number while nothing pushes: judge it with `statistic-while` and a `contact-state`.
 *
 * @limits A mean over the recorded step: a point that travels at v along its body is late by up to v times the step. Single
 * points and their forces are recorded with the poses, every 20 ms, and shown by the replay.
 */
export const contactPoint = defineSignal({
  kind: 'contact-point',
  fields: z.strictObject({
    ...twoGroups(),
    reference: referenceBody().describe('The body that it is measured against; its axes carry points and directions.'),
    axis: worldAxis().describe('Direction in the world at t = 0; it turns with the reference body.'),
  }),
  unit: () => 'm',
  bind: (spec, index) => {
    const pairs = index.contactPairs(spec.groupA, spec.groupB);
    const reference = index.body(spec.reference);
    const e_R = axisInBody(index, spec.reference, spec.axis);
    const offset = dotOf(e_R, pointInBody(index, spec.reference, [0, 0, 0]));
    const p = scratch();
    return (view) => {
      let weight = 0;
      p.fill(0);
      for (let k = 0; k < pairs.length; k++) {
        const N = view.contactNormalN[pairs[k]!]!;
        if (N === 0) continue;
        weight += N;
        for (let i = 0; i < 3; i++) p[i]! += N * view.contactPointM[3 * pairs[k]! + i]!;
      }
      for (let i = 0; i < 3; i++) p[i]! /= weight;
      pointToBody(view.pose, reference, p, p);
      return dotOf(e_R, p) - offset;
    };
  },
});
