import { PASSAGE, type PairMotionBatch, SCREW_WIDTH } from './backend.js';
import {
  beginPose,
  cornersOfFirst,
  cornersOfSecond,
  type MatrixPose,
  newMatrixPose,
  type PreparedSolid,
  readPose,
} from './posed-solid.js';
import { measureGap, newTriangleGap } from './triangle-distance.js';
import { CONTACT_EPS_M, CROSSING, crossTriangles, newCrossingSegment } from './triangle-pair.js';

// The passage test of native/core/passage.h in TypeScript: the same bounds, on this backend's tree. Codes count in PASSAGE,
// larger is worse.

const FREE = PASSAGE.indexOf('free');
const CLOSE = PASSAGE.indexOf('close');
const OPEN = PASSAGE.indexOf('open');

/** One question: pose, screw and reach, with the six box axes and what motion along each needs. */
interface Question {
  readonly pose: MatrixPose;
  /** Axis point and unit axis, frame of the first solid. */
  readonly point: Float64Array;
  readonly axis: Float64Array;
  angleRad: number;
  travelM: number;
  reachM: number;
  /** Six directions n and n×u, 3 each; |n·u|·h; |n| and |n×u| in the axes of the first and of the second solid. */
  readonly n: Float64Array;
  readonly w: Float64Array;
  readonly along: Float64Array;
  readonly nAbs: readonly [Float64Array, Float64Array];
  readonly wAbs: readonly [Float64Array, Float64Array];
}

const newQuestion = (): Question => ({
  pose: newMatrixPose(),
  point: new Float64Array(3),
  axis: new Float64Array(3),
  angleRad: 0,
  travelM: 0,
  reachM: 0,
  n: new Float64Array(18),
  w: new Float64Array(18),
  along: new Float64Array(6),
  nAbs: [new Float64Array(18), new Float64Array(18)],
  wAbs: [new Float64Array(18), new Float64Array(18)],
});

const question = newQuestion();
const p = new Float64Array(9);
const q = new Float64Array(9);
const normal = new Float64Array(3);
const turned = new Float64Array(3);
const gap = newTriangleGap();
const segment = newCrossingSegment();
const stack: number[] = [];

/** Directions that settled triangles of the present pair, 3 each, and triangles that touch and were not settled, 2 each. */
const learned = new Float64Array(12);
let learnedCount = 0;
const deferred: number[] = [];
const MOST_DEFERRED = 256;
/** Whether the last two triangles judged leave no line of closest points. */
let isTouching = false;

/** Returns a code of `PASSAGE` for every motion of a batch; see native/core/passage.h for what is judged. */
export function judgeBatch(solid: (index: number) => PreparedSolid, batch: PairMotionBatch): Uint8Array {
  const count = batch.pairs.length / 2;
  const passage = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const first = solid(batch.pairs[2 * i]!);
    const second = solid(batch.pairs[2 * i + 1]!);
    readPose(batch.poses, 7 * i, question.pose);
    readScrew(batch.screws, SCREW_WIDTH * i);
    beginPose(second);
    passage[i] = judge(first, second);
  }
  return passage;
}

function readScrew(screws: Float64Array, at: number): void {
  const { point, axis, n, w, along, nAbs, wAbs, pose } = question;
  for (let k = 0; k < 3; k++) {
    point[k] = screws[at + k]!;
    axis[k] = screws[at + 3 + k]!;
  }
  question.angleRad = screws[at + 6]!;
  question.travelM = screws[at + 7]!;
  question.reachM = screws[at + 8]!;
  const R = pose.rotation;
  for (let k = 0; k < 6; k++) {
    for (let j = 0; j < 3; j++) n[3 * k + j] = k < 3 ? (j === k ? 1 : 0) : R[3 * j + k - 3]!;
    writeCross(n, 3 * k, axis, w, 3 * k);
    along[k] = Math.abs(n[3 * k]! * axis[0]! + n[3 * k + 1]! * axis[1]! + n[3 * k + 2]! * axis[2]!) * question.travelM;
    writeAbsolutes(n, k, nAbs, R);
    writeAbsolutes(w, k, wAbs, R);
  }
}

function writeCross(a: Float64Array, i: number, b: Float64Array, out: Float64Array, at: number): void {
  out[at] = a[i + 1]! * b[2]! - a[i + 2]! * b[1]!;
  out[at + 1] = a[i + 2]! * b[0]! - a[i]! * b[2]!;
  out[at + 2] = a[i]! * b[1]! - a[i + 1]! * b[0]!;
}

function writeAbsolutes(
  v: Float64Array,
  k: number,
  [inFirst, inSecond]: readonly [Float64Array, Float64Array],
  R: Float64Array,
): void {
  const [x, y, z] = [v[3 * k]!, v[3 * k + 1]!, v[3 * k + 2]!];
  for (let j = 0; j < 3; j++) {
    inFirst[3 * k + j] = Math.abs(v[3 * k + j]!);
    inSecond[3 * k + j] = Math.abs(R[j]! * x + R[3 + j]! * y + R[6 + j]! * z);
  }
}

