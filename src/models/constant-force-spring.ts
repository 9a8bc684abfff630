import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineModel } from './define.js';
import { linearOf, linearTarget, standsFor } from './fields.js';

/** F, its start, and the deflection over which it builds up. */
export interface ConstantForceLaw {
  readonly force: number;
  readonly start: number;
  readonly rise: number;
}

/**
 * Effort of a constant-force spring: it pulls its coordinate back towards `start`.
 *
 *   x = q − start     effort = −F·clamp(x/rise, 0, 1)     V = F·x²/(2·rise) below `rise`, F·(x − rise/2) above
 *
 * @returns effort on the coordinate [N], ≤ 0
 */
export function constantForceEffort(q: number, { force: F, start, rise }: ConstantForceLaw): number {
  return -F * Math.max(0, Math.min(1, (q - start) / rise));
}

/** Its stored energy [J]. */
export function constantForceEnergy(q: number, { force: F, start, rise }: ConstantForceLaw): number {
  const x = q - start;
  if (x <= 0) return 0;
  return x < rise ? (0.5 * F * x * x) / rise : F * (x - 0.5 * rise);
}

const fields = z.strictObject({
  on: linearTarget().describe('The distance or travel that it pulls on.'),
  forceN: quantity('N').nonnegative().describe('Its pull.'),
  startM: quantity('m').describe('Length, or travel, at which the strip is wound up: no force there or below.'),
  riseM: quantity('m')
    .positive()
    .describe('Extension over which the force builds up; 1.25 drum diameters for a rolled strip.'),
  usableM: quantity('m').positive().optional().describe('Length of the strip, as extension beyond the start.'),
  ...standsFor(),
});

type Spec = z.output<typeof fields>;

const lawOf = (spec: Spec): ConstantForceLaw => ({ force: spec.forceN, start: spec.startM, rise: spec.riseM });

/**
 * Constant-force spring (rolled strip, or a weight on a cord in small space) between two points or along a travel.
 *
 * @limits no mass of the strip or drum, no friction in it
 * @source force independent of extension after about 1.25 turns: makers' data
 */
export const constantForceSpring = defineModel({
  kind: 'constant-force-spring',
  fields,
  coordinates: (spec) => [linearOf(spec.on)],
  isConservative: true,
  effort: (spec, q, _qd, effort) => {
    effort[0] = constantForceEffort(q[0]!, lawOf(spec));
  },
  energy: (spec, q) => constantForceEnergy(q[0]!, lawOf(spec)),
  tangent: (spec, q, stiffness) => {
    const x = q[0]! - spec.startM;
    stiffness[0] = x > 0 && x < spec.riseM ? spec.forceN / spec.riseM : 0;
  },
  range: ({ on, startM, usableM }) => {
    if (usableM === undefined) return [];
    const meaning = 'the strip has run off its drum';
    const coordinate = linearOf(on);
    return [{ coordinate, lower: Number.NEGATIVE_INFINITY, upper: startM + usableM, meaning, stopsActing: false }];
  },
});
