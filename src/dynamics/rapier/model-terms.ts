/**
 * Terms of equivalent models in the effort law: couplings that are not rigid, losses of transmissions, effort laws.
 *
 *   play        stops of s = Σ factor·q − origin            one-way   a stop of the highest s so far, less its play
 *   slip, loss  friction with an anchor                      drag      λ = −h·(c₁ + c₂·|w₀|)·w
 *   law         λ = h·F(q + c·h·q̇) − θh²K·(w − w₀)           c = early share, θ = `lawWeight`
 *
 * With y = q + c·h·q̇ Rapier's own stepping of a constant force is y' = y + h·w': the same leapfrog as in the direct
 * engine, so that the same weight θ gives the exact frequency, and V(y − ½h·q̇) is the energy that it keeps.
 */
import { type LossBounds, lossBounds, relaxedEffort } from '../../models/index.js';
import type { EngineLaw, EngineModel } from '../engine.js';
import { lawWeight } from '../law-weight.js';
import type { CoordinateStates } from './coordinates.js';
import type { DirectionList } from './directions.js';
import type { Condition, LawContext } from './law-conditions.js';
import { BETA, returnRate, stopRate } from './law-conditions.js';
import type { LawTerm } from './law-terms.js';

/** State of the models between sub-steps. */
export interface LawModels {
  /** Snapshotted. */
  readonly isCouplingActive: Uint8Array;
  readonly isLawActive: Uint8Array;
  readonly highest: Float64Array;
  readonly followed: Float64Array;
  readonly stored: Float64Array;
  /** First slot of every law; a slot is one coordinate of one law. */
  readonly lawSlot: Int32Array;
  readonly lawOfSlot: Int32Array;
  /** Per slot, within a sub-step: F, K. */
  readonly force: Float64Array;
  readonly stiffness: Float64Array;
  readonly scratch: readonly { q: Float64Array; qd: Float64Array; out: Float64Array; K: Float64Array }[];
}

/** Allocates the state; coordinates have been read at the initial pose. */
export function createLawModels(
  model: EngineModel,
  coordinates: CoordinateStates,
  couplingStart: Float64Array,
): LawModels {
  const laws = model.laws ?? [];
  const lawOfSlot = laws.flatMap((law, i) => law.coordinates.map(() => i));
  const lawSlot = new Int32Array(laws.length);
  for (let i = 1; i < laws.length; i++) lawSlot[i] = lawSlot[i - 1]! + laws[i - 1]!.coordinates.length;
  const models: LawModels = {
    isCouplingActive: new Uint8Array(model.couplings.length).fill(1),
    isLawActive: new Uint8Array(laws.length).fill(1),
    highest: Float64Array.from(model.couplings, (_, i) =>
      couplingAt({ model, value: coordinates.value, couplingStart }, i),
    ),
    followed: new Float64Array(model.couplings.length),
    stored: new Float64Array(laws.length),
    lawSlot,
    lawOfSlot: Int32Array.from(lawOfSlot),
    force: new Float64Array(lawOfSlot.length),
    stiffness: new Float64Array(lawOfSlot.length),
    scratch: laws.map(({ coordinates: { length } }) => ({
      q: new Float64Array(length),
      qd: new Float64Array(length),
      out: new Float64Array(length),
      K: new Float64Array(length),
    })),
  };
  laws.forEach((law, i) => {
    models.stored[i] = storedAt(law, models, i, coordinates, 0);
  });
  return models;
}

/** Value that Σ factor·q has at s = 0. */
export function couplingOrigin(model: EngineModel, i: number, value: Float64Array): number {
  const { terms, origin } = model.couplings[i]!;
  return origin ?? terms.reduce((sum, { coordinate, factor }) => sum + factor * value[coordinate]!, 0);
}

