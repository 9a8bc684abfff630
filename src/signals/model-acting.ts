import { z } from 'zod';
import { modelName } from '../scene/index.js';
import { defineSignal } from './define.js';

/** 1 while a model acts, 0 once it has stopped for good because its operating range was left. */
export const modelActing = defineSignal({
  kind: 'model-acting',
  fields: z.strictObject({ model: modelName().describe('The model.') }),
  unit: () => '1',
  bind: (spec, index) => {
    const model = index.model(spec.model);
    return (view) => view.modelActing?.[model] ?? 1;
  },
});
