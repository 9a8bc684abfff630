import { defineSignal } from './define.js';
import { bindReaction, reactionFields } from './joint-reaction.js';

/**
 * Torque of body a on body b at the origin of the joint's frame b [N·m]: magnitude, or component about `axis`. Mean
 * over the step.
 *
 * @limits As `joint-reaction-force`: redundant joints share their load by a rule, not by their elasticity.
 */
export const jointReactionTorque = defineSignal({
  kind: 'joint-reaction-torque',
  fields: reactionFields(),
  unit: () => 'N·m',
  bind: (spec, index) => bindReaction(spec, index, 3),
});
