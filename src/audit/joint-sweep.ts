import { BindingError } from '../core/errors.js';
import { composePose, invertPose, type Pose, quatFromAxisAngle } from '../core/vector.js';
import type { Scene, SceneJoint } from '../scene/index.js';
import type { BodyPoses } from './sweep.js';

/**
 * Returns how all bodies of a scene stand when one joint is moved from the initial pose and all others keep theirs: its
 * second body (its first, where the second is ground), with everything that hangs on it, turns about the joint axis or travels along it.
 *
 * @param motion  what the joint's first coordinate measures: `angle` [rad] or `travel` [m]
 * @returns       poses of the present bodies at a coordinate, which is 0 in the initial pose
 * @throws        BindingError for an unknown joint, and for one in a closed loop, which cannot move alone
 */
export function sweepJoint(scene: Scene, jointName: string, motion: 'angle' | 'travel'): (value: number) => BodyPoses {
  const joint = scene.joints.find(({ name }) => name === jointName);
  if (!joint) throw unknownJoint(scene, jointName);
  // the coordinate is b relative to a: where b is ground, the other side moves the other way
  const movesFirst = scene.bodies[joint.b]!.isGround && !scene.bodies[joint.a]!.isGround;
  const moving = movesFirst
    ? carriedBodies(scene, joint, joint.a, joint.b)
    : carriedBodies(scene, joint, joint.b, joint.a);
  const sense = movesFirst ? -1 : 1;
  const X_WA = scene.bodies[joint.a]!.poseInWorld;
  const X_WF = composePose(X_WA, joint.frameInA);
  return (value) => {
    const X_FG: Pose =
      motion === 'angle'
        ? { positionM: [0, 0, 0], rotation: quatFromAxisAngle([0, 0, 1], sense * value) }
        : { positionM: [0, 0, sense * value], rotation: [0, 0, 0, 1] };
    const X_move = composePose(composePose(X_WF, X_FG), invertPose(X_WF));
    const poses: Record<string, Pose> = {};
    for (const { index, name, isPresent, poseInWorld } of scene.bodies) {
      if (isPresent) poses[name] = moving.has(index) ? composePose(X_move, poseInWorld) : poseInWorld;
    }
    return poses;
  };
}

/** A body of the joint and all that other joints tie to it; `held` is the other one. */
function carriedBodies(scene: Scene, joint: SceneJoint, moved: number, held: number): ReadonlySet<number> {
  const carried = new Set([moved]);
  const waiting = [moved];
  while (waiting.length > 0) {
    const body = waiting.pop()!;
    for (const { a, b } of scene.joints.filter((other) => other !== joint && (other.a === body || other.b === body))) {
      const next = a === body ? b : a;
      if (next === held || scene.bodies[next]!.isGround) throw closedLoop(joint.name, scene.bodies[next]!.name);
      if (!carried.has(next)) waiting.push(next);
      carried.add(next);
    }
  }
  return carried;
}

function unknownJoint({ joints }: Scene, name: string): BindingError {
  return new BindingError([
    {
      code: 'unknown_joint',
      path: ['joints'],
      message: `there is no joint ${name}`,
      fix: joints.length > 0 ? `Name one of ${joints.map((j) => j.name).join(', ')}.` : 'Give the scene a joint.',
    },
  ]);
}

function closedLoop(joint: string, body: string): BindingError {
  return new BindingError([
    {
      code: 'closed_loop',
      path: ['joints'],
      message: `joint ${joint} is part of a closed loop through ${body} and cannot be moved alone`,
      fix: 'Run a trial that drives it, whose poses are audited; or sweep a joint outside the loop.',
    },
  ]);
}
