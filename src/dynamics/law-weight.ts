import { LARGEST_EXACT_PHASE } from './engine.js';

/** Phase [rad] from which the weight is that of the unconditionally stable mean. */
const STABLE_PHASE = 2 * LARGEST_EXACT_PHASE;

const exactWeight = (x: number): number =>
  x < 0.05 ? 1 / 12 + (x * x) / 240 : 1 / (4 * Math.sin(x / 2) ** 2) - 1 / (x * x);

/**
 * Weight θ of the implicit part of an elastic law in the leapfrog.
 *
 *   F = F(qₙ) − θ·K·(qₙ₊₁ − 2qₙ + qₙ₋₁)     one mass: 2·cos(ω'h) = 2 − x²/(1 + θx²), x = h·√(K/m)
 *   ω' = ω exactly for θ = 1/(4·sin²(x/2)) − 1/x²;   stable for every x when θ ≥ ¼
 *
 * Exact up to `LARGEST_EXACT_PHASE`, ¼ beyond twice that, linear in between: several laws on one mass add up, and the
 * exact weight alone would let them pass its own limit of stability.
 *
 * @param x phase per sub-step h·√(K·G) [rad], G = inverse effective mass with the joints eliminated
 */
export function lawWeight(x: number): number {
  if (x <= LARGEST_EXACT_PHASE) return exactWeight(x);
  if (x >= STABLE_PHASE) return 0.25;
  const share = (x - LARGEST_EXACT_PHASE) / (STABLE_PHASE - LARGEST_EXACT_PHASE);
  return exactWeight(LARGEST_EXACT_PHASE) * (1 - share) + 0.25 * share;
}
