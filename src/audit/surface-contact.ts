import { cornersOfFirst, cornersOfSecond, type MatrixPose, type PreparedSolid } from './posed-solid.js';
import { measureGap, newTriangleGap, type TriangleGap } from './triangle-distance.js';
import { CONTACT_EPS_M, CROSSING, crossTriangles, NEAR, newCrossingSegment, SEPARATE } from './triangle-pair.js';

/** Where edges of one solid pierce the surface of the other. Reused between calls. */
export interface EdgeCrossings {
  /** Edge of the first solid and where along it, 0 at its first vertex. */
  readonly firstEdges: number[];
  readonly firstPoints: number[];
  readonly secondEdges: number[];
  /** Points in the frame of the first solid, 3 per crossing; same for `firstPoints`. */
  readonly secondPoints: number[];
}

export const newEdgeCrossings = (): EdgeCrossings => ({
  firstEdges: [],
  firstPoints: [],
  secondEdges: [],
  secondPoints: [],
});

const p = new Float64Array(9);
const q = new Float64Array(9);
const segment = newCrossingSegment();
const gap = newTriangleGap();
const pairs: number[] = [];

/**
 * Tells how the surfaces of two solids lie to each other: SEPARATE, NEAR (they touch within 1e-5 mm) or CROSSING.
 *
 * @param log  out: where edges pierce; without it the search ends at the first crossing
 */
export function findContact(
  first: PreparedSolid,
  second: PreparedSolid,
  pose: MatrixPose,
  log?: EdgeCrossings,
): number {
  if (log) for (const list of [log.firstEdges, log.firstPoints, log.secondEdges, log.secondPoints]) list.length = 0;
  const limit2 = CONTACT_EPS_M * CONTACT_EPS_M;
  let contact = SEPARATE;
  pairs.length = 0;
  pairs.push(0, 0);
  while (pairs.length > 0) {
    const b = pairs.pop()!;
    const a = pairs.pop()!;
    if (boxGap2(first, a, second, b, pose) > limit2) continue;
    if (!isLeaf(first, a) || !isLeaf(second, b)) {
      descend(first, a, second, b);
      continue;
    }
    contact = Math.max(contact, leafContact(first, a, second, b, pose, contact, log));
    if (contact === CROSSING && !log) return CROSSING;
  }
  return contact;
}

const isLeaf = (solid: PreparedSolid, node: number): boolean => solid.tree.counts[node]! > 0;

/** Pushes the children of the larger node against the other one. */
function descend(first: PreparedSolid, a: number, second: PreparedSolid, b: number): void {
  if (splitsFirst(first, a, second, b)) pairs.push(first.tree.links[a]!, b, a + 1, b);
  else pairs.push(a, second.tree.links[b]!, a, b + 1);
}

function splitsFirst(first: PreparedSolid, a: number, second: PreparedSolid, b: number): boolean {
  if (isLeaf(second, b)) return true;
  return !isLeaf(first, a) && halfSize(first, a) >= halfSize(second, b);
}

const halfSize = ({ nodeCenters: c }: PreparedSolid, node: number): number =>
  c[6 * node + 3]! + c[6 * node + 4]! + c[6 * node + 5]!;

/** Lower bound of the squared distance of two nodes: the larger of those along the axes of either frame. */
export function boxGap2(first: PreparedSolid, a: number, second: PreparedSolid, b: number, pose: MatrixPose): number {
  const A = first.nodeCenters;
  const B = second.nodeCenters;
  const { rotation: R, absolute: S, positionM: t } = pose;
  const i = 6 * a;
  const j = 6 * b;
  const bx = B[j]!;
  const by = B[j + 1]!;
  const bz = B[j + 2]!;
  const x = R[0]! * bx + R[1]! * by + R[2]! * bz + t[0]! - A[i]!;
  const y = R[3]! * bx + R[4]! * by + R[5]! * bz + t[1]! - A[i + 1]!;
  const z = R[6]! * bx + R[7]! * by + R[8]! * bz + t[2]! - A[i + 2]!;
  const hx = A[i + 3]!;
  const hy = A[i + 4]!;
  const hz = A[i + 5]!;
  const kx = B[j + 3]!;
  const ky = B[j + 4]!;
  const kz = B[j + 5]!;
  const inFirst = excess2(
    Math.abs(x) - hx - S[0]! * kx - S[1]! * ky - S[2]! * kz,
    Math.abs(y) - hy - S[3]! * kx - S[4]! * ky - S[5]! * kz,
    Math.abs(z) - hz - S[6]! * kx - S[7]! * ky - S[8]! * kz,
  );
  const inSecond = excess2(
    Math.abs(R[0]! * x + R[3]! * y + R[6]! * z) - kx - S[0]! * hx - S[3]! * hy - S[6]! * hz,
    Math.abs(R[1]! * x + R[4]! * y + R[7]! * z) - ky - S[1]! * hx - S[4]! * hy - S[7]! * hz,
    Math.abs(R[2]! * x + R[5]! * y + R[8]! * z) - kz - S[2]! * hx - S[5]! * hy - S[8]! * hz,
  );
  return Math.max(inFirst, inSecond);
}

