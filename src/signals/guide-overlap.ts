import { z } from 'zod';
import { quantity3 } from '../core/quantity.js';
import { bodyName } from '../scene/index.js';
import { defineSignal } from './define.js';
import { worldAxis } from './fields.js';
import { axisInBody, dotOf, pointInBody, pointToBody, pointToWorld, scratch } from './view-vectors.js';

const ends = () => z.array(quantity3('m')).length(2);

/**
 * Length over which a body and its guide overlap along an axis of the guide [m]; negative when they are apart by that much:
 *
 *   min(upper ends) − max(lower ends)
 *
 * Both lengths are given by their two ends, points in the world at t = 0 that move with their bodies.
 */
export const guideOverlap = defineSignal({
  kind: 'guide-overlap',
  fields: z.strictObject({
    body: bodyName().describe('The guided body.'),
    bodyEndsM: ends().describe('The two ends of its guided length, in the world at t = 0.'),
    guide: bodyName().describe('The body that guides.'),
    guideEndsM: ends().describe('The two ends of the guide, in the world at t = 0.'),
    axis: worldAxis(),
  }),
  unit: () => 'm',
  bind: (spec, index) => {
    const body = index.body(spec.body);
    const guide = index.body(spec.guide);
    const e = axisInBody(index, spec.guide, spec.axis);
    const [first, second] = spec.bodyEndsM.map((point) => pointInBody(index, spec.body, point));
    const [a, b] = spec.guideEndsM.map((point) => dotOf(e, pointInBody(index, spec.guide, point)));
    const lower = Math.min(a!, b!);
    const upper = Math.max(a!, b!);
    const p = scratch();
    return (view) => {
      pointToWorld(view.pose, body, first!, p);
      pointToBody(view.pose, guide, p, p);
      const s = dotOf(e, p);
      pointToWorld(view.pose, body, second!, p);
      pointToBody(view.pose, guide, p, p);
      const t = dotOf(e, p);
      return Math.min(upper, Math.max(s, t)) - Math.max(lower, Math.min(s, t));
    };
  },
});
