import { BindingError, type Issue, invariant } from '../core/errors.js';
import type { ModelCoordinate, ModelKind, ModelRow } from '../models/index.js';
import type { Scene } from '../scene/index.js';
import type { EngineCoupling, EngineLaw } from './engine.js';
import { ModelProgram, type RangeWatch } from './model-program.js';
import type { TrialIndex } from './scene-index.js';

/** A model as the parser leaves it: its kind's own fields beside the name. */
type ModelRecord = Readonly<Record<string, unknown>> & { readonly name: string; readonly kind: string };

/** The models of a scene, ready for an engine. */
export interface CompiledModels {
  readonly couplings: readonly EngineCoupling[];
  readonly laws: readonly EngineLaw[];
  readonly programs: readonly ModelProgram[];
  /** Number of model coordinates over all models: the length of `StepView.modelEffort`. */
  readonly slotCount: number;
}

/**
 * Compiles the models of a scene: registers their coordinates, and turns them into couplings and laws.
 *
 * @throws BindingError with what is wrong with every model
 */
export function compileModels(scene: Scene, kinds: readonly ModelKind[], index: TrialIndex): CompiledModels {
  const couplings: EngineCoupling[] = [];
  const laws: EngineLaw[] = [];
  const programs: ModelProgram[] = [];
  const issues: Issue[] = [];
  let slotCount = 0;
  let lawSlotCount = 0;
  for (const [i, record] of modelRecords(scene).entries()) {
    const kind = kinds.find((candidate) => candidate.kind === record.kind);
    invariant(kind, `model kind ${record.kind} is registered`);
    const wanted = kind.coordinates(record);
    const found = coordinateIssues(wanted, index);
    const geometry = found.length > 0 ? [] : wanted.map((coordinate) => index.geometryOf(coordinate));
    if (found.length === 0) found.push(...(kind.issues?.(record, geometry) ?? []));
    if (found.length > 0) {
      issues.push(...found.map((issue) => inModel(issue, record, i)));
      continue;
    }
    const coordinates = wanted.map((coordinate) => index.modelCoordinate(coordinate));
    const rows = kind.rows?.(record, geometry) ?? [];
    const law = kind.effort === undefined ? null : lawOf(kind, record, coordinates);
    index.addModel(record.name, slotCount, wanted);
    programs.push(
      new ModelProgram({
        name: record.name,
        coordinates,
        firstSlot: slotCount,
        rows: rows.map((row, r) => rowOfModel(row, couplings.length + r, slotCount)),
        law: law === null ? -1 : laws.length,
        lawSlot: lawSlotCount,
        effortLaw: law,
        range: (kind.range?.(record, geometry) ?? []).map((bound): RangeWatch => {
          const { coordinate, ...rest } = bound;
          return { ...rest, coordinate: index.modelCoordinate(coordinate) };
        }),
      }),
    );
    couplings.push(...rows.map((row, r) => couplingOf(row, `${record.name}.${r}`, coordinates)));
    if (law !== null) laws.push(law);
    slotCount += coordinates.length;
    lawSlotCount += law === null ? 0 : coordinates.length;
  }
  if (issues.length > 0) throw new BindingError(issues);
  return { couplings, laws, programs, slotCount };
}

function modelRecords(scene: Scene): readonly ModelRecord[] {
  const record = scene.binding.scene;
  return typeof record === 'string' ? [] : (record.models as readonly ModelRecord[]);
}

const inModel = (issue: Issue, record: ModelRecord, i: number): Issue => ({
  ...issue,
  path: ['scene', 'models', i, ...issue.path],
  message: `model '${record.name}': ${issue.message}`,
});

/** A model that wants an angle of a slide, or names one body twice. */
function coordinateIssues(wanted: readonly ModelCoordinate[], index: TrialIndex): Issue[] {
  return wanted.flatMap((coordinate): Issue[] => {
    if ('joint' in coordinate) {
      if (index.hasJointCoordinate(coordinate.joint, coordinate.motion)) return [];
      const message = `joint '${coordinate.joint}' has no ${coordinate.motion}`;
      const fix = 'Name a joint with that motion, or a body with a frame: {"body", "reference", "frame"}.';
      return [{ code: 'wrong_motion', path: [], message, fix }];
    }
    if (coordinate.body !== coordinate.reference) return [];
    const message = `acts between '${coordinate.body}' and itself`;
    return [{ code: 'same_body', path: [], message, fix: 'Name two different bodies.' }];
  });
}

function couplingOf(row: ModelRow, name: string, coordinates: readonly number[]): EngineCoupling {
  return {
    name,
    terms: row.terms.map(({ coordinate, factor }) => ({ coordinate: coordinates[coordinate]!, factor })),
    behavior: row.behavior,
    loss: row.loss ?? null,
    ...(row.origin === undefined ? {} : { origin: row.origin }),
  };
}

function rowOfModel(row: ModelRow, coupling: number, firstSlot: number) {
  const slots = Int32Array.from(row.terms, ({ coordinate }) => firstSlot + coordinate);
  return {
    coupling,
    slots,
    factors: Float64Array.from(row.terms, ({ factor }) => factor),
    lossSlot: row.loss ? slots[row.loss.term]! : -1,
  };
}

function lawOf(kind: ModelKind, record: ModelRecord, coordinates: readonly number[]): EngineLaw {
  const { effort, tangent, energy } = kind;
  invariant(effort, 'a law has an effort');
  return {
    name: record.name,
    coordinates,
    isConservative: kind.isConservative ?? false,
    effort: (q, qd, out) => effort(record, q, qd, out),
    ...(tangent === undefined ? {} : { tangent: (q, out) => tangent(record, q, out) }),
    ...(energy === undefined ? {} : { energy: (q) => energy(record, q) }),
  };
}
