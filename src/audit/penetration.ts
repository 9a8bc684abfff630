import { newClosestPoint } from './closest-point.js';
import { type MatrixPose, type PreparedSolid, toFirst, toSecond } from './posed-solid.js';
import { rayHit } from './ray.js';
import { ballDepth, depthInside } from './signed-distance.js';
import type { EdgeCrossings } from './surface-contact.js';
import { CONTACT_EPS_M } from './triangle-pair.js';

// Contributor notes. Depth by sampling was chosen over 2·volume/area of the overlap (reads low except on flat contact)
// and over a minimum translation (not defined by one closest feature on non-convex solids). What each kind of sample is
// for: vertices: corners and curved surfaces. Centroids: large flat faces whose vertices all stay outside. Middles of
// sharp edges: edges whose ends lie on the other surface. Middles of their pieces between crossings: bars that cross without a corner inside (every overlap of two polyhedra
// has such a piece among its edges, or a vertex). Inner points: solids that coincide, or nearly, so that all of one's
// surface lies on the other's.

/** Deepest sample found so far. Reused between calls. */
export interface DeepestPoint {
  depthM: number;
  /** In the frame of the first solid. */
  readonly pointM: Float64Array;
}

/** Points well inside a solid: halfway from a triangle's centroid to the opposite wall, deepest first. */
export interface InnerPoints {
  readonly pointsM: Float64Array;
  readonly depthsM: Float64Array;
}

/** Triangles that inner points are taken from: the largest ones. */
const INNER_POINT_LIMIT = 512;

/** |n₁ + n₂|² of unit normals 30° apart: (2·cos 15°)². */
const SHARP_NORMAL_SUM2 = 4 * Math.cos(Math.PI / 12) ** 2;

const found = newClosestPoint();
const moved = new Float64Array(3);
const innerOf = new WeakMap<PreparedSolid, InnerPoints>();
const noted = new WeakMap<PreparedSolid, { vertices: Uint32Array; edges: Uint32Array; stamp: number }>();

/**
 * Finds the deepest of all samples of either solid inside the other. Depth is the distance of a sample to the surface that
 * it is inside of; for an inner point, at most its depth in its own solid. It is a lower bound of the true depth, exact where
 * a corner or the middle of a face is the deepest point. A solid that is not watertight has no inside: only its own samples count.
 *
 * @param crossings  where edges pierce the other surface
 * @param floorM     what is no deeper than this is not resolved, and answered as 0 [m]
 * @param deepest    out
 */
export function findPenetration(
  first: PreparedSolid,
  second: PreparedSolid,
  pose: MatrixPose,
  crossings: EdgeCrossings,
  floorM: number,
  deepest: DeepestPoint,
): void {
  deepest.depthM = floorM;
  deepest.pointM.fill(Number.NaN);
  if (first.isWatertight) {
    found.triangle = -1;
    sampleInner(second, first, pose, true, deepest);
    sampleSurface(second, first, pose, true, deepest);
    samplePieces(second, first, pose, true, crossings.secondEdges, crossings.secondPoints, deepest);
  }
  if (second.isWatertight) {
    found.triangle = -1;
    sampleInner(first, second, pose, false, deepest);
    sampleSurface(first, second, pose, false, deepest);
    samplePieces(first, second, pose, false, crossings.firstEdges, crossings.firstPoints, deepest);
  }
  if (Number.isNaN(deepest.pointM[0])) deepest.depthM = 0;
}

/** Tries a point given in the frame of the sampled solid; `isSecond` says which of the pair that is. */
function tryPoint(
  other: PreparedSolid,
  pose: MatrixPose,
  isSecond: boolean,
  x: number,
  y: number,
  z: number,
  capM: number,
  deepest: DeepestPoint,
): void {
  if (isSecond) toFirst(pose, x, y, z, moved);
  else toSecond(pose, x, y, z, moved);
  const depth = depthInside(other.tree, other.surface, moved[0]!, moved[1]!, moved[2]!, deepest.depthM, found);
  if (!(depth > deepest.depthM)) return;
  deepest.depthM = Math.min(depth, capM);
  if (!isSecond) {
    moved[0] = x;
    moved[1] = y;
    moved[2] = z;
  }
  deepest.pointM.set(moved);
}

function sampleInner(
  solid: PreparedSolid,
  other: PreparedSolid,
  pose: MatrixPose,
  isSecond: boolean,
  deepest: DeepestPoint,
) {
  if (!solid.isWatertight) return;
  const { pointsM: v, depthsM } = innerPointsOf(solid);
  found.triangle = -1;
  for (let i = 0; i < depthsM.length && depthsM[i]! > deepest.depthM; i++) {
    tryPoint(other, pose, isSecond, v[3 * i]!, v[3 * i + 1]!, v[3 * i + 2]!, depthsM[i]!, deepest);
  }
}

function innerPointsOf(solid: PreparedSolid): InnerPoints {
  let inner = innerOf.get(solid);
  if (!inner) {
    inner = findInnerPoints(solid);
    innerOf.set(solid, inner);
  }
  return inner;
}

