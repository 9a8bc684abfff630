import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineModel } from './define.js';
import { attachment, distanceOf, standsFor } from './fields.js';
import { type SpringLaw, springEffort, springEnergy, springStiffness } from './spring-law.js';
import { springRows } from './spring-rows.js';

const fields = z.strictObject({
  ends: z.array(attachment()).length(2).describe('The two points that it is hung on or seated on.'),
  stiffnessNPerM: quantity('N/m').nonnegative().describe('Force per extension.'),
  freeLengthM: quantity('m')
    .nonnegative()
    .describe('Length without load [m]; with initial tension, the length at which it begins to give.'),
  initialTensionN: quantity('N')
    .nonnegative()
    .default(0)
    .describe('Tension of a close-wound extension spring before it gives.'),
  isHeld: z
    .boolean()
    .default(true)
    .describe('Held at both ends. A spring that only stands between two seats pushes, and never pulls.'),
  dampingNSPerM: quantity('N·s/m').nonnegative().default(0).describe('Inner damping.'),
  solidLengthM: quantity('m')
    .nonnegative()
    .optional()
    .describe('Length at which the coils touch: from there on it is a stop.'),
  longestM: quantity('m').positive().optional().describe('Length at which it is overstretched. Without it, no bound.'),
  ...standsFor(),
});

type Spec = z.output<typeof fields>;

const lawOf = (spec: Spec): SpringLaw => ({
  stiffness: spec.stiffnessNPerM,
  free: spec.freeLengthM,
  initial: spec.initialTensionN,
  isHeld: spec.isHeld,
});

/**
 * Linear spring between two points, along the line that joins them.
 *
 *   effort on the length L = −(P + k·(L − L₀)), on both ends and opposite      V = P·(L − L₀) + ½k·(L − L₀)²
 *   at the solid length a dead stop, beside it damping −c·L̇
 *
 * @limits no mass, no buckling; the line has no direction where the points meet: keep L > 0
 * @source Hooke
 */
export const linearSpring = defineModel({
  kind: 'linear-spring',
  fields,
  coordinates: (spec) => [distanceOf(spec.ends)],
  isConservative: true,
  effort: (spec, q, _qd, effort) => {
    effort[0] = springEffort(q[0]!, lawOf(spec));
  },
  energy: (spec, q) => springEnergy(q[0]!, lawOf(spec)),
  tangent: (spec, q, stiffness) => {
    stiffness[0] = springStiffness(q[0]!, lawOf(spec));
  },
  rows: (spec) => springRows(spec.dampingNSPerM, spec.solidLengthM, undefined, 0),
  range: ({ ends, longestM: upper }) => {
    if (upper === undefined) return [];
    const coordinate = distanceOf(ends);
    return [{ coordinate, lower: 0, upper, meaning: 'the spring is overstretched', stopsActing: false }];
  },
});
