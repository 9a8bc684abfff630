/**
 * Explicit laws of equivalent models (springs, detents): efforts from values and rates, at every sub-step.
 *
 *   effort_i = F_i(qₙ) − θ_i·h·K_i·(q̇'_i − q̇_i)          θ from `lawWeight`: the exact frequency of one mass
 *
 * The first part acts as a given impulse; the second is a bounded row without bounds: γ = 1/(θ·h²·K), bias = −q̇. (h² and
 * not hf·h: from rest the half kick of a mass on a spring is then exact too.)
 * Stored energy at the middle of the sub-step, where the velocities live:
 *
 *   U = (U(qₙ) + U(qₙ₊₁))/2 + Σ (θ_i/2 − 1/4)·h²·K_i·q̇'_i²
 *
 * which for a linear law is what the steps conserve exactly.
 */
import type { EngineLaw, EngineModel } from '../engine.js';
import { lawWeight } from '../law-weight.js';
import type { Bodies } from './bodies.js';
import type { Coordinates } from './coordinates.js';
import { applyImpulse, rowRate } from './row-set.js';
import { appendScaledRow, markBounded, ROW_ROLE, type UnilateralSet } from './unilateral.js';

export interface Laws {
  readonly sources: readonly EngineLaw[];
  readonly isActive: Uint8Array;
  /** First slot of every law; one slot per coordinate of a law. */
  readonly start: Int32Array;
  readonly coordinate: Int32Array;
  readonly value: Float64Array;
  readonly rate: Float64Array;
  /** Explicit effort F, stiffness K and weight θ of this sub-step, and the whole effort of the last [N·m or N]. */
  readonly explicit: Float64Array;
  readonly stiffness: Float64Array;
  readonly theta: Float64Array;
  readonly effort: Float64Array;
  /** Stored energy per law at tₙ and at the middle of the last sub-step [J]. */
  readonly stored: Float64Array;
  readonly elastic: Float64Array;
}

/** Returns the laws of a model at their initial values. */
export function createLaws(model: EngineModel, coordinates: Coordinates): Laws {
  const sources = model.laws ?? [];
  const start = new Int32Array(sources.length + 1);
  for (const [i, law] of sources.entries()) start[i + 1] = start[i]! + law.coordinates.length;
  const slots = start[sources.length]!;
  const array = () => new Float64Array(slots);
  const laws: Laws = {
    sources,
    isActive: new Uint8Array(sources.length).fill(1),
    start,
    coordinate: Int32Array.from(sources.flatMap((law) => [...law.coordinates])),
    value: array(),
    rate: array(),
    explicit: array(),
    stiffness: array(),
    theta: array(),
    effort: array(),
    stored: new Float64Array(sources.length),
    elastic: new Float64Array(sources.length),
  };
  for (let k = 0; k < slots; k++) laws.value[k] = coordinates.value[laws.coordinate[k]!]!;
  for (const [i, law] of sources.entries()) laws.stored[i] = law.energy?.(slotsOf(laws, laws.value, i)) ?? 0;
  laws.elastic.set(laws.stored);
  return laws;
}

/** The slots of law i in one of the arrays. */
function slotsOf(laws: Laws, array: Float64Array, i: number): Float64Array {
  return array.subarray(laws.start[i]!, laws.start[i + 1]!);
}

/** Evaluates F and K at tₙ and applies the explicit impulses. */
export function applyLaws(laws: Laws, c: Coordinates, bodies: Bodies, hf: number): void {
  const { sources, start, coordinate, value, rate, explicit, stiffness } = laws;
  explicit.fill(0);
  stiffness.fill(0);
  for (let i = 0; i < sources.length; i++) {
    if (!laws.isActive[i]) continue;
    for (let k = start[i]!; k < start[i + 1]!; k++) {
      value[k] = c.value[coordinate[k]!]!;
      rate[k] = rowRate(c.rows, coordinate[k]!, bodies.vNow);
    }
    const q = slotsOf(laws, value, i);
    sources[i]!.effort(q, slotsOf(laws, rate, i), slotsOf(laws, explicit, i));
    sources[i]!.tangent?.(q, slotsOf(laws, stiffness, i));
    for (let k = start[i]!; k < start[i + 1]!; k++) {
      if (explicit[k] !== 0) applyImpulse(c.rows, coordinate[k]!, hf * explicit[k]!, bodies);
    }
  }
}