/** Vertices, edge middles and centroids of all triangles that can hold a deeper point than what is known. */
function sampleSurface(
  solid: PreparedSolid,
  other: PreparedSolid,
  pose: MatrixPose,
  isSecond: boolean,
  deepest: DeepestPoint,
) {
  const { links, counts } = solid.tree;
  const seen = noteBook(solid);
  const bound = (node: number): number => nodeDepth(solid, node, other, pose, isSecond, deepest.depthM);
  // the child that may hold the deeper point comes first, so that the bound to beat rises quickly
  const nodes = [0];
  const bounds = [bound(0)];
  while (nodes.length > 0) {
    const node = nodes.pop()!;
    if (!(bounds.pop()! > deepest.depthM)) continue;
    if (counts[node] === 0) {
      const left = node + 1;
      const right = links[node]!;
      const [leftBound, rightBound] = [bound(left), bound(right)];
      if (leftBound > rightBound) {
        nodes.push(right, left);
        bounds.push(rightBound, leftBound);
      } else {
        nodes.push(left, right);
        bounds.push(leftBound, rightBound);
      }
      continue;
    }
    for (let t = links[node]!; t < links[node]! + counts[node]!; t++) {
      sampleTriangle(solid, t, seen, other, pose, isSecond, deepest);
    }
  }
}

function noteBook(solid: PreparedSolid) {
  let book = noted.get(solid);
  if (!book) {
    const { edgeVertices } = solid.surface;
    book = {
      vertices: new Uint32Array(solid.tree.verticesM.length / 3),
      edges: new Uint32Array(edgeVertices.length / 2),
      stamp: 0,
    };
    noted.set(solid, book);
  }
  book.stamp++;
  return book;
}

function sampleTriangle(
  solid: PreparedSolid,
  t: number,
  seen: { readonly vertices: Uint32Array; readonly edges: Uint32Array; readonly stamp: number },
  other: PreparedSolid,
  pose: MatrixPose,
  isSecond: boolean,
  deepest: DeepestPoint,
): void {
  const { verticesM: v, triangles } = solid.tree;
  const { triangleEdges } = solid.surface;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let k = 0; k < 3; k++) {
    const vertex = triangles[3 * t + k]!;
    const at = 3 * vertex;
    const to = 3 * triangles[3 * t + ((k + 1) % 3)]!;
    const edge = triangleEdges[3 * t + k]!;
    x += v[at]! / 3;
    y += v[at + 1]! / 3;
    z += v[at + 2]! / 3;
    if (seen.vertices[vertex] !== seen.stamp) {
      seen.vertices[vertex] = seen.stamp;
      tryPoint(other, pose, isSecond, v[at]!, v[at + 1]!, v[at + 2]!, Infinity, deepest);
    }
    if (seen.edges[edge] !== seen.stamp) {
      seen.edges[edge] = seen.stamp;
      if (!isSharp(solid, edge)) continue;
      const mx = (v[at]! + v[to]!) / 2;
      const my = (v[at + 1]! + v[to + 1]!) / 2;
      const mz = (v[at + 2]! + v[to + 2]!) / 2;
      tryPoint(other, pose, isSecond, mx, my, mz, Infinity, deepest);
    }
  }
  tryPoint(other, pose, isSecond, x, y, z, Infinity, deepest);
}

/** Normals of the two triangles at a sharp edge differ by more than 30°; edges within a smooth surface add nothing to centroids. */
function isSharp({ surface: { edgeNormals: n } }: PreparedSolid, edge: number): boolean {
  const at = 3 * edge;
  const length2 = n[at]! * n[at]! + n[at + 1]! * n[at + 1]! + n[at + 2]! * n[at + 2]!;
  return length2 < SHARP_NORMAL_SUM2;
}

/**
 * Upper bound of how deep a point of a node lies in the other solid: below the sides of the other's box, and within the ball
 * about the node. 0 where that is no more than `beatM`.
 */
function nodeDepth(
  solid: PreparedSolid,
  node: number,
  other: PreparedSolid,
  pose: MatrixPose,
  isSecond: boolean,
  beatM: number,
): number {
  const c = solid.nodeCenters;
  const at = 6 * node;
  const hx = c[at + 3]!;
  const hy = c[at + 4]!;
  const hz = c[at + 5]!;
  if (isSecond) toFirst(pose, c[at]!, c[at + 1]!, c[at + 2]!, moved);
  else toSecond(pose, c[at]!, c[at + 1]!, c[at + 2]!, moved);
  const { absolute: S } = pose;
  const { boxes } = other.tree;
  let depth = Infinity;
  for (let k = 0; k < 3; k++) {
    const half = isSecond
      ? S[3 * k]! * hx + S[3 * k + 1]! * hy + S[3 * k + 2]! * hz
      : S[k]! * hx + S[3 + k]! * hy + S[6 + k]! * hz;
    depth = Math.min(depth, moved[k]! + half - boxes[k]!, boxes[3 + k]! - moved[k]! + half);
  }
  if (!(depth > beatM)) return 0;
  const radius = Math.sqrt(hx * hx + hy * hy + hz * hz);
  const inBall = ballDepth(other.tree, other.surface, moved[0]!, moved[1]!, moved[2]!, radius, beatM, found);
  return Math.min(depth, inBall);
}

