/** Distances below this count as contact, overlaps below this as none: 1e-5 mm. */
export const CONTACT_EPS_M = 1e-8;

/** What two triangles do: their planes keep them apart, they may touch, or they cross. */
export const SEPARATE = 0;
export const NEAR = 1;
export const CROSSING = 2;

/** Ends of the segment along which two triangles cross; each lies on an edge of the first or of the second triangle. */
export interface CrossingSegment {
  readonly points: Float64Array;
  /** Local edge 0–2 of the first triangle, or 3–5 for those of the second, per end. */
  readonly edges: Uint8Array;
}

export const newCrossingSegment = (): CrossingSegment => ({ points: new Float64Array(6), edges: new Uint8Array(2) });

const normalP = new Float64Array(3);
const normalQ = new Float64Array(3);
const heightsP = new Float64Array(3);
const heightsQ = new Float64Array(3);
const ends = new Float64Array(12);
const endEdges = new Uint8Array(4);

/**
 * Tells whether two triangles cross: each has corners on both sides of the other's plane by more than eps, and they
 * overlap along the common line by more than eps. Coplanar and edge-to-face contact is never crossing.
 *
 * @param p, q     corners, 9 numbers each [m], one frame
 * @param segment  out, written only for CROSSING
 * @source plane and interval tests as in Möller (1997), J. Graphics Tools 2(2), 25–30; the tolerances are ours
 */
export function crossTriangles(p: Float64Array, q: Float64Array, segment: CrossingSegment): number {
  const sideOfP = planeHeights(q, normalQ, p, heightsP);
  if (sideOfP === SEPARATE) return SEPARATE;
  const sideOfQ = planeHeights(p, normalP, q, heightsQ);
  if (sideOfQ === SEPARATE) return SEPARATE;
  if (sideOfP === NEAR || sideOfQ === NEAR) return NEAR;
  let dx = normalP[1]! * normalQ[2]! - normalP[2]! * normalQ[1]!;
  let dy = normalP[2]! * normalQ[0]! - normalP[0]! * normalQ[2]!;
  let dz = normalP[0]! * normalQ[1]! - normalP[1]! * normalQ[0]!;
  const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
  if (!(length > 1e-12)) return NEAR;
  dx /= length;
  dy /= length;
  dz /= length;
  planeCuts(p, heightsP, 0, 0);
  planeCuts(q, heightsQ, 2, 3);
  const along = (end: number): number => ends[3 * end]! * dx + ends[3 * end + 1]! * dy + ends[3 * end + 2]! * dz;
  const p0 = along(0);
  const p1 = along(1);
  const q0 = along(2);
  const q1 = along(3);
  const lowP = p0 <= p1 ? 0 : 1;
  const lowQ = q0 <= q1 ? 2 : 3;
  const low = Math.min(p0, p1) >= Math.min(q0, q1) ? lowP : lowQ;
  const high = Math.max(p0, p1) <= Math.max(q0, q1) ? 1 - lowP : 5 - lowQ;
  if (!(along(high) - along(low) > CONTACT_EPS_M)) return NEAR;
  for (let k = 0; k < 3; k++) {
    segment.points[k] = ends[3 * low + k]!;
    segment.points[3 + k] = ends[3 * high + k]!;
  }
  segment.edges[0] = endEdges[low]!;
  segment.edges[1] = endEdges[high]!;
  return CROSSING;
}

/**
 * Writes the heights of the corners of `q` over the plane of `p`, and says whether all are on one side by more than eps
 * (SEPARATE), on both sides by more than eps (CROSSING), or neither (NEAR; also for a degenerate `p`).
 */
function planeHeights(p: Float64Array, normal: Float64Array, q: Float64Array, heights: Float64Array): number {
  const ux = p[3]! - p[0]!;
  const uy = p[4]! - p[1]!;
  const uz = p[5]! - p[2]!;
  const vx = p[6]! - p[0]!;
  const vy = p[7]! - p[1]!;
  const vz = p[8]! - p[2]!;
  let x = uy * vz - uz * vy;
  let y = uz * vx - ux * vz;
  let z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 1e-14 * (ux * ux + uy * uy + uz * uz + vx * vx + vy * vy + vz * vz))) return NEAR;
  x /= length;
  y /= length;
  z /= length;
  normal[0] = x;
  normal[1] = y;
  normal[2] = z;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < 3; i++) {
    const h = x * (q[3 * i]! - p[0]!) + y * (q[3 * i + 1]! - p[1]!) + z * (q[3 * i + 2]! - p[2]!);
    heights[i] = h;
    if (h < low) low = h;
    if (h > high) high = h;
  }
  if (low > CONTACT_EPS_M || high < -CONTACT_EPS_M) return SEPARATE;
  return low < -CONTACT_EPS_M && high > CONTACT_EPS_M ? CROSSING : NEAR;
}

/** Writes where a triangle's edges cut the other's plane as ends `at` and `at + 1`. Needs corners on both sides. */
function planeCuts(p: Float64Array, heights: Float64Array, at: number, firstEdge: number): void {
  const isUp0 = heights[0]! >= 0;
  const isUp1 = heights[1]! >= 0;
  const isUp2 = heights[2]! >= 0;
  const lone = isUp0 === isUp1 ? 2 : isUp0 === isUp2 ? 1 : 0;
  const next = (lone + 1) % 3;
  const last = (lone + 2) % 3;
  cut(p, heights, lone, next, at);
  endEdges[at] = firstEdge + lone; // edge k joins corners k and k + 1
  cut(p, heights, lone, last, at + 1);
  endEdges[at + 1] = firstEdge + last;
}

function cut(p: Float64Array, heights: Float64Array, i: number, j: number, at: number): void {
  const s = heights[i]! / (heights[i]! - heights[j]!);
  for (let k = 0; k < 3; k++) ends[3 * at + k] = p[3 * i + k]! + s * (p[3 * j + k]! - p[3 * i + k]!);
}
