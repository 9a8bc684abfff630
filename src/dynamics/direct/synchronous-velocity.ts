/**
 * Velocities at tₙ₊₁, where the recorded poses are, from those at the half step before.
 *
 *   v(tₙ₊₁) ≈ vₙ₊½ + w·½h·(a + ⅔hf·ȧ),   a = Δv/hf of the last kick, ȧ its change since the kick before
 *   ω(tₙ₊₁) ≈ I(qₙ₊₁)⁻¹·(Lₙ₊½ + w·½h·(τ + ⅔hf·τ̇)),   τ = ΔL/hf
 *   w = 1 while r = |aₙ − aₙ₋₁|/|aₙ| ≤ ½, then down to 0 at r = 1
 *
 * vₙ₊½ is the mean velocity of the sub-step and a belongs to tₙ + (h − h_before)/3, the mean time of the three positions
 * it is made of; with v(t) = v₀ + a·t + ½ȧ·t² the formula is exact, for steps that change too. The error is O(h³) beside
 * that of the positions; the spin of a body without torques is exact, since its momentum is what is kept.
 * After an impact the acceleration says nothing about the next step: w is 0 and the velocity of the half step is given;
 * so it is for bodies that have locked within the step. w is a scalar per body: turning the scene changes nothing.
 */
import type { Bodies } from './bodies.js';
import type { Mechanism } from './mechanism.js';
import { rotateTo, worldTensor } from './rotation.js';

export interface Synchronizer {
  /** Acceleration of the last kick [m/s²] and torque [N·m], 6 per body. */
  readonly acceleration: Float64Array;
  /** One number: largest change of a body's acceleration per time at the last kick [m/s³]. */
  readonly jerk: Float64Array;
  /** One number: the sub-step before the last one [s]. */
  readonly stepsBefore: Float64Array;
  isFirst: boolean;
}

/** Returns a synchroniser without history. */
export function createSynchronizer(bodies: Bodies): Synchronizer {
  return {
    acceleration: new Float64Array(6 * bodies.count),
    jerk: new Float64Array(1),
    stepsBefore: new Float64Array(1),
    isFirst: true,
  };
}

/** Writes the velocities at the end of the sub-step into `bodies.vNow`, and keeps acceleration and jerk. */
export function synchronize(s: Synchronizer, { bodies, locked }: Mechanism, h: number, hf: number): void {
  const { v, vBefore, L, LBefore, vNow, inverseMass } = bodies;
  // time between the instants of the last two kicks
  const between = (2 * hf + s.stepsBefore[0]!) / 3;
  const lead = s.isFirst ? 0 : (2 * hf) / (3 * between);
  let jerk = 0;
  for (let b = 1; b < bodies.count; b++) {
    const o = 6 * b;
    if (inverseMass[b] === 0) {
      vNow.fill(0, o, o + 6);
      continue;
    }
    const w = locked[b] === 1 ? 0 : 1;
    const wv = w * weigh(s, v, vBefore, o, o, hf);
    if (!s.isFirst) jerk = Math.max(jerk, CHANGE.size / hf);
    for (let k = 0; k < 3; k++) {
      vNow[o + k] = v[o + k]! + 0.5 * h * wv * (s.acceleration[o + k]! + lead * CHANGE.vector[k]!);
    }
    const wL = w * weigh(s, L, LBefore, 3 * b, o + 3, hf);
    for (let k = 0; k < 3; k++) {
      MOMENTUM[k] = L[3 * b + k]! + 0.5 * h * wL * (s.acceleration[o + 3 + k]! + lead * CHANGE.vector[k]!);
    }
    worldTensor(bodies.RNext, 9 * b, bodies.inverseInertia, 3 * b, TENSOR, 0);
    rotateTo(TENSOR, 0, MOMENTUM, 0, vNow, o + 3);
  }
  s.jerk[0] = jerk;
  s.stepsBefore[0] = 2 * hf - h;
  s.isFirst = false;
}

/** Keeps the rate of change of three numbers of the last kick, and returns the weight w of its extrapolation. */
function weigh(
  s: Synchronizer,
  after: Float64Array,
  before: Float64Array,
  from: number,
  to: number,
  hf: number,
): number {
  let size = 0;
  let change = 0;
  for (let k = 0; k < 3; k++) {
    const a = (after[from + k]! - before[from + k]!) / hf;
    const difference = a - s.acceleration[to + k]!;
    size += a * a;
    change += difference * difference;
    CHANGE.vector[k] = difference;
    s.acceleration[to + k] = a;
  }
  CHANGE.size = Math.sqrt(change);
  if (size === 0) return 0;
  return s.isFirst ? 1 : Math.max(0, Math.min(1, 2 - 2 * Math.sqrt(change / size)));
}

const CHANGE = { size: 0, vector: new Float64Array(3) };
const MOMENTUM = new Float64Array(3);
const TENSOR = new Float64Array(9);
