import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineModel } from './define.js';
import { angleOf, standsFor, target } from './fields.js';

const fields = z.strictObject({
  on: target().describe('Angle of one side against the other.'),
  freeDirection: z
    .enum(['positive', 'negative'])
    .default('positive')
    .describe('The direction in which it turns freely.'),
  backlashRad: quantity('rad')
    .nonnegative()
    .default(0)
    .describe('How far it turns back before it grips: less than this, whatever has gone before.'),
  dragTorqueNm: quantity('N·m').nonnegative().default(0).describe('Torque of the rollers while it overruns.'),
  ...standsFor(),
});

/**
 * One-way clutch (roller or sprag clutch, silent): free in one direction, rigid in the other.
 *
 *   s = ±q: s never falls more than the backlash below its highest value so far; λ ≥ 0
 *
 * @limits no slip torque: a clutch that may slip has a friction clutch in series; no wind-up
 * @source unilateral contact without restitution
 */
export const oneWayClutch = defineModel({
  kind: 'one-way-clutch',
  fields,
  coordinates: (spec) => [angleOf(spec.on)],
  rows: (spec) => {
    const terms = [{ coordinate: 0, factor: spec.freeDirection === 'positive' ? 1 : -1 }];
    const grip = { terms, behavior: { kind: 'one-way', play: spec.backlashRad } } as const;
    if (spec.dragTorqueNm === 0) return [grip];
    return [grip, { terms, behavior: { kind: 'friction', cap: spec.dragTorqueNm } }];
  },
});
