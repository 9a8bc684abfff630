import type { SolidTree } from './solid-tree.js';

const stack = new Int32Array(512);

/** Barycentric. */
const SLACK = 1e-9;

/**
 * Returns the distance along a ray to the first triangle behind `fromM`, or +∞.
 *
 * Triangles are taken 1e-9 of their size wider, so that a ray through an edge does not slip between the two there: a hit just
 * beside a silhouette is possible, and callers verify what they make of the answer.
 *
 * @param ox, oy, oz  origin [m]
 * @param dx, dy, dz  unit direction
 * @source ray against triangle: Möller & Trumbore (1997), J. Graphics Tools 2(1), 21–28
 */
export function rayHit(
  tree: SolidTree,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  fromM: number,
): number {
  let best = Infinity;
  let top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const node = stack[--top]!;
    if (!meetsBox(tree.boxes, 6 * node, ox, oy, oz, dx, dy, dz, best)) continue;
    const count = tree.counts[node]!;
    if (count === 0) {
      stack[top++] = tree.links[node]!;
      stack[top++] = node + 1;
      continue;
    }
    const first = tree.links[node]!;
    for (let t = first; t < first + count; t++) {
      const s = triangleHit(tree, t, ox, oy, oz, dx, dy, dz);
      if (s > fromM && s < best) best = s;
    }
  }
  return best;
}

function meetsBox(
  boxes: Float64Array,
  at: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
  best: number,
): boolean {
  let near = 0;
  let far = best;
  for (let k = 0; k < 3; k++) {
    const o = k === 0 ? ox : k === 1 ? oy : oz;
    const d = k === 0 ? dx : k === 1 ? dy : dz;
    const low = boxes[at + k]!;
    const high = boxes[at + 3 + k]!;
    if (d === 0) {
      if (o < low || o > high) return false;
      continue;
    }
    const s1 = (low - o) / d;
    const s2 = (high - o) / d;
    near = Math.max(near, Math.min(s1, s2));
    far = Math.min(far, Math.max(s1, s2));
  }
  return near <= far;
}

function triangleHit(
  { verticesM: v, triangles }: SolidTree,
  t: number,
  ox: number,
  oy: number,
  oz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const a = 3 * triangles[3 * t]!;
  const b = 3 * triangles[3 * t + 1]!;
  const c = 3 * triangles[3 * t + 2]!;
  const ux = v[b]! - v[a]!;
  const uy = v[b + 1]! - v[a + 1]!;
  const uz = v[b + 2]! - v[a + 2]!;
  const wx = v[c]! - v[a]!;
  const wy = v[c + 1]! - v[a + 1]!;
  const wz = v[c + 2]! - v[a + 2]!;
  const hx = dy * wz - dz * wy;
  const hy = dz * wx - dx * wz;
  const hz = dx * wy - dy * wx;
  const det = ux * hx + uy * hy + uz * hz;
  if (det === 0) return -1;
  const rx = ox - v[a]!;
  const ry = oy - v[a + 1]!;
  const rz = oz - v[a + 2]!;
  const alpha = (rx * hx + ry * hy + rz * hz) / det;
  if (!(alpha >= -SLACK && alpha <= 1 + SLACK)) return -1;
  const kx = ry * uz - rz * uy;
  const ky = rz * ux - rx * uz;
  const kz = rx * uy - ry * ux;
  const beta = (dx * kx + dy * ky + dz * kz) / det;
  if (!(beta >= -SLACK && alpha + beta <= 1 + SLACK)) return -1;
  return (wx * kx + wy * ky + wz * kz) / det;
}
