/** What a validation case is, and how its measurements are held against what was expected. */
import type { Engine, EngineModel } from '../src/dynamics/engine.js';
import type { SettingsRecord } from '../src/scene/index.js';
import type { Recording } from '../src/signals/index.js';
import type { Binding } from '../src/trial/index.js';
import { judgeQuality } from '../src/trial/quality.js';
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
  const { values, gate, note } = await measureOn(validationCase, lab);
  const half = halved === null ? null : (await measureOn(validationCase, halved)).values;
  return validationCase.expected.map((expectation) =>
    judge(validationCase.name, lab.engine, expectation, values, half, gate, note),
  );
}

interface Measured {
  readonly values: Readonly<Record<string, number>>;
  readonly gate: readonly string[];
  readonly note?: string;
}

async function measureOn(validationCase: ValidationCase, lab: Lab): Promise<Measured> {
  const watches: GateWatch[] = [];
  const reasons: string[] = [];
  const watched: Lab = {
    engine: lab.engine,
    start: async (model) => {
      const engine = await lab.start(model);
      watches.push(watchGate(engine));
      return engine;
    },
    record: async (binding, stepS) => {
      const found = await lab.record(binding, stepS);
      reasons.push(...judgeQuality(found.recording, found.settings, null).reasons);
      return found;
    },
  };
  const gate = () => [...new Set([...watches.flatMap(gateReasons), ...reasons])];
  try {
    const values = await validationCase.measure(watched);
    return { values, gate: gate() };
  } catch (error) {
    return { values: {}, gate: gate(), note: error instanceof Error ? error.message : String(error) };
  }
}

function judge(
  name: string,
  engine: EngineName,
  { quantity, unit, value, tolerance }: Expectation,
  values: Readonly<Record<string, number>>,
  half: Readonly<Record<string, number>> | null,
  gate: readonly string[],
  note: string | undefined,
): ValidationRow {
  const measured = values[quantity] ?? Number.NaN;
  const difference = Math.abs(measured - value);
  const error = Number.isFinite(difference) ? difference : Number.POSITIVE_INFINITY;
  const pass = error <= tolerance;
  const row = { case: name, engine, quantity, unit, expected: value, measured, error, tolerance, pass, gate };
  const change = half === null ? {} : { halvedStepChange: Math.abs((half[quantity] ?? Number.NaN) - measured) };
  return { ...row, ...change, ...(note === undefined ? {} : { note }) };
}
