import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineDrive } from './define.js';
import { profileCommand } from './profile-law.js';

/**
 * Torque that ramps to its set-point, whatever the motion.
 *
 *   τ = clamp(u(t), ±cap)      u(t) ramps from the last commanded effort to `torqueNm` in `rampS`
 *
 * Positive along the coordinate. A drive that was off starts its ramp from nothing.
 *
 * @limits Nothing bounds the speed: what it pushes is accelerated as long as it is pushed. Use a servo where a hand
 * or a motor would slow down.
 * @source none needed
 */
export const torqueProfile = defineDrive({
  kind: 'torque-profile',
  fields: z.strictObject({ capNm: quantity('N·m').nonnegative().describe('The effort never exceeds this.') }),
  setPointFields: z.strictObject({
    torqueNm: quantity('N·m').describe('Effort to reach, positive along the coordinate.'),
    rampS: quantity('s').nonnegative().default(0.3).describe('How long the effort takes to get there.'),
  }),
  motion: 'angle',
  effortUnit: 'N·m',
  cap: (spec) => spec.capNm,
  command: (spec, setPoint, start, elapsedS, command) =>
    profileCommand(spec.capNm, setPoint.torqueNm, setPoint.rampS, start, elapsedS, command),
  rampS: (_spec, setPoint) => setPoint.rampS,
});
