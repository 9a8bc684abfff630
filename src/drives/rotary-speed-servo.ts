import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineDrive } from './define.js';
import { speedCommand } from './speed-law.js';

/**
 * Motor that turns at a speed with a bounded torque.
 *
 *   τ = clamp(k·(ω(t) − q̇), ±cap)      ω(t) ramps from the last commanded speed to `speedRadPerS` in `rampS`
 *
 * k is `gainNmSPerRad`. Under a load L it droops by L/k and stalls where the load reaches the cap. A servo that was
 * off starts its ramp from the actual speed.
 *
 * @limits The gain is solved together with the motion at every step, so a large one is stable; it is no model of a
 * motor's current or back-EMF.
 * @source proportional speed control with saturation
 */
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