/** Middles of the pieces into which crossings cut an edge. */
function samplePieces(
  solid: PreparedSolid,
  other: PreparedSolid,
  pose: MatrixPose,
  isSecond: boolean,
  edges: readonly number[],
  points: readonly number[],
  deepest: DeepestPoint,
): void {
  for (const [edge, cuts] of cutsByEdge(solid, pose, isSecond, edges, points)) {
    const a = 3 * solid.surface.edgeVertices[2 * edge]!;
    const b = 3 * solid.surface.edgeVertices[2 * edge + 1]!;
    const v = solid.tree.verticesM;
    cuts.push(0, 1);
    cuts.sort((s, t) => s - t);
    for (let i = 1; i < cuts.length; i++) {
      const s = (cuts[i - 1]! + cuts[i]!) / 2;
      const x = v[a]! + s * (v[b]! - v[a]!);
      const y = v[a + 1]! + s * (v[b + 1]! - v[a + 1]!);
      const z = v[a + 2]! + s * (v[b + 2]! - v[a + 2]!);
      tryPoint(other, pose, isSecond, x, y, z, Infinity, deepest);
    }
  }
}

/** Positions of the crossings along each edge, 0 at its first vertex and 1 at its second. */
function cutsByEdge(
  { tree, surface }: PreparedSolid,
  pose: MatrixPose,
  isSecond: boolean,
  edges: readonly number[],
  points: readonly number[],
): Map<number, number[]> {
  const cuts = new Map<number, number[]>();
  const v = tree.verticesM;
  edges.forEach((edge, i) => {
    const a = 3 * surface.edgeVertices[2 * edge]!;
    const b = 3 * surface.edgeVertices[2 * edge + 1]!;
    if (isSecond) toSecond(pose, points[3 * i]!, points[3 * i + 1]!, points[3 * i + 2]!, moved);
    else for (let k = 0; k < 3; k++) moved[k] = points[3 * i + k]!;
    let along = 0;
    let length2 = 0;
    for (let k = 0; k < 3; k++) {
      const d = v[b + k]! - v[a + k]!;
      along += d * (moved[k]! - v[a + k]!);
      length2 += d * d;
    }
    const s = length2 > 0 ? along / length2 : 0;
    const list = cuts.get(edge);
    if (list) list.push(s);
    else cuts.set(edge, [s]);
  });
  return cuts;
}

function findInnerPoints({ tree, surface }: PreparedSolid): InnerPoints {
  const inner: { x: number; y: number; z: number; depth: number }[] = [];
  for (const t of largestTriangles(tree.verticesM, tree.triangles)) {
    const c = [0, 0, 0];
    for (let k = 0; k < 9; k++)
      c[k % 3]! += tree.verticesM[3 * tree.triangles[3 * t + Math.floor(k / 3)]! + (k % 3)]! / 3;
    const [nx, ny, nz] = [surface.normals[3 * t]!, surface.normals[3 * t + 1]!, surface.normals[3 * t + 2]!];
    if (nx === 0 && ny === 0 && nz === 0) continue;
    const half = rayHit(tree, c[0]!, c[1]!, c[2]!, -nx, -ny, -nz, CONTACT_EPS_M) / 2;
    if (!Number.isFinite(half)) continue;
    const [x, y, z] = [c[0]! - half * nx, c[1]! - half * ny, c[2]! - half * nz];
    found.triangle = -1;
    const depth = depthInside(tree, surface, x, y, z, 0, found);
    if (depth > 0) inner.push({ x, y, z, depth });
  }
  inner.sort((a, b) => b.depth - a.depth);
  return {
    pointsM: Float64Array.from(inner.flatMap(({ x, y, z }) => [x, y, z])),
    depthsM: Float64Array.from(inner, (p) => p.depth),
  };
}

function largestTriangles(v: Float64Array, triangles: Uint32Array): readonly number[] {
  const areas = Array.from({ length: triangles.length / 3 }, (_, t) => {
    const [a, b, c] = [3 * triangles[3 * t]!, 3 * triangles[3 * t + 1]!, 3 * triangles[3 * t + 2]!];
    const u = [v[b]! - v[a]!, v[b + 1]! - v[a + 1]!, v[b + 2]! - v[a + 2]!] as const;
    const w = [v[c]! - v[a]!, v[c + 1]! - v[a + 1]!, v[c + 2]! - v[a + 2]!] as const;
    return Math.hypot(u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]);
  });
  const order = areas.map((_, t) => t).sort((s, t) => areas[t]! - areas[s]! || s - t);
  return order.slice(0, INNER_POINT_LIMIT);
}
