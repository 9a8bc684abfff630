import type { z } from 'zod';
import type { SignalUnit } from '../core/quantity.js';
import type { Recording } from '../signals/index.js';

export type CheckStatus = 'PASS' | 'FAIL' | 'INCONCLUSIVE';
export type CheckOperator = '<=' | '>=' | '<' | '>' | '==';

/** Outcome of one check, with the evidence. */
export interface CheckResult {
  readonly id: string;
  readonly status: CheckStatus;
  /** Null when it could not be measured. */
  readonly measured: number | null;
  readonly op: CheckOperator;
  readonly bound: number;
  readonly unit: SignalUnit;
  /** Distance to the bound, positive on the passing side; null when not measured. */
  readonly margin: number | null;
  /** Instant and phase of the worst value. */
  readonly atS: number | null;
  readonly phase: string | null;
  /** Why it is inconclusive, or what was seen. */
  readonly note: string | null;
}

/** What a check kind measured; `judgeMeasurement` turns it into a result. */
export interface Measurement {
  readonly measured: number;
  /** Instant of the worst value [s]. */
  readonly atS: number;
  readonly note?: string;
}

/** A check could not be measured: the window was not reached, the signal is missing. Never a pass. */
export interface NotMeasured {
  readonly reason: string;
}

/** A unit that a signal must have for a check to make sense; held against the signal's own when a binding is loaded. */
export interface SignalUnitClaim {
  /** Field of the check that the claim comes from. */
  readonly path: readonly string[];
  readonly signal: string;
  readonly unit: SignalUnit;
}

/** What a check kind declares. A check reads a recording and nothing else. */
export interface CheckKind<K extends string = string, F extends z.ZodObject = z.ZodObject> {
  readonly kind: K;
  /** Fields beyond the common ones (id, requirement, op, bound, unit, window). */
  readonly fields: F;
  /** Unit of the measured value, given the units of the signals it reads; checked against the bound's unit on load. */
  unit(spec: z.output<F>, unitOf: (signal: string) => SignalUnit): SignalUnit;
  /**
   * Units that the check takes for granted beyond `unit`: of its own numbers, which the binding states, and of signals
   * that it combines or reads as angles.
   */
  signalUnits?(spec: z.output<F>, unitOf: (signal: string) => SignalUnit): readonly SignalUnitClaim[];
  measure(spec: z.output<F>, window: SampleWindow, recording: Recording): Measurement | NotMeasured;
  /**
   * Whether a failure measured over a part of the window stands whatever the rest of it brings: a maximum that is too
   * large stays too large, one that is too small may still grow. Without it no failure does.
   */
  isLasting?(spec: z.output<F>, op: CheckOperator): boolean;
  /**
   * Levels that values of a signal are compared with, for plots: the bound where the measured value is one of the signal's
   * own, or the level of a condition. Without it the check compares with no level of a signal.
   */
  levels?(spec: z.output<F>, bound: number): readonly SignalLevel[];
}

/** A level of a signal, in the signal's unit. */
export interface SignalLevel {
  readonly signal: string;
  readonly value: number;
}

/** Inclusive range of samples that a check looks at, already resolved from phases and times. */
export interface SampleWindow {
  readonly firstStep: number;
  readonly lastStep: number;
}

/** Declares a check kind; returns it unchanged, typed. */
export function defineCheck<K extends string, F extends z.ZodObject>(kind: CheckKind<K, F>): CheckKind<K, F> {
  return kind;
}
