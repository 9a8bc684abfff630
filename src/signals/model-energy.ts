import { z } from 'zod';
import { modelName } from '../scene/index.js';
import { defineSignal } from './define.js';

/** Energy stored in a model [J]: 0 for one that stores none. */
export const modelEnergy = defineSignal({
  kind: 'model-energy',
  fields: z.strictObject({ model: modelName().describe('The model.') }),
  unit: () => 'J',
  bind: (spec, index) => {
    const model = index.model(spec.model);
    return (view) => view.modelEnergyJ?.[model] ?? 0;
  },
});
