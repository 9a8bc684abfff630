import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineModel } from './define.js';
import { attachment, distanceOf, standsFor } from './fields.js';

/**
 * Tension of an elastic cord: none while it is slack, and never negative.
 *
 *   x = L − L₀     T = max(0, k·x + c·L̇) for x > 0, else 0          V = ½k·x² for x > 0
 *
 * @returns tension [N] ≥ 0
 */
export function cordTension(length: number, rate: number, free: number, k: number, c: number): number {
  const x = length - free;
  return x > 0 ? Math.max(0, k * x + c * rate) : 0;
}

const fields = z.strictObject({
  ends: z.array(attachment()).length(2).describe('The two points that it ties.'),
  lengthM: quantity('m').positive().describe('Length at which it is just taut.'),
  stiffnessNPerM: quantity('N/m')
    .positive()
    .optional()
    .describe('Pull per stretch; without it the cord does not stretch.'),
  dampingNSPerM: quantity('N·s/m')
    .nonnegative()
    .default(0)
    .describe('Inner damping of an elastic cord while it is taut.'),
  ...standsFor(),
});

/**
 * Cord between two points: it only pulls.
 *
 *   stiff:    L ≤ L₀, λ ≤ 0 on L; it catches dead, without bouncing
 *   elastic:  effort on L = −cordTension
 *
 * @limits no mass, no bending, runs straight from end to end; damping with c·h/m < 1
 * @source unilateral constraint; Hooke
 */
export const cord = defineModel({
  kind: 'cord',
  fields,
  coordinates: (spec) => [distanceOf(spec.ends)],
  effort: (spec, q, qd, effort) => {
    const { lengthM, stiffnessNPerM: k, dampingNSPerM: c } = spec;
    effort[0] = k === undefined ? 0 : -cordTension(q[0]!, qd[0]!, lengthM, k, c);
  },
  energy: ({ lengthM, stiffnessNPerM: k }, q) => 0.5 * (k ?? 0) * Math.max(0, q[0]! - lengthM) ** 2,
  tangent: ({ lengthM, stiffnessNPerM: k }, q, stiffness) => {
    stiffness[0] = q[0]! > lengthM ? (k ?? 0) : 0;
  },
  rows: ({ lengthM, stiffnessNPerM }) => {
    if (stiffnessNPerM !== undefined) return [];
    const behavior = { kind: 'stops', lower: Number.NEGATIVE_INFINITY, upper: lengthM } as const;
    return [{ terms: [{ coordinate: 0, factor: 1 }], behavior, origin: 0 }];
  },
});
