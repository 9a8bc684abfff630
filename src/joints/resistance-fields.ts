import { z } from 'zod';
import { quantity } from '../core/quantity.js';

const restitution = () =>
  z.number().min(0).max(1).default(0).describe('Rebound speed over impact speed at the stop: 0 stops dead.');

/** Schema of the hard stops of an angle: it stays in [lowerRad, upperRad]; restitution 0 stops dead. */
export const angleLimits = () =>
  z
    .strictObject({
      lowerRad: quantity('rad').describe('Lower stop.'),
      upperRad: quantity('rad').describe('Upper stop.'),
      restitutionCoefficient: restitution(),
    })
    .refine((limits) => limits.lowerRad <= limits.upperRad, {
      path: ['upperRad'],
      error: 'must not be below lowerRad',
    });

/** Schema of the hard stops of a travel: it stays in [lowerM, upperM]; restitution 0 stops dead. */
export const travelLimits = () =>
  z
    .strictObject({
      lowerM: quantity('m').describe('Lower stop.'),
      upperM: quantity('m').describe('Upper stop.'),
      restitutionCoefficient: restitution(),
    })
    .refine((limits) => limits.lowerM <= limits.upperM, { path: ['upperM'], error: 'must not be below lowerM' });

/** Dry friction with true stiction and viscous damping of a joint that turns, both ≥ 0; the default is none. */
export const rotaryResistance = () => ({
  frictionTorqueNm: quantity('N·m').nonnegative().default(0).describe('Dry friction, with true stiction.'),
  dampingNmSPerRad: quantity('N·m·s/rad').nonnegative().default(0).describe('Viscous damping.'),
  bearing: z
    .strictObject({
      frictionCoefficient: z.number().nonnegative().describe('Coulomb coefficient µ of the bearing.'),
      radiusM: quantity('m').positive().describe('Radius r on which it rubs.'),
    })
    .optional()
    .describe(
      'Friction of a plain bearing, in proportion to its load: torque µ·r·|reaction force|, beside `frictionTorqueNm`.',
    ),
});

/** Dry friction with true stiction and viscous damping of a joint that slides, both ≥ 0; the default is none. */
export const linearResistance = () => ({
  frictionForceN: quantity('N').nonnegative().default(0).describe('Dry friction, with true stiction.'),
  dampingNSPerM: quantity('N·s/m').nonnegative().default(0).describe('Viscous damping.'),
  guideFrictionCoefficient: z
    .number()
    .nonnegative()
    .default(0)
    .describe(
      'Friction µ of a guide in proportion to its load: force µ·|reaction force across the axis|, beside `frictionForceN`.',
    ),
});

/** µ·r of a plain bearing [m]. */
export const bearingFriction = ({
  bearing,
}: {
  bearing?: { frictionCoefficient: number; radiusM: number } | undefined;
}) => (bearing === undefined ? 0 : bearing.frictionCoefficient * bearing.radiusM);

/** Limits as an engine reads them, or null where there are none. */
export type CoordinateLimits = { lower: number; upper: number; restitution: number } | null;

/** Limits of an angle [rad] from its fields. */
export function angleLimitsOf(limits: z.output<ReturnType<typeof angleLimits>> | undefined): CoordinateLimits {
  if (limits === undefined) return null;
  return { lower: limits.lowerRad, upper: limits.upperRad, restitution: limits.restitutionCoefficient };
}

/** Limits of a travel [m] from its fields. */
export function travelLimitsOf(limits: z.output<ReturnType<typeof travelLimits>> | undefined): CoordinateLimits {
  if (limits === undefined) return null;
  return { lower: limits.lowerM, upper: limits.upperM, restitution: limits.restitutionCoefficient };
}
