import type { SolidTree } from './solid-tree.js';

/**
 * What the sign of a distance and the sampling of a solid need: normals of triangles, edges and vertices, edges, and
 * connected components. Indices of triangles are those of the tree.
 */
export interface SolidSurface {
  /** Unit normals, 3 per triangle; zero for a degenerate one. */
  readonly normals: Float64Array;
  /** Sums of the normals of all triangles at an edge, 3 per edge. */
  readonly edgeNormals: Float64Array;
  /** Sums of the normals at a vertex, each weighted by its angle there, 3 per vertex. */
  readonly vertexNormals: Float64Array;
  /** Edge indices, 3 per triangle: corners 0–1, 1–2, 2–0. */
  readonly triangleEdges: Uint32Array;
  /** End vertices, 2 per edge, the lower index first. */
  readonly edgeVertices: Uint32Array;
  /** Vertices sorted by connected component; component k owns order[starts[k] … starts[k + 1]). */
  readonly componentVertices: Uint32Array;
  readonly componentStarts: Uint32Array;
}

/**
 * Returns normals, edges and components of a solid. Vertices at exactly the same position count as one, so that the sign
 * is right where two shells meet at an edge.
 *
 * @source angle-weighted pseudonormals: Bærentzen & Aanæs (2005), IEEE TVCG 11(3), 243–253
 */
export function describeSurface(tree: SolidTree): SolidSurface {
  const { vertexOf, triangles } = weldTriangles(tree);
  const normals = triangleNormals(tree);
  const { triangleEdges, edgeVertices } = pairEdges(triangles);
  const edgeNormals = new Float64Array(3 * (edgeVertices.length / 2));
  for (let i = 0; i < triangleEdges.length; i++) {
    for (let axis = 0; axis < 3; axis++) {
      edgeNormals[3 * triangleEdges[i]! + axis]! += normals[3 * Math.floor(i / 3) + axis]!;
    }
  }
  const vertexNormals = angleWeightedNormals(tree, triangles, normals);
  for (let v = 0; v < vertexOf.length; v++) {
    vertexNormals.copyWithin(3 * v, 3 * vertexOf[v]!, 3 * vertexOf[v]! + 3);
  }
  return {
    normals,
    edgeNormals,
    vertexNormals,
    triangleEdges,
    edgeVertices,
    ...connectedComponents(triangles, vertexOf.length),
  };
}

/** For every vertex the first one at the same position, and the triangles over those. */
function weldTriangles({ verticesM, triangles }: SolidTree): { vertexOf: Uint32Array; triangles: Uint32Array } {
  const vertexOf = new Uint32Array(verticesM.length / 3);
  const first = new Map<string, number>();
  for (let v = 0; v < vertexOf.length; v++) {
    // + 0 turns −0 into 0
    const key = `${verticesM[3 * v]! + 0},${verticesM[3 * v + 1]! + 0},${verticesM[3 * v + 2]! + 0}`;
    const known = first.get(key);
    if (known === undefined) first.set(key, v);
    vertexOf[v] = known ?? v;
  }
  return { vertexOf, triangles: triangles.map((v) => vertexOf[v]!) };
}

function triangleNormals({ verticesM, triangles }: SolidTree): Float64Array {
  const normals = new Float64Array(triangles.length);
  for (let i = 0; i < triangles.length; i += 3) {
    const a = 3 * triangles[i]!;
    const b = 3 * triangles[i + 1]!;
    const c = 3 * triangles[i + 2]!;
    const ux = verticesM[b]! - verticesM[a]!;
    const uy = verticesM[b + 1]! - verticesM[a + 1]!;
    const uz = verticesM[b + 2]! - verticesM[a + 2]!;
    const vx = verticesM[c]! - verticesM[a]!;
    const vy = verticesM[c + 1]! - verticesM[a + 1]!;
    const vz = verticesM[c + 2]! - verticesM[a + 2]!;
    const x = uy * vz - uz * vy;
    const y = uz * vx - ux * vz;
    const z = ux * vy - uy * vx;
    const length = Math.sqrt(x * x + y * y + z * z);
    // below 1e-14 of the squared side length the direction is rounding noise
    const isDegenerate = !(length > 1e-14 * (ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz));
    normals[i] = isDegenerate ? 0 : x / length;
    normals[i + 1] = isDegenerate ? 0 : y / length;
    normals[i + 2] = isDegenerate ? 0 : z / length;
  }
  return normals;
}

function pairEdges(triangles: Uint32Array): { triangleEdges: Uint32Array; edgeVertices: Uint32Array } {
  const triangleEdges = new Uint32Array(triangles.length);
  const ends: number[] = [];
  const known = new Map<number, number>();
  for (let i = 0; i < triangles.length; i++) {
    const a = triangles[i]!;
    const b = triangles[i % 3 === 2 ? i - 2 : i + 1]!;
    const key = Math.min(a, b) * 67_108_864 + Math.max(a, b); // exact below 2^26 vertices
    let edge = known.get(key);
    if (edge === undefined) {
      edge = ends.length / 2;
      known.set(key, edge);
      ends.push(Math.min(a, b), Math.max(a, b));
    }
    triangleEdges[i] = edge;
  }
  return { triangleEdges, edgeVertices: Uint32Array.from(ends) };
}

function angleWeightedNormals(tree: SolidTree, triangles: Uint32Array, normals: Float64Array): Float64Array {
  const p = tree.verticesM;
  const sums = new Float64Array(p.length);
  const side = (from: number, to: number): [number, number, number] => [
    p[3 * to]! - p[3 * from]!,
    p[3 * to + 1]! - p[3 * from + 1]!,
    p[3 * to + 2]! - p[3 * from + 2]!,
  ];
  for (let i = 0; i < triangles.length; i++) {
    const base = i - (i % 3);
    const v = triangles[i]!;
    const u = side(v, triangles[base + ((i + 1) % 3)]!);
    const w = side(v, triangles[base + ((i + 2) % 3)]!);
    const cx = u[1] * w[2] - u[2] * w[1];
    const cy = u[2] * w[0] - u[0] * w[2];
    const cz = u[0] * w[1] - u[1] * w[0];
    const angle = Math.atan2(Math.sqrt(cx * cx + cy * cy + cz * cz), u[0] * w[0] + u[1] * w[1] + u[2] * w[2]);
    for (let axis = 0; axis < 3; axis++) sums[3 * v + axis]! += angle * normals[base + axis]!;
  }
  return sums;
}

function connectedComponents(triangles: Uint32Array, vertexCount: number) {
  const parent = Uint32Array.from({ length: vertexCount }, (_, v) => v);
  const rootOf = (v: number): number => {
    let root = v;
    while (parent[root] !== root) root = parent[root] = parent[parent[root]!]!;
    return root;
  };
  const isUsed = new Uint8Array(vertexCount);
  for (let i = 0; i < triangles.length; i++) {
    isUsed[triangles[i]!] = 1;
    const a = rootOf(triangles[i]!);
    const b = rootOf(triangles[i - (i % 3)]!);
    parent[Math.max(a, b)] = Math.min(a, b);
  }
  const members = new Map<number, number[]>();
  for (let v = 0; v < vertexCount; v++) {
    if (isUsed[v] === 0) continue;
    const root = rootOf(v);
    const list = members.get(root);
    if (list) list.push(v);
    else members.set(root, [v]);
  }
  const componentVertices = Uint32Array.from([...members.values()].flat());
  const componentStarts = new Uint32Array(members.size + 1);
  [...members.values()].forEach((list, k) => {
    componentStarts[k + 1] = componentStarts[k]! + list.length;
  });
  return { componentVertices, componentStarts };
}
