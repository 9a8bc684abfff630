/**
 * A detent: a ball or leaf that falls into notches along a coordinate.
 *
 *   x = distance to the nearest notch
 *   |x| < w/2:   effort = −A·sin(2πx/w)     V = A·w/2π·(1 − cos(2πx/w))
 *   beyond:      effort = 0                  V = A·w/π
 *
 * A is the effort that it takes to leave a notch, reached at x = w/4. Work from notch to notch is zero.
 */
export interface DetentLaw {
  /** A ≥ 0 [N·m or N]. */
  readonly peak: number;
  /** w > 0, width of a notch, at most the pitch [rad or m]. */
  readonly width: number;
  /** Coordinate of a notch [rad or m]. */
  readonly phase: number;
  /** Distance between notches [rad or m]; +∞ for a single one. */
  readonly pitch: number;
}

/** Distance to the nearest notch [rad or m]. */
export function notchOffset(q: number, { phase, pitch }: DetentLaw): number {
  const x = q - phase;
  return Number.isFinite(pitch) ? x - pitch * Math.round(x / pitch) : x;
}

/** Effort of a detent on its coordinate [N·m or N]. */
export function detentEffort(q: number, law: DetentLaw): number {
  const x = notchOffset(q, law);
  return Math.abs(x) < law.width / 2 ? -law.peak * Math.sin((2 * Math.PI * x) / law.width) : 0;
}

/** Stored energy [J]: 0 in a notch. */
export function detentEnergy(q: number, law: DetentLaw): number {
  const x = notchOffset(q, law);
  const depth = (law.peak * law.width) / Math.PI;
  return Math.abs(x) < law.width / 2 ? 0.5 * depth * (1 - Math.cos((2 * Math.PI * x) / law.width)) : depth;
}

/** −∂effort/∂q where it is positive, else 0 [N·m/rad or N/m]; at most 2πA/w. */
export function detentStiffness(q: number, law: DetentLaw): number {
  const x = notchOffset(q, law);
  if (Math.abs(x) >= law.width / 2) return 0;
  const largest = (2 * Math.PI * law.peak) / law.width;
  return Math.max(0, largest * Math.cos((2 * Math.PI * x) / law.width));
}
