import type { Manifold } from 'manifold-3d';
import { dot, type Vec3 } from '../core/vector.js';
import { meshFromManifold } from '../geometry/index.js';
import type { DecompositionContext } from './context.js';
import { facetNormals } from './levels.js';
import { hullSolid, pointAt, withSolids } from './solid-scope.js';

/** Hulls with at most so many corners are kept as they are. */
const FEW_CORNERS = 64;
/** How deep [part of the tolerance] corners that are left out may lie outside of what is kept. */
const THINNING_SHARE = 0.1;
/** Corners added per round, farthest first. */
const ADDED_PER_ROUND = 8;
const LARGEST_ROUND_COUNT = 32;

/**
 * Corners [m], 3 each, whose hull is a convex solid up to a tenth of the tolerance: all of them where they are few, else the
 * outermost along 26 directions and then, round by round, those farthest outside.
 *
 * @param hull  convex; stays the caller's
 */
export function thinnedHull({ module, toleranceM }: DecompositionContext, hull: Manifold): Float64Array {
  const { verticesM } = meshFromManifold(hull);
  const count = verticesM.length / 3;
  if (count <= FEW_CORNERS) return verticesM;
  const chosen = new Set(outermost(verticesM));
  for (let round = 0; round < LARGEST_ROUND_COUNT; round++) {
    const kept = Float64Array.from([...chosen].flatMap((v) => [...pointAt(verticesM, v)]));
    const mesh = withSolids((keep) => meshFromManifold(keep(hullSolid(module, kept))));
    const heights = heightsOutside(verticesM, mesh);
    const farthest = [...heights.keys()].sort((a, b) => heights[b]! - heights[a]!).slice(0, ADDED_PER_ROUND);
    const added = farthest.filter((v) => heights[v]! > THINNING_SHARE * toleranceM);
    if (added.length === 0) break;
    for (const v of added) chosen.add(v);
  }
  return Float64Array.from([...chosen].sort((a, b) => a - b).flatMap((v) => [...pointAt(verticesM, v)]));
}

/** Outermost corner along every direction with components −1, 0, 1. */
function outermost(pointsM: Float64Array): readonly number[] {
  const steps = [-1, 0, 1];
  const directions = steps.flatMap((x) => steps.flatMap((y) => steps.map((z): Vec3 => [x, y, z])));
  return directions
    .filter((d) => dot(d, d) > 0)
    .map((d) => {
      let best = 0;
      for (let v = 1; v < pointsM.length / 3; v++)
        if (dot(pointAt(pointsM, v), d) > dot(pointAt(pointsM, best), d)) best = v;
      return best;
    });
}

/** Per point: how far it lies beyond the farthest face plane of a convex mesh [m]; negative inside. */
function heightsOutside(
  pointsM: Float64Array,
  mesh: { verticesM: Float64Array; triangles: Uint32Array },
): Float64Array {
  const { normals } = facetNormals(mesh);
  const heights = new Float64Array(pointsM.length / 3).fill(-Infinity);
  for (let t = 0; t < mesh.triangles.length / 3; t++) {
    const n = pointAt(normals, t);
    const offset = dot(n, pointAt(mesh.verticesM, mesh.triangles[3 * t]!));
    for (let v = 0; v < heights.length; v++) heights[v] = Math.max(heights[v]!, dot(n, pointAt(pointsM, v)) - offset);
  }
  return heights;
}