function judge(first: PreparedSolid, second: PreparedSolid): number {
  let worst = FREE;
  learnedCount = 0;
  deferred.length = 0;
  stack.length = 0;
  stack.push(0, 0);
  while (stack.length > 0) {
    const b = stack.pop()!;
    const a = stack.pop()!;
    // what is no worse than what is known already changes nothing
    if (judgeBoxes(first, a, second, b) <= worst) continue;
    const isLeafA = first.tree.counts[a]! > 0;
    const isLeafB = second.tree.counts[b]! > 0;
    if (isLeafA && isLeafB) {
      worst = judgeLeaves(first, a, second, b, worst);
      if (worst === OPEN) return worst;
    } else if (!isLeafA && (isLeafB || extent(first, a) >= extent(second, b))) {
      stack.push(a + 1, b, first.tree.links[a]!, b);
    } else stack.push(a, b + 1, a, second.tree.links[b]!);
  }
  return judgeDeferred(first, second, worst);
}

const extent = ({ nodeCenters: c }: PreparedSolid, node: number): number =>
  c[6 * node + 3]! + c[6 * node + 4]! + c[6 * node + 5]!;

const wholeMotion = (rho: number): number => Math.hypot(question.angleRad * rho, question.travelM);
const secondOrder = (rho: number): number => 0.5 * question.angleRad * question.angleRad * rho;

function fromAxis(x: number, y: number, z: number): number {
  const [ux, uy, uz] = [question.axis[0]!, question.axis[1]!, question.axis[2]!];
  const cx = y * uz - z * uy;
  const cy = z * ux - x * uz;
  const cz = x * uy - y * ux;
  return Math.sqrt(cx * cx + cy * cy + cz * cz);
}

function judgeGap(gapM: number, motionM: number): number {
  if (gapM > motionM + CONTACT_EPS_M) return FREE;
  return motionM <= question.reachM && gapM >= -question.reachM ? CLOSE : OPEN;
}

function judgeBoxes(first: PreparedSolid, a: number, second: PreparedSolid, b: number): number {
  const { pose, point, n, w, along, nAbs, wAbs, angleRad, reachM } = question;
  const A = first.nodeCenters;
  const B = second.nodeCenters;
  const i = 6 * a;
  const j = 6 * b;
  const R = pose.rotation;
  const t = pose.positionM;
  const ax = A[i]! - point[0]!;
  const ay = A[i + 1]! - point[1]!;
  const az = A[i + 2]! - point[2]!;
  const bx = R[0]! * B[j]! + R[1]! * B[j + 1]! + R[2]! * B[j + 2]! + t[0]! - point[0]!;
  const by = R[3]! * B[j]! + R[4]! * B[j + 1]! + R[5]! * B[j + 2]! + t[1]! - point[1]!;
  const bz = R[6]! * B[j]! + R[7]! * B[j + 1]! + R[8]! * B[j + 2]! + t[2]! - point[2]!;
  const rhoA = fromAxis(ax, ay, az) + Math.hypot(A[i + 3]!, A[i + 4]!, A[i + 5]!);
  const rhoB = fromAxis(bx, by, bz) + Math.hypot(B[j + 3]!, B[j + 4]!, B[j + 5]!);
  let best = wholeMotion(Math.min(rhoA, rhoB)) <= reachM ? CLOSE : OPEN;
  for (let k = 0; k < 18; k += 3) {
    const apart = Math.abs(n[k]! * (bx - ax) + n[k + 1]! * (by - ay) + n[k + 2]! * (bz - az));
    const gapM = apart - support(nAbs[0], k, A, i + 3) - support(nAbs[1], k, B, j + 3);
    if (gapM < -reachM) continue;
    const leverA = Math.abs(w[k]! * ax + w[k + 1]! * ay + w[k + 2]! * az) + support(wAbs[0], k, A, i + 3);
    const leverB = Math.abs(w[k]! * bx + w[k + 1]! * by + w[k + 2]! * bz) + support(wAbs[1], k, B, j + 3);
    const motion = Math.min(angleRad * leverA + secondOrder(rhoA), angleRad * leverB + secondOrder(rhoB));
    const found = judgeGap(gapM, motion + along[k / 3]!);
    if (found === FREE) return found;
    if (found < best) best = found;
  }
  return best;
}

const support = (v: Float64Array, k: number, half: Float64Array, at: number): number =>
  v[k]! * half[at]! + v[k + 1]! * half[at + 1]! + v[k + 2]! * half[at + 2]!;

function judgeLeaves(first: PreparedSolid, a: number, second: PreparedSolid, b: number, known: number): number {
  const { links: linksA, counts: countsA } = first.tree;
  const { links: linksB, counts: countsB } = second.tree;
  let worst = known;
  for (let s = linksA[a]!; s < linksA[a]! + countsA[a]!; s++) {
    cornersOfFirst(first, s, p);
    for (let t = linksB[b]!; t < linksB[b]! + countsB[b]!; t++) {
      cornersOfSecond(second, question.pose, t, q);
      const found = judgeTriangles();
      if (found !== OPEN) worst = Math.max(worst, found);
      else if (!isTouching || deferred.length === 2 * MOST_DEFERRED) return OPEN;
      else deferred.push(s, t);
    }
  }
  return worst;
}

