import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineModel } from './define.js';
import { angleOf, standsFor, target } from './fields.js';
import { type SpringLaw, springEffort, springEnergy, springStiffness } from './spring-law.js';
import { springRows } from './spring-rows.js';

const fields = z.strictObject({
  on: target().describe('The coordinate that it acts on.'),
  stiffnessNmPerRad: quantity('N·m/rad').nonnegative().describe('Torque per angle.'),
  preloadNm: quantity('N·m')
    .default(0)
    .describe('Torque on the angle at t = 0, positive along it: the preload as built in.'),
  dampingNmSPerRad: quantity('N·m·s/rad').nonnegative().default(0).describe('Inner damping.'),
  solidAngle: z
    .strictObject({
      lowerRad: quantity('rad').optional().describe('Lower end.'),
      upperRad: quantity('rad').optional().describe('Upper end.'),
    })
    .optional()
    .describe('Angles at which the coils bind or a built-in stop acts.'),
  usableAngle: z
    .strictObject({
      lowerRad: quantity('rad').describe('Lower end.'),
      upperRad: quantity('rad').describe('Upper end.'),
    })
    .optional()
    .describe('Angles that it is declared for.'),
  ...standsFor(),
});

type Spec = z.output<typeof fields>;

const lawOf = (spec: Spec): SpringLaw => ({
  stiffness: spec.stiffnessNmPerRad,
  free: 0,
  initial: -spec.preloadNm,
  isHeld: true,
});

/**
 * Torsion spring: leg spring, flat spiral, torsion bar.
 *
 *   effort = P − k·q     V = −P·q + ½k·q²      q = angle since t = 0, unwrapped [rad], P = preload [N·m]
 *   at the solid angles a dead stop, beside it damping −c·q̇
 *
 * @limits no mass, no friction between coils
 * @source Hooke
 */
export const torsionSpring = defineModel({
  kind: 'torsion-spring',
  fields,
  coordinates: (spec) => [angleOf(spec.on)],
  isConservative: true,
  effort: (spec, q, _qd, effort) => {
    effort[0] = springEffort(q[0]!, lawOf(spec));
  },
  energy: (spec, q) => springEnergy(q[0]!, lawOf(spec)),
  tangent: (spec, q, stiffness) => {
    stiffness[0] = springStiffness(q[0]!, lawOf(spec));
  },
  rows: (spec) => springRows(spec.dampingNmSPerRad, spec.solidAngle?.lowerRad, spec.solidAngle?.upperRad, 0),
  range: ({ on, usableAngle }) => {
    if (usableAngle === undefined) return [];
    const { lowerRad: lower, upperRad: upper } = usableAngle;
    return [{ coordinate: angleOf(on), lower, upper, meaning: 'the spring is overwound', stopsActing: false }];
  },
});
