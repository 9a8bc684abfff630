/**
 * Contact forces from one sub-step to the next: a contact inherits those of the nearest one of the same two shapes.
 */
import type { ContactSet } from '../contacts.js';

/** A contact inherits the forces of one of the same shapes within this distance [m]. */
const MATCH_M = 1e-3;

/** What is kept of the contacts of the last sub-step; columns as in `ContactSet`. */
export interface ContactMemory {
  count: number;
  shapePair: Float64Array;
  mark: Float64Array;
  isMarkOnA: Uint8Array;
  normalForce: Float64Array;
  frictionForce: Float64Array;
  /** 1: a contact of this sub-step has taken it. */
  isTaken: Uint8Array;
}

/** Returns an empty memory. */
export function createContactMemory(): ContactMemory {
  return { count: 0, ...columns(16) };
}

function columns(capacity: number) {
  return {
    shapePair: new Float64Array(capacity),
    mark: new Float64Array(3 * capacity),
    isMarkOnA: new Uint8Array(capacity),
    normalForce: new Float64Array(capacity),
    frictionForce: new Float64Array(3 * capacity),
    isTaken: new Uint8Array(capacity),
  };
}

/** Keeps the forces of all contacts. */
export function keepForces(memory: ContactMemory, contacts: ContactSet): void {
  const { count } = contacts;
  if (count > memory.shapePair.length) Object.assign(memory, columns(2 * count));
  memory.count = count;
  for (let i = 0; i < count; i++) {
    memory.shapePair[i] = contacts.shapePair[i]!;
    memory.isMarkOnA[i] = contacts.isMarkOnA[i]!;
    memory.normalForce[i] = contacts.normalForce[i]!;
    memory.isTaken[i] = 0;
  }
  for (let k = 0; k < 3 * count; k++) {
    memory.mark[k] = contacts.mark[k]!;
    memory.frictionForce[k] = contacts.frictionForce[k]!;
  }
}

/** Gives contact i the forces of its nearest predecessor, or none. */
export function inheritForces(memory: ContactMemory, contacts: ContactSet, i: number): void {
  let best = -1;
  let bestSquare = MATCH_M * MATCH_M;
  for (let k = 0; k < memory.count; k++) {
    if (memory.shapePair[k] !== contacts.shapePair[i] || memory.isTaken[k]) continue;
    const square = squareDistance(memory.mark, k, contacts.mark, i);
    if (square >= bestSquare) continue;
    bestSquare = square;
    best = k;
  }
  const o = 3 * i;
  contacts.normalForce[i] = 0;
  contacts.frictionForce[o] = 0;
  contacts.frictionForce[o + 1] = 0;
  contacts.frictionForce[o + 2] = 0;
  if (best < 0) return;
  memory.isTaken[best] = 1;
  contacts.normalForce[i] = memory.normalForce[best]!;
  // the force is that on b: turned round where a and b have changed places
  const sign = memory.isMarkOnA[best] === contacts.isMarkOnA[i] ? 1 : -1;
  for (let k = 0; k < 3; k++) contacts.frictionForce[o + k] = sign * memory.frictionForce[3 * best + k]!;
}

/** Square of the distance between point i of p and point j of q [m²]. */
export function squareDistance(p: Float64Array, i: number, q: Float64Array, j: number): number {
  const x = p[3 * i]! - q[3 * j]!;
  const y = p[3 * i + 1]! - q[3 * j + 1]!;
  const z = p[3 * i + 2]! - q[3 * j + 2]!;
  return x * x + y * y + z * z;
}
