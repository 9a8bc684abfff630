/**
 * Work and energy from the multipliers.
 *
 *   W = Σ λ·J·v̄          v̄ = (v_before + v_after)/2
 *
 * With the mean of the velocities before and after the kick, ½m·v² changes by exactly the sum of these terms, whatever the
 * step: what is left over in the balance is the work of the joints' own multipliers (0 but for the step's curvature) and
 * the spin's, and measures how good the integration is.
 *
 * Energies belong to the middle of the last sub-step, where the velocities live: kinetic = ½m·v², potential = the mean of
 * those before and after it. Where the step length changes the two rules of integration differ by
 * m·g·(h_before − h)·(v_after − v_before)/4, which is kept in `changeOfStep`.
 */
import type { Bodies } from './bodies.js';

export interface Losses {
  /** Work of every actuator since the start [J]. */
  readonly drive: Float64Array;
  /** Work of coordinate efforts and wrenches since the start [J]. */
  applied: number;
  /** Taken out since the start [J]. */
  jointFriction: number;
  damping: number;
  limits: number;
  contactFriction: number;
  impacts: number;
  /** Difference between potential and work of gravity at changes of step length [J]. */
  changeOfStep: number;
  /** Largest kinetic energy so far, fading over a thousand steps: what errors of the balance are measured by [J]. */
  peakKinetic: number;
}

/** Returns zero work. */
export function createLosses(actuatorCount: number): Losses {
  return {
    drive: new Float64Array(actuatorCount),
    applied: 0,
    jointFriction: 0,
    damping: 0,
    limits: 0,
    contactFriction: 0,
    impacts: 0,
    changeOfStep: 0,
    peakKinetic: 0,
  };
}

/** Work put in since the start [J]. */
export function workIn(losses: Losses): number {
  let sum = losses.applied;
  for (let i = 0; i < losses.drive.length; i++) sum += losses.drive[i]!;
  return sum;
}

/** Energy taken out since the start [J]. */
export function dissipated(losses: Losses): number {
  return losses.jointFriction + losses.damping + losses.limits + losses.contactFriction + losses.impacts;
}

/** Potential energy of the present poses [J]: −Σ m·g·x. */
export function potentialEnergy(bodies: Bodies, gravity: Float64Array): number {
  return -weightOf(bodies, gravity, bodies.x, 3);
}

/** Σ m·g·y over the bodies, y = 3 numbers at stride `stride` per body. */
export function weightOf(bodies: Bodies, gravity: Float64Array, y: Float64Array, stride: number): number {
  let sum = 0;
  for (let b = 1; b < bodies.count; b++) {
    if (bodies.inverseMass[b] === 0) continue;
    const o = stride * b;
    sum += bodies.mass[b]! * (gravity[0]! * y[o]! + gravity[1]! * y[o + 1]! + gravity[2]! * y[o + 2]!);
  }
  return sum;
}

/** Books the difference that a change of step length from `hBefore` to `h` makes. */
export function bookChangeOfStep(
  losses: Losses,
  bodies: Bodies,
  gravity: Float64Array,
  hBefore: number,
  h: number,
): void {
  if (hBefore === h) return;
  const change = weightOf(bodies, gravity, bodies.v, 6) - weightOf(bodies, gravity, bodies.vBefore, 6);
  losses.changeOfStep += 0.25 * (hBefore - h) * -change;
}
