import type { Pose, Quat } from '../../core/vector.js';
import { multiplyQuat } from '../../core/vector.js';
import type { EngineJoint, EngineModel } from '../engine.js';
import type { ImpulseJoint, Rapier, RigidBody, World } from '../rapier.js';
import { MM } from './bodies.js';
import type { LockedAxes } from './joint-rows.js';
import { LOCKED_AXES } from './joint-rows.js';

/**
 * Rapier's joints have their axis along x, ours along z: a cyclic turn takes (x, y, z) to (z, x, y).
 * Columns of this rotation are z, x, y of our frame.
 */
const AXIS_TO_X: Quat = [-0.5, -0.5, -0.5, 0.5];

/** Rapier's axis (0 x, 1 y, 2 z) of each of our axes after the turn. */
const RAPIER_AXIS = [1, 2, 0] as const;

/**
 * Creates a Rapier joint per joint of the model: a generic joint with the locked axes of its kind, so that both frames are
 * given in full. `distance` locks nothing here, the effort law carries it; the joint then only keeps contacts away.
 */
export function createRapierJoints(
  rapier: Rapier,
  world: World,
  model: EngineModel,
  bodies: readonly RigidBody[],
): ImpulseJoint[] {
  return model.joints.map((joint) => createRapierJoint(rapier, world, joint, bodies, LOCKED_AXES[joint.kind]));
}

/**
 * Replaces the joint by one that locks nothing and still keeps contacts away (unless the joint lets its bodies touch):
 * shapes of jointed bodies may overlap, and would burst apart on release.
 */
export function releaseRapierJoint(
  rapier: Rapier,
  world: World,
  joint: EngineJoint,
  bodies: readonly RigidBody[],
  held: ImpulseJoint,
): ImpulseJoint {
  world.removeImpulseJoint(held, true);
  return createRapierJoint(rapier, world, joint, bodies, { linear: [], angular: [] });
}

function createRapierJoint(
  rapier: Rapier,
  world: World,
  joint: EngineJoint,
  bodies: readonly RigidBody[],
  { linear, angular }: LockedAxes,
): ImpulseJoint {
  let mask = 0;
  for (const axis of linear) mask |= 1 << RAPIER_AXIS[axis]!;
  for (const axis of angular) mask |= 1 << (3 + RAPIER_AXIS[axis]!);
  const origin = { x: 0, y: 0, z: 0 };
  const params = rapier.JointData.generic(origin, origin, { x: 1, y: 0, z: 0 }, mask);
  const result = world.createImpulseJoint(params, bodies[joint.a]!, bodies[joint.b]!, true);
  setFrame(result, 1, joint.frameInA);
  setFrame(result, 2, joint.frameInB);
  result.setContactsEnabled(joint.collides);
  return result;
}

function setFrame(joint: ImpulseJoint, side: 1 | 2, frame: Pose): void {
  const [px, py, pz] = frame.positionM;
  const [x, y, z, w] = multiplyQuat(frame.rotation, AXIS_TO_X);
  const anchor = { x: px * MM, y: py * MM, z: pz * MM };
  if (side === 1) joint.setLocalFrame1(anchor, { x, y, z, w });
  else joint.setLocalFrame2(anchor, { x, y, z, w });
}
