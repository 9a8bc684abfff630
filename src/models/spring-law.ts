/**
 * A linear spring on one coordinate, with the force P at its free value L₀.
 *
 *   x = q − L₀      effort = −(P + k·x)        V = P·x + ½k·x²        held at both ends
 *                   0 where it would pull (x > 0)                     loose: a compression spring between two seats
 *
 * Positive P and x pull the coordinate back; a loose spring has P = 0.
 */
export interface SpringLaw {
  /** k ≥ 0 [N/m or N·m/rad]. */
  readonly stiffness: number;
  /** L₀: value at which only the initial tension acts [m or rad]. */
  readonly free: number;
  /** P ≥ 0, effort at L₀ [N or N·m]. */
  readonly initial: number;
  /** Held at both ends; a loose one only pushes. */
  readonly isHeld: boolean;
}

/** Effort on the coordinate [N or N·m]. */
export function springEffort(q: number, { stiffness: k, free, initial: P, isHeld }: SpringLaw): number {
  const x = q - free;
  return isHeld ? -(P + k * x) : -k * Math.min(0, x);
}

/** Stored energy [J], zero at the free value. */
export function springEnergy(q: number, { stiffness: k, free, initial: P, isHeld }: SpringLaw): number {
  const x = isHeld ? q - free : Math.min(0, q - free);
  return (isHeld ? P * x : 0) + 0.5 * k * x * x;
}

/** −∂effort/∂q [N/m or N·m/rad]. */
export function springStiffness(q: number, { stiffness, free, isHeld }: SpringLaw): number {
  return isHeld || q < free ? stiffness : 0;
}
