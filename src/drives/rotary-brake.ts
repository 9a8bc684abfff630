import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { brakeCommand } from './brake-law.js';
import { defineDrive } from './define.js';

/**
 * Dry brake on an angle: resists with up to its set-point, with true stiction, and never drives.
 *
 *   moving   τ = −B(t)·sgn(q̇)
 *   at rest  |τ| ≤ B(t), whatever keeps q̇ = 0
 *
 * B(t) ramps from the braking effort in force to `torqueNm` in `rampS`, and never exceeds the cap.
 *
 * @limits One coefficient for standing and sliding. Its work is negative.
 * @source Coulomb friction
 */
export const rotaryBrake = defineDrive({
  kind: 'rotary-brake',
  fields: z.strictObject({ capNm: quantity('N·m').nonnegative().describe('The effort never exceeds this.') }),
  setPointFields: z.strictObject({
    torqueNm: quantity('N·m').nonnegative().describe('Braking effort to reach, never a driving one.'),
    rampS: quantity('s').nonnegative().default(0.3).describe('How long the effort takes to get there.'),
  }),
  motion: 'angle',
  effortUnit: 'N·m',
  cap: (spec) => spec.capNm,
  command: (spec, setPoint, start, elapsedS, command) =>
    brakeCommand(spec.capNm, setPoint.torqueNm, setPoint.rampS, start, elapsedS, command),
  rampS: (_spec, setPoint) => setPoint.rampS,
});
