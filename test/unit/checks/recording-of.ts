import type { CheckKind, CheckResult } from '../../../src/checks/index.js';
import { judgeCheck } from '../../../src/checks/index.js';
import type { SignalUnit } from '../../../src/core/quantity.js';
import { checkCommonFields } from '../../../src/scene/index.js';
import { type Execution, hashRecording, type PhaseRecord, type Recording } from '../../../src/signals/index.js';

/** A recording of the given columns, 1 ms steps. */
export function recordingOf(
  columns: Readonly<Record<string, ArrayLike<number>>>,
  more: { phases?: readonly PhaseRecord[]; execution?: Execution; units?: Readonly<Record<string, SignalUnit>> } = {},
): Recording {
  const names = Object.keys(columns);
  const stepCount = columns[names[0]!]!.length;
  const empty = new Float64Array(stepCount);
  const recording: Omit<Recording, 'hash'> = {
    trial: 'T',
    engine: 'direct',
    stepS: 0.001,
    stepCount,
    channels: names.map((name) => ({
      name,
      unit: more.units?.[name] ?? 'rad',
      values: Float64Array.from(columns[name]!),
    })),
    poses: { bodies: [], timesS: new Float64Array(0), values: new Float64Array(0), isPresent: new Uint8Array(0) },
    phases: more.phases ?? [],
    events: [],
    quality: { jointSeparationM: empty, penetrationM: empty, energyResidualJ: empty, residualM: empty },
    execution: more.execution ?? 'completed',
    totals: { workInJ: 0, peakKineticJ: 0, clampedCount: 0 },
    settings: {},
  };
  return { ...recording, hash: hashRecording(recording) };
}

/** f sampled at k ms, k = 0 … steps. */
export const sampled = (steps: number, f: (t: number) => number): Float64Array =>
  Float64Array.from({ length: steps + 1 }, (_, k) => f(k / 1000));

/** Judges a check as a binding would write it; the bound is loose unless given. */
export function check(kind: CheckKind, fields: Readonly<Record<string, unknown>>, recording: Recording): CheckResult {
  const common: Record<string, unknown> = { id: 'R1/x', op: '>=', bound: -1e300, unit: '1' };
  const own: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (key in checkCommonFields().shape) common[key] = value;
    else own[key] = value;
  }
  return judgeCheck(kind, { ...checkCommonFields().parse(common), ...kind.fields.parse(own) }, recording);
}

/** The measured value of a check; fails when it was not measured. */
export function measure(kind: CheckKind, fields: Readonly<Record<string, unknown>>, recording: Recording): number {
  const result = check(kind, fields, recording);
  if (result.measured === null) throw new Error(`not measured: ${result.note}`);
  return result.measured;
}
