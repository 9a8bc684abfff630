import type { Command, DriveStart } from './define.js';
import { linearRamp } from './ramp.js';

/** Speed [rad/s or m/s] at which a ramp starts: the last commanded one, or the actual one where the servo was off. */
export const startSpeed = (start: DriveStart): number => (start.command.isOn ? start.command.targetRate : start.rate);

/**
 * Writes the command of a speed servo whose target ramps linearly to `speed`.
 *
 *   effort = clamp(k·(v_T(t) − q̇), ±cap)
 *
 * @param gain     k [N·m·s/rad or N·s/m] > 0
 * @param cap      [N·m or N] ≥ 0
 * @param elapsedS time since the set-point took effect [s]
 * @param command  out
 */
export function speedCommand(
  gain: number,
  cap: number,
  speed: number,
  rampS: number,
  start: DriveStart,
  elapsedS: number,
  command: Command,
): void {
  command.kp = 0;
  command.kd = gain;
  command.target = 0;
  command.targetRate = linearRamp(startSpeed(start), speed, elapsedS, rampS);
  command.feedforward = 0;
  command.isOn = true;
  command.cap = cap;
}
