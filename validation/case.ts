/** What a validation case is, and how its measurements are held against what was expected. */
import type { Engine, EngineModel } from '../src/dynamics/engine.js';
import { type GateWatch, gateReasons, watchGate } from './gate.js';

export type EngineName = 'direct' | 'rapier';

/** What a case gets to run on: one engine at one precision. */
export interface Lab {
  readonly engine: EngineName;
  /** Starts the engine on a model; the lab's precision replaces the model's. Whoever starts an engine frees it. */
  start(model: EngineModel): Promise<Engine>;
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
  /** Why nothing was measured, where that is so. */
  readonly note?: string;
}

/** Runs a case on a lab and returns its rows; what the engine refuses or throws becomes rows that fail. */
export async function evaluateCase(validationCase: ValidationCase, lab: Lab): Promise<ValidationRow[]> {
  let values: Readonly<Record<string, number>> = {};
  let note: string | undefined;
  const watches: GateWatch[] = [];
  const start: Lab['start'] = async (model) => {
    const engine = await lab.start(model);
    watches.push(watchGate(engine));
    return engine;
  };
  try {
    values = await validationCase.measure({ engine: lab.engine, start });
  } catch (error) {
    note = error instanceof Error ? error.message : String(error);
  }
  const gate = [...new Set(watches.flatMap(gateReasons))];
  return validationCase.expected.map((expectation) =>
    judge(validationCase.name, lab.engine, expectation, values, gate, note),
  );
}

function judge(
  name: string,
  engine: EngineName,
  { quantity, unit, value, tolerance }: Expectation,
  values: Readonly<Record<string, number>>,
  gate: readonly string[],
  note: string | undefined,
): ValidationRow {
  const measured = values[quantity] ?? Number.NaN;
  const difference = Math.abs(measured - value);
  const error = Number.isFinite(difference) ? difference : Number.POSITIVE_INFINITY;
  const pass = error <= tolerance;
  const row = { case: name, engine, quantity, unit, expected: value, measured, error, tolerance, pass, gate };
  return note === undefined ? row : { ...row, note };
}
