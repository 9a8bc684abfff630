/**
 * Rapier as a collision pipeline: every body kinematic, in millimetres, stepped once per sub-step for its manifolds.
 *
 *   poses → Rapier → manifolds → normals and points in double precision (refine.ts) → contacts with their gaps
 *
 * Contacts keep the forces of the nearest contact of the same two shapes in the last sub-step, to start the solve from.
 */
import type { EngineModel } from '../../engine.js';
import type { Collider, Rapier, World } from '../../rapier.js';
import type { Bodies } from '../bodies.js';
import {
  type ContactSet,
  copyContact,
  createContactSet,
  growContactSet,
  NORMAL_LAW,
  placeContact,
} from '../contacts.js';
import { rotateBackTo, rotateTo } from '../rotation.js';
import { type ContactFilter, createContactFilter } from './filter.js';
import { createRefinedNormal, projectOntoFace, refineNormal, refinePoint } from './refine.js';
import { hasAxis, lawOfRoundPair } from './round-pair.js';
import { type CollisionShape, createCollisionShape, MM_PER_M, rapierShape } from './shapes.js';

export interface CollisionWorld {
  readonly R: Rapier;
  world: World;
  readonly shapes: readonly CollisionShape[];
  /** Bodies with shapes, their colliders, and shapes: index of sub-shape → shape. */
  readonly bodyOf: readonly number[];
  readonly colliderHandles: Float64Array;
  readonly shapesOf: readonly (readonly CollisionShape[])[];
  readonly shapeBase: Int32Array;
  readonly rigidHandles: Float64Array;
  /** Collider handle → index into the lists above. */
  readonly indexOfHandle: Map<number, number>;
  readonly filter: ContactFilter;
  /** Friction and read-out index of pairs. */
  readonly pairFriction: Float64Array;
  readonly materialCount: number;
  readonly readoutOf: Int32Array;
  /** Contacts of the last sub-step, for warm starts. */
  readonly previous: ContactSet;
  readonly isUsed: { flags: Uint8Array };
  /** Farthest point from the centre of mass, and smallest thickness, per body with shapes [m]. */
  readonly reach: Float64Array;
  readonly thickness: Float64Array;
  largestSkinM: number;
}

/** Contacts farther apart than this are not kept [m]; the prediction distance never exceeds it. */
const LARGEST_PREDICTION_M = 5e-3;
const SMALLEST_PREDICTION_M = 1e-4;
/**
 * Rapier 0.21 keeps a manifold, points and all, until the two shapes have moved by 0.05·lengthUnit against each other.
 * At the usual 10 that is half a millimetre: a ball fell through a floor in sub-steps. 0.1 makes it 5 µm, and still saves
 * the search of what stands still.
 */
const LENGTH_UNIT_MM = 0.1;
/** A contact inherits the forces of one of the same shapes within this distance [m]. */
const MATCH_M = 1e-3;
/** Points of a manifold closer than this [m] are one. */
const SAME_POINT_M = 1e-5;

/** Returns the pipeline of a model, or null when nothing has a shape. */
export function createCollisionWorld(model: EngineModel, bodies: Bodies, R: Rapier): CollisionWorld | null {
  if (model.shapes.length === 0) return null;
  const world = new R.World({ x: 0, y: 0, z: 0 });
  world.lengthUnit = LENGTH_UNIT_MM;
  world.timestep = 1e-3;
  const shapes = model.shapes.map((s, i) => createCollisionShape(s, i, bodies));
  const bodyOf = [...new Set(shapes.map((s) => s.body))].sort((a, b) => a - b);
  const filter = createContactFilter(model);
  const shapesOf = bodyOf.map((b) => shapes.filter((s) => s.body === b));
  const cw: CollisionWorld = {
    R,
    world,
    shapes,
    bodyOf,
    colliderHandles: new Float64Array(bodyOf.length),
    rigidHandles: new Float64Array(bodyOf.length),
    shapesOf,
    shapeBase: Int32Array.from(bodyOf, (b) => shapes.findIndex((s) => s.body === b)),
    indexOfHandle: new Map(),
    filter,
    pairFriction: model.pairFriction,
    materialCount: model.materialCount,
    readoutOf: readoutTable(model),
    previous: createContactSet(16),
    isUsed: { flags: new Uint8Array(16) },
    reach: Float64Array.from(shapesOf, (list) => Math.max(...list.map((s) => s.reachM))),
    thickness: Float64Array.from(shapesOf, (list) => Math.min(...list.map((s) => s.thicknessM))),
    largestSkinM: Math.max(...shapes.map((s) => s.skinM)),
  };
  for (const [i, b] of bodyOf.entries()) addBody(cw, i, b, bodies);
  return cw;
}

