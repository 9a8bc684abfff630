// Nearest point to the origin on a simplex of up to four points: the inner step of GJK.
//
// Contributor notes: Voronoi-region tests (Ericson, Real-Time Collision Detection, §5.1) instead of the signed-volume
// method: in double precision and at the sizes of joints both agree to rounding, and these are the ones a reader can
// check by hand. A flat tetrahedron has no inside: all of its faces are searched.

/** Vertices of the simplex, 3 per vertex, the first `count` are in use. */
export interface Simplex {
  readonly vertices: Float64Array;
  count: number;
  /** Nearest point to the origin, set by `reduceSimplex`. */
  readonly nearest: Float64Array;
}

/** An empty simplex with its buffers. */
export const createSimplex = (): Simplex => ({
  vertices: new Float64Array(12),
  count: 0,
  nearest: new Float64Array(3),
});

const candidate = new Float64Array(3);
/** Indices of the vertices that carry `candidate`. */
const carriers = new Int32Array(3);
let carrierCount = 0;
const keptVertices = new Float64Array(9);

/**
 * Moves `nearest` to the point of the simplex nearest to the origin and drops the vertices that do not carry it. Four
 * vertices remaining mean that the origin is inside.
 */
export function reduceSimplex(simplex: Simplex): void {
  const { vertices: s, nearest } = simplex;
  if (simplex.count === 1) {
    nearest.set(s.subarray(0, 3));
    return;
  }
  if (simplex.count === 4) {
    reduceTetrahedron(simplex);
    return;
  }
  if (simplex.count === 2) nearestOnSegment(s, 0, 1);
  else nearestOnTriangle(s, 0, 1, 2);
  nearest.set(candidate);
  keepCarriers(simplex);
}

function reduceTetrahedron(simplex: Simplex): void {
  const { vertices: s, nearest } = simplex;
  let best = Number.POSITIVE_INFINITY;
  let bestCount = 0;
  for (let opposite = 0; opposite < 4; opposite++) {
    const i = opposite === 0 ? 1 : 0;
    const j = opposite <= 1 ? 2 : 1;
    const k = opposite <= 2 ? 3 : 2;
    if (isInside(s, i, j, k, opposite)) continue;
    nearestOnTriangle(s, i, j, k);
    const square = candidate[0]! ** 2 + candidate[1]! ** 2 + candidate[2]! ** 2;
    if (square >= best) continue;
    best = square;
    nearest.set(candidate);
    bestCount = carrierCount;
    for (let c = 0; c < carrierCount; c++) {
      for (let a = 0; a < 3; a++) keptVertices[3 * c + a] = s[3 * carriers[c]! + a]!;
    }
  }
  if (bestCount === 0) return;
  s.set(keptVertices.subarray(0, 3 * bestCount));
  simplex.count = bestCount;
}

/** Whether the origin lies strictly on the same side of the plane i j k as the vertex `opposite`. */
function isInside(s: Float64Array, i: number, j: number, k: number, opposite: number): boolean {
  const ax = s[3 * i]!;
  const ay = s[3 * i + 1]!;
  const az = s[3 * i + 2]!;
  const bx = s[3 * j]! - ax;
  const by = s[3 * j + 1]! - ay;
  const bz = s[3 * j + 2]! - az;
  const cx = s[3 * k]! - ax;
  const cy = s[3 * k + 1]! - ay;
  const cz = s[3 * k + 2]! - az;
  const nx = by * cz - bz * cy;
  const ny = bz * cx - bx * cz;
  const nz = bx * cy - by * cx;
  const dx = s[3 * opposite]! - ax;
  const dy = s[3 * opposite + 1]! - ay;
  const dz = s[3 * opposite + 2]! - az;
  const towardsOrigin = -(ax * nx + ay * ny + az * nz);
  const towardsVertex = dx * nx + dy * ny + dz * nz;
  const flat = 1e-14 * Math.hypot(nx, ny, nz) * Math.hypot(dx, dy, dz);
  return Math.abs(towardsVertex) > flat && towardsOrigin * towardsVertex > 0;
}

