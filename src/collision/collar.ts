import type { Manifold } from 'manifold-3d';
import { add, cross, perpendicular, scale, type Vec3 } from '../core/vector.js';
import type { FoundCylinder } from '../geometry/index.js';
import type { DecompositionContext } from './context.js';
import { type CollisionPiece, hullPiece } from './piece.js';
import { hullSolid, withSolids } from './solid-scope.js';
import { thinnedHull } from './thinned-hull.js';

/** Thickness of a collar: of the hole's radius, and at least so many tolerances, so that no hull bridges it. */
const COLLAR_SHARE = 0.4;
const COLLAR_TOLERANCES = 4;

/**
 * Sectors of the material round a hole, cut free of the hole by tangent planes, so that a pin of the hole's own radius fits.
 *
 *   n = ⌈π / acos(R/(R + δ/2))⌉ sectors, at least 12: the corners between two tangents lie at most δ/2 outside the hole
 *
 * @returns pieces, and the solid without hole and collar, which is the caller's
 */
export function withCollar(
  context: DecompositionContext,
  solid: Manifold,
  hole: FoundCylinder,
): { readonly pieces: readonly CollisionPiece[]; readonly rest: Manifold } {
  const { radiusM: R, lengthM, pointM, axis } = hole;
  const outer = R + Math.max(COLLAR_SHARE * R, COLLAR_TOLERANCES * context.toleranceM);
  const n = Math.max(12, Math.ceil(Math.PI / Math.acos(R / (R + context.toleranceM / 2))));
  const x = perpendicular(axis);
  const y = cross(axis, x);
  const at = (i: number, radius: number, z: number): Vec3 => {
    const angle = (2 * Math.PI * i) / n;
    const across = add(scale(x, radius * Math.cos(angle)), scale(y, radius * Math.sin(angle)));
    return add(add(pointM, across), scale(axis, z));
  };
  const inner = R / Math.cos(Math.PI / n);
  return withSolids((keep) => {
    const pieces: CollisionPiece[] = [];
    for (let i = 0; i < n; i++) {
      const corners = [i, i + 1].flatMap((k) =>
        [-lengthM / 2, lengthM / 2].flatMap((z) => [...at(k, inner, z), ...at(k, outer, z)]),
      );
      const inside = keep(solid.intersect(keep(hullSolid(context.module, Float64Array.from(corners)))));
      for (const part of inside.decompose().map(keep)) {
        const hull = keep(part.hull());
        if (part.volume() > 1e-9 * context.source.volumeM3 && !hull.isEmpty()) {
          pieces.push(hullPiece(thinnedHull(context, hull), 'collar'));
        }
      }
    }
    const polygon = Array.from({ length: n }, (_, i) => [
      ...at(i, outer, -lengthM / 2),
      ...at(i, outer, lengthM / 2),
    ]).flat();
    return { pieces, rest: solid.subtract(keep(hullSolid(context.module, Float64Array.from(polygon)))) };
  });
}
