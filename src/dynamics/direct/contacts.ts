/**
 * Contact points of one sub-step, and their rows.
 *
 *   g = n·(P_b − P_a) − ρ    n from a to b, moving as `NORMAL_LAW` says;  P_a fixed in a, P_b fixed in b;  ρ = radii of round shapes
 *   J_n = [−n, −r_a×n | n, r_b×n],   J_t the same with t₁, t₂ ⟂ n
 *
 * Points lie on the true surfaces (the collision skin is already added back), or, with a radius, on the core of a round
 * shape: a centre or a foot on an axis. Arms r_a, r_b go to the surfaces.
 */
import type { Bodies } from './bodies.js';
import { rotateTo } from './rotation.js';
import { appendRow, type RowSet, writeRow } from './row-set.js';

/** How the normal of a contact moves within a sub-step. */
export const NORMAL_LAW = {
  /** With body a: the normal of a face. */
  fixedInA: 0,
  /** Not at all. */
  fixedInWorld: 1,
  /** Along the line from P_a to P_b. */
  betweenPoints: 2,
  /** Along the part of that line across `axisInA`. */
  acrossAxis: 3,
} as const;

export interface ContactSet {
  count: number;
  capacity: number;
  /** Bodies, and index of their pair among all touching pairs (for warm starts) and read-outs (−1: not read). */
  a: Int32Array;
  b: Int32Array;
  /** Identity of the pair of shapes. */
  shapePair: Float64Array;
  readout: Int32Array;
  /** Points and normal in the principal frames of a, b, a; 3 per contact. */
  pointA: Float64Array;
  pointB: Float64Array;
  normalInA: Float64Array;
  /** At tₙ, world axes: arms from the centres of mass, normal, tangents. */
  armA: Float64Array;
  armB: Float64Array;
  normal: Float64Array;
  tangent1: Float64Array;
  tangent2: Float64Array;
  /** Radius that is taken off the distance of the points along n [m], and the part of it that belongs to a. */
  offset: Float64Array;
  radiusA: Float64Array;
  /** One of `NORMAL_LAW`, and the axis of a that it may need, principal frame; 3 per contact. */
  normalLaw: Uint8Array;
  axisInA: Float64Array;
  /** Point in the frame of the shape with the lower index, to recognise the contact; 1: that shape is a's. */
  mark: Float64Array;
  isMarkOnA: Uint8Array;
  /** 1: has rows in this sub-step; 1: must have them, since a try without overlapped. */
  hasRows: Uint8Array;
  isForced: Uint8Array;
  /** Gap at tₙ [m]. */
  gap: Float64Array;
  friction: Float64Array;
  restitution: Float64Array;
  /** Force of the last sub-step: normal [N], and friction on b [N], world axes. */
  normalForce: Float64Array;
  frictionForce: Float64Array;
}

/** Returns an empty set. */
export function createContactSet(capacity: number): ContactSet {
  const array = (width: number) => new Float64Array(width * capacity);
  return {
    count: 0,
    capacity,
    a: new Int32Array(capacity),
    b: new Int32Array(capacity),
    shapePair: array(1),
    readout: new Int32Array(capacity),
    pointA: array(3),
    pointB: array(3),
    normalInA: array(3),
    armA: array(3),
    armB: array(3),
    normal: array(3),
    tangent1: array(3),
    tangent2: array(3),
    offset: array(1),
    radiusA: array(1),
    normalLaw: new Uint8Array(capacity),
    axisInA: array(3),
    mark: array(3),
    isMarkOnA: new Uint8Array(capacity),
    hasRows: new Uint8Array(capacity),
    isForced: new Uint8Array(capacity),
    gap: array(1),
    friction: array(1),
    restitution: array(1),
    normalForce: array(1),
    frictionForce: array(3),
  };
}

