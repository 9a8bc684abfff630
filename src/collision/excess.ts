import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import { add, norm, scale, subtract } from '../core/vector.js';
import { manifoldFromMesh, meshFromManifold, type TriangleMesh } from '../geometry/index.js';
import { pointAt, withSolids } from './solid-scope.js';
import { type SurfaceDistance, surfaceDistance } from './surface-distance.js';

/** What one solid has beyond another. */
export interface Excess {
  readonly volumeM3: number;
  /** Largest distance of a point of it from the other solid's surface, from samples [m]. */
  readonly depthM: number;
}

export const NO_EXCESS: Excess = { volumeM3: 0, depthM: 0 };

/** Difference solids below this part of the other's volume are rounding. */
const ROUNDING = 1e-12;

/** Mean thickness [m] below which a piece of a difference is rounding: Booleans leave such films, also deep inside. */
const LEAST_THICKNESS_M = 1e-10;

/** How finely a difference is sampled: samples beyond its corners, spread over its triangles. */
export const FINE_SAMPLE_COUNT = 20_000;
export const COARSE_SAMPLE_COUNT = 1500;
const LARGEST_HALVING_DEPTH = 8;
/** Triangles that cannot raise the depth by more than this part, or by 0.1 µm, are not halved. */
const WORTHWHILE = { share: 0.02, lengthM: 1e-7 };

/**
 * Volume and depth of what a solid has beyond the one that `distance` belongs to.
 *
 * Depth is the largest distance of the difference's surface, found by halving its triangles where the distance at their
 * corners (it changes by at most the way gone) leaves room for more; and at least volume over area, component by component,
 * which a wholly enclosed cavity needs.
 *
 * @param difference  solid − other; stays the caller's
 * @param distance    to the other's surface
 * @param scaleM3     volume that rounding is judged by
 * @param samples     upper bound of the samples beyond corners
 */
export function measureExcess(
  difference: Manifold,
  distance: SurfaceDistance,
  scaleM3: number,
  samples = FINE_SAMPLE_COUNT,
): Excess {
  const volumeM3 = difference.isEmpty() ? 0 : difference.volume();
  if (!(volumeM3 > ROUNDING * scaleM3)) return { volumeM3: Math.max(0, volumeM3), depthM: 0 };
  return withSolids((keep) => {
    const components = difference
      .decompose()
      .map((component) => keep(component))
      .filter((component) => component.volume() / component.surfaceArea() > LEAST_THICKNESS_M);
    const depths = components.map((component) =>
      Math.max(
        component.volume() / component.surfaceArea(),
        sampledDepth(meshFromManifold(component), distance, samples / components.length),
      ),
    );
    return { volumeM3, depthM: depths.reduce((a, b) => Math.max(a, b), 0) };
  });
}

type Corner = readonly [number, number, number];

function sampledDepth({ verticesM, triangles }: TriangleMesh, distance: SurfaceDistance, samples: number): number {
  const depths = new Float64Array(verticesM.length / 3);
  let best = 0;
  for (let v = 0; v < depths.length; v++) {
    depths[v] = distance(verticesM[3 * v]!, verticesM[3 * v + 1]!, verticesM[3 * v + 2]!);
    best = Math.max(best, depths[v]!);
  }
  const perTriangle = Math.max(1, samples / (triangles.length / 3));
  const depthLimit = Math.min(LARGEST_HALVING_DEPTH, Math.floor(Math.log2(perTriangle + 1)));
  const halve = (corners: readonly Corner[], at: readonly number[], depth: number): void => {
    const sides = [0, 1, 2].map((k) => norm(subtract(corners[k]!, corners[(k + 1) % 3]!)));
    const k = sides.indexOf(Math.max(...sides));
    const reach = Math.min(...[0, 1, 2].map((i) => at[i]! + Math.max(sides[i]!, sides[(i + 2) % 3]!)));
    const isWorthwhile = reach > best * (1 + WORTHWHILE.share) + WORTHWHILE.lengthM;
    if (!isWorthwhile || depth === depthLimit) return;
    const [i, j] = [(k + 1) % 3, (k + 2) % 3];
    const middle: Corner = scale(add(corners[k]!, corners[i]!), 0.5);
    const d = distance(...middle);
    best = Math.max(best, d);
    halve([corners[k]!, middle, corners[j]!], [at[k]!, d, at[j]!], depth + 1);
    halve([middle, corners[i]!, corners[j]!], [d, at[i]!, at[j]!], depth + 1);
  };
  for (let h = 0; h < triangles.length; h += 3) {
    const corners = [0, 1, 2].map((c) => triangles[h + c]!);
    halve(
      corners.map((v) => pointAt(verticesM, v)),
      corners.map((v) => depths[v]!),
      0,
    );
  }
  return best;
}

/** A part's source as a solid, with the distance to its surface. */
export interface Source {
  readonly solid: Manifold;
  readonly volumeM3: number;
  readonly distance: SurfaceDistance;
  /** What a solid has beyond the source, its depth from so many samples. The solid stays the caller's. */
  excessOf(solid: Manifold, samples?: number): Excess;
}

/** The source of a closed mesh; its solid is the caller's to delete. @throws GeometryError `not_watertight` */
export function sourceOf(module: ManifoldToplevel, mesh: TriangleMesh): Source {
  const solid = manifoldFromMesh(module, mesh);
  const volumeM3 = solid.volume();
  const distance = surfaceDistance(mesh);
  const excessOf = (other: Manifold, samples?: number): Excess =>
    withSolids((keep) => measureExcess(keep(other.subtract(solid)), distance, volumeM3, samples));
  return { solid, volumeM3, distance, excessOf };
}
