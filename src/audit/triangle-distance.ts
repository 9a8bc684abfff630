/** Closest points of two triangles. Reused between calls. */
export interface TriangleGap {
  distance2: number;
  /** On the first triangle. */
  readonly onP: Float64Array;
  /** On the second triangle. */
  readonly onQ: Float64Array;
}

export const newTriangleGap = (): TriangleGap => ({
  distance2: Infinity,
  onP: new Float64Array(3),
  onQ: new Float64Array(3),
});

/**
 * Lowers `gap` to the closest points of two triangles that do not cross, where they are closer than `gap` says already.
 * The closest points of such triangles are on two edges, or a corner and a face.
 *
 * @param p, q  corners, 9 numbers each [m], one frame
 * @param gap   in: distance² to beat; out: the closer points, if there are any
 */
export function measureGap(p: Float64Array, q: Float64Array, gap: TriangleGap): void {
  for (let i = 0; i < 3; i++) {
    for (let j = 0; j < 3; j++) edgeGap(p, 3 * i, 3 * ((i + 1) % 3), q, 3 * j, 3 * ((j + 1) % 3), gap);
  }
  for (let i = 0; i < 3; i++) {
    cornerGap(p, 3 * i, q, gap, gap.onP, gap.onQ);
    cornerGap(q, 3 * i, p, gap, gap.onQ, gap.onP);
  }
}

function keep(
  gap: TriangleGap,
  d2: number,
  px: number,
  py: number,
  pz: number,
  qx: number,
  qy: number,
  qz: number,
): void {
  gap.distance2 = d2;
  gap.onP[0] = px;
  gap.onP[1] = py;
  gap.onP[2] = pz;
  gap.onQ[0] = qx;
  gap.onQ[1] = qy;
  gap.onQ[2] = qz;
}

const clamp = (s: number): number => Math.min(1, Math.max(0, s));

/**
 * Closest points of segments a–b of p and c–d of q.
 *
 * @source Ericson, Real-Time Collision Detection (2005), §5.1.9
 */
function edgeGap(p: Float64Array, a: number, b: number, q: Float64Array, c: number, d: number, gap: TriangleGap): void {
  const ux = p[b]! - p[a]!;
  const uy = p[b + 1]! - p[a + 1]!;
  const uz = p[b + 2]! - p[a + 2]!;
  const vx = q[d]! - q[c]!;
  const vy = q[d + 1]! - q[c + 1]!;
  const vz = q[d + 2]! - q[c + 2]!;
  const rx = p[a]! - q[c]!;
  const ry = p[a + 1]! - q[c + 1]!;
  const rz = p[a + 2]! - q[c + 2]!;
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const ur = ux * rx + uy * ry + uz * rz;
  const vr = vx * rx + vy * ry + vz * rz;
  const uv = ux * vx + uy * vy + uz * vz;
  const det = uu * vv - uv * uv;
  // parallel segments: any start will do, the clamps below find a closest pair
  let s = det > 1e-14 * uu * vv ? clamp((uv * vr - ur * vv) / det) : 0;
  let t = vv > 0 ? (uv * s + vr) / vv : 0;
  if (t < 0 || t > 1 || det <= 1e-14 * uu * vv) {
    t = clamp(t);
    s = uu > 0 ? clamp((uv * t - ur) / uu) : 0;
  }
  const px = p[a]! + s * ux;
  const py = p[a + 1]! + s * uy;
  const pz = p[a + 2]! + s * uz;
  const qx = q[c]! + t * vx;
  const qy = q[c + 1]! + t * vy;
  const qz = q[c + 2]! + t * vz;
  const d2 = (px - qx) * (px - qx) + (py - qy) * (py - qy) + (pz - qz) * (pz - qz);
  if (d2 < gap.distance2) keep(gap, d2, px, py, pz, qx, qy, qz);
}

/** Corner of `p` at `at` against the face of `q`, where it projects into it. `mine`, `other`: gap points of p and q. */
function cornerGap(
  p: Float64Array,
  at: number,
  q: Float64Array,
  gap: TriangleGap,
  mine: Float64Array,
  other: Float64Array,
): void {
  const ux = q[3]! - q[0]!;
  const uy = q[4]! - q[1]!;
  const uz = q[5]! - q[2]!;
  const vx = q[6]! - q[0]!;
  const vy = q[7]! - q[1]!;
  const vz = q[8]! - q[2]!;
  const rx = p[at]! - q[0]!;
  const ry = p[at + 1]! - q[1]!;
  const rz = p[at + 2]! - q[2]!;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const nn = nx * nx + ny * ny + nz * nz;
  if (!(nn > 0)) return;
  const height = nx * rx + ny * ry + nz * rz;
  const d2 = (height * height) / nn;
  if (!(d2 < gap.distance2)) return;
  // barycentric coordinates of the projection, times nn
  const s = (ry * vz - rz * vy) * nx + (rz * vx - rx * vz) * ny + (rx * vy - ry * vx) * nz;
  const t = (uy * rz - uz * ry) * nx + (uz * rx - ux * rz) * ny + (ux * ry - uy * rx) * nz;
  if (s < 0 || t < 0 || s + t > nn) return;
  gap.distance2 = d2;
  mine[0] = p[at]!;
  mine[1] = p[at + 1]!;
  mine[2] = p[at + 2]!;
  other[0] = mine[0] - (height / nn) * nx;
  other[1] = mine[1] - (height / nn) * ny;
  other[2] = mine[2] - (height / nn) * nz;
}
