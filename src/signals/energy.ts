import { z } from 'zod';
import { defineSignal } from './define.js';

/**
 * Energy of the whole scene [J]: kinetic, potential (gravity), elastic (stored in the models), work put in by all
 * drives since the start, or energy taken out by friction, damping, stops and impacts since the start.
 *
 *   kinetic + potential + elastic = start + work − dissipated, up to the residual that the quality gate bounds
 */
export const energy = defineSignal({
  kind: 'energy',
  fields: z.strictObject({
    form: z.enum(['kinetic', 'potential', 'elastic', 'work', 'dissipated']).describe('Which energy.'),
  }),
  unit: () => 'J',
  bind: (spec) => {
    switch (spec.form) {
      case 'kinetic':
        return (view) => view.energy.kineticJ;
      case 'potential':
        return (view) => view.energy.potentialJ;
      case 'elastic':
        return (view) => view.energy.elasticJ ?? 0;
      case 'work':
        return (view) => view.energy.workInJ;
      case 'dissipated':
        return (view) => view.energy.dissipatedJ;
    }
  },
});
