/**
 * Convex hull of a point cloud in double precision: its corner points and its face planes.
 *
 *   inside ⇔ n_f·x ≤ d_f for every face f
 *
 * Incremental: a tetrahedron grows point by point; the faces that see the new point are replaced by a fan from their
 * horizon. Coplanar triangles share one plane in the result. For collision shapes of up to a few hundred points.
 */
import { cross, dot, norm, scale, subtract, type Vec3 } from '../../../core/vector.js';

export interface ConvexHull {
  /** Corners, 3 each [m]. */
  readonly vertices: Float64Array;
  /** Outward unit normals, 3 each, and offsets [m]. */
  readonly normals: Float64Array;
  readonly offsets: Float64Array;
}

interface Face {
  readonly corners: readonly [number, number, number];
  readonly normal: Vec3;
  readonly offset: number;
  /** Twice the area. */
  readonly size: number;
}

/** Points closer to a plane than this part of the cloud's size lie on it. */
const FLATNESS = 1e-9;
/** Normals closer than this [rad] belong to one plane. */
const SAME_NORMAL_RAD = 1e-6;

/**
 * Returns the hull, or null when the points lie in a plane.
 *
 * @param points 3 per point [m]
 */
export function convexHull(points: Float64Array): ConvexHull | null {
  const at = (i: number): Vec3 => [points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!];
  const count = points.length / 3;
  const size = cloudSize(points);
  const seed = firstTetrahedron(count, at, FLATNESS * size);
  if (!seed) return null;
  const center = scale(
    seed.map(at).reduce((s, p) => [s[0] + p[0], s[1] + p[1], s[2] + p[2]]),
    0.25,
  );
  const [a, b, c, d] = seed;
  let faces = [
    [a, b, c],
    [a, b, d],
    [a, c, d],
    [b, c, d],
  ].map((f) => outwardFace(f[0]!, f[1]!, f[2]!, at, center));
  for (let i = 0; i < count; i++) {
    if (!seed.includes(i)) faces = addPoint(faces, i, at, center, FLATNESS * size);
  }
  return collectHull(faces, at, size);
}

function cloudSize(points: Float64Array): number {
  let size = 0;
  for (let k = 0; k < 3; k++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = k; i < points.length; i += 3) {
      low = Math.min(low, points[i]!);
      high = Math.max(high, points[i]!);
    }
    size = Math.max(size, high - low);
  }
  return size;
}

/** Four points that span a volume: each the farthest from what the earlier ones span. */
function firstTetrahedron(count: number, at: (i: number) => Vec3, flat: number): number[] | null {
  if (count < 4) return null;
  const farthest = (measure: (p: Vec3) => number) => {
    let best = 0;
    for (let i = 1; i < count; i++) if (measure(at(i)) > measure(at(best))) best = i;
    return best;
  };
  const a = farthest((p) => -p[0] - 1e-3 * p[1] - 1e-6 * p[2]);
  const b = farthest((p) => norm(subtract(p, at(a))));
  const ab = subtract(at(b), at(a));
  const c = farthest((p) => norm(cross(subtract(p, at(a)), ab)));
  const n = cross(subtract(at(c), at(a)), ab);
  const length = norm(n);
  if (!(length > flat * norm(ab))) return null;
  const d = farthest((p) => Math.abs(dot(subtract(p, at(a)), n)));
  return Math.abs(dot(subtract(at(d), at(a)), n)) > flat * length ? [a, b, c, d] : null;
}

function outwardFace(i: number, j: number, k: number, at: (i: number) => Vec3, inside: Vec3): Face {
  const raw = cross(subtract(at(j), at(i)), subtract(at(k), at(i)));
  const size = norm(raw);
  const normal = scale(raw, size > 0 ? 1 / size : 0);
  const offset = dot(normal, at(i));
  if (dot(normal, inside) <= offset) return { corners: [i, j, k], normal, offset, size };
  return { corners: [i, k, j], normal: scale(normal, -1), offset: -offset, size };
}

