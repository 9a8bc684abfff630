import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { brakeCommand } from './brake-law.js';
import { defineDrive } from './define.js';

/**
 * Dry brake on a slide: resists with up to its set-point, with true stiction, and never drives.
 *
 *   moving   F = −B(t)·sgn(q̇)
 *   at rest  |F| ≤ B(t), whatever keeps q̇ = 0
 *
 * B(t) ramps from the braking effort in force to `forceN` in `rampS`, and never exceeds the cap.
 *
 * @limits One coefficient for standing and sliding. Its work is negative.
 * @source Coulomb friction
 */
export const linearBrake = defineDrive({
  kind: 'linear-brake',
  fields: z.strictObject({ capN: quantity('N').nonnegative().describe('The effort never exceeds this.') }),
  setPointFields: z.strictObject({
    forceN: quantity('N').nonnegative().describe('Braking effort to reach, never a driving one.'),
    rampS: quantity('s').nonnegative().default(0.3).describe('How long the effort takes to get there.'),
  }),
  motion: 'travel',
  effortUnit: 'N',
  cap: (spec) => spec.capN,
  command: (spec, setPoint, start, elapsedS, command) =>
    brakeCommand(spec.capN, setPoint.forceN, setPoint.rampS, start, elapsedS, command),
  rampS: (_spec, setPoint) => setPoint.rampS,
});