function readoutTable(model: EngineModel): Int32Array {
  const n = model.bodies.length;
  const table = new Int32Array(n * n).fill(-1);
  for (const [i, [a, b]] of model.contactPairs.entries()) {
    table[n * a + b] = i;
    table[n * b + a] = i;
  }
  return table;
}

/** One kinematic body with one collider: a single shape, or a compound of all. */
function addBody(cw: CollisionWorld, i: number, b: number, bodies: Bodies): void {
  const { R, world } = cw;
  const rigid = world.createRigidBody(R.RigidBodyDesc.kinematicPositionBased().setCanSleep(false));
  const list = cw.shapesOf[i]!;
  const collider = world.createCollider(colliderOf(cw, list, b), rigid);
  cw.rigidHandles[i] = rigid.handle;
  cw.colliderHandles[i] = collider.handle;
  cw.indexOfHandle.set(collider.handle, i);
  collider.setEnabled(bodies.isPresent[b] === 1);
  moveBody(cw, i, b, bodies);
}

function colliderOf(cw: CollisionWorld, list: readonly CollisionShape[], b: number) {
  const { R } = cw;
  const placed = list.map((s) => ({ shape: rapierShape(R, s), ...placementOf(s) }));
  const only = placed[0]!;
  const desc =
    placed.length === 1
      ? new R.ColliderDesc(only.shape).setTranslation(only.at.x, only.at.y, only.at.z).setRotation(only.turn)
      : R.ColliderDesc.compound(
          placed.map((p) => p.shape),
          placed.map((p) => p.at),
          placed.map((p) => p.turn),
        );
  return desc
    .setActiveCollisionTypes(R.ActiveCollisionTypes.ALL)
    .setDensity(0)
    .setCollisionGroups(cw.filter.groups[b]!);
}

function placementOf(s: CollisionShape) {
  if (s.hull) return { at: { x: 0, y: 0, z: 0 }, turn: { x: 0, y: 0, z: 0, w: 1 } };
  const [x = 0, y = 0, z = 0] = s.offset;
  const [qx, qy, qz, qw] = s.quaternion;
  return {
    at: { x: MM_PER_M * x, y: MM_PER_M * y, z: MM_PER_M * z },
    turn: { x: qx, y: qy, z: qz, w: qw },
  };
}

function moveBody(cw: CollisionWorld, i: number, b: number, bodies: Bodies): void {
  const { x, q } = bodies;
  const { raw } = cw.world.bodies;
  const handle = cw.rigidHandles[i]!;
  raw.rbSetTranslation(handle, MM_PER_M * x[3 * b]!, MM_PER_M * x[3 * b + 1]!, MM_PER_M * x[3 * b + 2]!, true);
  raw.rbSetRotation(handle, q[4 * b]!, q[4 * b + 1]!, q[4 * b + 2]!, q[4 * b + 3]!, true);
}

/** Lets a body take part in contacts or not, at its present pose. */
export function setColliding(cw: CollisionWorld, b: number, isPresent: boolean, bodies: Bodies): void {
  const i = cw.bodyOf.indexOf(b);
  if (i < 0) return;
  moveBody(cw, i, b, bodies);
  colliderAt(cw, i).setEnabled(isPresent);
}

function colliderAt(cw: CollisionWorld, i: number): Collider {
  return cw.world.getCollider(cw.colliderHandles[i]!);
}

