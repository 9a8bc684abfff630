import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineDrive } from './define.js';
import { speedCommand } from './speed-law.js';

/**
 * Actuator that moves at a speed with a bounded force.
 *
 *   F = clamp(k·(v(t) − q̇), ±cap)      v(t) ramps from the last commanded speed to `speedMPerS` in `rampS`
 *
 * k is `gainNSPerM`. Under a load L it droops by L/k and stalls where the load reaches the cap. A servo that was off
 * starts its ramp from the actual speed.
 *
 * @limits The gain is solved together with the motion at every step, so a large one is stable; it is no model of a
 * motor's current or back-EMF.
 * @source proportional speed control with saturation
 */
export const linearSpeedServo = defineDrive({
  kind: 'linear-speed-servo',
  fields: z.strictObject({
    gainNSPerM: quantity('N·s/m').positive().describe('Gain k: effort per speed that is missing.'),
    capN: quantity('N').nonnegative().describe('The effort never exceeds this.'),
  }),
  setPointFields: z.strictObject({
    speedMPerS: quantity('m/s').describe('Speed to reach, along the coordinate.'),
    rampS: quantity('s').nonnegative().default(0.2).describe('How long the commanded speed takes to get there.'),
  }),
  motion: 'travel',
  effortUnit: 'N',
  cap: (spec) => spec.capN,
  command: (spec, setPoint, start, elapsedS, command) =>
    speedCommand(spec.gainNSPerM, spec.capN, setPoint.speedMPerS, setPoint.rampS, start, elapsedS, command),
  rampS: (_spec, setPoint) => setPoint.rampS,
});
