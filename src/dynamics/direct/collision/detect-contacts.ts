/**
 * The contacts of one sub-step from Rapier's manifolds.
 *
 *   poses → Rapier → manifolds → normals and points in double precision (refine.ts) → contacts with their gaps
 *
 * Contacts keep the forces of the nearest contact of the same two shapes in the last sub-step, to start the solve from.
 */
import type { World } from '../../rapier.js';
import { type Bodies, surfaceSpeed } from '../bodies.js';
import { type ContactSet, growContactSet, NORMAL_LAW, placeContact } from '../contacts.js';
import { rotateBackTo, rotateTo } from '../rotation.js';
import { type CollisionWorld, LENGTH_UNIT_MM, moveBody } from './collision-world.js';
import { inheritForces, keepForces, squareDistance } from './contact-memory.js';
import { createFoundContact, crossSeams } from './cross-seams.js';
import { createRefinedNormal, projectOntoFace, refineNormal, refinePoint } from './refine.js';
import { hasAxis, lawOfRoundPair } from './round-pair.js';
import { type CollisionShape, MM_PER_M } from './shapes.js';

/** Contacts farther apart than this are not kept [m]; the prediction distance never exceeds it. */
const LARGEST_PREDICTION_M = 5e-3;
const SMALLEST_PREDICTION_M = 1e-4;
/** Points of a manifold closer than this [m] are one. */
const SAME_POINT_M = 1e-5;

/** Writes the contacts at tₙ to `contacts`. `contacts` still holds those of the last sub-step with their forces. */
export function detectContacts(cw: CollisionWorld, bodies: Bodies, contacts: ContactSet, h: number): void {
  const { world, bodyOf } = cw;
  keepForces(cw.memory, contacts);
  contacts.count = 0;
  for (let i = 0; i < bodyOf.length; i++) if (bodies.isMovable[bodyOf[i]!]) moveBody(cw, i, bodyOf[i]!, bodies);
  const prediction = predictionDistance(cw, bodies, h);
  world.integrationParameters.normalizedPredictionDistance =
    (MM_PER_M * (prediction + cw.largestSkinM + cw.largestRetreatM)) / LENGTH_UNIT_MM;
  world.step();
  for (let i = 0; i < bodyOf.length; i++) readPairsOf(cw, i, bodies, contacts, prediction);
}

/** How far ahead contacts must be known: the way that the two fastest points go in one step. */
function predictionDistance(cw: CollisionWorld, bodies: Bodies, h: number): number {
  let first = 0;
  let second = 0;
  for (let i = 0; i < cw.bodyOf.length; i++) {
    const speed = surfaceSpeed(bodies, cw.bodyOf[i]!, cw.reach[i]!);
    if (speed > first) {
      second = first;
      first = speed;
    } else if (speed > second) second = speed;
  }
  return Math.min(LARGEST_PREDICTION_M, SMALLEST_PREDICTION_M + (first + second) * h);
}

function readPairsOf(cw: CollisionWorld, i: number, bodies: Bodies, contacts: ContactSet, prediction: number): void {
  const raw = cw.world.narrowPhase.raw;
  const own = cw.bodyOf[i]!;
  const { mayTouch, bodyCount } = cw.filter;
  const handle = cw.colliderHandles[i]!;
  raw.contact_pairs_with(handle, (otherHandle: number) => {
    const j = cw.indexOfHandle.get(otherHandle);
    // every pair is met from both sides; the lower index reads it
    if (j === undefined || j < i || !mayTouch[bodyCount * own + cw.bodyOf[j]!]) return;
    const pair = raw.contact_pair(handle, otherHandle);
    if (!pair) return;
    const count = pair.numContactManifolds();
    if (count > 0) {
      const isFlipped = pair.collider1() !== handle;
      const a = isFlipped ? j : i;
      const b = isFlipped ? i : j;
      for (let k = 0; k < count; k++) readManifold(cw, pair, k, a, b, bodies, contacts, prediction);
    }
    pair.free();
  });
}

