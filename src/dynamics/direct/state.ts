/**
 * The arrays that a mechanism's future depends on: copied to repeat a step, packed for a snapshot.
 *
 * Packed form: length of the header (u32), header (JSON, UTF-8), all numbers (f64, in the order of `stateArrays`),
 * contacts, and Rapier's own snapshot, which holds the manifolds that the next search starts from.
 */
import type { Trouble } from '../engine.js';
import type { ContactSet } from './contacts.js';
import { growContactSet } from './contacts.js';
import { forecastArrays } from './forecast.js';
import type { Losses } from './losses.js';
import type { Mechanism } from './mechanism.js';
import type { Synchronizer } from './synchronous-velocity.js';

type Numbers = Float64Array | Uint8Array | Int32Array;

/** Everything of fixed length, in a fixed order. */
export function stateArrays(m: Mechanism, synchronizer: Synchronizer): Numbers[] {
  const { bodies: b, warm } = m;
  return [
    b.x,
    b.q,
    b.R,
    b.v,
    b.L,
    b.vNow,
    b.isPresent,
    b.inverseMass,
    b.xNext,
    b.qNext,
    b.RNext,
    m.coordinates.value,
    m.isJointActive,
    m.isCouplingActive,
    ...forecastArrays(m.jointForce),
    ...forecastArrays(m.couplingForce),
    ...forecastArrays(m.driveEffort),
    ...Object.values(warm),
    m.memory.highest,
    m.memory.followed,
    m.reactionForce,
    m.laws.isActive,
    m.laws.stored,
    m.laws.elastic,
    m.losses.drive,
    synchronizer.acceleration,
    synchronizer.jerk,
    synchronizer.stepsBefore,
    m.commands,
    m.coordinateEffort,
    m.wrench,
  ];
}

const LOSS_KEYS = [
  'applied',
  'jointFriction',
  'damping',
  'limits',
  'contactFriction',
  'impacts',
  'changeOfStep',
  'peakKinetic',
] as const satisfies readonly (keyof Losses)[];

const CONTACT_KEYS = [
  'a',
  'b',
  'shapePair',
  'readout',
  'pointA',
  'pointB',
  'normalInA',
  'offset',
  'radiusA',
  'normalLaw',
  'axisInA',
  'mark',
  'isMarkOnA',
  'armA',
  'armB',
  'normal',
  'gap',
  'friction',
  'restitution',
  'normalForce',
  'frictionForce',
] as const satisfies readonly (keyof ContactSet)[];

/** A copy of the state in memory, reused from step to step. */
export interface StateCopy {
  readonly arrays: Numbers[];
  readonly losses: Float64Array;
  readonly residual: { values: Float64Array };
  hBefore: number;
  smoothSteps: number;
  isFirst: boolean;
}

/** Returns a copy with room for the mechanism's state. */
export function createStateCopy(m: Mechanism, s: Synchronizer): StateCopy {
  return {
    arrays: stateArrays(m, s).map((a) => a.slice()),
    losses: new Float64Array(LOSS_KEYS.length),
    residual: { values: new Float64Array(0) },
    hBefore: 0,
    smoothSteps: 0,
    isFirst: true,
  };
}

/** Keeps the state; contacts are not kept, the search finds them again. */
export function saveState(copy: StateCopy, live: readonly Numbers[], m: Mechanism, s: Synchronizer): void {
  for (let i = 0; i < live.length; i++) copy.arrays[i]!.set(live[i]!);
  for (let i = 0; i < LOSS_KEYS.length; i++) copy.losses[i] = m.losses[LOSS_KEYS[i]!];
  if (copy.residual.values.length !== m.bilateral.size) copy.residual.values = new Float64Array(m.bilateral.size);
  copy.residual.values.set(m.bilateral.residual);
  copy.hBefore = m.hBefore;
  copy.smoothSteps = m.smoothSteps;
  copy.isFirst = s.isFirst;
}

