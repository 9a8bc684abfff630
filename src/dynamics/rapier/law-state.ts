import type { EngineModel } from '../engine.js';
import type { BoxWorkspace } from './box-complementarity.js';
import { createBoxWorkspace } from './box-complementarity.js';
import type { CoordinateStates } from './coordinates.js';
import type { DirectionList, DirectionOperator } from './directions.js';
import { createDirectionOperator, listDirections, resizeDirections } from './directions.js';
import type { Condition } from './law-conditions.js';
import type { LawTerm } from './law-terms.js';
import { listLawTerms } from './law-terms.js';
import { anchorValue, couplingOrigin, createLawModels, type LawModels } from './model-terms.js';

/** The rows of a model's effort law and their state between sub-steps. */
export interface EffortLaw {
  readonly list: DirectionList;
  readonly terms: readonly LawTerm[];
  readonly operator: DirectionOperator;
  readonly couplingStart: Float64Array;
  readonly models: LawModels;
  /** Impulse of every row in the last sub-step, and its work by the mean of the rates before and after. */
  readonly lambda: Float64Array;
  readonly workJ: Float64Array;
  /** Snapshotted state. */
  readonly anchor: Float64Array;
  readonly state: Int8Array;
  readonly isActive: Uint8Array;
  readonly bias: Float64Array;
  /** Rate of every direction that the last solve expected, without bias; NaN before the first. */
  readonly predicted: Float64Array;
  /** Solves that needed the fallback sweeps. */
  inexactCount: number;
  readonly scratch: LawScratch;
}

/** Working arrays of one solve. */
export interface LawScratch {
  readonly m: Float64Array;
  readonly active: Int32Array;
  readonly G: Float64Array;
  readonly q: Float64Array;
  readonly lo: Float64Array;
  readonly hi: Float64Array;
  readonly packedState: Int8Array;
  readonly packedLambda: Float64Array;
  readonly box: BoxWorkspace;
  readonly condition: Condition;
  readonly gamma: Float64Array;
  readonly rateBefore: Float64Array;
  readonly couplingEffort: Float64Array;
  y: Float64Array;
  known: Float64Array;
  readonly velocity: Float64Array;
  readonly p: Float64Array;
}

/** Builds the law of a model; coordinates must have been read at the initial pose. */
export function createEffortLaw(model: EngineModel, coordinates: CoordinateStates, jointRows: number): EffortLaw {
  const list = listDirections(model);
  const terms = listLawTerms(model, list);
  const n = terms.length;
  const nd = list.directions.length;
  const anchor = new Float64Array(n);
  terms.forEach((term, r) => {
    if (term.kind === 'friction') anchor[r] = coordinates.value[term.index]!;
    if (term.kind === 'actuator') anchor[r] = coordinates.value[model.actuators[term.index]!.coordinate]!;
  });
  const couplingStart = Float64Array.from(model.couplings, (_, i) => couplingOrigin(model, i, coordinates.value));
  terms.forEach((term, r) => {
    anchor[r] = anchorValue(term, { model, value: coordinates.value, couplingStart }) ?? anchor[r]!;
  });
  const models = createLawModels(model, coordinates, couplingStart);
  return {
    list,
    terms,
    operator: createDirectionOperator(nd, jointRows),
    couplingStart,
    models,
    lambda: new Float64Array(n),
    workJ: new Float64Array(n),
    anchor,
    state: new Int8Array(n),
    isActive: new Uint8Array(n),
    bias: new Float64Array(nd),
    predicted: new Float64Array(nd).fill(Number.NaN),
    inexactCount: 0,
    scratch: createScratch(n, nd, jointRows, model.bodies.length, model.couplings.length),
  };
}

function createScratch(n: number, nd: number, jointRows: number, bodies: number, couplingCount: number): LawScratch {
  return {
    m: new Float64Array(nd),
    active: new Int32Array(n),
    G: new Float64Array(n * n),
    q: new Float64Array(n),
    lo: new Float64Array(n),
    hi: new Float64Array(n),
    packedState: new Int8Array(n),
    packedLambda: new Float64Array(n),
    box: createBoxWorkspace(n),
    condition: { isActive: false, target: 0, gamma: 0, lo: 0, hi: 0 },
    gamma: new Float64Array(n),
    rateBefore: new Float64Array(n),
    couplingEffort: new Float64Array(couplingCount),
    y: new Float64Array(jointRows),
    known: new Float64Array(jointRows),
    velocity: new Float64Array(6 * bodies),
    p: new Float64Array(nd),
  };
}

/** Fits the law to another joint operator (after a release) and forgets predictions made with the old one. */
export function refitLaw(law: EffortLaw, jointRows: number): void {
  resizeDirections(law.operator, jointRows);
  law.scratch.y = new Float64Array(jointRows);
  law.scratch.known = new Float64Array(jointRows);
  law.predicted.fill(Number.NaN);
}