function nearestOnSegment(s: Float64Array, i: number, j: number): void {
  const ax = s[3 * i]!;
  const ay = s[3 * i + 1]!;
  const az = s[3 * i + 2]!;
  const bx = s[3 * j]! - ax;
  const by = s[3 * j + 1]! - ay;
  const bz = s[3 * j + 2]! - az;
  const square = bx * bx + by * by + bz * bz;
  const t = square > 0 ? -(ax * bx + ay * by + az * bz) / square : 0;
  if (t <= 0) setVertex(s, i);
  else if (t >= 1) setVertex(s, j);
  else {
    candidate[0] = ax + t * bx;
    candidate[1] = ay + t * by;
    candidate[2] = az + t * bz;
    setCarriers(2, i, j, 0);
  }
}

/** Voronoi regions of the triangle a b c seen from p = 0; d₁…d₆ are the dot products of Ericson's listing. */
function nearestOnTriangle(s: Float64Array, i: number, j: number, k: number): void {
  const ax = s[3 * i]!;
  const ay = s[3 * i + 1]!;
  const az = s[3 * i + 2]!;
  const bx = s[3 * j]!;
  const by = s[3 * j + 1]!;
  const bz = s[3 * j + 2]!;
  const cx = s[3 * k]!;
  const cy = s[3 * k + 1]!;
  const cz = s[3 * k + 2]!;
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - ax;
  const vy = cy - ay;
  const vz = cz - az;
  const d1 = -(ux * ax + uy * ay + uz * az);
  const d2 = -(vx * ax + vy * ay + vz * az);
  const d3 = -(ux * bx + uy * by + uz * bz);
  const d4 = -(vx * bx + vy * by + vz * bz);
  const d5 = -(ux * cx + uy * cy + uz * cz);
  const d6 = -(vx * cx + vy * cy + vz * cz);
  const onA = d3 * d6 - d5 * d4;
  const onB = d5 * d2 - d1 * d6;
  const onC = d1 * d4 - d3 * d2;
  if (d1 <= 0 && d2 <= 0) setVertex(s, i);
  else if (d3 >= 0 && d4 <= d3) setVertex(s, j);
  else if (d6 >= 0 && d5 <= d6) setVertex(s, k);
  else if (onC <= 0 && d1 >= 0 && d3 <= 0) nearestOnSegment(s, i, j);
  else if (onB <= 0 && d2 >= 0 && d6 <= 0) nearestOnSegment(s, i, k);
  else if (onA <= 0 && d4 - d3 >= 0 && d5 - d6 >= 0) nearestOnSegment(s, j, k);
  else {
    const t = onB / (onA + onB + onC);
    const r = onC / (onA + onB + onC);
    candidate[0] = ax + t * ux + r * vx;
    candidate[1] = ay + t * uy + r * vy;
    candidate[2] = az + t * uz + r * vz;
    setCarriers(3, i, j, k);
  }
}

function setVertex(s: Float64Array, i: number): void {
  candidate[0] = s[3 * i]!;
  candidate[1] = s[3 * i + 1]!;
  candidate[2] = s[3 * i + 2]!;
  setCarriers(1, i, 0, 0);
}

function setCarriers(count: number, i: number, j: number, k: number): void {
  carrierCount = count;
  carriers[0] = i;
  carriers[1] = j;
  carriers[2] = k;
}

function keepCarriers(simplex: Simplex): void {
  const s = simplex.vertices;
  for (let c = 0; c < carrierCount; c++) {
    for (let a = 0; a < 3; a++) keptVertices[3 * c + a] = s[3 * carriers[c]! + a]!;
  }
  s.set(keptVertices.subarray(0, 3 * carrierCount));
  simplex.count = carrierCount;
}
