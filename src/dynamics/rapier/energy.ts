import { rotateTo } from '../direct/rotation.js';
import type { EngineEnergy, EngineModel } from '../engine.js';
import type { BodyStates } from './bodies.js';
import type { BodyContact } from './contacts.js';

/**
 * Books energy per group of bodies (tied by joints and coordinates, merged while they touch).
 *
 * Work and the losses of the effort law are exact. What else a group loses in a step counts as contact loss if the group
 * is in contact, and stays in the residual if it is not: then it is Rapier's numerical damping. Contacts are soft, so
 * a touching group may regain what it lost in the last 20 ms; any other gain stays in the residual.
 */
export interface EnergyBooks {
  readonly energy: EngineEnergy & { elasticJ: number };
  /** Work put in and known losses of the recorded step, per body. */
  readonly workJ: Float64Array;
  readonly lossJ: Float64Array;
  /** Energy that bodies took out of the laws of models in the recorded step (losses of these laws apart). */
  readonly elasticFlowJ: Float64Array;
  /** Mechanical energy of every body at the start of the recorded step. */
  readonly before: Float64Array;
  readonly now: Float64Array;
  /** Size of round-off in it. */
  readonly roundOff: Float64Array;
  readonly group: Int32Array;
  readonly baseGroup: Int32Array;
  readonly isTouching: Uint8Array;
  readonly sums: Float64Array;
  /** Contact losses of the last milliseconds per group (at its root): what soft contacts may give back. */
  readonly reserveJ: Float64Array;
}

export function createEnergyBooks(model: EngineModel, states: BodyStates): EnergyBooks {
  const n = states.count;
  const baseGroup = Int32Array.from({ length: n }, (_, i) => i);
  for (const { a, b } of [...model.joints, ...model.coordinates]) {
    if (!model.bodies[a]!.isGround && !model.bodies[b]!.isGround) unite(baseGroup, a, b);
  }
  const books: EnergyBooks = {
    energy: { kineticJ: 0, potentialJ: 0, elasticJ: 0, workInJ: 0, dissipatedJ: 0, isExact: false },
    workJ: new Float64Array(n),
    lossJ: new Float64Array(n),
    elasticFlowJ: new Float64Array(n),
    before: new Float64Array(n),
    now: new Float64Array(n),
    roundOff: new Float64Array(n),
    group: new Int32Array(n),
    baseGroup,
    isTouching: new Uint8Array(n),
    sums: new Float64Array(2 * n),
    reserveJ: new Float64Array(n),
  };
  readEnergy(books, model, states);
  return books;
}

function rootOf(group: Int32Array, i: number): number {
  let root = i;
  while (group[root] !== root) root = group[root]!;
  return root;
}

function unite(group: Int32Array, a: number, b: number): void {
  const ra = rootOf(group, a);
  const rb = rootOf(group, b);
  if (ra < rb) group[rb] = ra;
  else group[ra] = rb;
}

/** f32 velocities and positions (of about a metre): a gain below this is noise, not a gain. */
const RATE_ROUND_OFF = 1e-6;
const POSITION_ROUND_OFF_M = 6e-8;

/** How long a soft contact may hold on to energy. */
const RESERVE_TIME_S = 0.02;

const inertiaTimesRate = new Float64Array(3);

/** Kinetic and potential energy now, per body (`now`) and in all; absent bodies have none. */
export function readEnergy(books: EnergyBooks, model: EngineModel, states: BodyStates): void {
  const g = model.gravityMPerS2;
  let kinetic = 0;
  let potential = 0;
  for (let i = 0; i < states.count; i++) {
    books.now[i] = 0;
    books.roundOff[i] = 0;
    if (states.isMoving[i] === 0) continue;
    const { V, massKg, center } = states;
    const o = 6 * i;
    rotateTo(states.worldInertia, 9 * i, V, o + 3, inertiaTimesRate, 0);
    let twice = 0;
    let height = 0;
    for (let k = 0; k < 3; k++) {
      twice += massKg[i]! * V[o + k]! ** 2 + inertiaTimesRate[k]! * V[o + 3 + k]!;
      height -= g[k]! * center[3 * i + k]!;
    }
    kinetic += twice / 2;
    potential += massKg[i]! * height;
    books.now[i] = twice / 2 + massKg[i]! * height;
    books.roundOff[i] = RATE_ROUND_OFF * twice + POSITION_ROUND_OFF_M * massKg[i]! * Math.hypot(g[0], g[1], g[2]);
  }
  books.energy.kineticJ = kinetic;
  books.energy.potentialJ = potential;
}

/** Starts a recorded step. */
export function beginBooks(books: EnergyBooks): void {
  books.before.set(books.now);
  books.workJ.fill(0);
  books.lossJ.fill(0);
  books.elasticFlowJ.fill(0);
}

/** Closes a recorded step: reads the energies and books work, law losses and inferred contact losses. */
export function closeBooks(
  books: EnergyBooks,
  model: EngineModel,
  states: BodyStates,
  contacts: readonly BodyContact[],
): void {
  readEnergy(books, model, states);
  const { group, isTouching, sums, energy } = books;
  group.set(books.baseGroup);
  isTouching.fill(0);
  for (const { first, second } of contacts) {
    if (states.isMoving[first] === 1 && states.isMoving[second] === 1) unite(group, first, second);
  }
  for (const { first, second } of contacts) {
    isTouching[rootOf(group, states.isMoving[first] === 1 ? first : second)] = 1;
  }
  sums.fill(0);
  for (let i = 0; i < states.count; i++) {
    const root = rootOf(group, i);
    const loss = books.workJ[i]! + books.elasticFlowJ[i]! - books.lossJ[i]! - (books.now[i]! - books.before[i]!);
    sums[2 * root]! += loss;
    sums[2 * root + 1]! += books.roundOff[i]!;
    energy.workInJ += books.workJ[i]!;
    energy.dissipatedJ += books.lossJ[i]!;
  }
  const decay = Math.exp(-model.stepS / RESERVE_TIME_S);
  for (let i = 0; i < states.count; i++) {
    if (isTouching[i] === 0) {
      books.reserveJ[i] = 0;
      continue;
    }
    const floor = -sums[2 * i + 1]! - books.reserveJ[i]!;
    const loss = sums[2 * i]! >= floor ? sums[2 * i]! : -books.reserveJ[i]!;
    energy.dissipatedJ += loss;
    books.reserveJ[i] = Math.max(0, books.reserveJ[i]! + loss) * decay;
  }
  energy.dissipatedJ = Math.max(0, energy.dissipatedJ);
}
