import { type CheckKind, isNotMeasured, resolveWindow, type SignalLevel } from '../checks/index.js';
import { KINDS } from '../kinds.js';
import type { CheckWindow, Scene } from '../scene/index.js';
import type { Recording } from '../signals/index.js';

/** What a check looks at, for whoever draws it. */
export interface CheckView {
  readonly id: string;
  /** Recorded signals that it reads. */
  readonly signals: readonly string[];
  /** Span that it looks at [s]; null where the trial did not get there. */
  readonly fromS: number | null;
  readonly toS: number | null;
  /** Levels that it compares values of signals with, in the signals' units. */
  readonly levels: readonly SignalLevel[];
}

type CheckRecord = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly kind: string;
  readonly bound: number;
  readonly window: CheckWindow;
};

/** What each of the binding's checks of a trial looks at; standard checks look at no signal. */
export function checkViews(scene: Scene, recording: Recording): readonly CheckView[] {
  const trial = scene.binding.trials.find(({ id }) => id === recording.trial);
  const kinds: readonly CheckKind[] = KINDS.checks;
  const names = new Set(recording.channels.map(({ name }) => name));
  return ((trial?.checks ?? []) as readonly CheckRecord[]).map((record) => {
    const window = resolveWindow(record.window, recording);
    const isReached = !isNotMeasured(window);
    const kind = kinds.find((candidate) => candidate.kind === record.kind);
    return {
      id: record.id,
      signals: [...new Set(textsIn(record))].filter((text) => names.has(text)),
      fromS: isReached ? window.firstStep * recording.stepS : null,
      toS: isReached ? window.lastStep * recording.stepS : null,
      levels: kind?.levels?.(record, record.bound) ?? [],
    };
  });
}

/** Every text in a record, at any depth: names of signals among them. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, field]) => (IS_NO_NAME.has(key) ? [] : textsIn(field)));
}

/** Fields whose text is no name of a signal, even where one is called like it. */
const IS_NO_NAME: ReadonlySet<string> = new Set(['id', 'kind', 'requirement', 'op', 'unit', 'window', 'statistic']);
