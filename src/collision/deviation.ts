import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import { frameFromAxis, type Vec3 } from '../core/vector.js';
import { type FoundCylinder, manifoldFromMesh, meshFromManifold, regionMesh } from '../geometry/index.js';
import { type Excess, measureExcess, type Source } from './excess.js';
import { type CollisionPiece, piecePoints } from './piece.js';
import { hullSolid, withSolids } from './solid-scope.js';
import { surfaceDistance } from './surface-distance.js';

/** A hole that pieces stand in: what a pin of its own radius would meet. */
export interface BlockedHole {
  /** Middle of the hole's axis, part coordinates. */
  readonly pointM: Vec3;
  readonly axis: Vec3;
  readonly radiusM: number;
  readonly lengthM: number;
  readonly blockedM3: number;
  /** `blockedM3` over the hole's volume. */
  readonly blockedFraction: number;
}

/** How far the pieces of a part are from its source mesh, each way for itself. */
export interface Deviation {
  readonly sourceM3: number;
  /** Of the source, in no piece. */
  readonly missingM3: number;
  readonly missingDepthM: number;
  /** Of the pieces, outside the source. */
  readonly outsideM3: number;
  readonly outsideDepthM: number;
  /** Holes that go all the way round and are not free; volumes below 1e-6 of the hole are rounding. */
  readonly blockedHoles: readonly BlockedHole[];
}

/** Part of a hole's volume that rounding may fill. */
const BLOCKED_ROUNDING = 1e-6;
/** A hole's own part may stand in it (a cross pin): what lies inside this part of the radius is its own. */
const OWN_MATERIAL_RADIUS = 0.9;

/**
 * Measures pieces against the source: source − union(pieces) and union(pieces) − source, and every hole.
 *
 * @param holes  cylinders all the way round, material outside
 */
export function measureDeviation(
  module: ManifoldToplevel,
  source: Source,
  pieces: readonly CollisionPiece[],
  holes: readonly FoundCylinder[],
): Deviation {
  return withSolids((keep) => {
    const solids = pieces.map((piece) => keep(hullSolid(module, piecePoints(piece))));
    const union = keep(module.Manifold.union(solids));
    const unionDistance = surfaceDistance(meshFromManifold(union));
    const missing: Excess = measureExcess(keep(source.solid.subtract(union)), unionDistance, source.volumeM3);
    const outside = source.excessOf(union);
    return {
      sourceM3: source.volumeM3,
      missingM3: missing.volumeM3,
      missingDepthM: missing.depthM,
      outsideM3: outside.volumeM3,
      outsideDepthM: outside.depthM,
      blockedHoles: holes.flatMap((hole) => blockedHole(module, source, union, hole) ?? []),
    };
  });
}

function blockedHole(
  module: ManifoldToplevel,
  source: Source,
  union: Manifold,
  hole: FoundCylinder,
): BlockedHole | null {
  return withSolids((keep) => {
    const pose = frameFromAxis(hole.pointM, hole.axis);
    const pin = (radiusM: number) =>
      keep(manifoldFromMesh(module, regionMesh({ kind: 'cylinder', radiusM, lengthM: hole.lengthM }, pose)));
    const whole = pin(hole.radiusM);
    const own = keep(pin(OWN_MATERIAL_RADIUS * hole.radiusM).intersect(source.solid));
    const blockedM3 = keep(keep(union.intersect(whole)).subtract(own)).volume();
    const blockedFraction = blockedM3 / whole.volume();
    if (!(blockedFraction > BLOCKED_ROUNDING)) return null;
    const { pointM, axis, radiusM, lengthM } = hole;
    return { pointM, axis, radiusM, lengthM, blockedM3, blockedFraction };
  });
}
