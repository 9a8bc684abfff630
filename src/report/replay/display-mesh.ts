import type { TriangleMesh } from '../../geometry/index.js';

/** A mesh to be looked at: vertices split where surfaces meet at an edge, each with its normal; and those edges. */
export interface DisplayMesh {
  /** [m], part coordinates, 3 per vertex. */
  readonly positionsM: Float64Array;
  /** Unit normals, 3 per vertex. */
  readonly normals: Float64Array;
  /** Vertex indices, 3 per triangle. */
  readonly triangles: Uint32Array;
  /** Vertex indices, 2 per edge that is drawn. */
  readonly edges: Uint32Array;
}

/** Neighbouring triangles that meet at less than this are one smooth surface [rad]. */
const SMOOTH_UP_TO_RAD = (32 * Math.PI) / 180;

/** Normals within 1/NORMAL_STEPS of each other, per component, are one. */
const NORMAL_STEPS = 500;

/**
 * Splits a welded mesh into smooth surfaces for shading.
 *
 *   n at a corner = Σ over the triangles at its vertex within 32° of its own triangle: corner angle · face normal
 *
 * Edges are where two triangles meet at more than that, and open borders. Positions are those of the source, bit for bit.
 */
export function displayMesh({ verticesM, triangles }: TriangleMesh): DisplayMesh {
  const faceNormals = normalsOfFaces(verticesM, triangles);
  const angles = cornerAngles(verticesM, triangles);
  const corners = cornersOfVertices(triangles, verticesM.length / 3);
  const split = new Map<string, number>();
  const sources: number[] = [];
  const normals: number[] = [];
  const indices = new Uint32Array(triangles.length);
  const n = new Float64Array(3);
  for (let corner = 0; corner < triangles.length; corner++) {
    const vertex = triangles[corner]!;
    writeCornerNormal(corner, vertex, corners, faceNormals, angles, n);
    const key = `${vertex},${n.map((x) => Math.round(x * NORMAL_STEPS)).join()}`;
    let index = split.get(key);
    if (index === undefined) {
      index = sources.length;
      split.set(key, index);
      sources.push(vertex);
      normals.push(n[0]!, n[1]!, n[2]!);
    }
    indices[corner] = index;
  }
  const positionsM = new Float64Array(3 * sources.length);
  for (const [i, vertex] of sources.entries()) {
    positionsM.set(verticesM.subarray(3 * vertex, 3 * vertex + 3), 3 * i);
  }
  return {
    positionsM,
    normals: Float64Array.from(normals),
    triangles: indices,
    edges: sharpEdges(triangles, indices, faceNormals),
  };
}

function normalsOfFaces(v: Float64Array, triangles: Uint32Array): Float64Array {
  const normals = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const ux = v[b]! - v[a]!;
    const uy = v[b + 1]! - v[a + 1]!;
    const uz = v[b + 2]! - v[a + 2]!;
    const wx = v[c]! - v[a]!;
    const wy = v[c + 1]! - v[a + 1]!;
    const wz = v[c + 2]! - v[a + 2]!;
    const x = uy * wz - uz * wy;
    const y = uz * wx - ux * wz;
    const z = ux * wy - uy * wx;
    const length = Math.hypot(x, y, z);
    if (length === 0) continue;
    normals[t] = x / length;
    normals[t + 1] = y / length;
    normals[t + 2] = z / length;
  }
  return normals;
}

/** Interior angle of every triangle at each of its corners [rad]. */
function cornerAngles(v: Float64Array, triangles: Uint32Array): Float64Array {
  const angles = new Float64Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const a = 3 * triangles[t + k]!;
      const b = 3 * triangles[t + ((k + 1) % 3)]!;
      const c = 3 * triangles[t + ((k + 2) % 3)]!;
      let [uu, ww, uw] = [0, 0, 0];
      for (let i = 0; i < 3; i++) {
        const u = v[b + i]! - v[a + i]!;
        const w = v[c + i]! - v[a + i]!;
        uu += u * u;
        ww += w * w;
        uw += u * w;
      }
      const size = Math.sqrt(uu * ww);
      angles[t + k] = size === 0 ? 0 : Math.acos(Math.min(1, Math.max(-1, uw / size)));
    }
  }
  return angles;
}

/** Corners at each vertex: `list` from `start[v]` to `start[v + 1]`. */
function cornersOfVertices(triangles: Uint32Array, vertexCount: number) {
  const start = new Uint32Array(vertexCount + 1);
  for (const vertex of triangles) start[vertex + 1]!++;
  for (let i = 0; i < vertexCount; i++) start[i + 1]! += start[i]!;
  const next = start.slice();
  const list = new Uint32Array(triangles.length);
  for (const [corner, vertex] of triangles.entries()) list[next[vertex]!++] = corner;
  return { start, list };
}

function writeCornerNormal(
  corner: number,
  vertex: number,
  corners: { readonly start: Uint32Array; readonly list: Uint32Array },
  faces: Float64Array,
  angles: Float64Array,
  out: Float64Array,
): void {
  const own = corner - (corner % 3);
  out.fill(0);
  for (let i = corners.start[vertex]!; i < corners.start[vertex + 1]!; i++) {
    const other = corners.list[i]!;
    const face = other - (other % 3);
    if (alignment(faces, own, face) < COS_SMOOTH) continue;
    for (let k = 0; k < 3; k++) out[k]! += angles[other]! * faces[face + k]!;
  }
  const length = Math.hypot(out[0]!, out[1]!, out[2]!);
  if (length > 0) for (let k = 0; k < 3; k++) out[k]! /= length;
  else out.set(faces.subarray(own, own + 3));
  if (out[0] === 0 && out[1] === 0 && out[2] === 0) out[2] = 1; // a triangle without area faces nowhere
}

const COS_SMOOTH = Math.cos(SMOOTH_UP_TO_RAD);

const alignment = (n: Float64Array, i: number, j: number): number =>
  n[i]! * n[j]! + n[i + 1]! * n[j + 1]! + n[i + 2]! * n[j + 2]!;

/** Edges of the welded mesh `triangles` that are seen, as indices of split vertices. */
function sharpEdges(triangles: Uint32Array, indices: Uint32Array, faces: Float64Array): Uint32Array {
  const vertexLimit = triangles.reduce((largest, vertex) => Math.max(largest, vertex), 0) + 1;
  const first = new Map<number, number>();
  const edges: number[] = [];
  for (let corner = 0; corner < triangles.length; corner++) {
    const next = corner % 3 === 2 ? corner - 2 : corner + 1;
    const [a, b] = [triangles[corner]!, triangles[next]!];
    const key = Math.min(a, b) * vertexLimit + Math.max(a, b);
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, corner);
      continue;
    }
    first.delete(key);
    const isSharp = alignment(faces, corner - (corner % 3), other - (other % 3)) < COS_SMOOTH;
    if (isSharp) edges.push(indices[corner]!, indices[next]!);
  }
  for (const corner of first.values()) {
    edges.push(indices[corner]!, indices[corner % 3 === 2 ? corner - 2 : corner + 1]!);
  }
  return Uint32Array.from(edges);
}
