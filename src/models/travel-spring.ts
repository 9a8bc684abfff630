import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineModel } from './define.js';
import { standsFor, target, travelOf } from './fields.js';
import { type SpringLaw, springEffort, springEnergy, springStiffness } from './spring-law.js';
import { springRows } from './spring-rows.js';

const fields = z.strictObject({
  on: target().describe('The coordinate that it acts on.'),
  stiffnessNPerM: quantity('N/m').nonnegative().describe('Force per travel.'),
  preloadN: quantity('N')
    .default(0)
    .describe('Force on the travel at t = 0, positive along it: the preload as built in.'),
  dampingNSPerM: quantity('N·s/m').nonnegative().default(0).describe('Inner damping.'),
  solidTravel: z
    .strictObject({
      lowerM: quantity('m').optional().describe('Lower end.'),
      upperM: quantity('m').optional().describe('Upper end.'),
    })
    .optional()
    .describe('Travels at which the coils touch, or a built-in stop acts.'),
  usableTravel: z
    .strictObject({ lowerM: quantity('m').describe('Lower end.'), upperM: quantity('m').describe('Upper end.') })
    .optional()
    .describe('Travels that it is declared for.'),
  ...standsFor(),
});

type Spec = z.output<typeof fields>;

const lawOf = (spec: Spec): SpringLaw => ({
  stiffness: spec.stiffnessNPerM,
  free: 0,
  initial: -spec.preloadN,
  isHeld: true,
});

/**
 * Spring along the travel of a slide.
 *
 *   effort = P − k·x     V = −P·x + ½k·x²      x = travel since t = 0 [m], P = preload [N]
 *   at the solid travels a dead stop, beside it damping −c·ẋ
 *
 * @limits no mass, no surge
 * @source Hooke
 */
export const travelSpring = defineModel({
  kind: 'travel-spring',
  fields,
  coordinates: (spec) => [travelOf(spec.on)],
  isConservative: true,
  effort: (spec, q, _qd, effort) => {
    effort[0] = springEffort(q[0]!, lawOf(spec));
  },
  energy: (spec, q) => springEnergy(q[0]!, lawOf(spec)),
  tangent: (spec, q, stiffness) => {
    stiffness[0] = springStiffness(q[0]!, lawOf(spec));
  },
  rows: (spec) => springRows(spec.dampingNSPerM, spec.solidTravel?.lowerM, spec.solidTravel?.upperM, 0),
  range: ({ on, usableTravel }) => {
    if (usableTravel === undefined) return [];
    const { lowerM: lower, upperM: upper } = usableTravel;
    return [{ coordinate: travelOf(on), lower, upper, meaning: 'the spring is overstressed', stopsActing: false }];
  },
});