type RawPair = NonNullable<ReturnType<World['narrowPhase']['raw']['contact_pair']>>;

function readManifold(
  cw: CollisionWorld,
  pair: RawPair,
  k: number,
  i: number,
  j: number,
  bodies: Bodies,
  contacts: ContactSet,
  prediction: number,
): void {
  const manifold = pair.contactManifold(k);
  if (!manifold) return;
  const count = manifold.num_contacts();
  if (count > 0) {
    const A = cw.shapesOf[i]!.length > 1 ? cw.shapesOf[i]![manifold.subshape1()]! : cw.shapesOf[i]![0]!;
    const B = cw.shapesOf[j]!.length > 1 ? cw.shapesOf[j]![manifold.subshape2()]! : cw.shapesOf[j]![0]!;
    manifold.local_n1(F32);
    const size = Math.hypot(F32[0]!, F32[1]!, F32[2]!);
    // at distance zero the search returns no normal; the next sub-step has one again
    if (size > 0.5) {
      readDirection(A, size, PRINCIPAL);
      rotateTo(bodies.R, 9 * A.body, PRINCIPAL, 0, NORMAL.n, 0);
      let distance = Number.POSITIVE_INFINITY;
      for (let c = 0; c < count; c++) distance = Math.min(distance, manifold.contact_dist(c) / MM_PER_M);
      refineNormal(A, B, bodies, cw.seams, distance, NORMAL);
      const first = contacts.count;
      for (let c = 0; c < count; c++) {
        manifold.contact_local_p1(c, F32);
        readPoint(A, FOUND.pointA);
        manifold.contact_local_p2(c, F32);
        readPoint(B, FOUND.pointB);
        addContact(cw, A, B, bodies, contacts, first, prediction);
      }
    }
  }
  manifold.free();
}

/** Unit vector in F32, Rapier's shape frame → `out`, principal frame. */
function readDirection(shape: CollisionShape, size: number, out: Float64Array): void {
  for (let k = 0; k < 3; k++) LOCAL[k] = F32[k]! / size;
  if (shape.hull) for (let k = 0; k < 3; k++) out[k] = LOCAL[k]!;
  else rotateTo(shape.rotation, 0, LOCAL, 0, out, 0);
}

/** Point in F32, Rapier's shape frame [mm] → `out`, principal frame [m]. */
function readPoint(shape: CollisionShape, out: Float64Array): void {
  readDirection(shape, MM_PER_M, out);
  if (!shape.hull) for (let k = 0; k < 3; k++) out[k]! += shape.offset[k]!;
}

/** Refines the points of FOUND on A, B and appends the contact if it is one of the bodies, near and new. */
function addContact(
  cw: CollisionWorld,
  A: CollisionShape,
  B: CollisionShape,
  bodies: Bodies,
  contacts: ContactSet,
  first: number,
  prediction: number,
): void {
  const { pointA, pointB, outA, outB } = FOUND;
  const { owner, face, n } = NORMAL;
  FOUND.owner = owner;
  FOUND.face = face;
  rotateBackTo(bodies.R, 9 * A.body, n, 0, outA, 0);
  rotateBackTo(bodies.R, 9 * B.body, n, 0, outB, 0);
  for (let k = 0; k < 3; k++) outB[k] = -outB[k]!;
  FOUND.radiusA = owner === 1 ? 0 : refinePoint(A, pointA, outA);
  FOUND.radiusB = owner === 2 ? 0 : refinePoint(B, pointB, outB);
  if (owner === 1) projectOntoFace(A, face, B, pointB, bodies, pointA);
  else if (owner === 2) projectOntoFace(B, face, A, pointA, bodies, pointB);
  if (crossSeams(cw.seams, A, B, bodies, FOUND)) appendContact(cw, A, B, bodies, contacts, first, prediction);
}