/** Writes the contacts at tₙ to `contacts`. `contacts` still holds those of the last sub-step with their forces. */
export function detectContacts(cw: CollisionWorld, bodies: Bodies, contacts: ContactSet, h: number): void {
  const { world, bodyOf, previous, isUsed } = cw;
  growContactSet(previous, contacts.count);
  for (let i = 0; i < contacts.count; i++) copyContact(contacts, i, previous, i);
  previous.count = contacts.count;
  if (isUsed.flags.length < previous.count) isUsed.flags = new Uint8Array(2 * previous.count);
  isUsed.flags.fill(0, 0, previous.count);
  contacts.count = 0;
  for (let i = 0; i < bodyOf.length; i++) if (bodies.isMovable[bodyOf[i]!]) moveBody(cw, i, bodyOf[i]!, bodies);
  const prediction = predictionDistance(cw, bodies, h);
  world.integrationParameters.normalizedPredictionDistance =
    (MM_PER_M * (prediction + 2 * cw.largestSkinM)) / LENGTH_UNIT_MM;
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

/** |v| + |ω|·reach [m/s]. */
export function surfaceSpeed(bodies: Bodies, b: number, reach: number): number {
  const { v } = bodies;
  const o = 6 * b;
  const linear = Math.sqrt(v[o]! ** 2 + v[o + 1]! ** 2 + v[o + 2]! ** 2);
  return linear + reach * Math.sqrt(v[o + 3]! ** 2 + v[o + 4]! ** 2 + v[o + 5]! ** 2);
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
      for (let c = 0; c < 3; c++) LOCAL[c] = F32[c]! / size;
      toPrincipal(A, LOCAL, 0);
      rotateTo(bodies.R, 9 * A.body, PRINCIPAL, 0, NORMAL.n, 0);
      let distance = Number.POSITIVE_INFINITY;
      for (let c = 0; c < count; c++) distance = Math.min(distance, manifold.contact_dist(c) / MM_PER_M);
      refineNormal(A, B, bodies, distance, NORMAL);
      const first = contacts.count;
      for (let c = 0; c < count; c++) {
        manifold.contact_local_p1(c, F32);
        for (let d = 0; d < 3; d++) LOCAL[d] = F32[d]! / MM_PER_M;
        toPrincipal(A, LOCAL, 1);
        POINT_A.set(PRINCIPAL);
        manifold.contact_local_p2(c, F32);
        for (let d = 0; d < 3; d++) LOCAL[d] = F32[d]! / MM_PER_M;
        toPrincipal(B, LOCAL, 1);
        POINT_B.set(PRINCIPAL);
        addContact(cw, A, B, bodies, contacts, first, prediction);
      }
    }
  }
  manifold.free();
}

/** LOCAL (Rapier's shape frame) → PRINCIPAL; `isPoint` 1 adds the offset. */
function toPrincipal(shape: CollisionShape, local: Float64Array, isPoint: 0 | 1): void {
  if (shape.hull) {
    PRINCIPAL.set(local);
    return;
  }
  rotateTo(shape.rotation, 0, local, 0, PRINCIPAL, 0);
  if (isPoint) for (let k = 0; k < 3; k++) PRINCIPAL[k]! += shape.offset[k]!;
}

/** Refines POINT_A, POINT_B on A, B and appends the contact if it is near and new. */
function addContact(
  cw: CollisionWorld,
  A: CollisionShape,
  B: CollisionShape,
  bodies: Bodies,
  contacts: ContactSet,
  first: number,
  prediction: number,
): void {
  const { owner, face, n } = NORMAL;
  rotateBackTo(bodies.R, 9 * A.body, n, 0, OUT_A, 0);
  rotateBackTo(bodies.R, 9 * B.body, n, 0, OUT_B, 0);
  for (let k = 0; k < 3; k++) OUT_B[k] = -OUT_B[k]!;
  const radiusA = owner === 1 ? 0 : refinePoint(A, POINT_A, OUT_A);
  const radiusB = owner === 2 ? 0 : refinePoint(B, POINT_B, OUT_B);
  if (owner === 1) projectOntoFace(A, face, B, POINT_B, bodies, POINT_A);
  else if (owner === 2) projectOntoFace(B, face, A, POINT_A, bodies, POINT_B);
  // the face's owner is the contact's first body: its normal turns with it
  const swaps = owner === 2 || (owner === 0 && A.roundness !== 'none' && isFirstChoice(A, B));
  const i = contacts.count;
  growContactSet(contacts, i + 1);
  const S = swaps ? B : A;
  const T = swaps ? A : B;
  contacts.a[i] = S.body;
  contacts.b[i] = T.body;
  contacts.pointA.set(swaps ? POINT_B : POINT_A, 3 * i);
  contacts.pointB.set(swaps ? POINT_A : POINT_B, 3 * i);
  contacts.normalInA.set(swaps ? OUT_B : OUT_A, 3 * i);
  contacts.offset[i] = radiusA + radiusB;
  contacts.radiusA[i] = swaps ? radiusB : radiusA;
  const isRound = S.roundness !== 'none' && owner === 0;
  contacts.normalLaw[i] = isRound
    ? lawOfRoundPair(S, T, swaps ? OUT_B : OUT_A, swaps ? OUT_A : OUT_B, bodies, AXIS)
    : NORMAL_LAW.fixedInA;
  contacts.axisInA.set(AXIS, 3 * i);
  placeContact(contacts, i, bodies);
  if (contacts.gap[i]! > prediction || isRepeated(contacts, first, i)) return;
  finishContact(cw, A, B, S, T, contacts, i);
  contacts.count++;
}

