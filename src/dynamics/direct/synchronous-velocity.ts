/**
 * Velocities at tₙ₊₁, where the recorded poses are, from those at the half step before.
 *
 *   v(tₙ₊₁) ≈ vₙ₊½ + w·½h·a,   a = Δv/hf of the last kick,   w = max(0, 1 − |aₙ − aₙ₋₁|/|aₙ|)
 *
 * In smooth motion the error is O(h²). After an impact or a change of stick and slip the acceleration says nothing about
 * the next step: w is 0 and the velocity of the half step is given. w is a scalar per body, so that turning the scene
 * changes nothing.
 */
import type { Bodies } from './bodies.js';

export interface Synchronizer {
  /** Acceleration of the last kick, 6 per body. */
  readonly acceleration: Float64Array;
  isFirst: boolean;
}

/** Returns a synchroniser without history. */
export function createSynchronizer(bodies: Bodies): Synchronizer {
  return { acceleration: new Float64Array(6 * bodies.count), isFirst: true };
}

/**
 * Writes the velocities at the end of the sub-step and keeps the acceleration.
 *
 * @param velocity out: velocity of the centre of mass and angular velocity, world axes, 6 per body
 */
export function synchronize(s: Synchronizer, bodies: Bodies, h: number, hf: number, velocity: Float64Array): void {
  const { v, vBefore } = bodies;
  for (let o = 0; o < v.length; o += 3) {
    let size = 0;
    let change = 0;
    for (let k = o; k < o + 3; k++) {
      const a = (v[k]! - vBefore[k]!) / hf;
      const difference = a - s.acceleration[k]!;
      size += a * a;
      change += difference * difference;
      s.acceleration[k] = a;
    }
    const w = size > 0 ? (s.isFirst ? 1 : Math.max(0, 1 - Math.sqrt(change / size))) : 0;
    for (let k = o; k < o + 3; k++) velocity[k] = v[k]! + 0.5 * h * w * s.acceleration[k]!;
  }
  s.isFirst = false;
}