function excess2(x: number, y: number, z: number): number {
  return (x > 0 ? x * x : 0) + (y > 0 ? y * y : 0) + (z > 0 ? z * z : 0);
}

function leafContact(
  first: PreparedSolid,
  a: number,
  second: PreparedSolid,
  b: number,
  pose: MatrixPose,
  known: number,
  log: EdgeCrossings | undefined,
): number {
  const { links: linksA, counts: countsA } = first.tree;
  const { links: linksB, counts: countsB } = second.tree;
  let contact = known;
  for (let s = linksA[a]!; s < linksA[a]! + countsA[a]!; s++) {
    cornersOfFirst(first, s, p);
    for (let t = linksB[b]!; t < linksB[b]! + countsB[b]!; t++) {
      cornersOfSecond(second, pose, t, q);
      if (cornersApart(CONTACT_EPS_M)) continue;
      const result = crossTriangles(p, q, segment);
      if (result === CROSSING) {
        contact = CROSSING;
        if (!log) return CROSSING;
        logEnds(first, s, second, t, log);
      } else if (result === NEAR && contact === SEPARATE && touches()) contact = NEAR;
    }
  }
  return contact;
}

function touches(): boolean {
  const limit2 = CONTACT_EPS_M * CONTACT_EPS_M;
  gap.distance2 = 4 * limit2;
  measureGap(p, q, gap);
  return gap.distance2 <= limit2;
}

/** Whether the boxes of `p` and `q` are further apart than `margin` along an axis. */
function cornersApart(margin: number): boolean {
  for (let k = 0; k < 3; k++) {
    if (Math.min(p[k]!, p[3 + k]!, p[6 + k]!) > Math.max(q[k]!, q[3 + k]!, q[6 + k]!) + margin) return true;
    if (Math.min(q[k]!, q[3 + k]!, q[6 + k]!) > Math.max(p[k]!, p[3 + k]!, p[6 + k]!) + margin) return true;
  }
  return false;
}

function logEnds(first: PreparedSolid, s: number, second: PreparedSolid, t: number, log: EdgeCrossings): void {
  const { points, edges } = segment;
  for (let end = 0; end < 2; end++) {
    const edge = edges[end]!;
    const isFirst = edge < 3;
    const list = isFirst ? log.firstPoints : log.secondPoints;
    list.push(points[3 * end]!, points[3 * end + 1]!, points[3 * end + 2]!);
    if (isFirst) log.firstEdges.push(first.surface.triangleEdges[3 * s + edge]!);
    else log.secondEdges.push(second.surface.triangleEdges[3 * t + edge - 3]!);
  }
}

/**
 * Finds the smallest distance of two surfaces that do not cross, and the points where it occurs, in the frame of the first.
 *
 * @param upToM  only distances below this are looked for [m]
 * @param found  out: `distance2` is +∞ when there is none
 */
export function findClearance(
  first: PreparedSolid,
  second: PreparedSolid,
  pose: MatrixPose,
  upToM: number,
  found: TriangleGap,
): void {
  const limit2 = upToM * upToM;
  found.distance2 = limit2;
  approach(first, 0, second, 0, pose, found);
  if (!(found.distance2 < limit2)) found.distance2 = Infinity;
}

/** Depth first, the nearer child pair first, so that the bound falls quickly. */
function approach(
  first: PreparedSolid,
  a: number,
  second: PreparedSolid,
  b: number,
  pose: MatrixPose,
  found: TriangleGap,
) {
  if (isLeaf(first, a) && isLeaf(second, b)) {
    leafClearance(first, a, second, b, pose, found);
    return;
  }
  const first1 = splitsFirst(first, a, second, b);
  const a1 = first1 ? a + 1 : a;
  const b1 = first1 ? b : b + 1;
  const a2 = first1 ? first.tree.links[a]! : a;
  const b2 = first1 ? b : second.tree.links[b]!;
  const gap1 = boxGap2(first, a1, second, b1, pose);
  const gap2 = boxGap2(first, a2, second, b2, pose);
  if (gap1 <= gap2) {
    if (gap1 < found.distance2) approach(first, a1, second, b1, pose, found);
    if (gap2 < found.distance2) approach(first, a2, second, b2, pose, found);
  } else {
    if (gap2 < found.distance2) approach(first, a2, second, b2, pose, found);
    if (gap1 < found.distance2) approach(first, a1, second, b1, pose, found);
  }
}

function leafClearance(
  first: PreparedSolid,
  a: number,
  second: PreparedSolid,
  b: number,
  pose: MatrixPose,
  found: TriangleGap,
): void {
  const { links: linksA, counts: countsA } = first.tree;
  const { links: linksB, counts: countsB } = second.tree;
  for (let s = linksA[a]!; s < linksA[a]! + countsA[a]!; s++) {
    cornersOfFirst(first, s, p);
    for (let t = linksB[b]!; t < linksB[b]! + countsB[b]!; t++) {
      cornersOfSecond(second, pose, t, q);
      if (!cornersApart(Math.sqrt(found.distance2))) measureGap(p, q, found);
    }
  }
}