/** Terms of the couplings that are not rigid, of losses and of laws, in a fixed order. */
export function listModelTerms(model: EngineModel, list: DirectionList): LawTerm[] {
  const jointsOf = (coordinates: readonly number[]) =>
    coordinates.flatMap((c) => (model.coordinates[c]!.joint === null ? [] : [model.coordinates[c]!.joint!]));
  const terms: LawTerm[] = [];
  model.couplings.forEach(({ terms: parts, behavior, loss }, index) => {
    const whole = {
      index,
      directions: parts.map(({ coordinate }) => list.ofCoordinate[coordinate]!),
      factors: parts.map(({ factor }) => factor),
      joints: jointsOf(parts.map(({ coordinate }) => coordinate)),
    };
    if (behavior?.kind === 'stops') {
      if (behavior.lower > Number.NEGATIVE_INFINITY) terms.push({ kind: 'play-lower', ...whole });
      if (behavior.upper < Number.POSITIVE_INFINITY) terms.push({ kind: 'play-upper', ...whole });
    }
    if (behavior?.kind === 'one-way') terms.push({ kind: 'one-way', ...whole });
    if (behavior?.kind === 'friction') terms.push({ kind: 'slip', ...whole });
    if (behavior?.kind === 'damping') terms.push({ kind: 'drag', ...whole });
    if (!loss) return;
    const lossy = whole.directions[loss.term]!;
    terms.push({ kind: 'loss', index, directions: [lossy], factors: [1], joints: whole.joints });
  });
  let slot = 0;
  for (const law of model.laws ?? []) {
    const joints = jointsOf(law.coordinates);
    for (const coordinate of law.coordinates) {
      const directions = [list.ofCoordinate[coordinate]!];
      terms.push({ kind: 'law', index: slot++, directions, factors: [1], joints });
    }
  }
  return terms;
}

/** Whether the model behind a term still acts. */
export function isModelActing(models: LawModels, { kind, index }: LawTerm): boolean {
  if (kind === 'law') return models.isLawActive[models.lawOfSlot[index]!] === 1;
  return !isCouplingTerm(kind) || models.isCouplingActive[index] === 1;
}

const isCouplingTerm = (kind: LawTerm['kind']): boolean => kind === 'coupling' || COUPLING_KINDS.has(kind);
const COUPLING_KINDS: ReadonlySet<LawTerm['kind']> = new Set([
  'play-lower',
  'play-upper',
  'one-way',
  'slip',
  'drag',
  'loss',
]);

/** Sign of a term's λ in the effort of its coupling; 0 for terms that are not part of it. */
export const couplingShare = (kind: LawTerm['kind']): number => (isCouplingTerm(kind) && kind !== 'loss' ? 1 : 0);

/** Whether a term of a model takes energy; a law's is booked with its stored energy. */
export const isLossyTerm = (kind: LawTerm['kind']): boolean => COUPLING_KINDS.has(kind);

/** Evaluates all laws `lead` seconds ahead. */
export function evaluateLaws(model: EngineModel, models: LawModels, coordinates: CoordinateStates, lead: number): void {
  const laws = model.laws ?? [];
  for (let i = 0; i < laws.length; i++) {
    const law = laws[i]!;
    const { q, qd, out, K } = models.scratch[i]!;
    for (let k = 0; k < q.length; k++) {
      const c = law.coordinates[k]!;
      qd[k] = coordinates.rate[c]!;
      q[k] = coordinates.value[c]! + lead * qd[k]!;
    }
    law.effort(q, qd, out);
    if (law.tangent === undefined) K.fill(0);
    else law.tangent(q, K);
    models.force.set(out, models.lawSlot[i]!);
    models.stiffness.set(K, models.lawSlot[i]!);
  }
}

/**
 * Writes the condition of a model's term; false when the term is none.
 *
 * @param rate     w₀, rate of the term at the start of the sub-step
 * @param mobility G of its direction, joints holding
 */
