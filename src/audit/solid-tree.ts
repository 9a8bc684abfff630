import type { TriangleMesh } from '../geometry/index.js';

/**
 * Bounding-volume hierarchy over the triangles of one solid, in the solid's frame. Nodes are in depth-first order: the
 * first child of an inner node follows it directly.
 */
export interface SolidTree {
  readonly verticesM: Float64Array;
  /** Vertex indices, 3 per triangle, in leaf order. */
  readonly triangles: Uint32Array;
  /** Boxes: minimum x y z, maximum x y z [m], 6 per node. */
  readonly boxes: Float64Array;
  /** Inner node: index of its second child. Leaf: its first triangle. */
  readonly links: Uint32Array;
  /** Triangles of a leaf; 0 marks an inner node. */
  readonly counts: Uint32Array;
}

const LEAF_SIZE = 4;
const BIN_COUNT = 12;
/** Below this level nodes are halved, so that no tree is deeper than this and the stacks of its walks never overflow. */
const FREE_DEPTH = 64;

/**
 * Returns the tree of a mesh: binned surface-area heuristic, at most 4 triangles per leaf.
 *
 * The order of triangles in the tree depends on the mesh alone, so that every thread builds the same one.
 *
 * @param mesh  at least one triangle, indices in range, finite vertices
 */
export function buildSolidTree(mesh: TriangleMesh): SolidTree {
  const build = new TreeBuild(mesh);
  build.split(0, mesh.triangles.length / 3, 0);
  return build.finish();
}

/** Working state of one construction. */
class TreeBuild {
  private readonly order: Uint32Array;
  /** Box of every triangle, 6 each. */
  private readonly bounds: Float64Array;
  private readonly boxes: number[] = [];
  private readonly links: number[] = [];
  private readonly counts: number[] = [];

  constructor(private readonly mesh: TriangleMesh) {
    const triangleCount = mesh.triangles.length / 3;
    this.order = Uint32Array.from({ length: triangleCount }, (_, i) => i);
    this.bounds = new Float64Array(6 * triangleCount);
    for (let i = 0; i < triangleCount; i++) this.measure(i);
  }

  private measure(triangle: number): void {
    const { verticesM, triangles } = this.mesh;
    for (let axis = 0; axis < 3; axis++) {
      const a = verticesM[3 * triangles[3 * triangle]! + axis]!;
      const b = verticesM[3 * triangles[3 * triangle + 1]! + axis]!;
      const c = verticesM[3 * triangles[3 * triangle + 2]! + axis]!;
      this.bounds[6 * triangle + axis] = Math.min(a, b, c);
      this.bounds[6 * triangle + 3 + axis] = Math.max(a, b, c);
    }
  }

  /** Appends the subtree over order[first…first+count), `depth` levels below the root. */
  split(first: number, count: number, depth: number): void {
    const node = this.links.length;
    const box = this.boxOf(first, count);
    this.boxes.push(...box);
    this.links.push(first);
    this.counts.push(count);
    if (count <= LEAF_SIZE) return;
    const left = depth < FREE_DEPTH ? this.partition(first, count) : count >> 1;
    this.counts[node] = 0;
    this.split(first, left, depth + 1);
    this.links[node] = this.links.length;
    this.split(first + left, count - left, depth + 1);
  }

  private boxOf(first: number, count: number): Float64Array {
    sideBox.set(EMPTY_BOX);
    for (let i = first; i < first + count; i++) growBox(sideBox, 0, this.bounds, 6 * this.order[i]!);
    return sideBox;
  }

  private centroid(triangle: number, axis: number): number {
    return this.bounds[6 * triangle + axis]! + this.bounds[6 * triangle + 3 + axis]!;
  }