/** Makes room for at least `capacity` contacts; contents are kept. */
export function growContactSet(set: ContactSet, capacity: number): void {
  if (capacity <= set.capacity) return;
  const larger = createContactSet(2 * capacity);
  larger.count = set.count;
  for (const key of Object.keys(larger) as (keyof ContactSet)[]) {
    const from = set[key];
    const to = larger[key];
    if (from instanceof Float64Array && to instanceof Float64Array) to.set(from);
    else if (from instanceof Int32Array && to instanceof Int32Array) to.set(from);
    else if (from instanceof Uint8Array && to instanceof Uint8Array) to.set(from);
  }
  Object.assign(set, larger);
}

/** Computes arms, world normal and gap of contact i at tₙ. */
export function placeContact(set: ContactSet, i: number, bodies: Bodies): void {
  const { x, R } = bodies;
  const a = set.a[i]!;
  const b = set.b[i]!;
  rotateTo(R, 9 * a, set.normalInA, 3 * i, set.normal, 3 * i);
  rotateTo(R, 9 * a, set.pointA, 3 * i, set.armA, 3 * i);
  rotateTo(R, 9 * b, set.pointB, 3 * i, set.armB, 3 * i);
  if (set.normalLaw[i]! >= NORMAL_LAW.betweenPoints) {
    for (let k = 0; k < 3; k++) D[k] = x[3 * b + k]! + set.armB[3 * i + k]! - x[3 * a + k]! - set.armA[3 * i + k]!;
    const size = takeAcross(set, i, R);
    if (size > SMALLEST_CORE_DISTANCE_M) for (let k = 0; k < 3; k++) set.normal[3 * i + k] = D[k]! / size;
  }
  const radiusA = set.radiusA[i]!;
  const radiusB = set.offset[i]! - radiusA;
  let gap = -set.offset[i]!;
  for (let k = 0; k < 3; k++) {
    const o = 3 * i + k;
    const n = set.normal[o]!;
    gap += n * (x[3 * b + k]! + set.armB[o]! - x[3 * a + k]! - set.armA[o]!);
    set.armA[o]! += radiusA * n;
    set.armB[o]! -= radiusB * n;
  }
  set.gap[i] = gap;
}

/** Gap of contact i at the trial poses (xNext, RNext) [m]. */
export function trialGap(set: ContactSet, i: number, bodies: Bodies): number {
  const { xNext: x, RNext: R } = bodies;
  const a = set.a[i]!;
  const b = set.b[i]!;
  rotateTo(R, 9 * a, set.pointA, 3 * i, P, 0);
  rotateTo(R, 9 * b, set.pointB, 3 * i, Q, 0);
  for (let k = 0; k < 3; k++) D[k] = x[3 * b + k]! + Q[k]! - x[3 * a + k]! - P[k]!;
  const law = set.normalLaw[i]!;
  if (law >= NORMAL_LAW.betweenPoints) {
    const size = takeAcross(set, i, R);
    if (size > SMALLEST_CORE_DISTANCE_M) return size - set.offset[i]!;
  }
  if (law === NORMAL_LAW.fixedInA) rotateTo(R, 9 * a, set.normalInA, 3 * i, N, 0);
  else for (let k = 0; k < 3; k++) N[k] = set.normal[3 * i + k]!;
  let gap = -set.offset[i]!;
  for (let k = 0; k < 3; k++) gap += N[k]! * D[k]!;
  return gap;
}

/** Takes the part along the axis of contact i out of D, where its normal is across one; returns |D| [m]. */
function takeAcross(set: ContactSet, i: number, R: Float64Array): number {
  if (set.normalLaw[i] === NORMAL_LAW.acrossAxis) {
    rotateTo(R, 9 * set.a[i]!, set.axisInA, 3 * i, N, 0);
    const along = N[0]! * D[0]! + N[1]! * D[1]! + N[2]! * D[2]!;
    for (let k = 0; k < 3; k++) D[k]! -= along * N[k]!;
  }
  return Math.sqrt(D[0]! ** 2 + D[1]! ** 2 + D[2]! ** 2);
}

