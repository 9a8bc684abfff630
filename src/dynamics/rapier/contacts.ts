import type { TempContactManifold, World } from '../rapier.js';
import type { BodyStates } from './bodies.js';
import { MM } from './bodies.js';
import type { ColliderList, ColliderRecord } from './colliders.js';

/** What two bodies did to each other over one recorded step. `first` < `second`. */
export interface BodyContact {
  readonly key: number;
  readonly first: number;
  readonly second: number;
  /** Sum of normal impulses [N·s], and their vector sum on `second`. */
  normalNs: number;
  readonly impulseNs: Float64Array;
  /** Contact point from the centre of mass of each body at the time, weighted by impulse: Σ impulse·(p − c), 3 + 3. */
  readonly weightedArms: Float64Array;
  /** Moment of the normal impulses on each body about its centre of mass at the time [N·m·s], 3 + 3. */
  readonly momentNms: Float64Array;
  /** Smallest gap at the last sub-step [m]; negative in overlap. */
  gapM: number;
  frictionCoefficient: number;
}

/** Reads contact manifolds after sub-steps and sums them per pair of bodies over the recorded step. */
export interface ContactReader {
  /** Contacts of this recorded step, ordered by key once `finish` was called. */
  readonly contacts: BodyContact[];
  /** Largest overlap of any pair seen in this recorded step [m]. */
  maxPenetrationM: number;
  begin(): void;
  /** Keeps the poses before a sub-step: contacts are found there, and their impulses act at the arms they have there. */
  keep(states: BodyStates): void;
  /** Adds one sub-step; `isLast` also reads pairs of bodies that nobody watches. */
  read(states: BodyStates, isLast: boolean): void;
  finish(): void;
}

/**
 * @param isWatched per body: whether its contact impulses are needed (read-outs, joint reactions); others are only
 *                  looked at once per recorded step, for overlap and for the energy balance
 */
