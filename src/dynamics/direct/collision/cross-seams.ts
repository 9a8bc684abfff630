/**
 * Contacts at seams between pieces of one body: kept, given another normal, or dropped (seams.ts says which).
 *
 *   owner is a face that is open at the foot    real, if what faces it is not behind the rest of its own body
 *   else                                        each side in turn must be able to push along the normal at its point
 */
import type { Bodies } from '../bodies.js';
import { rotateBackTo, rotateTo } from '../rotation.js';
import { projectOntoFace } from './refine.js';
import { isOpenAt, isPossible, NO_CONTACT, NO_FACE, replaceNormal, type Seams } from './seams.js';
import type { CollisionShape } from './shapes.js';

/** One contact of shapes A and B, before it joins the set. Points and outward normals in the principal frames. */
export interface FoundContact {
  /** Which shape's face the normal is, and the face; 0: neither's. */
  owner: 0 | 1 | 2;
  face: number;
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  readonly outA: Float64Array;
  readonly outB: Float64Array;
  /** Radii still to be added along the normal [m]. */
  radiusA: number;
  radiusB: number;
}

/** Returns a place for one. */
export function createFoundContact(): FoundContact {
  const vector = () => new Float64Array(3);
  return {
    owner: 0,
    face: -1,
    pointA: vector(),
    pointB: vector(),
    outA: vector(),
    outB: vector(),
    radiusA: 0,
    radiusB: 0,
  };
}

/** Makes a contact one of the two bodies instead of two of their pieces; false: they have none here. */
export function crossSeams(
  seams: readonly Seams[],
  A: CollisionShape,
  B: CollisionShape,
  bodies: Bodies,
  found: FoundContact,
): boolean {
  const seamsA = seams[A.index]!;
  const seamsB = seams[B.index]!;
  if (seamsA.neighbors.length === 0 && seamsB.neighbors.length === 0) return true;
  if (found.owner === 1 && isOpenAt(A, seamsA, found.face, found.pointA)) {
    return isPossible(seamsB, found.pointB, found.outB) || replace(A, B, seamsB, bodies, 2, found);
  }
  if (found.owner === 2 && isOpenAt(B, seamsB, found.face, found.pointB)) {
    return isPossible(seamsA, found.pointA, found.outA) || replace(A, B, seamsA, bodies, 1, found);
  }
  if (found.owner === 1 || !isPossible(seamsA, found.pointA, found.outA)) {
    if (!replace(A, B, seamsA, bodies, 1, found)) return false;
    // carried on over a seam, a face holds whatever is before it
    if (found.owner === 1) return true;
  }
  if (found.owner === 2 || !isPossible(seamsB, found.pointB, found.outB))
    return replace(A, B, seamsB, bodies, 2, found);
  return true;
}

/** Gives the contact a normal that the body of A (side 1) or B (side 2) can have at its point. */
function replace(
  A: CollisionShape,
  B: CollisionShape,
  seams: Seams,
  bodies: Bodies,
  side: 1 | 2,
  found: FoundContact,
): boolean {
  const own = side === 1 ? A : B;
  const other = side === 1 ? B : A;
  const ownOut = side === 1 ? found.outA : found.outB;
  const otherOut = side === 1 ? found.outB : found.outA;
  const ownPoint = side === 1 ? found.pointA : found.pointB;
  const otherPoint = side === 1 ? found.pointB : found.pointA;
  const face = replaceNormal(own, seams, ownPoint, ownOut);
  if (face === NO_CONTACT) return false;
  rotateTo(bodies.R, 9 * own.body, ownOut, 0, WORLD, 0);
  rotateBackTo(bodies.R, 9 * other.body, WORLD, 0, otherOut, 0);
  for (let k = 0; k < 3; k++) otherOut[k] = -otherOut[k]!;
  if (side === 1) found.radiusA = 0;
  else found.radiusB = 0;
  found.owner = face === NO_FACE ? 0 : side;
  found.face = face;
  if (face !== NO_FACE) projectOntoFace(own, face, other, otherPoint, bodies, ownPoint);
  return true;
}

const WORLD = new Float64Array(3);
