import type { CrossSection, Manifold, ManifoldToplevel } from 'manifold-3d';
import { type CollisionPiece, piecePoints } from '../../../src/collision/index.js';
import { dot, type Quat, rotate, type Vec3 } from '../../../src/core/vector.js';
import { type ConvexHull, convexHull } from '../../../src/dynamics/direct/collision/convex-hull.js';
import { loadManifold, loadPart, type Part, solidFromManifold } from '../../../src/geometry/index.js';

/** A part from a solid built with manifold-3d in millimetres; what it builds is deleted here. */
export async function partOf(
  build: (m: ManifoldToplevel) => Manifold,
  name = 'part',
  rotation: Quat = [0, 0, 0, 1],
): Promise<Part> {
  const module = await loadManifold();
  const inMm = build(module);
  const column = (axis: Vec3) => [...rotate(rotation, axis).map((x) => x / 1e3), 0];
  const [x, y, z] = [column([1, 0, 0]), column([0, 1, 0]), column([0, 0, 1])];
  const solid = inMm.transform([...x, ...y, ...z, 0.05, -0.03, 0.02, 1] as unknown as Matrix);
  try {
    return await loadPart(solidFromManifold(solid), { name });
  } finally {
    inMm.delete();
    solid.delete();
  }
}
type Matrix = Parameters<Manifold['transform']>[0];

/** Where `partOf` puts the origin of a solid [m]. */
export const ORIGIN_M: Vec3 = [0.05, -0.03, 0.02];

/** Area of a cross-section [mm²]; it is deleted. */
export function areaOf(section: CrossSection): number {
  const area = section.area();
  section.delete();
  return area;
}

/** The hulls of pieces as an engine builds them: face planes in double precision. */
export const hullsOf = (pieces: readonly CollisionPiece[]): readonly ConvexHull[] =>
  pieces.map((piece) => {
    const hull = convexHull(piecePoints(piece));
    if (hull === null) throw new Error('a piece spans no volume');
    return hull;
  });

/** How deep a point lies in the union of hulls [m]: the largest over the hulls of the smallest distance to a face plane. */
export function depthIn(hulls: readonly ConvexHull[], point: Vec3): number {
  let deepest = -Infinity;
  for (const { normals, offsets } of hulls) {
    let depth = Infinity;
    for (let f = 0; f < offsets.length && depth > deepest; f++) {
      depth = Math.min(depth, offsets[f]! - dot([normals[3 * f]!, normals[3 * f + 1]!, normals[3 * f + 2]!], point));
    }
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** Numbers in [0, 1) that are the same at every run (Numerical Recipes' generator). */
export function seeded(seed: number): () => number {
  let s = seed >>> 0;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return (s >>> 8) / 2 ** 24;
  };
}
