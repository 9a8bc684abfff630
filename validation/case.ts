/** What a validation case is, and how its measurements are held against what was expected. */
import type { Engine, EngineModel } from '../src/dynamics/engine.js';
import type { SettingsRecord } from '../src/scene/index.js';
import type { Recording } from '../src/signals/index.js';
import type { Binding } from '../src/trial/index.js';
import { judgeQuality } from '../src/trial/quality.js';
import { isInDoubt } from '../src/trial/second-opinion.js';
import { type GateWatch, gateReasons, watchGate } from './gate.js';

export type EngineName = 'direct' | 'rapier';

/** What a case gets to run on: one engine at one precision. */
export interface Lab {
  readonly engine: EngineName;
  /** Starts the engine on a model; the lab's precision replaces the model's. Whoever starts an engine frees it. */
  start(model: EngineModel): Promise<Engine>;
  /** Runs the first trial of a binding as a trial runs, without audit and verdict; the lab's precision replaces the binding's. */
  record(
    binding: Binding,
    stepS?: number,
  ): Promise<{ readonly recording: Recording; readonly settings: SettingsRecord }>;
}

/** A value that was known before the engine ran. */
export interface Expectation {
  readonly quantity: string;
  readonly unit: string;
  readonly value: number;
  /** Largest accepted |measured − value|, same unit. */
  readonly tolerance: number;
  /** Where value and tolerance come from. */
  readonly basis: string;
}

export interface ValidationCase {
  readonly name: string;
  readonly title: string;
  readonly expected: readonly Expectation[];
  /** Returns one number per expected quantity, by name. */
  measure(lab: Lab): Promise<Readonly<Record<string, number>>>;
}

/** One line of the validation table. */
export interface ValidationRow {
  readonly case: string;
  readonly engine: EngineName;
  readonly quantity: string;
  readonly unit: string;
  readonly expected: number;
  readonly measured: number;
  /** |measured − expected|; +∞ where nothing finite was measured. */
  readonly error: number;
  readonly tolerance: number;
  readonly pass: boolean;
  /** Why the quality gate of a trial would call the runs of this case untrustworthy; empty where it would not. */
  readonly gate: readonly string[];
  /** |measured at half the sub-step − measured|, where that was looked at. */
  readonly halvedStepChange?: number;
  /** Whether a check "within tolerance" would be INCONCLUSIVE for what half the sub-step says. */
  readonly isInDoubt?: boolean;
  /** Why nothing was measured, where that is so. */
  readonly note?: string;
}

/**
 * Runs a case on a lab and returns its rows; what the engine refuses or throws becomes rows that fail.
 *
 * @param halved the same lab at half the sub-step: what a trial on that engine is always compared with; null: it is not
 */
export async function evaluateCase(
  validationCase: ValidationCase,
  lab: Lab,
  halved: Lab | null = null,
): Promise<ValidationRow[]> {
  const { values, gate, note, resolution } = await measureOn(validationCase, lab);
  const half = halved === null ? null : (await measureOn(validationCase, halved)).values;
  return validationCase.expected.map((expectation) =>
    judge(validationCase.name, lab.engine, expectation, values, half && { values: half, resolution }, gate, note),
  );
}

interface Measured {
  readonly values: Readonly<Record<string, number>>;
  readonly gate: readonly string[];
  readonly resolution: Resolution;
  readonly note?: string;
}

/** What the engine tells apart, by unit; see `compareHalvedStep`. */
interface Resolution {
  m: number;
  rad: number;
  readonly s: number;
}

async function measureOn(validationCase: ValidationCase, lab: Lab): Promise<Measured> {
  const watches: GateWatch[] = [];
  const reasons: string[] = [];
  const resolution: Resolution = { m: 0, rad: 0, s: 1e-3 };
  const watched: Lab = {
    engine: lab.engine,
    start: async (model) => {
      const engine = await lab.start(model);
      resolution.rad = Math.max(resolution.rad, Number(engine.settings.angleResolutionRad ?? 0));
      watches.push(watchGate(engine));
      return engine;
    },
    record: async (binding, stepS) => {
      const found = await lab.record(binding, stepS);
      const { jointSeparationM, penetrationM } = found.recording.quality;
      for (const values of [jointSeparationM, penetrationM])
        for (const x of values) resolution.m = Math.max(resolution.m, x);
      reasons.push(...judgeQuality(found.recording, found.settings, null).reasons);
      return found;
    },
  };
  const seen = () => {
    for (const { separationM, penetrationM } of watches)
      resolution.m = Math.max(resolution.m, separationM, penetrationM);
    return { gate: [...new Set([...watches.flatMap(gateReasons), ...reasons])], resolution };
  };
  try {
    const values = await validationCase.measure(watched);
    return { values, ...seen() };
  } catch (error) {
    return { values: {}, ...seen(), note: error instanceof Error ? error.message : String(error) };
  }
}

function judge(
  name: string,
  engine: EngineName,
  { quantity, unit, value, tolerance }: Expectation,
  values: Readonly<Record<string, number>>,
  half: { readonly values: Measured['values']; readonly resolution: Resolution } | null,
  gate: readonly string[],
  note: string | undefined,
): ValidationRow {
  const measured = values[quantity] ?? Number.NaN;
  const difference = Math.abs(measured - value);
  const error = Number.isFinite(difference) ? difference : Number.POSITIVE_INFINITY;
  const pass = error <= tolerance;
  const row = { case: name, engine, quantity, unit, expected: value, measured, error, tolerance, pass, gate };
  const atHalf = half === null ? {} : compare(row, half.values[quantity] ?? Number.NaN, half.resolution);
  return { ...row, ...atHalf, ...(note === undefined ? {} : { note }) };
}

function compare(
  { expected, measured, error, tolerance, unit }: Omit<ValidationRow, 'note'>,
  half: number,
  of: Resolution,
) {
  const resolved = unit === 'm' ? of.m : unit === 'rad' ? of.rad : unit === 's' ? of.s : 0;
  return {
    halvedStepChange: Math.abs(half - measured),
    isInDoubt: isInDoubt(tolerance - error, tolerance - Math.abs(half - expected), resolved),
  };
}