/** Appends the rows of the implicit parts; `finishLaw` sets their softness once G is known. */
export function appendLaws(set: UnilateralSet, laws: Laws, c: Coordinates): void {
  for (let k = 0; k < laws.coordinate.length; k++) {
    laws.theta[k] = 0;
    if (!(laws.stiffness[k]! > 0)) continue;
    const r = appendScaledRow(set, c.rows, laws.coordinate[k]!, 1, -1);
    markBounded(set, r, ROW_ROLE.law, k, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
    set.lambda[r] = 0;
  }
}

/** Sets γ and bias of the row of slot k from the eliminated diagonal G. */
export function finishLaw(
  set: UnilateralSet,
  r: number,
  laws: Laws,
  k: number,
  h: number,
  diagonal: number,
  vBefore: Float64Array,
): void {
  const K = laws.stiffness[k]!;
  const theta = lawWeight(h * Math.sqrt(K * Math.max(0, diagonal)));
  laws.theta[k] = theta;
  set.gamma[r] = 1 / (theta * h * h * K);
  set.bias[r] = -rowRate(set.rows, r, vBefore);
}

/**
 * Books the energy of the laws over the sub-step that led to `c.valueNext`; returns what they dissipated [J].
 *
 * @param implicit  impulse of the implicit part per slot [N·s or N·m·s]
 * @param means     impulse collected per slot, for the mean efforts
 * @returns dissipated energy, and the difference that a change of step length makes
 */
export function bookLaws(
  laws: Laws,
  c: Coordinates,
  bodies: Bodies,
  implicit: Float64Array,
  hBefore: number,
  h: number,
  means: Float64Array,
): { dissipated: number; changeOfStep: number } {
  BOOKED.dissipated = 0;
  BOOKED.changeOfStep = 0;
  const hf = 0.5 * (hBefore + h);
  for (let i = 0; i < laws.sources.length; i++) {
    if (!laws.isActive[i]) continue;
    let work = 0;
    let shift = 0;
    let step = 0;
    for (let k = laws.start[i]!; k < laws.start[i + 1]!; k++) {
      const q = laws.coordinate[k]!;
      const before = rowRate(c.rows, q, bodies.vBefore);
      const after = rowRate(c.rows, q, bodies.v);
      const impulse = hf * laws.explicit[k]! + implicit[k]!;
      laws.effort[k] = impulse / hf;
      means[k]! += impulse;
      work += 0.5 * impulse * (before + after);
      shift += (0.5 * laws.theta[k]! - 0.25) * h * h * laws.stiffness[k]! * after * after;
      step -= 0.25 * (hBefore - h) * laws.explicit[k]! * (after - before);
      laws.value[k] = c.valueNext[q]!;
    }
    const law = laws.sources[i]!;
    const stored = law.energy?.(slotsOf(laws, laws.value, i)) ?? 0;
    const elastic = law.energy ? 0.5 * (laws.stored[i]! + stored) + shift : 0;
    if (!law.isConservative) BOOKED.dissipated -= work + elastic - laws.elastic[i]!;
    else BOOKED.changeOfStep += step;
    laws.stored[i] = stored;
    laws.elastic[i] = elastic;
  }
  return BOOKED;
}

/** Energy stored in all laws [J]; a disabled law keeps nothing. */
export function storedEnergy(laws: Laws): number {
  let sum = 0;
  for (let i = 0; i < laws.elastic.length; i++) if (laws.isActive[i]) sum += laws.elastic[i]!;
  return sum;
}

const BOOKED = { dissipated: 0, changeOfStep: 0 };
