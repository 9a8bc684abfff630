import type { TriangleMesh } from '../geometry/index.js';

/** Distance [m] of a point to the surface of a mesh; +∞ where there is no surface. */
export type SurfaceDistance = (x: number, y: number, z: number) => number;

const LEAF_SIZE = 4;

/**
 * Returns the distance function of a mesh: a tree of boxes halved at the median of their longest side, nearest first.
 *
 * @param mesh  positions [m]
 */
export function surfaceDistance({ verticesM, triangles }: TriangleMesh): SurfaceDistance {
  const count = triangles.length / 3;
  if (count === 0) return () => Infinity;
  const order = Uint32Array.from({ length: count }, (_, i) => i);
  const boxes: number[] = [];
  // Inner node: second child. Leaf: −1 − first place in `order`.
  const links: number[] = [];
  const ends: number[] = [];
  const build = (start: number, end: number): void => {
    const node = links.length;
    const box = boxOf(verticesM, triangles, order, start, end);
    boxes.push(...box);
    links.push(-1 - start);
    ends.push(end);
    if (end - start <= LEAF_SIZE) return;
    const k = longestSide(box);
    const key = (t: number) => {
      const h = 3 * t;
      return (
        verticesM[3 * triangles[h]! + k]! +
        verticesM[3 * triangles[h + 1]! + k]! +
        verticesM[3 * triangles[h + 2]! + k]!
      );
    };
    order.subarray(start, end).sort((a, b) => key(a) - key(b) || a - b);
    const middle = (start + end) >> 1;
    build(start, middle);
    links[node] = links.length;
    build(middle, end);
  };
  build(0, count);
  const nodeBoxes = Float64Array.from(boxes);
  const stack = new Int32Array(128);
  return (x, y, z) => {
    let best = Infinity;
    let top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const node = stack[--top]!;
      if (boxDistance2(nodeBoxes, node, x, y, z) >= best) continue;
      const link = links[node]!;
      if (link < 0) {
        for (let i = -1 - link; i < ends[node]!; i++) {
          best = Math.min(best, triangleDistance2(verticesM, triangles, order[i]!, x, y, z));
        }
        continue;
      }
      const isFirstNearer = boxDistance2(nodeBoxes, node + 1, x, y, z) <= boxDistance2(nodeBoxes, link, x, y, z);
      stack[top++] = isFirstNearer ? link : node + 1;
      stack[top++] = isFirstNearer ? node + 1 : link;
    }
    return Math.sqrt(best);
  };
}

function boxOf(p: Float64Array, triangles: Uint32Array, order: Uint32Array, start: number, end: number): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = start; i < end; i++) {
    for (let c = 0; c < 3; c++) {
      const v = 3 * triangles[3 * order[i]! + c]!;
      for (let k = 0; k < 3; k++) {
        box[k] = Math.min(box[k]!, p[v + k]!);
        box[k + 3] = Math.max(box[k + 3]!, p[v + k]!);
      }
    }
  }
  return box;
}

function longestSide(box: readonly number[]): number {
  const [x, y, z] = [box[3]! - box[0]!, box[4]! - box[1]!, box[5]! - box[2]!];
  if (x >= y && x >= z) return 0;
  return y >= z ? 1 : 2;
}

/** Squared distance of a point to a node's box. */
function boxDistance2(boxes: Float64Array, node: number, x: number, y: number, z: number): number {
  const b = 6 * node;
  const dx = Math.max(boxes[b]! - x, 0, x - boxes[b + 3]!);
  const dy = Math.max(boxes[b + 1]! - y, 0, y - boxes[b + 4]!);
  const dz = Math.max(boxes[b + 2]! - z, 0, z - boxes[b + 5]!);
  return dx * dx + dy * dy + dz * dz;
}

/** Squared distance of a point to a triangle (Ericson, Real-Time Collision Detection, §5.1.5). */
function triangleDistance2(
  p: Float64Array,
  triangles: Uint32Array,
  t: number,
  x: number,
  y: number,
  z: number,
): number {
  const i = 3 * triangles[3 * t]!;
  const j = 3 * triangles[3 * t + 1]!;
  const k = 3 * triangles[3 * t + 2]!;
  const abx = p[j]! - p[i]!;
  const aby = p[j + 1]! - p[i + 1]!;
  const abz = p[j + 2]! - p[i + 2]!;
  const acx = p[k]! - p[i]!;
  const acy = p[k + 1]! - p[i + 1]!;
  const acz = p[k + 2]! - p[i + 2]!;
  const apx = x - p[i]!;
  const apy = y - p[i + 1]!;
  const apz = z - p[i + 2]!;
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  const bb = abx * abx + aby * aby + abz * abz;
  const bc = abx * acx + aby * acy + abz * acz;
  const cc = acx * acx + acy * acy + acz * acz;
  const d3 = d1 - bb;
  const d4 = d2 - bc;
  const d5 = d1 - bc;
  const d6 = d2 - cc;
  const va = d3 * d6 - d5 * d4;
  const vb = d5 * d2 - d1 * d6;
  const vc = d1 * d4 - d3 * d2;
  // The closest point is a + v·ab + w·ac.
  let v = 0;
  let w = 0;
  if (d1 <= 0 && d2 <= 0) v = 0;
  else if (d3 >= 0 && d4 <= d3) v = 1;
  else if (vc <= 0 && d1 >= 0 && d3 <= 0) v = d1 > d3 ? d1 / (d1 - d3) : 0;
  else if (d6 >= 0 && d5 <= d6) w = 1;
  else if (vb <= 0 && d2 >= 0 && d6 <= 0) w = d2 > d6 ? d2 / (d2 - d6) : 0;
  else if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    w = d4 - d3 + (d5 - d6) > 0 ? (d4 - d3) / (d4 - d3 + (d5 - d6)) : 0;
    v = 1 - w;
  } else if (va + vb + vc > 0) {
    v = vb / (va + vb + vc);
    w = vc / (va + vb + vc);
  }
  const dx = apx - v * abx - w * acx;
  const dy = apy - v * aby - w * acy;
  const dz = apz - v * abz - w * acz;
  return dx * dx + dy * dy + dz * dz;
}