function addPoint(faces: Face[], i: number, at: (i: number) => Vec3, inside: Vec3, flat: number): Face[] {
  const p = at(i);
  const isSeen = faces.map((f) => dot(f.normal, p) - f.offset > flat);
  if (!isSeen.includes(true)) return faces;
  const edges = new Set<string>();
  for (const [f, face] of faces.entries()) {
    if (!isSeen[f]) continue;
    for (let e = 0; e < 3; e++) edges.add(`${face.corners[e]},${face.corners[(e + 1) % 3]}`);
  }
  const kept = faces.filter((_, f) => !isSeen[f]);
  for (const edge of edges) {
    const [j, k] = edge.split(',').map(Number) as [number, number];
    if (!edges.has(`${k},${j}`)) kept.push(outwardFace(j, k, i, at, inside));
  }
  return kept;
}

/** One plane per group of coplanar triangles, the largest triangle's; corners are those of at least one face. */
function collectHull(faces: Face[], at: (i: number) => Vec3, size: number): ConvexHull {
  const sorted = [...faces].sort((f, g) => g.size - f.size);
  const planes: Face[] = [];
  for (const face of sorted) {
    if (face.size < FLATNESS * size * size) continue;
    const isKnown = planes.some(
      (p) => norm(subtract(p.normal, face.normal)) < SAME_NORMAL_RAD && Math.abs(p.offset - face.offset) < 1e-6 * size,
    );
    if (!isKnown) planes.push(face);
  }
  const corners = [...new Set(faces.flatMap((f) => f.corners))].sort((i, j) => i - j);
  return {
    vertices: Float64Array.from(corners.flatMap((i) => [...at(i)])),
    normals: Float64Array.from(planes.flatMap((f) => [...f.normal])),
    offsets: Float64Array.from(planes, (f) => f.offset),
  };
}

/**
 * Returns the corners moved inwards so that every face plane moves by `skin`: v + δ with N·δ = −skin over the planes N
 * that meet in v (least squares where more than three do).
 *
 * @param skin [m] ≥ 0, below a tenth of the thickness
 */
export function shrinkVertices(hull: ConvexHull, skin: number): Float64Array {
  const { vertices, normals, offsets } = hull;
  const out = new Float64Array(vertices.length);
  let size = 0;
  for (const x of vertices) size = Math.max(size, Math.abs(x));
  for (let v = 0; v < vertices.length; v += 3) {
    // normal equations (NᵀN + ε)·δ = −skin·Nᵀ1
    const A = [1e-6, 0, 0, 0, 1e-6, 0, 0, 0, 1e-6];
    const sum: [number, number, number] = [0, 0, 0];
    for (let f = 0; f < offsets.length; f++) {
      const n: Vec3 = [normals[3 * f]!, normals[3 * f + 1]!, normals[3 * f + 2]!];
      const height = n[0] * vertices[v]! + n[1] * vertices[v + 1]! + n[2] * vertices[v + 2]! - offsets[f]!;
      if (Math.abs(height) > 1e-6 * size) continue;
      for (let i = 0; i < 3; i++) {
        sum[i]! += n[i]!;
        for (let j = 0; j < 3; j++) A[3 * i + j]! += n[i]! * n[j]!;
      }
    }
    const delta = solve3(A, scale(sum, -skin));
    const length = norm(delta);
    const limit = length > 4 * skin ? (4 * skin) / length : 1;
    for (let k = 0; k < 3; k++) out[v + k] = vertices[v + k]! + limit * delta[k]!;
  }
  return out;
}

/** Solves the symmetric 3×3 system by Cramer's rule. */
function solve3(A: readonly number[], b: Vec3): Vec3 {
  const r0: Vec3 = [A[0]!, A[1]!, A[2]!];
  const r1: Vec3 = [A[3]!, A[4]!, A[5]!];
  const r2: Vec3 = [A[6]!, A[7]!, A[8]!];
  const c0 = cross(r1, r2);
  const c1 = cross(r2, r0);
  const c2 = cross(r0, r1);
  const inverse = 1 / dot(r0, c0);
  const x = (k: 0 | 1 | 2) => inverse * (c0[k] * b[0] + c1[k] * b[1] + c2[k] * b[2]);
  return [x(0), x(1), x(2)];
}
