import { z } from 'zod';
import { quantity } from '../core/quantity.js';
import { defineDrive } from './define.js';
import { positionCommand, positionDurationS } from './position-law.js';

/**
 * Motor that turns to an angle at a given speed with a bounded torque, and holds it there.
 *
 *   τ = clamp(k·(qT(t) − q) + c·(q̇T(t) − q̇), ±cap)
 *
 * k is `stiffnessNmPerRad`, c is `dampingNmSPerRad`. The commanded motion qT goes from where it was (a servo that was
 * off: from where the coordinate is) to `angleRad` with a trapezoid of speed: up to `speedRadPerS` and back to rest
 * in `endRampS` each.
 *
 * The target is a value of the coordinate, which is 0 at the start of the trial. Under a load L it stands off by L/k.
 *
 * @limits The commanded motion does not wait for the mechanism: where it is held up, the effort goes to the cap and
 * the motion is caught up fast once the way is free.
 * @source proportional-derivative control with saturation
 */
export const rotaryPositionServo = defineDrive({
  kind: 'rotary-position-servo',
  fields: z.strictObject({
    stiffnessNmPerRad: quantity('N·m/rad').positive().describe('Stiffness k: effort per way that is missing.'),
    dampingNmSPerRad: quantity('N·m·s/rad').nonnegative().describe('Damping c: effort per speed that is missing.'),
    capNm: quantity('N·m').nonnegative().describe('The effort never exceeds this.'),
  }),
  setPointFields: z.strictObject({
    angleRad: quantity('rad').describe('Angle to turn to.'),
    speedRadPerS: quantity('rad/s').positive().describe('Speed of the commanded motion between its ramps.'),
    endRampS: quantity('s').nonnegative().default(0.1).describe('From rest to that speed, and back at the end.'),
  }),
  motion: 'angle',
  effortUnit: 'N·m',
  cap: (spec) => spec.capNm,
  command: (spec, setPoint, start, elapsedS, command) => {
    positionCommand(setPoint.angleRad, setPoint.speedRadPerS, setPoint.endRampS, start, elapsedS, command);
    command.kp = spec.stiffnessNmPerRad;
    command.kd = spec.dampingNmSPerRad;
    command.cap = spec.capNm;
  },
  rampS: (_spec, setPoint, start) =>
    positionDurationS(setPoint.angleRad, setPoint.speedRadPerS, setPoint.endRampS, start),
});
