import type { SolidTree } from './solid-tree.js';

/** Where on a triangle a closest point lies: its face, one of its corners, or one of its edges 0–1, 1–2, 2–0. */
export const FACE = 0;
export const CORNER = 1;
export const EDGE = 4;

/** Closest point of a solid's surface. Reused between calls. */
export interface ClosestPoint {
  distanceM: number;
  x: number;
  y: number;
  z: number;
  triangle: number;
  /** `FACE`, `CORNER` + corner or `EDGE` + edge. */
  feature: number;
}

export const newClosestPoint = (): ClosestPoint => ({
  distanceM: Infinity,
  x: 0,
  y: 0,
  z: 0,
  triangle: -1,
  feature: 0,
});

const stack = new Int32Array(512);
const stackBound = new Float64Array(512);

/**
 * Finds the point of the surface closest to (x, y, z), all in the solid's frame.
 *
 * @param upToM      only surface closer than this is looked for; `found.distanceM` is +∞ when there is none
 * @param enoughM    the search ends as soon as something at most this far is found: `found` is then some near point
 * @param found      in: `triangle` is tried first where it is not −1 (a neighbor's answer makes the search shorter); out
 */
export function findClosestPoint(
  tree: SolidTree,
  x: number,
  y: number,
  z: number,
  upToM: number,
  enoughM: number,
  found: ClosestPoint,
): void {
  const { boxes, links, counts } = tree;
  let best = upToM * upToM;
  const enough = enoughM * enoughM;
  const hint = found.triangle;
  found.distanceM = Infinity;
  found.triangle = -1;
  if (hint >= 0) {
    const d2 = closestOnTriangle(tree, hint, x, y, z);
    if (d2 < best) {
      best = d2;
      keepHit(found, hint);
      if (best <= enough) {
        found.distanceM = Math.sqrt(best);
        return;
      }
    }
  }
  let top = 0;
  stack[top] = 0;
  stackBound[top++] = boxDistance2(boxes, 0, x, y, z);
  while (top > 0) {
    const node = stack[--top]!;
    if (stackBound[top]! >= best) continue;
    const count = counts[node]!;
    if (count > 0) {
      const first = links[node]!;
      for (let t = first; t < first + count; t++) {
        const d2 = closestOnTriangle(tree, t, x, y, z);
        if (d2 < best) {
          best = d2;
          keepHit(found, t);
          if (best <= enough) {
            found.distanceM = Math.sqrt(best);
            return;
          }
        }
      }
      continue;
    }
    const left = node + 1;
    const right = links[node]!;
    const dLeft = boxDistance2(boxes, left, x, y, z);
    const dRight = boxDistance2(boxes, right, x, y, z);
    const leftFirst = dLeft <= dRight;
    stack[top] = leftFirst ? right : left;
    stackBound[top++] = leftFirst ? dRight : dLeft;
    stack[top] = leftFirst ? left : right;
    stackBound[top++] = leftFirst ? dLeft : dRight;
  }
  if (found.triangle >= 0) found.distanceM = Math.sqrt(best);
}

function keepHit(found: ClosestPoint, triangle: number): void {
  found.triangle = triangle;
  found.feature = hitFeature;
  found.x = hitX;
  found.y = hitY;
  found.z = hitZ;
}

/** Squared distance of a point to the box of a node, 0 inside. */
export function boxDistance2(boxes: Float64Array, node: number, x: number, y: number, z: number): number {
  const at = 6 * node;
  const dx = x < boxes[at]! ? boxes[at]! - x : x > boxes[at + 3]! ? x - boxes[at + 3]! : 0;
  const dy = y < boxes[at + 1]! ? boxes[at + 1]! - y : y > boxes[at + 4]! ? y - boxes[at + 4]! : 0;
  const dz = z < boxes[at + 2]! ? boxes[at + 2]! - z : z > boxes[at + 5]! ? z - boxes[at + 5]! : 0;
  return dx * dx + dy * dy + dz * dz;
}

let hitX = 0;
let hitY = 0;
let hitZ = 0;
let hitFeature = 0;

function hit(x: number, y: number, z: number, feature: number, px: number, py: number, pz: number): number {
  hitX = x;
  hitY = y;
  hitZ = z;
  hitFeature = feature;
  return (px - x) * (px - x) + (py - y) * (py - y) + (pz - z) * (pz - z);
}

/**
 * Writes the closest point of triangle `t` into hitX, hitY, hitZ, hitFeature and returns the squared distance.
 *
 * @source region tests on barycentric signs: Ericson, Real-Time Collision Detection (2005), §5.1.5
 */
function closestOnTriangle(tree: SolidTree, t: number, px: number, py: number, pz: number): number {
  const { verticesM: v, triangles } = tree;
  const a = 3 * triangles[3 * t]!;
  const b = 3 * triangles[3 * t + 1]!;
  const c = 3 * triangles[3 * t + 2]!;
  const ax = v[a]!;
  const ay = v[a + 1]!;
  const az = v[a + 2]!;
  const bx = v[b]!;
  const by = v[b + 1]!;
  const bz = v[b + 2]!;
  const cx = v[c]!;
  const cy = v[c + 1]!;
  const cz = v[c + 2]!;
  const abx = bx - ax;
  const aby = by - ay;
  const abz = bz - az;
  const acx = cx - ax;
  const acy = cy - ay;
  const acz = cz - az;
  const d1 = abx * (px - ax) + aby * (py - ay) + abz * (pz - az);
  const d2 = acx * (px - ax) + acy * (py - ay) + acz * (pz - az);
  if (d1 <= 0 && d2 <= 0) return hit(ax, ay, az, CORNER, px, py, pz);
  const d3 = abx * (px - bx) + aby * (py - by) + abz * (pz - bz);
  const d4 = acx * (px - bx) + acy * (py - by) + acz * (pz - bz);
  if (d3 >= 0 && d4 <= d3) return hit(bx, by, bz, CORNER + 1, px, py, pz);
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) {
    const s = d1 === d3 ? 0 : d1 / (d1 - d3);
    return hit(ax + s * abx, ay + s * aby, az + s * abz, EDGE, px, py, pz);
  }
  const d5 = abx * (px - cx) + aby * (py - cy) + abz * (pz - cz);
  const d6 = acx * (px - cx) + acy * (py - cy) + acz * (pz - cz);
  if (d6 >= 0 && d5 <= d6) return hit(cx, cy, cz, CORNER + 2, px, py, pz);
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) {
    const s = d2 === d6 ? 0 : d2 / (d2 - d6);
    return hit(ax + s * acx, ay + s * acy, az + s * acz, EDGE + 2, px, py, pz);
  }
  const va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) {
    const span = d4 - d3 + (d5 - d6);
    const s = span === 0 ? 0 : (d4 - d3) / span;
    return hit(bx + s * (cx - bx), by + s * (cy - by), bz + s * (cz - bz), EDGE + 1, px, py, pz);
  }
  const scale = 1 / (va + vb + vc);
  const s = vb * scale;
  const r = vc * scale;
  return hit(ax + abx * s + acx * r, ay + aby * s + acy * r, az + abz * s + acz * r, FACE, px, py, pz);
}
