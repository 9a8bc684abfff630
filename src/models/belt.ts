import { z } from 'zod';
import type { Issue } from '../core/errors.js';
import { quantity } from '../core/quantity.js';
import { dot } from '../core/vector.js';
import { PARALLEL_RAD, sineBetween } from './axes.js';
import { type CoordinateGeometry, defineModel } from './define.js';
import { angleOf, efficiency, standsFor, target } from './fields.js';
import { carriedWheels, noCarrierIssue } from './gear-pair.js';
import { lossOfEfficiency, meshBehavior } from './row.js';

const fields = z.strictObject({
  pulleys: z
    .array(
      z.strictObject({
        on: target().describe('Its angle.'),
        pitchRadiusM: quantity('m').positive().describe('Radius at which the belt runs.'),
      }),
    )
    .length(2)
    .describe('The two pulleys, on parallel axes.'),
  isCrossed: z.boolean().default(false).describe('A crossed belt turns the second pulley the other way.'),
  slackM: quantity('m')
    .nonnegative()
    .default(0)
    .describe(
      'Play along the belt between pulling one way and the other: twice the sag that the slack strand can take up.',
    ),
  efficiency: efficiency().describe('Power out over power in, the same in both directions.'),
  slipForceN: quantity('N')
    .positive()
    .optional()
    .describe('Force at which a belt slips on its pulleys. Chains and toothed belts have none.'),
  ...standsFor(),
});

type Spec = z.output<typeof fields>;

/** Factors of the pulleys [m]: s = rA·qA ∓ rB·qB, minus for an open belt about axes of one direction. */
function factorsOf(spec: Spec, geometry: readonly CoordinateGeometry[]): readonly [number, number] {
  const wheels = carriedWheels(geometry)!;
  const same = Math.sign(dot(wheels[0].axis, wheels[1].axis)) * (spec.isCrossed ? -1 : 1);
  const [rA, rB] = [spec.pulleys[0]!.pitchRadiusM, spec.pulleys[1]!.pitchRadiusM];
  return [rA, -same * rB];
}

/**
 * Belt or chain over two pulleys with parallel axes.
 *
 *   s = rA·qA − rB·qB = 0 [m], or |s| ≤ slack/2, or |λ| ≤ slip force          λ = difference of the strand tensions [N]
 *
 * The efforts react on the body that carries both. Loss: dry friction on the first pulley in proportion to λ.
 *
 * @limits no mass, no stretch, no sag; the pull of the strands on the bearings is not applied
 * @source equal rim speeds
 */
export const belt = defineModel({
  kind: 'belt',
  fields,
  coordinates: (spec) => spec.pulleys.map(({ on }) => angleOf(on)),
  rows: (spec, geometry) => {
    const terms = factorsOf(spec, geometry).map((factor, coordinate) => ({ coordinate, factor }));
    const behavior =
      spec.slipForceN === undefined ? meshBehavior(spec.slackM) : ({ kind: 'friction', cap: spec.slipForceN } as const);
    return [{ terms, behavior, loss: lossOfEfficiency(spec.efficiency, 0) }];
  },
  issues: (spec, geometry): readonly Issue[] => {
    const wheels = carriedWheels(geometry);
    if (wheels === null) return [noCarrierIssue];
    const issues: Issue[] = [];
    if (sineBetween(wheels[0].axis, wheels[1].axis) > PARALLEL_RAD) {
      const fix = 'Give both pulleys parallel axes.';
      issues.push({ code: 'axes_inclined', path: [], message: 'the axes of the pulleys are not parallel', fix });
    }
    if (spec.slipForceN !== undefined && spec.slackM > 0) {
      const fix = 'A belt that slips is taut: leave out slackM, or slipForceN.';
      issues.push({ code: 'slack_and_slip', path: ['slackM'], message: 'has slack and a slip force', fix });
    }
    return issues;
  },
});
