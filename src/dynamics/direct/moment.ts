/**
 * Efforts and accelerations of the first kick of a recorded step.
 *
 *   a = (v − v_before)/hf,   reaction = λ/hf        at tₙ + (h − h_before)/3
 *
 * The kick is the second divided difference of the positions at tₙ₋₁, tₙ and tₙ₊₁, which belongs to the mean of the three
 * times: to tₙ itself while the sub-step stays as it is. Error h²·d²F/dt²/12.
 */
import type { EngineMoment } from '../engine.js';
import type { Mechanism } from './mechanism.js';
import type { StepMeans } from './readout.js';

/** A moment whose instant is an array too, so that a snapshot can hold it. */
export interface DirectMoment extends EngineMoment {
  readonly instantS: Float64Array;
}

/** Returns a moment with room for the mechanism's efforts, all zero. */
export function createMoment(m: Mechanism, means: StepMeans): DirectMoment {
  const instantS = new Float64Array(1);
  return {
    instantS,
    get atS() {
      return instantS[0]!;
    },
    acceleration: new Float64Array(6 * m.bodies.count),
    jointReaction: means.jointReaction.slice(),
    couplingEffort: means.couplingEffort.slice(),
    actuatorEffort: means.actuatorEffort.slice(),
  };
}

/** Keeps the sub-step that was just collected, the first of its step; `means` still holds its impulses alone. */
export function keepMoment(moment: DirectMoment, m: Mechanism, means: StepMeans, startS: number): void {
  const { h, hf } = m.times;
  const { v, vBefore, inverseMass, count } = m.bodies;
  // hf = (h_before + h)/2
  moment.instantS[0] = startS + (2 * h - 2 * hf) / 3;
  for (let b = 1; b < count; b++) {
    const isFree = inverseMass[b] !== 0;
    for (let k = 6 * b; k < 6 * b + 6; k++) moment.acceleration[k] = isFree ? (v[k]! - vBefore[k]!) / hf : 0;
  }
  scaleInto(means.jointReaction, 1 / hf, moment.jointReaction);
  scaleInto(means.couplingEffort, 1 / hf, moment.couplingEffort);
  scaleInto(means.actuatorEffort, 1 / hf, moment.actuatorEffort);
}

function scaleInto(from: Float64Array, scale: number, to: Float64Array): void {
  for (let i = 0; i < from.length; i++) to[i] = scale * from[i]!;
}