/** Velocity of b against a at contact i, written to `out`; returns its normal part [m/s]. */
export function relativeVelocity(set: ContactSet, i: number, v: Float64Array, out: Float64Array): number {
  const a = 6 * set.a[i]!;
  const b = 6 * set.b[i]!;
  const { armA, armB, normal } = set;
  const o = 3 * i;
  for (let k = 0; k < 3; k++) {
    const k1 = (k + 1) % 3;
    const k2 = (k + 2) % 3;
    const vb = v[b + k]! + v[b + 3 + k1]! * armB[o + k2]! - v[b + 3 + k2]! * armB[o + k1]!;
    const va = v[a + k]! + v[a + 3 + k1]! * armA[o + k2]! - v[a + 3 + k2]! * armA[o + k1]!;
    out[k] = vb - va;
  }
  return normal[o]! * out[0]! + normal[o + 1]! * out[1]! + normal[o + 2]! * out[2]!;
}

/** Chooses tangents: t₁ along the sliding velocity where there is one, else any; t₂ = n × t₁. */
export function chooseTangents(set: ContactSet, i: number, velocity: Float64Array): void {
  const { normal: n, tangent1: t, tangent2: u } = set;
  const o = 3 * i;
  const along = n[o]! * velocity[0]! + n[o + 1]! * velocity[1]! + n[o + 2]! * velocity[2]!;
  let x = velocity[0]! - along * n[o]!;
  let y = velocity[1]! - along * n[o + 1]!;
  let z = velocity[2]! - along * n[o + 2]!;
  let size = Math.sqrt(x * x + y * y + z * z);
  if (!(size > SLIDING_SPEED_M_PER_S)) {
    if (Math.abs(n[o]!) < 0.7) [x, y, z] = [0, n[o + 2]!, -n[o + 1]!];
    else [x, y, z] = [-n[o + 2]!, 0, n[o]!];
    size = Math.sqrt(x * x + y * y + z * z);
  }
  t[o] = x / size;
  t[o + 1] = y / size;
  t[o + 2] = z / size;
  u[o] = n[o + 1]! * t[o + 2]! - n[o + 2]! * t[o + 1]!;
  u[o + 1] = n[o + 2]! * t[o]! - n[o]! * t[o + 2]!;
  u[o + 2] = n[o]! * t[o + 1]! - n[o + 1]! * t[o]!;
}

/** Appends the three rows of contact i (normal, t₁, t₂); returns the first. */
export function appendContactRows(set: ContactSet, i: number, rows: RowSet, bodies: Bodies): number {
  const a = set.a[i]!;
  const b = set.b[i]!;
  const hasA = bodies.isMovable[a] === 1;
  const hasB = bodies.isMovable[b] === 1;
  const r = appendRow(rows, bodies, a, b);
  appendRow(rows, bodies, a, b);
  appendRow(rows, bodies, a, b);
  writeDirection(set, i, set.normal, rows, r, hasA, hasB);
  writeDirection(set, i, set.tangent1, rows, r + 1, hasA, hasB);
  writeDirection(set, i, set.tangent2, rows, r + 2, hasA, hasB);
  return r;
}

function writeDirection(
  set: ContactSet,
  i: number,
  direction: Float64Array,
  rows: RowSet,
  r: number,
  hasA: boolean,
  hasB: boolean,
): void {
  const { armA, armB } = set;
  const o = 3 * i;
  const x = direction[o]!;
  const y = direction[o + 1]!;
  const z = direction[o + 2]!;
  writeRow(
    rows,
    r,
    hasA,
    hasB,
    x,
    y,
    z,
    armA[o + 1]! * z - armA[o + 2]! * y,
    armA[o + 2]! * x - armA[o]! * z,
    armA[o]! * y - armA[o + 1]! * x,
    armB[o + 1]! * z - armB[o + 2]! * y,
    armB[o + 2]! * x - armB[o]! * z,
    armB[o]! * y - armB[o + 1]! * x,
  );
}

/** Below this slip [m/s] the tangents no longer follow the sliding direction. */
const SLIDING_SPEED_M_PER_S = 1e-6;

/** Cores nearer than this [m] have no direction between them. */
const SMALLEST_CORE_DISTANCE_M = 1e-9;

const D = new Float64Array(3);
const N = new Float64Array(3);
const P = new Float64Array(3);
const Q = new Float64Array(3);
