import { meshTopology, nextHalfEdge } from './mesh-topology.js';
import type { TriangleMesh } from './part.js';

/** A mesh whose coincident vertices are one, and where its triangles came from. */
export interface WeldedMesh extends TriangleMesh {
  /** For every triangle, its number in the source; triangles that collapsed are left out. */
  readonly sourceTriangles: Uint32Array;
  /** For every source vertex, its number in the welded mesh, or −1 where no triangle uses it. */
  readonly vertexOfSource: Int32Array;
  /** Vertices that were merged although their coordinates differ, all closer than `toleranceM`. */
  readonly mergedNearbyCount: number;
}

/**
 * Merges vertices with equal coordinates (−0 equals 0); then, only if the result has open edges, merges vertices on those
 * edges that lie within `toleranceM` of each other. Triangles that lose a corner are dropped; unused vertices too.
 *
 * STEP importers tessellate each face by itself, so neighbouring faces repeat their common edge, now and then with the
 * last bits different (seen: 1e-12 mm).
 *
 * @param positionsM   vertex positions [m], length 3n
 * @param indices      vertex indices, length 3m
 * @param toleranceM   largest distance of vertices on open edges that are merged [m]; 0 merges equal ones only
 */
export function weldVertices(positionsM: Float64Array, indices: Uint32Array, toleranceM: number): WeldedMesh {
  const exact = mergeEqual(positionsM);
  let mergedNearbyCount = 0;
  if (toleranceM > 0) {
    mergedNearbyCount = mergeNearbyOnOpenEdges(positionsM, indices, exact, toleranceM);
  }
  return { ...compact(positionsM, indices, exact), mergedNearbyCount };
}

/** For every vertex, the first vertex with the same coordinates. */
function mergeEqual(positions: Float64Array): Int32Array {
  const count = positions.length / 3;
  const clean = Float64Array.from(positions, (x) => x + 0);
  const bits = new Uint32Array(clean.buffer);
  const slotCount = 2 ** Math.ceil(Math.log2(Math.max(16, count * 2)));
  const slots = new Int32Array(slotCount).fill(-1);
  const representative = new Int32Array(count);
  for (let v = 0; v < count; v++) {
    let hash = 0;
    for (let k = 6 * v; k < 6 * v + 6; k++) hash = Math.imul(hash ^ bits[k]!, 0x9e3779b1) + (hash >>> 13);
    let slot = (hash ^ (hash >>> 16)) & (slotCount - 1);
    let found = slots[slot]!;
    while (found >= 0 && !isSamePoint(clean, found, v)) {
      slot = (slot + 1) & (slotCount - 1);
      found = slots[slot]!;
    }
    if (found < 0) {
      slots[slot] = v;
      found = v;
    }
    representative[v] = found;
  }
  return representative;
}

function isSamePoint(p: Float64Array, i: number, j: number): boolean {
  return p[3 * i] === p[3 * j] && p[3 * i + 1] === p[3 * j + 1] && p[3 * i + 2] === p[3 * j + 2];
}

/** Lets vertices on open edges within `tolerance` share a representative; returns how many gave theirs up. */
function mergeNearbyOnOpenEdges(
  positions: Float64Array,
  indices: Uint32Array,
  representative: Int32Array,
  tolerance: number,
): number {
  const kept = indices.map((v) => representative[v]!);
  const open = openEdgeVertices(kept);
  const byX = [...open].sort((a, b) => positions[3 * a]! - positions[3 * b]! || a - b);
  const target = new Map<number, number>();
  for (let i = 0; i < byX.length; i++) {
    const v = byX[i]!;
    if (target.has(v)) continue;
    for (let j = i + 1; j < byX.length && positions[3 * byX[j]!]! - positions[3 * v]! <= tolerance; j++) {
      if (!target.has(byX[j]!) && distance(positions, v, byX[j]!) <= tolerance) target.set(byX[j]!, v);
    }
  }
  for (let v = 0; v < representative.length; v++) {
    representative[v] = target.get(representative[v]!) ?? representative[v]!;
  }
  return target.size;
}

function openEdgeVertices(triangles: Uint32Array): Set<number> {
  const solid = triangles.filter((_, h) => !isCollapsed(triangles, h - (h % 3)));
  const { openEdgeCount, twins } = meshTopology(solid);
  const vertices = new Set<number>();
  if (openEdgeCount === 0) return vertices;
  for (let h = 0; h < twins.length; h++) {
    if (twins[h]! >= 0) continue;
    vertices.add(solid[h]!);
    vertices.add(solid[nextHalfEdge(h)]!);
  }
  return vertices;
}

function isCollapsed(triangles: Uint32Array, first: number): boolean {
  const [a, b, c] = [triangles[first], triangles[first + 1], triangles[first + 2]];
  return a === b || b === c || c === a;
}

function distance(p: Float64Array, i: number, j: number): number {
  return Math.hypot(p[3 * i]! - p[3 * j]!, p[3 * i + 1]! - p[3 * j + 1]!, p[3 * i + 2]! - p[3 * j + 2]!);
}

function compact(positions: Float64Array, indices: Uint32Array, representative: Int32Array) {
  const merged = indices.map((v) => representative[v]!);
  const numberOf = new Int32Array(representative.length).fill(-1);
  const triangles: number[] = [];
  const sourceTriangles: number[] = [];
  const vertices: number[] = [];
  for (let h = 0; h < merged.length; h += 3) {
    if (isCollapsed(merged, h)) continue;
    sourceTriangles.push(h / 3);
    for (let k = h; k < h + 3; k++) {
      const v = merged[k]!;
      if (numberOf[v]! < 0) {
        numberOf[v] = vertices.length / 3;
        vertices.push(positions[3 * v]!, positions[3 * v + 1]!, positions[3 * v + 2]!);
      }
      triangles.push(numberOf[v]!);
    }
  }
  return {
    verticesM: Float64Array.from(vertices),
    triangles: Uint32Array.from(triangles),
    sourceTriangles: Uint32Array.from(sourceTriangles),
    vertexOfSource: representative.map((r) => numberOf[r]!),
  };
}
