import { z } from 'zod';
import { modelName } from '../scene/index.js';
import { defineSignal } from './define.js';

/**
 * Effort that a model exerts on one of its coordinates, mean over the step [N·m or N]: torque through a clutch, pull of a
 * cord, torque of a gear on its wheel. Positive along the coordinate; 0 once the model has stopped acting.
 */
export const modelEffort = defineSignal({
  kind: 'model-effort',
  fields: z.strictObject({
    model: modelName().describe('The model.'),
    coordinate: z
      .int()
      .nonnegative()
      .default(0)
      .describe('Which of its coordinates, in the order in which the model names them, from 0.'),
  }),
  unit: (spec, index) => (index.modelMotions(spec.model)[spec.coordinate] === 'angle' ? 'N·m' : 'N'),
  bind: (spec, index) => {
    const slot = index.modelSlot(spec.model, spec.coordinate);
    return (view) => view.modelEffort?.[slot] ?? 0;
  },
});
