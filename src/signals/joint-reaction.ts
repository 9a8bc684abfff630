import { z } from 'zod';
import type { Vec3 } from '../core/vector.js';
import { jointName } from '../scene/index.js';
import type { SceneIndex, StepView } from './define.js';
import { referenceBody, worldAxis } from './fields.js';
import { axisInBody, dotOf, normOf, rotateToWorld, scratch } from './view-vectors.js';

/** Fields of both reaction signals: a joint, and optionally the direction whose signed component is wanted. */
export const reactionFields = () =>
  z.strictObject({
    joint: jointName().describe('The joint.'),
    axis: worldAxis().optional().describe('Component along this; without it the magnitude.'),
    reference: referenceBody().describe('The body whose axes carry `axis`.'),
  });

/**
 * Reader of three numbers of a joint's reaction: their magnitude, or the component along an axis that turns with the
 * reference body.
 *
 * @param offset 0 = force [N], 3 = torque at the origin of frame b [N·m]; both of body a on body b
 */
export function bindReaction(
  spec: { joint: string; axis?: Vec3 | undefined; reference: string },
  index: SceneIndex,
  offset: 0 | 3,
): (view: StepView) => number {
  const first = 6 * index.joint(spec.joint) + offset;
  const reference = index.body(spec.reference);
  const e_R = spec.axis && axisInBody(index, spec.reference, spec.axis);
  const [reaction, e] = [scratch(), scratch()];
  return (view) => {
    for (let i = 0; i < 3; i++) reaction[i] = view.jointReaction[first + i]!;
    if (e_R === undefined) return normOf(reaction);
    rotateToWorld(view.pose, reference, e_R, e);
    return dotOf(e, reaction);
  };
}
