import { InternalError } from '../../core/errors.js';
import type { Trouble } from '../engine.js';
import type { Assembly } from './assembly.js';
import { applySettings } from './assembly.js';
import { refreshDerived } from './bodies.js';
import { refreshCoordinates } from './coordinates.js';
import { refreshFrames } from './frames.js';
import { createJointOperator } from './joint-operator.js';
import { refitLaw } from './law-state.js';
import type { RapierProgress } from './rapier-engine.js';
import type { StepScratch } from './sub-step.js';

/** Numbers and texts of a snapshot that are not arrays. */
interface Header {
  readonly format: 'mechtrial-rapier-1';
  readonly progress: RapierProgress;
  readonly clampedCount: number;
  readonly inexactCount: number;
  readonly energy: Assembly['books']['energy'];
  readonly troubles: readonly Trouble[];
  readonly jointHandles: readonly number[];
}

/** Every array that the next step depends on or that the outside may read, in a fixed order. */
function arraysOf({ states, coordinates, law, books, outputs }: Assembly): Float64Array[] {
  return [
    states.pose,
    states.V,
    states.inverseMass,
    coordinates.value,
    law.anchor,
    law.bias,
    law.predicted,
    law.models.highest,
    law.models.followed,
    law.models.stored,
    books.now,
    books.roundOff,
    books.reserveJ,
    ...Object.values(outputs).filter((array) => array instanceof Float64Array),
  ];
}

const bytesOf = ({ states, law, outputs }: Assembly): (Uint8Array | Int8Array)[] => [
  states.isMoving,
  law.state,
  law.models.isCouplingActive,
  law.models.isLawActive,
  outputs.jointActive,
];

/**
 * Packs Rapier's world and everything of ours into one block: header length, header (JSON), our arrays, Rapier's bytes.
 * It can be restored into any engine that was started on the same model.
 */
export function writeSnapshot(
  assembly: Assembly,
  scratch: StepScratch,
  progress: RapierProgress,
  troubles: readonly Trouble[],
): Uint8Array {
  const header: Header = {
    format: 'mechtrial-rapier-1',
    progress,
    clampedCount: scratch.clampedCount,
    inexactCount: assembly.law.inexactCount,
    energy: assembly.books.energy,
    troubles,
    jointHandles: assembly.joints.map((joint) => joint.handle),
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length = new Uint8Array(Uint32Array.of(text.length).buffer);
  const arrays = arraysOf(assembly).map((array) => new Uint8Array(array.slice().buffer));
  const flags = bytesOf(assembly).map((array) => new Uint8Array(array.slice().buffer));
  return concatenate([length, text, ...arrays, ...flags, assembly.world.takeSnapshot()]);
}

function concatenate(blocks: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(blocks.reduce((sum, block) => sum + block.length, 0));
  let at = 0;
  for (const block of blocks) {
    result.set(block, at);
    at += block.length;
  }
  return result;
}

/**
 * Restores a block of `writeSnapshot`; returns its troubles.
 *
 * @throws InternalError when the block is not one of this engine's
 */
export function readSnapshot(
  snapshot: Uint8Array,
  assembly: Assembly,
  scratch: StepScratch,
  progress: RapierProgress,
): readonly Trouble[] {
  const length = new Uint32Array(snapshot.slice(0, 4).buffer)[0]!;
  const header = JSON.parse(new TextDecoder().decode(snapshot.subarray(4, 4 + length))) as Header;
  if (header.format !== 'mechtrial-rapier-1') throw new InternalError('snapshot of another engine');
  let at = 4 + length;
  for (const array of arraysOf(assembly)) {
    array.set(new Float64Array(snapshot.slice(at, at + 8 * array.length).buffer));
    at += 8 * array.length;
  }
  for (const array of bytesOf(assembly)) {
    array.set(new Uint8Array(snapshot.slice(at, at + array.length).buffer));
    at += array.length;
  }
  Object.assign(progress, header.progress);
  Object.assign(assembly.books.energy, header.energy);
  scratch.clampedCount = header.clampedCount;
  assembly.law.inexactCount = header.inexactCount;
  const predicted = assembly.law.predicted.slice();
  replaceWorld(assembly, snapshot.slice(at), header.jointHandles);
  refreshDerived(assembly.states);
  refreshFrames(assembly.frames, assembly.states);
  refreshCoordinates(assembly.coordinates, assembly.states);
  assembly.jointOperator = createJointOperator(assembly.model.joints, assembly.outputs.jointActive, assembly.isGround);
  refitLaw(assembly.law, assembly.jointOperator.rowCount);
  assembly.law.predicted.set(predicted);
  scratch.isOperatorFresh = false;
  scratch.isLoaded.fill(1);
  return header.troubles;
}

/** Swaps Rapier's world for the one in the snapshot; handles of bodies and joints stay what they were. */
function replaceWorld(assembly: Assembly, bytes: Uint8Array, jointHandles: readonly number[]): void {
  const bodyHandles = assembly.bodies.map((body) => body.handle);
  const world = assembly.rapier.World.restoreSnapshot(bytes);
  assembly.world.free();
  assembly.world = world;
  applySettings(world, assembly.settings);
  assembly.bodies = bodyHandles.map((handle) => world.getRigidBody(handle));
  assembly.joints = jointHandles.map((handle) => world.getImpulseJoint(handle));
}
