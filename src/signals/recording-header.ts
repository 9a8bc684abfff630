import type { SignalUnit } from '../core/quantity.js';
import type { Execution, Recording } from './recording.js';

/** What is known about a recording before its first sample. */
export interface RecordingHeader {
  readonly trial: string;
  readonly engine: Recording['engine'];
  readonly stepS: number;
  readonly channels: readonly { readonly name: string; readonly unit: SignalUnit }[];
  readonly bodies: readonly string[];
  /** Phases in the order in which they run. */
  readonly phases: readonly string[];
  readonly settings: Recording['settings'];
}

/** What is known about a recording once the trial has ended. Without `totals`, the running ones of the samples count. */
export interface RecordingEnd {
  readonly execution: Execution;
  readonly totals?: Recording['totals'];
}

/**
 * Columns of the quality row that goes with every sample, in this order. The last three are running totals, so that a
 * recording without an end has them too; they may be left out.
 */
export const QUALITY_COLUMNS = [
  'jointSeparationM',
  'penetrationM',
  'energyResidualJ',
  'residualM',
  'workInJ',
  'kineticJ',
  'clampedCount',
] as const;
