import type { Manifold, ManifoldToplevel } from 'manifold-3d';
import type { Vec3 } from '../core/vector.js';

/** Takes charge of a manifold-3d solid: it is deleted when the scope ends. */
export type Keep = <T extends { delete(): void }>(solid: T) => T;

/**
 * Runs work that builds temporary solids and deletes all that were kept, whatever happens.
 *
 * @param work  gets `keep`, to be put round every solid that it creates
 */
export function withSolids<T>(work: (keep: Keep) => T): T {
  const kept: { delete(): void }[] = [];
  try {
    return work((solid) => {
      kept.push(solid);
      return solid;
    });
  } finally {
    for (const solid of kept) solid.delete();
  }
}

/** Convex hull of points, 3 coordinates each [m], as a solid of the caller's; empty where they span no volume. */
export function hullSolid(module: ManifoldToplevel, pointsM: Float64Array): Manifold {
  const points: [number, number, number][] = [];
  for (let i = 0; i < pointsM.length; i += 3) points.push([pointsM[i]!, pointsM[i + 1]!, pointsM[i + 2]!]);
  return module.Manifold.hull(points);
}

/** The part of a solid between two planes: low ≤ n·x ≤ high. @param normal unit vector */
export function slabOf(solid: Manifold, normal: Vec3, lowM: number, highM: number): Manifold {
  const above = solid.trimByPlane([...normal], lowM);
  const between = above.trimByPlane([-normal[0], -normal[1], -normal[2]], -highM);
  above.delete();
  return between;
}

/** Vec3 of vertex v of a flat list. */
export const pointAt = (pointsM: Float64Array, v: number): Vec3 => [
  pointsM[3 * v]!,
  pointsM[3 * v + 1]!,
  pointsM[3 * v + 2]!,
];
