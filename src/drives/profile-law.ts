import type { Command, DriveStart } from './define.js';
import { linearRamp } from './ramp.js';

/** Effort [N·m or N] at which a ramp starts: the last commanded one, none where the drive was off. */
export const startEffort = (start: DriveStart): number => (start.command.isOn ? start.command.feedforward : 0);

/**
 * Writes the command of an effort that ramps linearly to its set-point and does not depend on the motion.
 *
 *   effort = clamp(u(t), ±cap)
 *
 * @param elapsedS time since the set-point took effect [s]
 * @param command  out
 */
export function profileCommand(
  cap: number,
  effort: number,
  rampS: number,
  start: DriveStart,
  elapsedS: number,
  command: Command,
): void {
  command.kp = 0;
  command.kd = 0;
  command.target = 0;
  command.targetRate = 0;
  command.feedforward = linearRamp(startEffort(start), effort, elapsedS, rampS);
  command.isOn = true;
  command.cap = cap;
}
