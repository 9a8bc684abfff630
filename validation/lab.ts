/** The engines as labs: the direct engine as it comes, Rapier at its most precise. */

import type { EngineModel } from '../src/dynamics/engine.js';
import { ENGINES } from '../src/dynamics/index.js';
import type { EngineName, Lab } from './case.js';

const PRECISION: Readonly<Record<EngineName, EngineModel['precision']>> = { direct: 'standard', rapier: 'precise' };

/** Returns the lab of an engine. */
export function labOf(engine: EngineName): Lab {
  return { engine, start: (model) => ENGINES[engine]({ ...model, precision: PRECISION[engine] }) };
}
