import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineDrive } from './define.js';
import { speedCommand } from './speed-law.js';

/** Motor that turns at a speed with a bounded torque; droops under load by torque / gain. */
export const rotarySpeedServo = defineDrive({
  kind: 'rotary-speed-servo',
  fields: z.strictObject({
    gainNmSPerRad: quantity('N·m·s/rad').positive().describe('Gain k: effort per speed that is missing.'),
    capNm: quantity('N·m').nonnegative().describe('The effort never exceeds this.'),
  }),
  setPointFields: z.strictObject({
    speedRadPerS: quantity('rad/s').describe('Speed to reach, along the coordinate.'),
    rampS: quantity('s').nonnegative().default(0.2).describe('How long the commanded speed takes to get there.'),
  }),
  motion: 'angle',
  effortUnit: 'N·m',
  cap: (spec) => spec.capNm,
  command: (spec, setPoint, start, elapsedS, command) =>
    speedCommand(spec.gainNmSPerRad, spec.capNm, setPoint.speedRadPerS, setPoint.rampS, start, elapsedS, command),
  rampS: (_spec, setPoint) => setPoint.rampS,
});