function judgeDeferred(first: PreparedSolid, second: PreparedSolid, known: number): number {
  let worst = known;
  for (let i = 0; i < deferred.length && worst !== OPEN; i += 2) {
    cornersOfFirst(first, deferred[i]!, p);
    cornersOfSecond(second, question.pose, deferred[i + 1]!, q);
    let best = OPEN;
    for (let k = 0; k < learnedCount; k++) best = Math.min(best, judgeAlong(learned, 3 * k));
    worst = Math.max(worst, best);
  }
  return worst;
}

/** Judges the triangles in `p` and `q` by directions of their own; those without area have no normal and are judged by the rest. */
function judgeTriangles(): number {
  const rho = Math.min(reachFromAxis(p), reachFromAxis(q));
  let best = wholeMotion(rho) <= question.reachM ? CLOSE : OPEN;
  isTouching = false;
  for (const corners of [p, q]) {
    if (writeNormal(corners)) best = Math.min(best, judgeNormal());
    if (best === FREE) return best;
  }
  for (let k = 0; k < 18; k += 3) {
    best = Math.min(best, judgeAlong(question.n, k));
    if (best === FREE) return best;
  }
  gap.distance2 = Infinity;
  measureGap(p, q, gap);
  const distance = Math.sqrt(gap.distance2);
  isTouching = !(distance > CONTACT_EPS_M) || crossTriangles(p, q, segment) === CROSSING;
  if (isTouching) return best;
  for (let k = 0; k < 3; k++) normal[k] = (gap.onQ[k]! - gap.onP[k]!) / distance;
  return Math.min(best, judgeNormal());
}

/** Judges along `normal`, and keeps it where it settles something. */
function judgeNormal(): number {
  const found = judgeAlong(normal, 0);
  if (found !== OPEN) learn();
  return found;
}

function learn(): void {
  for (let k = 0; k < learnedCount; k++) {
    const along = learned[3 * k]! * normal[0]! + learned[3 * k + 1]! * normal[1]! + learned[3 * k + 2]! * normal[2]!;
    if (Math.abs(along) > 0.9999) return;
  }
  if (3 * learnedCount < learned.length) learned.set(normal, 3 * learnedCount++);
}

function reachFromAxis(c: Float64Array): number {
  const { point } = question;
  let rho = 0;
  for (let k = 0; k < 9; k += 3) {
    rho = Math.max(rho, fromAxis(c[k]! - point[0]!, c[k + 1]! - point[1]!, c[k + 2]! - point[2]!));
  }
  return rho;
}

function writeNormal(c: Float64Array): boolean {
  const [ux, uy, uz] = [c[3]! - c[0]!, c[4]! - c[1]!, c[5]! - c[2]!];
  const [vx, vy, vz] = [c[6]! - c[0]!, c[7]! - c[1]!, c[8]! - c[2]!];
  normal[0] = uy * vz - uz * vy;
  normal[1] = uz * vx - ux * vz;
  normal[2] = ux * vy - uy * vx;
  const length = Math.hypot(normal[0]!, normal[1]!, normal[2]!);
  if (!(length > 0)) return false;
  for (let k = 0; k < 3; k++) normal[k]! /= length;
  return true;
}

/** Judges `p` and `q` along the direction at `at`. */
function judgeAlong(n: Float64Array, at: number): number {
  const { axis, angleRad, travelM, reachM } = question;
  const [x, y, z] = [n[at]!, n[at + 1]!, n[at + 2]!];
  let lowP = Infinity;
  let highP = -Infinity;
  let lowQ = Infinity;
  let highQ = -Infinity;
  for (let k = 0; k < 9; k += 3) {
    const hp = x * p[k]! + y * p[k + 1]! + z * p[k + 2]!;
    const hq = x * q[k]! + y * q[k + 1]! + z * q[k + 2]!;
    lowP = Math.min(lowP, hp);
    highP = Math.max(highP, hp);
    lowQ = Math.min(lowQ, hq);
    highQ = Math.max(highQ, hq);
  }
  const gapM = Math.max(lowQ - highP, lowP - highQ);
  if (gapM < -reachM) return OPEN;
  writeCross(n, at, axis, turned, 0);
  const turning = Math.min(
    angleRad * leverOf(p) + secondOrder(reachFromAxis(p)),
    angleRad * leverOf(q) + secondOrder(reachFromAxis(q)),
  );
  const alongAxis = Math.abs(x * axis[0]! + y * axis[1]! + z * axis[2]!);
  return judgeGap(gapM, turning + alongAxis * travelM);
}

function leverOf(c: Float64Array): number {
  const { point } = question;
  let lever = 0;
  for (let k = 0; k < 9; k += 3) {
    const h =
      turned[0]! * (c[k]! - point[0]!) + turned[1]! * (c[k + 1]! - point[1]!) + turned[2]! * (c[k + 2]! - point[2]!);
    lever = Math.max(lever, Math.abs(h));
  }
  return lever;
}
