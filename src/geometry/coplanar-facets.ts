import { cross, dot, normalize, scale, subtract, type Vec3 } from '../core/vector.js';
import { corner, doubleAreaNormal } from './fit-surface.js';
import { boundsOf } from './mass-properties.js';
import { type MeshTopology, nextHalfEdge } from './mesh-topology.js';
import type { TriangleMesh } from './part.js';

/** Neighbouring facets that meet at less than this [rad] may belong to one curved surface: 12 facets around, or more. */
export const SMOOTH_FOLD_RAD = 0.55;

/** A maximal set of connected coplanar triangles. */
export interface Facet {
  readonly triangles: number[];
  /** Unit outward normal. */
  readonly normal: Vec3;
  readonly areaM2: number;
  /** Smooth edges to neighbouring facets. */
  readonly folds: Fold[];
}

/** An edge between two facets that meet at a small angle. */
export interface Fold {
  /** Number of the edge, the same seen from both facets. */
  readonly edge: number;
  /** Number of the neighbouring facet. */
  readonly to: number;
  /** Middle of the edge [m]. */
  readonly pointM: Vec3;
  /** Unit direction; its sign means nothing. */
  readonly direction: Vec3;
  readonly lengthM: number;
  /** Angle between the normals [rad], positive where the edge is convex. */
  readonly angleRad: number;
}

/** A mesh cut into facets. */
export interface FacetMesh {
  readonly mesh: TriangleMesh;
  readonly facets: readonly Facet[];
  /** Distance within which points count as coplanar [m]: Float32 rounding of the coordinates, or 1e-6 of the size. */
  readonly toleranceM: number;
}

/**
 * Cuts a mesh into maximal coplanar facets, largest triangles first, and lists the smooth folds between them.
 *
 * Every triangle is held against the plane of its facet's first triangle, so a facet cannot drift round a curve; slivers,
 * whose own normals are noise, join by their corners.
 */
export function cutIntoFacets(mesh: TriangleMesh, topology: MeshTopology): FacetMesh {
  const count = mesh.triangles.length / 3;
  const normals = Array.from({ length: count }, (_, t) => doubleAreaNormal(mesh, t));
  const area = Float64Array.from(normals, (n) => Math.hypot(...n) / 2);
  const toleranceM = coplanarTolerance(mesh.verticesM);
  const facetOf = new Int32Array(count).fill(-1);
  const facets: Facet[] = [];
  const bySize = Array.from({ length: count }, (_, t) => t).sort((a, b) => area[b]! - area[a]! || a - b);
  for (const seed of bySize) {
    if (facetOf[seed]! >= 0) continue;
    const normal: Vec3 = area[seed]! > 0 ? normalize(normals[seed]!) : [0, 0, 0];
    const triangles = growFacet(mesh, topology, seed, normal, toleranceM, normals, facetOf, facets.length);
    const areaM2 = triangles.reduce((sum, t) => sum + area[t]!, 0);
    facets.push({ triangles, normal, areaM2, folds: [] });
  }
  addFolds(mesh, topology, facets, facetOf);
  return { mesh, facets, toleranceM };
}

function coplanarTolerance(positionsM: Float64Array): number {
  const { min, max } = boundsOf(positionsM);
  const farthest = Math.max(...min.map(Math.abs), ...max.map(Math.abs));
  return Math.max(1e-6 * Math.hypot(...subtract(max, min)), 2.4e-7 * farthest);
}

function growFacet(
  mesh: TriangleMesh,
  { twins }: MeshTopology,
  seed: number,
  normal: Vec3,
  tolerance: number,
  normals: readonly Vec3[],
  facetOf: Int32Array,
  facet: number,
): number[] {
  const origin = corner(mesh, seed, 0);
  const isOnPlane = (t: number): boolean =>
    dot(normals[t]!, normal) >= 0 &&
    [0, 1, 2].every((k) => Math.abs(dot(subtract(corner(mesh, t, k), origin), normal)) <= tolerance);
  const triangles = [seed];
  facetOf[seed] = facet;
  for (let i = 0; i < triangles.length; i++) {
    for (let h = 3 * triangles[i]!; h < 3 * triangles[i]! + 3; h++) {
      const neighbour = twins[h]! < 0 ? -1 : Math.floor(twins[h]! / 3);
      if (neighbour < 0 || facetOf[neighbour]! >= 0 || !isOnPlane(neighbour)) continue;
      facetOf[neighbour] = facet;
      triangles.push(neighbour);
    }
  }
  return triangles;
}

function addFolds(mesh: TriangleMesh, { twins }: MeshTopology, facets: readonly Facet[], facetOf: Int32Array): void {
  const cosSmooth = Math.cos(SMOOTH_FOLD_RAD);
  for (let h = 0; h < twins.length; h++) {
    if (twins[h]! < h) continue;
    const from = facetOf[Math.floor(h / 3)]!;
    const to = facetOf[Math.floor(twins[h]! / 3)]!;
    const [a, b] = [facets[from]!, facets[to]!];
    const cosine = dot(a.normal, b.normal);
    if (from === to || cosine < cosSmooth) continue;
    const start = vertex(mesh, h);
    const along = subtract(vertex(mesh, nextHalfEdge(h)), start);
    const lengthM = Math.hypot(...along);
    const direction = scale(along, 1 / lengthM);
    const sine = dot(cross(a.normal, b.normal), direction);
    const angleRad = Math.atan2(sine, cosine);
    const pointM: Vec3 = [start[0] + along[0] / 2, start[1] + along[1] / 2, start[2] + along[2] / 2];
    a.folds.push({ edge: h, to, pointM, direction, lengthM, angleRad });
    b.folds.push({ edge: h, to: from, pointM, direction, lengthM, angleRad });
  }
}

function vertex(mesh: TriangleMesh, halfEdge: number): Vec3 {
  return corner(mesh, Math.floor(halfEdge / 3), halfEdge % 3);
}