  /** Reorders order[first…first+count) about the best plane found and returns how many go to the left, never 0 or all. */
  private partition(first: number, count: number): number {
    let bestCost = Infinity;
    let bestAxis = -1;
    let bestCut = 0;
    for (let axis = 0; axis < 3; axis++) {
      const cut = this.bestCut(first, count, axis);
      if (cut.cost < bestCost) {
        bestCost = cut.cost;
        bestAxis = axis;
        bestCut = cut.at;
      }
    }
    if (bestAxis < 0) return count >> 1;
    const chosen = this.order.slice(first, first + count);
    let left = first;
    for (const t of chosen) if (this.centroid(t, bestAxis) < bestCut) this.order[left++] = t;
    let right = left;
    for (const t of chosen) if (!(this.centroid(t, bestAxis) < bestCut)) this.order[right++] = t;
    const leftCount = left - first;
    return leftCount === 0 || leftCount === count ? count >> 1 : leftCount;
  }

  /** Cheapest cut across one axis, by area × count of both sides. */
  private bestCut(first: number, count: number, axis: number): { cost: number; at: number } {
    let low = Infinity;
    let high = -Infinity;
    for (let i = first; i < first + count; i++) {
      const c = this.centroid(this.order[i]!, axis);
      if (c < low) low = c;
      if (c > high) high = c;
    }
    if (!(high > low)) return { cost: Infinity, at: 0 };
    const width = (high - low) / BIN_COUNT;
    binCounts.fill(0);
    for (let k = 0; k < BIN_COUNT; k++) binBoxes.set(EMPTY_BOX, 6 * k);
    for (let i = first; i < first + count; i++) {
      const t = this.order[i]!;
      const bin = Math.min(BIN_COUNT - 1, Math.floor((this.centroid(t, axis) - low) / width));
      binCounts[bin]!++;
      growBox(binBoxes, 6 * bin, this.bounds, 6 * t);
    }
    const cut = cheapestBoundary();
    return { cost: cut.cost, at: low + cut.boundary * width };
  }

  finish(): SolidTree {
    const { verticesM, triangles } = this.mesh;
    const sorted = new Uint32Array(triangles.length);
    this.order.forEach((source, i) => {
      for (let k = 0; k < 3; k++) sorted[3 * i + k] = triangles[3 * source + k]!;
    });
    return {
      verticesM,
      triangles: sorted,
      boxes: Float64Array.from(this.boxes),
      links: Uint32Array.from(this.links),
      counts: Uint32Array.from(this.counts),
    };
  }
}

const EMPTY_BOX = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];

// scratch of one cut; building is not re-entrant
const binCounts = new Uint32Array(BIN_COUNT);
const binBoxes = new Float64Array(6 * BIN_COUNT);
const sideBox = new Float64Array(6);
const rightCosts = new Float64Array(BIN_COUNT);

/** Grows the box at `into` by the 6 numbers of `bounds` from `at`. */
function growBox(box: Float64Array, into: number, bounds: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const low = bounds[at + axis]!;
    const high = bounds[at + 3 + axis]!;
    if (low < box[into + axis]!) box[into + axis] = low;
    if (high > box[into + 3 + axis]!) box[into + 3 + axis] = high;
  }
}

function halfArea(box: Float64Array): number {
  const x = box[3]! - box[0]!;
  const y = box[4]! - box[1]!;
  const z = box[5]! - box[2]!;
  return x >= 0 ? x * y + y * z + z * x : 0;
}

/** Sweeps over the bins from both sides and returns the boundary with the least area × count. */
function cheapestBoundary(): { cost: number; boundary: number } {
  sideBox.set(EMPTY_BOX);
  let count = 0;
  for (let i = BIN_COUNT - 1; i > 0; i--) {
    count += binCounts[i]!;
    growBox(sideBox, 0, binBoxes, 6 * i);
    rightCosts[i] = count * halfArea(sideBox);
  }
  sideBox.set(EMPTY_BOX);
  count = 0;
  let cost = Infinity;
  let boundary = 0;
  for (let i = 1; i < BIN_COUNT; i++) {
    count += binCounts[i - 1]!;
    growBox(sideBox, 0, binBoxes, 6 * (i - 1));
    const total = count * halfArea(sideBox) + rightCosts[i]!;
    if (total < cost) {
      cost = total;
      boundary = i;
    }
  }
  return { cost, boundary };
}
