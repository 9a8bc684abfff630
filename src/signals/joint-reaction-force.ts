import { defineSignal } from './define.js';
import { bindReaction, reactionFields } from './joint-reaction.js';

/**
 * Force of body a on body b through a joint [N]: magnitude, or component along `axis`. Mean over the step.
 *
 * @limits Where a mechanism is over-constrained (two hinges on one leaf), only the sum is determined: the engine
 * spreads it, and says nothing about play or elasticity that would decide it. A hard stop that is met shows as one
 * step of a very large force.
 */
export const jointReactionForce = defineSignal({
  kind: 'joint-reaction-force',
  fields: reactionFields(),
  unit: () => 'N',
  bind: (spec, index) => bindReaction(spec, index, 0),
});
