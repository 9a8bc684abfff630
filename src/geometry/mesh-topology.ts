/**
 * Connectivity of indexed triangle meshes.
 *
 * Contributor notes: edges are kept in an open-addressing table over typed arrays; a `Map` keyed by a·n+b boxes every key
 * beyond 2³¹ and is several times slower on meshes of 10⁵ triangles.
 */

/** How the triangles of a mesh meet along their edges. */
export interface MeshTopology {
  /**
   * For half-edge h = 3·triangle + corner, the opposite half-edge of the neighbouring triangle; −1 where the edge is not
   * shared by exactly two oppositely directed triangles.
   */
  readonly twins: Int32Array;
  /** Undirected edges whose two directions do not occur equally often. */
  readonly openEdgeCount: number;
  /** Undirected edges shared by more than two triangles, each direction equally often: solids that touch along an edge. */
  readonly sharedEdgeCount: number;
  /** First half-edge of every undirected edge, in half-edge order; and per half-edge the number of its edge. */
  readonly edgeOfHalfEdge: Int32Array;
}

/** Half-edge connectivity of a mesh with `vertexCount` vertices and triangles as vertex-index triples. */
export function meshTopology(triangles: Uint32Array): MeshTopology {
  const halfEdgeCount = triangles.length;
  const slotCount = 2 ** Math.ceil(Math.log2(Math.max(16, halfEdgeCount * 2)));
  const slots = new Int32Array(slotCount).fill(-1);
  const low = new Uint32Array(halfEdgeCount);
  const high = new Uint32Array(halfEdgeCount);
  const balance = new Int32Array(halfEdgeCount);
  const uses = new Int32Array(halfEdgeCount);
  const first = new Int32Array(halfEdgeCount);
  const second = new Int32Array(halfEdgeCount);
  const edgeOfHalfEdge = new Int32Array(halfEdgeCount);
  let edgeCount = 0;
  for (let h = 0; h < halfEdgeCount; h++) {
    const from = triangles[h]!;
    const to = triangles[nextHalfEdge(h)]!;
    const a = Math.min(from, to);
    const b = Math.max(from, to);
    let slot = (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77)) >>> 0;
    slot = (slot ^ (slot >>> 15)) & (slotCount - 1);
    let edge = slots[slot]!;
    while (edge >= 0 && (low[edge] !== a || high[edge] !== b)) {
      slot = (slot + 1) & (slotCount - 1);
      edge = slots[slot]!;
    }
    if (edge < 0) {
      edge = edgeCount++;
      slots[slot] = edge;
      low[edge] = a;
      high[edge] = b;
      first[edge] = h;
    } else if (uses[edge] === 1) {
      second[edge] = h;
    }
    uses[edge] = uses[edge]! + 1;
    balance[edge] = balance[edge]! + (from === a ? 1 : -1);
    edgeOfHalfEdge[h] = edge;
  }
  const twins = new Int32Array(halfEdgeCount).fill(-1);
  let openEdgeCount = 0;
  let sharedEdgeCount = 0;
  for (let edge = 0; edge < edgeCount; edge++) {
    if (balance[edge] !== 0) openEdgeCount++;
    else if (uses[edge]! > 2) sharedEdgeCount++;
    else {
      twins[first[edge]!] = second[edge]!;
      twins[second[edge]!] = first[edge]!;
    }
  }
  return { twins, openEdgeCount, sharedEdgeCount, edgeOfHalfEdge };
}

/** Next half-edge around the same triangle. */
export const nextHalfEdge = (h: number): number => (h % 3 === 2 ? h - 2 : h + 1);

/** The same triangles seen from the other side. */
export function reverseTriangles(triangles: Uint32Array): Uint32Array {
  return triangles.map((v, h) => (h % 3 === 0 ? v : triangles[h % 3 === 1 ? h + 1 : h - 1]!));
}

/**
 * Number of the connected component of every triangle; triangles that share an edge belong together. Components are
 * numbered in the order of their first triangle.
 */
export function triangleComponents(topology: MeshTopology): { componentOfTriangle: Int32Array; count: number } {
  const { edgeOfHalfEdge } = topology;
  const triangleCount = edgeOfHalfEdge.length / 3;
  const sets = new DisjointSets(triangleCount);
  const firstOnEdge = new Int32Array(edgeOfHalfEdge.length).fill(-1);
  for (let h = 0; h < edgeOfHalfEdge.length; h++) {
    const edge = edgeOfHalfEdge[h]!;
    const triangle = Math.floor(h / 3);
    if (firstOnEdge[edge]! < 0) firstOnEdge[edge] = triangle;
    else sets.unite(firstOnEdge[edge]!, triangle);
  }
  const componentOfTriangle = new Int32Array(triangleCount);
  const componentOfRoot = new Int32Array(triangleCount).fill(-1);
  let count = 0;
  for (let t = 0; t < triangleCount; t++) {
    const root = sets.rootOf(t);
    if (componentOfRoot[root]! < 0) componentOfRoot[root] = count++;
    componentOfTriangle[t] = componentOfRoot[root]!;
  }
  return { componentOfTriangle, count };
}

/** Union–find over 0…n−1 with path halving. */
export class DisjointSets {
  readonly #parent: Int32Array;

  constructor(count: number) {
    this.#parent = Int32Array.from({ length: count }, (_, i) => i);
  }

  rootOf(i: number): number {
    const parent = this.#parent;
    let root = i;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root]!]!;
      root = parent[root]!;
    }
    return root;
  }

  unite(i: number, j: number): void {
    const a = this.rootOf(i);
    const b = this.rootOf(j);
    this.#parent[Math.max(a, b)] = Math.min(a, b);
  }
}
