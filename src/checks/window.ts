import type { CheckWindow } from '../scene/index.js';
import type { PhaseRecord, Recording } from '../signals/index.js';
import type { NotMeasured, SampleWindow } from './define.js';
import { formatS, isNotMeasured } from './samples.js';

/** Samples that a window starts from, before times cut it; a span that broke off is not whole. */
interface Span extends SampleWindow {
  readonly isWhole: boolean;
  /** What it is, for messages. */
  readonly what: string;
}

/**
 * Samples that a window names, ends included, or why it names none: a phase was not reached or was cut short, or the
 * window is longer than what was recorded. What was not executed to its end is not judged, unless `toS` ends before the
 * break.
 *
 * @param window from the check's record; times are from the start of the phase, or of the trial without one
 */
export function resolveWindow(window: CheckWindow, recording: Recording): SampleWindow | NotMeasured {
  const span = resolveSpan(window, recording);
  if (isNotMeasured(span)) return span;
  const steps = (timeS: number) => Math.round(timeS / recording.stepS);
  const firstStep = span.firstStep + steps(window.fromS ?? 0);
  const lastStep = window.toS === undefined ? span.lastStep : span.firstStep + steps(window.toS);
  const lengthS = (span.lastStep - span.firstStep) * recording.stepS;
  if (lastStep > span.lastStep) {
    return { reason: `the window ends at ${formatS(window.toS ?? 0)} but ${span.what} lasted ${formatS(lengthS)}` };
  }
  if (!span.isWhole && lastStep === span.lastStep)
    return { reason: `${span.what} was cut short after ${formatS(lengthS)}` };
  if (window.lastS !== undefined) {
    const start = lastStep - steps(window.lastS);
    if (start < firstStep) return { reason: `${span.what} is shorter than its last ${formatS(window.lastS)}` };
    return { firstStep: start, lastStep };
  }
  if (firstStep > lastStep) return { reason: `${span.what} ended before ${formatS(window.fromS ?? 0)}` };
  return { firstStep, lastStep };
}

function resolveSpan(window: CheckWindow, recording: Recording): Span | NotMeasured {
  if (recording.stepCount === 0) return { reason: 'nothing was recorded' };
  const { phase: from, untilPhase: until } = window;
  if (from === undefined && until === undefined) {
    const isWhole = recording.execution === 'completed';
    return { firstStep: 0, lastStep: recording.stepCount - 1, isWhole, what: 'the trial' };
  }
  const first = from === undefined ? null : findPhase(recording, from);
  if (first !== null && isNotMeasured(first)) return first;
  const last = until === undefined ? first : findPhase(recording, until);
  if (last === null) return { reason: 'the window names no phase' };
  if (isNotMeasured(last)) return last;
  const firstStep = first === null ? 0 : first.firstStep;
  const isWhole = last.endedBy !== null && last.endedBy !== 'stop';
  const what = from === undefined || until === undefined ? `phase '${last.id}'` : `'${from}' to '${until}'`;
  return { firstStep, lastStep: last.lastStep, isWhole, what };
}

type ReachedPhase = PhaseRecord & { readonly firstStep: number; readonly lastStep: number };

function findPhase(recording: Recording, id: string): ReachedPhase | NotMeasured {
  const phase = recording.phases.find((candidate) => candidate.id === id);
  if (phase === undefined) return { reason: `the trial has no phase '${id}'` };
  const { firstStep } = phase;
  if (firstStep === null) return { reason: `phase '${id}' was not reached` };
  return { ...phase, firstStep, lastStep: phase.lastStep ?? recording.stepCount - 1 };
}
