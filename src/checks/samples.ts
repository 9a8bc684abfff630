import type { Channel, Recording } from '../signals/index.js';
import type { NotMeasured, SampleWindow } from './define.js';

/** One signal over a window: sample i is at `timeAt(i)`. */
export interface Samples {
  /** Values in the window, a view of the recorded column; at least one, none of them NaN. */
  readonly values: Float64Array;
  readonly firstStep: number;
  readonly stepS: number;
}

/** Instant of sample i of a window [s], to the nanosecond: 5.395, not 5.3950000000000005. */
export const timeAt = (samples: Samples, i: number): number =>
  Math.round((samples.firstStep + i) * samples.stepS * 1e9) / 1e9;

/** Instant of the last sample of a window [s]. */
export const endOf = (samples: Samples): number => timeAt(samples, samples.values.length - 1);

/** Whether something could not be measured. */
export const isNotMeasured = (outcome: object): outcome is NotMeasured => 'reason' in outcome;

/** The values of a signal over a window, or why there are none: it was not recorded, or is not a number somewhere. */
export function readSamples(recording: Recording, signal: string, window: SampleWindow): Samples | NotMeasured {
  const samples = readColumn(recording, signal, window);
  if (isNotMeasured(samples)) return samples;
  const i = samples.values.findIndex(Number.isNaN);
  return i >= 0 ? notANumber(signal, timeAt(samples, i)) : samples;
}

/** As `readSamples`, but values may be NaN. */
export function readColumn(recording: Recording, signal: string, window: SampleWindow): Samples | NotMeasured {
  const channel: Channel | undefined = recording.channels.find(({ name }) => name === signal);
  if (channel === undefined) return { reason: `signal '${signal}' was not recorded` };
  const values = channel.values.subarray(window.firstStep, window.lastStep + 1);
  if (values.length === 0) return { reason: `signal '${signal}' has no sample in the window` };
  return { values, firstStep: window.firstStep, stepS: recording.stepS };
}

/** Why a signal could not be measured: it is NaN at an instant [s]. */
export const notANumber = (signal: string, atS: number): NotMeasured => ({
  reason: `signal '${signal}' is not a number at ${formatS(atS)}`,
});

/** The part of a window that is left after its first `skipS`, or why there is none. */
export function skipStart(window: SampleWindow, skipS: number, stepS: number): SampleWindow | NotMeasured {
  const firstStep = window.firstStep + Math.round(skipS / stepS);
  if (firstStep > window.lastStep) return { reason: `the window is not longer than the ${formatS(skipS)} to skip` };
  return { firstStep, lastStep: window.lastStep };
}

/** A time as notes give it, to the microsecond and without trailing zeros: '0.5 s'. */
export const formatS = (timeS: number): string => `${Number(timeS.toFixed(6))} s`;
