import { z } from 'zod';
import { bodyName } from '../scene/index.js';
import { defineSignal } from './define.js';
import { referenceBody, worldAxis } from './fields.js';
import { relativeAngularVelocity } from './relative-velocity.js';
import { axisInBody, dotOf, normOf, rotateToWorld, scratch } from './view-vectors.js';

/** Angular speed of a body against a reference body [rad/s]: the magnitude, or the signed component about `axis`. */
export const bodyAngularSpeed = defineSignal({
  kind: 'body-angular-speed',
  fields: z.strictObject({
    body: bodyName().describe('The body whose motion is measured.'),
    reference: referenceBody().describe('The body that it is measured against; its axes carry points and directions.'),
    axis: worldAxis().optional().describe('Component about this; without it the magnitude.'),
  }),
  unit: () => 'rad/s',
  bind: (spec, index) => {
    const body = index.body(spec.body);
    const reference = index.body(spec.reference);
    const e_R = spec.axis && axisInBody(index, spec.reference, spec.axis);
    const [w, e] = [scratch(), scratch()];
    return (view) => {
      relativeAngularVelocity(view, body, reference, w);
      if (e_R === undefined) return normOf(w);
      rotateToWorld(view.pose, reference, e_R, e);
      return dotOf(e, w);
    };
  },
});
