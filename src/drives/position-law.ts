import type { Command, DriveStart } from './define.js';
import { type MotionPoint, type TrapezoidMotion, trapezoidDurationS, trapezoidPoint } from './ramp.js';

type MutableMotion = { -readonly [K in keyof TrapezoidMotion]: TrapezoidMotion[K] };

// Scratch, so that a command allocates nothing.
const motion: MutableMotion = { position: 0, rate: 0, target: 0, speed: 1, endRampS: 0 };
const point: MotionPoint = { position: 0, rate: 0 };

/** The commanded motion goes on from where it was; a servo that was off starts from where the coordinate is. */
function planFrom(start: DriveStart, target: number, speed: number, endRampS: number): TrapezoidMotion {
  const wasOn = start.command.isOn;
  motion.position = wasOn ? start.command.target : start.coordinate;
  motion.rate = wasOn ? start.command.targetRate : start.rate;
  motion.target = target;
  motion.speed = speed;
  motion.endRampS = endRampS;
  return motion;
}

/**
 * Writes the target of a position servo, which moves to its set-point with a trapezoid of speed; gains and cap are the
 * caller's.
 *
 *   effort = clamp(k·(q_T(t) − q) + c·(q̇_T(t) − q̇), ±cap)
 *
 * @param target   set-point [rad or m]
 * @param speed    cruise speed [rad/s or m/s] > 0
 * @param endRampS seconds from rest to the cruise speed and back [s] ≥ 0
 * @param elapsedS time since the set-point took effect [s]
 * @param command  out: target, targetRate, feedforward 0, isOn
 */
export function positionCommand(
  target: number,
  speed: number,
  endRampS: number,
  start: DriveStart,
  elapsedS: number,
  command: Command,
): void {
  trapezoidPoint(planFrom(start, target, speed, endRampS), elapsedS, point);
  command.target = point.position;
  command.targetRate = point.rate;
  command.feedforward = 0;
  command.isOn = true;
}

/** Seconds until the commanded motion has arrived. */
export const positionDurationS = (target: number, speed: number, endRampS: number, start: DriveStart): number =>
  trapezoidDurationS(planFrom(start, target, speed, endRampS));
