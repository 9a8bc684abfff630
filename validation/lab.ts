/** The engines as labs: the direct engine as it comes, Rapier at its most precise. */
import { ENGINES } from '../src/dynamics/index.js';
import { KINDS } from '../src/kinds.js';
import { loadScene } from '../src/scene/index.js';
import { recordTrial } from '../src/trial/record-trial.js';
import type { EngineName, Lab } from './case.js';

const PRECISION = { direct: 'standard', rapier: 'precise' } as const;

/**
 * Returns the lab of an engine.
 *
 * @param refinement every sub-step this many times shorter
 */
export function labOf(engine: EngineName, refinement = 1): Lab {
  const precision = PRECISION[engine];
  return {
    engine,
    start: (model) => ENGINES[engine]({ ...model, precision, refinement }),
    record: async (binding, stepS) => {
      const loaded = await loadScene(binding, KINDS);
      const settings = { ...loaded.binding.settings, precision };
      const scene = { ...loaded, binding: { ...loaded.binding, settings } };
      const finer = refinement * (stepS === undefined ? 1 : settings.stepS / stepS);
      const options = { engine, directory: null, fileName: '', refinement: finer };
      const step = stepS === undefined ? {} : { stepS };
      const { recording } = await recordTrial(scene, scene.binding.trials[0]!.id, KINDS, { ...options, ...step });
      return { recording, settings };
    },
  };
}