/** Whether B should be the first body of a contact between round A and B without a face: a polyhedron, or the one with an axis. */
function isFirstChoice(A: CollisionShape, B: CollisionShape): boolean {
  return B.roundness === 'none' || (!hasAxis(A, OUT_A) && hasAxis(B, OUT_B));
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
  const own = cw.pairFriction[cw.materialCount * A.material + B.material]!;
  contacts.friction[i] = Number.isNaN(own) ? 0.5 * (A.friction + B.friction) : own;
  contacts.restitution[i] = 0.5 * (A.restitution + B.restitution);
  const isMarkOnA = S.index < T.index;
  contacts.shapePair[i] = Math.min(S.index, T.index) * cw.shapes.length + Math.max(S.index, T.index);
  contacts.isMarkOnA[i] = isMarkOnA ? 1 : 0;
  const marked = isMarkOnA ? contacts.pointA : contacts.pointB;
  for (let k = 3 * i; k < 3 * i + 3; k++) contacts.mark[k] = marked[k]!;
  contacts.readout[i] = cw.readoutOf[cw.filter.bodyCount * S.body + T.body]!;
  contacts.normalForce[i] = 0;
  contacts.frictionForce.fill(0, 3 * i, 3 * i + 3);
  inheritForces(cw, contacts, i);
}

function inheritForces(cw: CollisionWorld, contacts: ContactSet, i: number): void {
  const { previous, isUsed } = cw;
  let best = -1;
  let bestSquare = MATCH_M * MATCH_M;
  for (let k = 0; k < previous.count; k++) {
    if (previous.shapePair[k] !== contacts.shapePair[i] || isUsed.flags[k]) continue;
    const square = squareDistance(previous.mark, k, contacts.mark, i);
    if (square >= bestSquare) continue;
    bestSquare = square;
    best = k;
  }
  if (best < 0) return;
  isUsed.flags[best] = 1;
  contacts.normalForce[i] = previous.normalForce[best]!;
  // the force is that on b: turned round where a and b have changed places
  const sign = previous.isMarkOnA[best] === contacts.isMarkOnA[i] ? 1 : -1;
  for (let k = 0; k < 3; k++) contacts.frictionForce[3 * i + k] = sign * previous.frictionForce[3 * best + k]!;
}

function squareDistance(p: Float64Array, i: number, q: Float64Array, j: number): number {
  const x = p[3 * i]! - q[3 * j]!;
  const y = p[3 * i + 1]! - q[3 * j + 1]!;
  const z = p[3 * i + 2]! - q[3 * j + 2]!;
  return x * x + y * y + z * z;
}

/** Replaces Rapier's world by the one of a snapshot; handles stay valid. */
export function restoreWorld(cw: CollisionWorld, bytes: Uint8Array): void {
  cw.world.free();
  cw.world = cw.R.World.restoreSnapshot(bytes);
}

/** Frees the WASM memory. */
export function freeCollisionWorld(cw: CollisionWorld): void {
  cw.world.free();
}

const F32 = new Float32Array(3);
const LOCAL = new Float64Array(3);
const PRINCIPAL = new Float64Array(3);
const POINT_A = new Float64Array(3);
const POINT_B = new Float64Array(3);
const OUT_A = new Float64Array(3);
const OUT_B = new Float64Array(3);
const AXIS = new Float64Array(3);
const NORMAL = createRefinedNormal();