/** Appends FOUND if it is near and new. */
function appendContact(
  cw: CollisionWorld,
  A: CollisionShape,
  B: CollisionShape,
  bodies: Bodies,
  contacts: ContactSet,
  first: number,
  prediction: number,
): void {
  const { owner, pointA, pointB, outA, outB, radiusA, radiusB } = FOUND;
  // the face's owner is the contact's first body: its normal turns with it
  const swaps = owner === 2 || (owner === 0 && A.roundness !== 'none' && isFirstChoice(A, B));
  const i = contacts.count;
  growContactSet(contacts, i + 1);
  const S = swaps ? B : A;
  const T = swaps ? A : B;
  contacts.a[i] = S.body;
  contacts.b[i] = T.body;
  for (let k = 0; k < 3; k++) {
    contacts.pointA[3 * i + k] = swaps ? pointB[k]! : pointA[k]!;
    contacts.pointB[3 * i + k] = swaps ? pointA[k]! : pointB[k]!;
    contacts.normalInA[3 * i + k] = swaps ? outB[k]! : outA[k]!;
  }
  contacts.offset[i] = radiusA + radiusB;
  contacts.radiusA[i] = swaps ? radiusB : radiusA;
  const isRound = S.roundness !== 'none' && owner === 0;
  contacts.normalLaw[i] = isRound
    ? lawOfRoundPair(S, T, swaps ? outB : outA, swaps ? outA : outB, bodies, AXIS)
    : NORMAL_LAW.fixedInA;
  for (let k = 0; k < 3; k++) contacts.axisInA[3 * i + k] = AXIS[k]!;
  placeContact(contacts, i, bodies);
  if (contacts.gap[i]! > prediction || isRepeated(contacts, first, i)) return;
  finishContact(cw, A, B, S, T, contacts, i);
  contacts.count++;
}

/** Whether B should be the first body of a contact between round A and B without a face: a polyhedron, or the one with an axis. */
function isFirstChoice(A: CollisionShape, B: CollisionShape): boolean {
  return B.roundness === 'none' || (!hasAxis(A, FOUND.outA) && hasAxis(B, FOUND.outB));
}

function isRepeated(contacts: ContactSet, first: number, i: number): boolean {
  for (let k = first; k < i; k++) {
    if (squareDistance(contacts.armB, k, contacts.armB, i) < SAME_POINT_M * SAME_POINT_M) return true;
  }
  return false;
}

function finishContact(
  cw: CollisionWorld,
  A: CollisionShape,
  B: CollisionShape,
  S: CollisionShape,
  T: CollisionShape,
  contacts: ContactSet,
  i: number,
): void {
  const pair = cw.materialCount * A.material + B.material;
  const friction = cw.pairFriction[pair]!;
  const restitution = cw.pairRestitution[pair]!;
  contacts.friction[i] = Number.isNaN(friction) ? 0.5 * (A.friction + B.friction) : friction;
  contacts.restitution[i] = Number.isNaN(restitution) ? 0.5 * (A.restitution + B.restitution) : restitution;
  const isMarkOnA = S.index < T.index;
  contacts.shapePair[i] = Math.min(S.index, T.index) * cw.shapes.length + Math.max(S.index, T.index);
  contacts.isMarkOnA[i] = isMarkOnA ? 1 : 0;
  const marked = isMarkOnA ? contacts.pointA : contacts.pointB;
  for (let k = 3 * i; k < 3 * i + 3; k++) contacts.mark[k] = marked[k]!;
  contacts.readout[i] = cw.readoutOf[cw.filter.bodyCount * S.body + T.body]!;
  inheritForces(cw.memory, contacts, i);
}

const F32 = new Float32Array(3);
const LOCAL = new Float64Array(3);
const PRINCIPAL = new Float64Array(3);
const FOUND = createFoundContact();
const AXIS = new Float64Array(3);
const NORMAL = createRefinedNormal();
