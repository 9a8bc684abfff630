import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineDrive } from './define.js';
import { profileCommand } from './profile-law.js';

/** Force along its coordinate that ramps to its set-point, whatever the motion; never beyond its cap. */
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
