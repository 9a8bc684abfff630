import { defineSignal } from './define.js';
import { bindReaction, reactionFields } from './joint-reaction.js';

/** Force of body a on body b through a joint [N]: magnitude, or component along `axis`. */
export const jointReactionForce = defineSignal({
  kind: 'joint-reaction-force',
  fields: reactionFields(),
  unit: () => 'N',
  bind: (spec, index) => bindReaction(spec, index, 0),
});