export function createContactReader(
  world: () => World,
  colliders: ColliderList,
  isWatched: Uint8Array,
  bodyCount: number,
): ContactReader {
  const byKey = new Map<number, BodyContact>();
  const point1 = new Float64Array(3);
  const point2 = new Float64Array(3);
  const arm = new Float64Array(3);
  const normal = { x: 0, y: 0, z: 0 };
  const local = { x: 0, y: 0, z: 0 };
  const solved = { x: 0, y: 0, z: 0 };
  let isSolved = new Uint8Array(16);
  const pose = new Float64Array(7 * bodyCount);
  const R = new Float64Array(9 * bodyCount);
  const center = new Float64Array(3 * bodyCount);
  const before = { pose, R, center };
  let states: BodyStates;
  let current: World;

  const reader: ContactReader = {
    contacts: [],
    maxPenetrationM: 0,
    begin() {
      byKey.clear();
      reader.contacts.length = 0;
      reader.maxPenetrationM = 0;
    },
    keep(now) {
      pose.set(now.pose);
      R.set(now.R);
      center.set(now.center);
    },
    read(now, isLast) {
      states = now;
      current = world();
      for (const contact of reader.contacts) contact.gapM = Number.POSITIVE_INFINITY;
      colliders.records.forEach((record, i) => {
        if (states.isMoving[record.body] === 0) return;
        current.narrowPhase.contactPairsWith(record.handle, (handle) => {
          const k = colliders.indexOf.get(handle)!;
          const other = colliders.records[k]!;
          if (states.isMoving[other.body] === 1 && k < i) return;
          if (!isLast && isWatched[record.body] === 0 && isWatched[other.body] === 0) return;
          readPair(record, other);
        });
      });
    },
    finish() {
      reader.contacts.sort((s, t) => s.key - t.key);
    },
  };
  return reader;

  function readPair(record: ColliderRecord, other: ColliderRecord): void {
    current.narrowPhase.contactPair(record.handle, other.handle, current.bodies, (manifold, isFlipped) => {
      const count = manifold.numContacts();
      if (count === 0) return;
      const one = isFlipped ? other : record;
      const two = isFlipped ? record : other;
      const contact = contactOf(one.body, two.body);
      const sign = one.body === contact.first ? 1 : -1;
      manifold.normal(normal);
      contact.frictionCoefficient = manifold.friction();
      const isReduced = manifold.numSolverContacts() < count;
      if (isReduced) markSolved(manifold, one, two, count);
      for (let i = 0; i < count; i++) {
        if (!readPoints(manifold, one, two, i, states)) continue;
        let gap = 0;
        for (let k = 0; k < 3; k++) gap += axisOf(normal, k) * (point2[k]! - point1[k]!);
        contact.gapM = Math.min(contact.gapM, gap);
        reader.maxPenetrationM = Math.max(reader.maxPenetrationM, -gap);
        const impulse = manifold.contactImpulse(i) / MM;
        if (!(impulse > 0) || (isReduced && isSolved[i] === 0)) continue;
        readPoints(manifold, one, two, i, before);
        keepOnBall(one, 1, point1);
        keepOnBall(two, -1, point2);
        addPoint(contact, impulse, sign);
      }
    });
  }

  /** Writes the world positions of point i on both surfaces, with the bodies in such poses; whether it has any. */
  function readPoints(
    manifold: TempContactManifold,
    one: ColliderRecord,
    two: ColliderRecord,
    i: number,
    poses: Poses,
  ): boolean {
    if (manifold.localContactPoint1(i, local) === null) return false;
    toWorld(one, local, poses, point1);
    if (manifold.localContactPoint2(i, local) === null) return false;
    toWorld(two, local, poses, point2);
    return true;
  }

  /** Moves a point to where the normal leaves a ball: Rapier renews a point only every few sub-steps, and it rolls along. */
  function keepOnBall(record: ColliderRecord, sense: 1 | -1, point: Float64Array): void {
    if (record.ballRadiusM === 0) return;
    toWorld(record, ORIGIN, before, point);
    for (let k = 0; k < 3; k++) point[k]! += sense * record.ballRadiusM * axisOf(normal, k);
  }

  /**
   * Marks the points of a manifold that the engine has solved. It keeps four of many, and the others go on showing the
   * impulse of the last time that they were among the four: a cylinder that had landed weighed 16 % too much. A solved
   * contact is its point by distance, and among equal distances by place.
   */
  function markSolved(manifold: TempContactManifold, one: ColliderRecord, two: ColliderRecord, count: number): void {
    if (isSolved.length < count) isSolved = new Uint8Array(2 * count);
    isSolved.fill(0, 0, count);
    for (let s = 0; s < manifold.numSolverContacts(); s++) {
      if (manifold.solverContactPoint(s, solved) === null) continue;
      let nearest = -1;
      let smallest = Number.POSITIVE_INFINITY;
      for (let i = 0; i < count; i++) {
        if (isSolved[i] === 1 || !readPoints(manifold, one, two, i, before)) continue;
        const off = DISTANCE_WEIGHT * Math.abs(manifold.contactDist(i) - manifold.solverContactDist(s)) + offOf(solved);
        if (off < smallest) [smallest, nearest] = [off, i];
      }
      if (nearest >= 0) isSolved[nearest] = 1;
    }
  }

  /** Distance of the middle between the two surface points from a place [mm]. */
  function offOf(place: { x: number; y: number; z: number }): number {
    const x = (MM * (point1[0]! + point2[0]!)) / 2 - place.x;
    const y = (MM * (point1[1]! + point2[1]!)) / 2 - place.y;
    const z = (MM * (point1[2]! + point2[2]!)) / 2 - place.z;
    return Math.sqrt(x * x + y * y + z * z);
  }

  /** Adds a normal impulse: on each body at its own contact point before the sub-step. */
  function addPoint(contact: BodyContact, impulse: number, sign: number): void {
    contact.normalNs += impulse;
    for (let k = 0; k < 3; k++) contact.impulseNs[k]! += sign * impulse * axisOf(normal, k);
    addMoment(contact, 0, sign > 0 ? point1 : point2, -sign * impulse, impulse);
    addMoment(contact, 1, sign > 0 ? point2 : point1, sign * impulse, impulse);
  }

  function addMoment(contact: BodyContact, side: 0 | 1, point: Float64Array, signed: number, weight: number): void {
    const c = 3 * (side === 0 ? contact.first : contact.second);
    for (let k = 0; k < 3; k++) arm[k] = point[k]! - center[c + k]!;
    for (let k = 0; k < 3; k++) {
      const k1 = (k + 1) % 3;
      const k2 = (k + 2) % 3;
      contact.weightedArms[3 * side + k]! += weight * arm[k]!;
      contact.momentNms[3 * side + k]! += signed * (arm[k1]! * axisOf(normal, k2) - arm[k2]! * axisOf(normal, k1));
    }
  }

  function contactOf(one: number, two: number): BodyContact {
    const first = Math.min(one, two);
    const second = Math.max(one, two);
    const key = first * bodyCount + second;
    let contact = byKey.get(key);
    if (contact === undefined) {
      contact = {
        key,
        first,
        second,
        normalNs: 0,
        impulseNs: new Float64Array(3),
        weightedArms: new Float64Array(6),
        momentNms: new Float64Array(6),
        gapM: Number.POSITIVE_INFINITY,
        frictionCoefficient: 0,
      };
      byKey.set(key, contact);
      reader.contacts.push(contact);
    }
    return contact;
  }

  /** World position [m] of a point given in collider coordinates [mm]. */
  function toWorld(
    record: ColliderRecord,
    p: { x: number; y: number; z: number },
    { R, pose }: Poses,
    out: Float64Array,
  ): void {
    const { R: S, originM } = record;
    const x = p.x / MM;
    const y = p.y / MM;
    const z = p.z / MM;
    const u0 = S[0]! * x + S[1]! * y + S[2]! * z + originM[0]!;
    const u1 = S[3]! * x + S[4]! * y + S[5]! * z + originM[1]!;
    const u2 = S[6]! * x + S[7]! * y + S[8]! * z + originM[2]!;
    const o = 9 * record.body;
    for (let k = 0; k < 3; k++) {
      out[k] = pose[7 * record.body + k]! + R[o + 3 * k]! * u0 + R[o + 3 * k + 1]! * u1 + R[o + 3 * k + 2]! * u2;
    }
  }
}

/** Body frames at one instant. */
type Poses = Pick<BodyStates, 'pose' | 'R'>;

/** How much a difference of distances weighs against one of places: both are the engine's own single-precision numbers. */
const DISTANCE_WEIGHT = 1e4;

const ORIGIN = { x: 0, y: 0, z: 0 };

const axisOf = (v: { x: number; y: number; z: number }, k: number) => (k === 0 ? v.x : k === 1 ? v.y : v.z);