export function writeModelCondition(
  term: LawTerm,
  r: number,
  rate: number,
  mobility: number,
  models: LawModels,
  context: LawContext,
  out: Condition,
): boolean {
  const { model, value, h, early } = context;
  if (term.kind === 'law') {
    writeLaw(models.force[term.index]!, models.stiffness[term.index]!, rate, mobility, h, out);
    return true;
  }
  if (!COUPLING_KINDS.has(term.kind)) return false;
  const { behavior, loss, terms } = model.couplings[term.index]!;
  const s = couplingAt(context, term.index);
  const limit = terms.reduce((most, t) => Math.max(most, Math.abs(t.factor) * returnRate(model, t.coordinate)), 0);
  if (term.kind === 'loss') {
    lossBounds(models.followed[term.index]!, loss!, BOUNDS);
    out.lo = h * BOUNDS.lower;
    out.hi = h * BOUNDS.upper;
    out.target = (-BETA * (value[terms[loss!.term]!.coordinate]! - context.anchor[r]!)) / h;
    return true;
  }
  switch (behavior?.kind) {
    case 'stops':
      if (term.kind === 'play-lower') {
        out.lo = 0;
        out.target = stopRate(s - behavior.lower, rate, h, early, 0, limit);
      } else {
        out.hi = 0;
        out.target = -stopRate(behavior.upper - s, -rate, h, early, 0, limit);
      }
      break;
    case 'one-way':
      out.lo = 0;
      out.target = stopRate(s - models.highest[term.index]! + behavior.play, rate, h, early, 0, limit);
      break;
    case 'friction':
      out.lo = -h * behavior.cap;
      out.hi = h * behavior.cap;
      out.target = (-BETA * (s - context.anchor[r]!)) / h;
      break;
    case 'damping': {
      const c = behavior.linear + behavior.quadratic * Math.abs(rate);
      if (c === 0) out.isActive = false;
      else out.gamma = 1 / (h * c);
      break;
    }
    default:
  }
  return true;
}

function writeLaw(F: number, K: number, rate: number, mobility: number, h: number, out: Condition): void {
  const implicit = K > 0 ? lawWeight(h * Math.sqrt(K * Math.max(0, mobility))) * h * h * K : 0;
  if (implicit === 0) {
    out.lo = h * F;
    out.hi = h * F;
    return;
  }
  out.gamma = 1 / implicit;
  out.target = rate + (h * F) / implicit;
}

type CouplingContext = Pick<LawContext, 'model' | 'value' | 'couplingStart'>;

/** s of coupling i at the present coordinates. */
function couplingAt({ model, value, couplingStart }: CouplingContext, i: number): number {
  let s = -couplingStart[i]!;
  for (const { coordinate, factor } of model.couplings[i]!.terms) s += factor * value[coordinate]!;
  return s;
}

/** What a term's anchor holds on to: s of a clutch, q of a lossy term; null for terms without anchor. */
export function anchorValue(term: LawTerm, context: CouplingContext): number | null {
  if (term.kind === 'slip') return couplingAt(context, term.index);
  if (term.kind !== 'loss') return null;
  const { loss, terms } = context.model.couplings[term.index]!;
  return context.value[terms[loss!.term]!.coordinate]!;
}

/**
 * Follows transmitted efforts and moves the marks of one-way couplings, once coordinates have been re-read.
 *
 * @param effortOf effort λ/h that a coupling exerted in the sub-step, without its loss
 */
export function settleCouplings(models: LawModels, context: CouplingContext, effort: Float64Array): void {
  context.model.couplings.forEach(({ behavior, loss, terms }, i) => {
    if (loss) models.followed[i] = relaxedEffort(models.followed[i]!, effort[i]! * terms[loss.term]!.factor, loss);
    if (behavior?.kind === 'one-way') {
      models.highest[i] = Math.max(models.highest[i]!, couplingAt(context, i));
    }
  });
}

/** V of law i, `lead` seconds from now. */
function storedAt(law: EngineLaw, models: LawModels, i: number, coordinates: CoordinateStates, lead: number): number {
  if (law.energy === undefined || models.isLawActive[i] === 0) return 0;
  const { q } = models.scratch[i]!;
  for (let k = 0; k < q.length; k++) {
    const c = law.coordinates[k]!;
    q[k] = coordinates.value[c]! + lead * coordinates.rate[c]!;
  }
  return law.energy(q);
}

/**
 * Reads the stored energies now, `lead` = (c − ½)·h; returns by how much that of law i has changed.
 */
export function refreshStored(
  model: EngineModel,
  models: LawModels,
  i: number,
  coordinates: CoordinateStates,
  lead: number,
): number {
  const before = models.stored[i]!;
  models.stored[i] = storedAt(model.laws![i]!, models, i, coordinates, lead);
  return models.stored[i]! - before;
}

/** Energy stored in all laws [J]. */
export function totalStored({ stored }: LawModels): number {
  let sum = 0;
  for (let i = 0; i < stored.length; i++) sum += stored[i]!;
  return sum;
}

const BOUNDS: LossBounds = { lower: 0, upper: 0 };
