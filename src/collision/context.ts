import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import type { CylinderSurface } from '../geometry/index.js';
import { COARSE_SAMPLE_COUNT, type Source } from './excess.js';
import type { WallTolerance } from './levels.js';
import { withSolids } from './solid-scope.js';

/** What a decomposition works with, for one part. */
export interface DecompositionContext {
  readonly module: ManifoldToplevel;
  readonly source: Source;
  /** How far [m] pieces may stand out of the source, and miss of it. */
  readonly toleranceM: number;
  /** How far [m] the corners of a round hole's tangents may lie outside of it where the mesh has more of them than that needs. */
  readonly roundnessM: number;
  /** Points of a section that stand out by less [m] are left out: ripple of the tessellation. */
  readonly rippleM: number;
  readonly wallTolerance: WallTolerance;
  /** Cylinders recognised on the part. */
  readonly cylinders: readonly CylinderSurface[];
  /** Pieces that cutting by planes may still make; counted down. */
  readonly budget: { splitPieces: number };
}

/** Part of the tolerance that single hulls may use: samples do not find the very deepest point. */
const TOLERANCE_SHARE = 0.8;
/** Largest part of its own volume, or of the source's, that a hull may add. */
const LARGEST_ADDED_SHARE = { own: 0.01, source: 1e-4 };

/** Whether a convex solid that covers a piece of the source stays within tolerance of the source. */
export function isWithinTolerance(context: DecompositionContext, hull: Manifold, coveredM3: number): boolean {
  const { source, toleranceM } = context;
  const hullM3 = hull.volume();
  if (hullM3 - coveredM3 <= 1e-9 * source.volumeM3) return true;
  const { volumeM3, depthM } = source.excessOf(hull, COARSE_SAMPLE_COUNT);
  const allowedM3 = Math.max(LARGEST_ADDED_SHARE.own * hullM3, LARGEST_ADDED_SHARE.source * source.volumeM3);
  return volumeM3 <= allowedM3 && depthM <= TOLERANCE_SHARE * toleranceM;
}

/** Mean thickness of a skin that is left out, as part of the tolerance: where it is a wedge it is some three times as thick. */
const SKIN_SHARE = 0.2;

/** Whether what is left of a solid is only a skin far thinner than the tolerance: volume over half its area, per component. */
export function isOnlySkin({ toleranceM, source }: DecompositionContext, rest: Manifold): boolean {
  if (rest.isEmpty() || !(rest.volume() > 1e-9 * source.volumeM3)) return true;
  return withSolids((keep) =>
    rest
      .decompose()
      .map(keep)
      .every((piece) => (2 * piece.volume()) / piece.surfaceArea() < SKIN_SHARE * toleranceM),
  );
}