/** Puts the kept state back. */
export function loadState(copy: StateCopy, live: readonly Numbers[], m: Mechanism, s: Synchronizer): void {
  for (let i = 0; i < live.length; i++) live[i]!.set(copy.arrays[i]!);
  for (let i = 0; i < LOSS_KEYS.length; i++) m.losses[LOSS_KEYS[i]!] = copy.losses[i]!;
  m.bilateral.residual.set(copy.residual.values);
  m.hBefore = copy.hBefore;
  m.smoothSteps = copy.smoothSteps;
  s.isFirst = copy.isFirst;
}

interface Header {
  readonly timeS: number;
  readonly hBefore: number;
  readonly smoothSteps: number;
  readonly isFirst: boolean;
  readonly contactCount: number;
  /** Marks of the bilateral groups. */
  readonly isRedundant: readonly number[];
  readonly troubles: readonly Trouble[];
}

/** Packs everything that is needed to go on bit for bit. `outputs`: further arrays of the engine to carry along. */
export function packState(
  m: Mechanism,
  s: Synchronizer,
  outputs: readonly Float64Array[],
  timeS: number,
  troubles: readonly Trouble[],
): Uint8Array {
  const header: Header = {
    timeS,
    hBefore: m.hBefore,
    smoothSteps: m.smoothSteps,
    isFirst: s.isFirst,
    contactCount: m.contacts.count,
    isRedundant: [...m.bilateral.isRedundant],
    troubles,
  };
  const head = new TextEncoder().encode(JSON.stringify(header));
  const numbers: number[] = LOSS_KEYS.map((key) => m.losses[key]);
  for (const array of [...stateArrays(m, s), ...outputs]) for (const x of array) numbers.push(x);
  for (const array of contactSlices(m.contacts, m.contacts.count)) for (const x of array) numbers.push(x);
  const body = new Uint8Array(Float64Array.from(numbers).buffer);
  const world = m.collision ? m.collision.world.takeSnapshot() : new Uint8Array(0);
  const packed = new Uint8Array(8 + head.length + body.length + world.length);
  const view = new DataView(packed.buffer);
  view.setUint32(0, head.length);
  view.setUint32(4, body.length);
  packed.set(head, 8);
  packed.set(body, 8 + head.length);
  packed.set(world, 8 + head.length + body.length);
  return packed;
}

/** Unpacks what `packState` wrote; returns the time and the troubles, and Rapier's part. */
export function unpackState(
  packed: Uint8Array,
  m: Mechanism,
  s: Synchronizer,
  outputs: readonly Float64Array[],
): { timeS: number; troubles: readonly Trouble[]; world: Uint8Array; isRedundant: readonly number[] } {
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const headEnd = 8 + view.getUint32(0);
  const bodyEnd = headEnd + view.getUint32(4);
  const header = JSON.parse(new TextDecoder().decode(packed.subarray(8, headEnd))) as Header;
  const numbers = new Float64Array(packed.slice(headEnd, bodyEnd).buffer);
  let k = 0;
  for (const key of LOSS_KEYS) m.losses[key] = numbers[k++]!;
  const take = (array: Numbers) => {
    for (let i = 0; i < array.length; i++) array[i] = numbers[k++]!;
  };
  for (const array of [...stateArrays(m, s), ...outputs]) take(array);
  growContactSet(m.contacts, header.contactCount);
  m.contacts.count = header.contactCount;
  for (const array of contactSlices(m.contacts, header.contactCount)) take(array);
  m.hBefore = header.hBefore;
  m.smoothSteps = header.smoothSteps;
  if (header.hBefore > 0) m.times.h = header.hBefore;
  s.isFirst = header.isFirst;
  const { timeS, troubles, isRedundant } = header;
  return { timeS, troubles, world: packed.slice(bodyEnd), isRedundant };
}

function contactSlices(contacts: ContactSet, count: number): Numbers[] {
  return CONTACT_KEYS.map((key) => {
    const array = contacts[key];
    return array.subarray(0, (array.length / contacts.capacity) * count);
  });
}
