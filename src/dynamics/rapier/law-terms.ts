import type { EngineModel } from '../engine.js';
import type { DirectionList } from './directions.js';
import { listModelTerms } from './model-terms.js';

/** One row of the effort law: what it is, and along which directions (with factors) it acts. */
export interface LawTerm {
  readonly kind:
    | 'actuator'
    | 'coupling'
    | 'friction'
    | 'damping'
    | 'lower'
    | 'upper'
    | 'universal'
    | 'distance'
    // of equivalent models: model-terms.ts
    | 'play-lower'
    | 'play-upper'
    | 'one-way'
    | 'slip'
    | 'drag'
    | 'loss'
    | 'law';
  /** Index of the actuator, coupling, coordinate, joint or law slot that it stands for. */
  readonly index: number;
  readonly directions: readonly number[];
  readonly factors: readonly number[];
  /** Joints whose release ends it. */
  readonly joints: readonly number[];
}

/** Lists the rows of the effort law of a model, in a fixed order. */
export function listLawTerms(model: EngineModel, list: DirectionList): LawTerm[] {
  const jointOf = (coordinate: number) => {
    const joint = model.coordinates[coordinate]!.joint;
    return joint === null ? [] : [joint];
  };
  const single = (kind: LawTerm['kind'], index: number, direction: number, joints: readonly number[]): LawTerm => ({
    kind,
    index,
    directions: [direction],
    factors: [1],
    joints,
  });
  const terms: LawTerm[] = [];
  model.actuators.forEach(({ coordinate, reactsOnReference }, i) => {
    const direction = (reactsOnReference ? list.ofCoordinate : list.oneSidedOf)[coordinate]!;
    terms.push(single('actuator', i, direction, jointOf(coordinate)));
  });
  model.couplings.forEach((coupling, i) => {
    if (coupling.behavior !== undefined && coupling.behavior.kind !== 'rigid') return;
    terms.push({
      kind: 'coupling',
      index: i,
      directions: coupling.terms.map((term) => list.ofCoordinate[term.coordinate]!),
      factors: coupling.terms.map((term) => term.factor),
      joints: coupling.terms.flatMap((term) => jointOf(term.coordinate)),
    });
  });
  model.coordinates.forEach((coordinate, i) => {
    const direction = list.ofCoordinate[i]!;
    if (coordinate.dryFriction > 0 || (coordinate.reactionFriction ?? 0) > 0)
      terms.push(single('friction', i, direction, jointOf(i)));
    if (coordinate.damping > 0) terms.push(single('damping', i, direction, jointOf(i)));
    if (coordinate.limits === null) return;
    if (coordinate.limits.lower > Number.NEGATIVE_INFINITY) terms.push(single('lower', i, direction, jointOf(i)));
    if (coordinate.limits.upper < Number.POSITIVE_INFINITY) terms.push(single('upper', i, direction, jointOf(i)));
  });
  model.joints.forEach(({ kind }, j) => {
    if (kind === 'universal' || kind === 'distance') terms.push(single(kind, j, list.ofJoint[j]!, [j]));
  });
  terms.push(...listModelTerms(model, list));
  return terms;
}
