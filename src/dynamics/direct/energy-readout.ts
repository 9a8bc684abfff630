/**
 * Energies of the whole scene in the middle of the last sub-step (losses.ts says why there).
 *
 *   balance = kinetic + potential + elastic − work in + dissipated        constant but for the error of integration
 */
import type { EngineEnergy } from '../engine.js';
import { kineticEnergy } from './integration.js';
import { storedEnergy } from './laws.js';
import { dissipated, potentialEnergy, weightOf, workIn } from './losses.js';
import type { Mechanism } from './mechanism.js';

/** Writes the energies [J] of the accepted sub-step. */
export function readEnergy(m: Mechanism, energy: EngineEnergy): void {
  const { bodies, gravity, losses, times, laws } = m;
  energy.kineticJ = kineticEnergy(bodies);
  const after = potentialEnergy(bodies, gravity);
  // potential at the middle of the last sub-step: half a drift back
  energy.potentialJ = after + 0.5 * times.h * weightOf(bodies, gravity, bodies.v, 6) + losses.changeOfStep;
  energy.elasticJ = storedEnergy(laws);
  energy.workInJ = workIn(losses);
  energy.dissipatedJ = dissipated(losses);
}

/** Kinetic + potential + elastic − work in + dissipated [J]. */
export function balanceOf(energy: EngineEnergy): number {
  const { kineticJ, potentialJ, elasticJ = 0, workInJ, dissipatedJ } = energy;
  return kineticJ + potentialJ + elasticJ - workInJ + dissipatedJ;
}

/** Kinetic energy and the potential at the middle of the last sub-step [J]: what a body takes along or brings. */
export function mechanicalEnergy({ bodies, gravity, times }: Mechanism): number {
  const lag = 0.5 * times.h * weightOf(bodies, gravity, bodies.v, 6);
  return kineticEnergy(bodies) + potentialEnergy(bodies, gravity) + lag;
}
