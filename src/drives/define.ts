import type { z } from 'zod';
import type { SignalUnit } from '../core/quantity.js';

/** One actuator command: effort = clamp(ff + kp·(target − q) + kd·(targetRate − q̇), ±cap) at the end of the step. */
export interface Command {
  kp: number;
  kd: number;
  target: number;
  targetRate: number;
  feedforward: number;
  isOn: boolean;
  /** Cap in force [N·m or N], at most the drive's own: a ramped brake lowers it. */
  cap: number;
}

/** State of a drive at the moment its set-point changed: what a ramp starts from. */
export interface DriveStart {
  /** Coordinate [rad or m] and rate at that moment. */
  readonly coordinate: number;
  readonly rate: number;
  /** The last command before the change. */
  readonly command: Readonly<Command>;
}

/** What a drive kind declares. A drive acts on one coordinate and never exceeds its cap. */
export interface DriveKind<
  K extends string = string,
  F extends z.ZodObject = z.ZodObject,
  P extends z.ZodObject = z.ZodObject,
> {
  readonly kind: K;
  /** Fields beyond the common ones (name, on, reactsOnReference). */
  readonly fields: F;
  /** What a phase may set, beyond `drive` and `isOn`. */
  readonly setPointFields: P;
  /** Motion of the coordinate that it acts on. */
  readonly motion: 'angle' | 'travel';
  readonly effortUnit: SignalUnit;
  /** Finite cap [N·m or N], ≥ 0. */
  cap(spec: z.output<F>): number;
  /**
   * Writes the command that holds `elapsedS` after the set-point took effect; must be pure and allocation-free.
   * Before any set-point the drive is off.
   */
  command(spec: z.output<F>, setPoint: z.output<P>, start: DriveStart, elapsedS: number, command: Command): void;
  /** Seconds after which the command no longer changes; used for progress and cost, not for physics. */
  rampS(spec: z.output<F>, setPoint: z.output<P>, start: DriveStart): number;
}

/** Declares a drive kind; returns it unchanged, typed. */
export function defineDrive<K extends string, F extends z.ZodObject, P extends z.ZodObject>(
  kind: DriveKind<K, F, P>,
): DriveKind<K, F, P> {
  return kind;
}
