/**
 * Rapier as a collision pipeline: every body kinematic, in millimetres, stepped once per sub-step for its manifolds
 * (detect-contacts.ts).
 */
import type { EngineModel } from '../../engine.js';
import type { Collider, Rapier, World } from '../../rapier.js';
import type { Bodies } from '../bodies.js';
import { type ContactMemory, createContactMemory } from './contact-memory.js';
import { type ContactFilter, createContactFilter } from './filter.js';
import { findSeams, type Seams } from './seams.js';
import { type CollisionShape, createCollisionShape, MM_PER_M, rapierShape } from './shapes.js';

export interface CollisionWorld {
  readonly R: Rapier;
  world: World;
  readonly shapes: readonly CollisionShape[];
  /** Bodies with shapes, their colliders, and shapes by index of the sub-shape. */
  readonly bodyOf: readonly number[];
  readonly colliderHandles: Float64Array;
  readonly shapesOf: readonly (readonly CollisionShape[])[];
  readonly rigidHandles: Float64Array;
  /** What surrounds every shape within its body. */
  readonly seams: readonly Seams[];
  /** Collider handle → index into the lists above. */
  readonly indexOfHandle: Map<number, number>;
  readonly filter: ContactFilter;
  /** Friction, restitution and read-out index of pairs. */
  readonly pairFriction: Float64Array;
  readonly pairRestitution: Float64Array;
  readonly materialCount: number;
  readonly readoutOf: Int32Array;
  /** Forces of the last sub-step, for warm starts. */
  readonly memory: ContactMemory;
  /** Farthest point from the centre of mass, and smallest thickness, per body with shapes [m]. */
  readonly reach: Float64Array;
  readonly thickness: Float64Array;
  /** How far faces, and sharp corners, of shrunk shapes lie inside of the true ones at most [m]. */
  largestSkinM: number;
  largestRetreatM: number;
}

/**
 * Rapier 0.21 keeps a manifold, points and all, until the two shapes have moved by 0.05·lengthUnit against each other.
 * At the usual 10 that is half a millimetre: a ball fell through a floor in sub-steps. 0.1 makes it 5 µm, and still saves
 * the search of what stands still.
 */
export const LENGTH_UNIT_MM = 0.1;
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
    seams: findSeams(shapes),
    indexOfHandle: new Map(),
    filter,
    pairFriction: model.pairFriction,
    pairRestitution: model.pairRestitution ?? new Float64Array(model.pairFriction.length).fill(Number.NaN),
    materialCount: model.materialCount,
    readoutOf: readoutTable(model),
    memory: createContactMemory(),
    reach: Float64Array.from(shapesOf, (list) => Math.max(...list.map((s) => s.reachM))),
    thickness: Float64Array.from(shapesOf, (list) => Math.min(...list.map((s) => s.thicknessM))),
    largestSkinM: Math.max(...shapes.map((s) => s.skinM)),
    largestRetreatM: Math.max(...shapes.map(retreatOf)),
  };
  for (const [i, b] of bodyOf.entries()) addBody(cw, i, b, bodies);
  return cw;
}

/** How far the corners of a shrunk shape lie inside of the true ones at most [m]. */
function retreatOf({ hull, coreVertices, skinM }: CollisionShape): number {
  let largest = skinM;
  if (!hull) return largest;
  for (let v = 0; v < coreVertices.length; v += 3) {
    const [x, y, z] = [0, 1, 2].map((k) => coreVertices[v + k]! - hull.vertices[v + k]!);
    largest = Math.max(largest, Math.hypot(x!, y!, z!));
  }
  return largest;
}

function readoutTable(model: EngineModel): Int32Array {
  const n = model.bodies.length;
  const table = new Int32Array(n * n).fill(-1);
  for (const [i, [a, b]] of model.contactPairs.entries()) {
    // the reverse of an earlier pair is read from that one
    if (table[n * a + b]! >= 0) continue;
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

/** Puts Rapier's copy of body b, the i-th with shapes, where the body is. */
export function moveBody(cw: CollisionWorld, i: number, b: number, bodies: Bodies): void {
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

/** Replaces Rapier's world by the one of a snapshot; handles stay valid. */
export function restoreWorld(cw: CollisionWorld, bytes: Uint8Array): void {
  cw.world.free();
  cw.world = cw.R.World.restoreSnapshot(bytes);
}

/** Frees the WASM memory. */
export function freeCollisionWorld(cw: CollisionWorld): void {
  cw.world.free();
}
