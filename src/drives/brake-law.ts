import type { Command, DriveStart } from './define.js';
import { linearRamp } from './ramp.js';

/** Braking effort [N·m or N] at which a ramp starts: the last one in force, none where the brake was off. */
export const startBraking = (start: DriveStart): number => (start.command.isOn ? start.command.cap : 0);

/**
 * Writes the command of a dry brake whose braking effort ramps linearly to its set-point.
 *
 *   moving:  effort = −B(t)·sgn(q̇)      at rest: |effort| ≤ B(t), whatever keeps q̇ = 0
 *
 * It is a rigid speed servo to rest (k = ∞) with the cap B(t): it resists with true stiction and never drives.
 *
 * @param elapsedS time since the set-point took effect [s]
 * @param command  out
 */
export function brakeCommand(
  cap: number,
  braking: number,
  rampS: number,
  start: DriveStart,
  elapsedS: number,
  command: Command,
): void {
  const B = Math.min(cap, linearRamp(startBraking(start), braking, elapsedS, rampS));
  command.kp = 0;
  command.kd = Number.POSITIVE_INFINITY;
  command.target = 0;
  command.targetRate = 0;
  command.feedforward = 0;
  command.isOn = B > 0;
  command.cap = B;
}
