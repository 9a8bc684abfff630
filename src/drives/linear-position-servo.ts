import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineDrive } from './define.js';
import { positionCommand, positionDurationS } from './position-law.js';

/**
 * Actuator that moves to a travel at a given speed with a bounded force, and holds it there.
 *
 *   F = clamp(k·(qT(t) − q) + c·(q̇T(t) − q̇), ±cap)
 *
 * k is `stiffnessNPerM`, c is `dampingNSPerM`. The commanded motion qT goes from where it was (a servo that was off:
 * from where the coordinate is) to `travelM` with a trapezoid of speed: up to `speedMPerS` and back to rest in
 * `endRampS` each.
 *
 * The target is a value of the coordinate, which is 0 at the start of the trial. Under a load L it stands off by L/k.
 *
 * @limits The commanded motion does not wait for the mechanism: where it is held up, the effort goes to the cap and
 * the motion is caught up fast once the way is free.
 * @source proportional-derivative control with saturation
 */
export const linearPositionServo = defineDrive({
  kind: 'linear-position-servo',
  fields: z.strictObject({
    stiffnessNPerM: quantity('N/m').positive().describe('Stiffness k: effort per way that is missing.'),
    dampingNSPerM: quantity('N·s/m').nonnegative().describe('Damping c: effort per speed that is missing.'),
    capN: quantity('N').nonnegative().describe('The effort never exceeds this.'),
  }),
  setPointFields: z.strictObject({
    travelM: quantity('m').describe('Travel to move to.'),
    speedMPerS: quantity('m/s').positive().describe('Speed of the commanded motion between its ramps.'),
    endRampS: quantity('s').nonnegative().default(0.1).describe('From rest to that speed, and back at the end.'),
  }),
  motion: 'travel',
  effortUnit: 'N',
  cap: (spec) => spec.capN,
  command: (spec, setPoint, start, elapsedS, command) => {
    positionCommand(setPoint.travelM, setPoint.speedMPerS, setPoint.endRampS, start, elapsedS, command);
    command.kp = spec.stiffnessNPerM;
    command.kd = spec.dampingNSPerM;
    command.cap = spec.capN;
  },
  rampS: (_spec, setPoint, start) => positionDurationS(setPoint.travelM, setPoint.speedMPerS, setPoint.endRampS, start),
});
