import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineDrive } from './define.js';
import { profileCommand } from './profile-law.js';

/**
 * Force along its coordinate that ramps to its set-point, whatever the motion: a push, a weight, a constant load.
 *
 *   F = clamp(u(t), ±cap)      u(t) ramps from the last commanded effort to `forceN` in `rampS`
 *
 * Positive along the coordinate. A drive that was off starts its ramp from nothing.
 *
 * @limits Nothing bounds the speed: what it pushes is accelerated as long as it is pushed. Use a servo where a hand
 * or a motor would slow down.
 * @source none needed
 */
export const forceProfile = defineDrive({
  kind: 'force-profile',
  fields: z.strictObject({ capN: quantity('N').nonnegative().describe('The effort never exceeds this.') }),
  setPointFields: z.strictObject({
    forceN: quantity('N').describe('Effort to reach, positive along the coordinate.'),
    rampS: quantity('s').nonnegative().default(0.3).describe('How long the effort takes to get there.'),
  }),
  motion: 'travel',
  effortUnit: 'N',
  cap: (spec) => spec.capN,
  command: (spec, setPoint, start, elapsedS, command) =>
    profileCommand(spec.capN, setPoint.forceN, setPoint.rampS, start, elapsedS, command),
  rampS: (_spec, setPoint) => setPoint.rampS,
});
