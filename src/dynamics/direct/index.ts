import type { StartEngine } from '../engine.js';
import { loadRapier } from '../rapier.js';
import { DirectEngine } from './direct-engine.js';

/**
 * Starts the direct engine: all joints, drives, limits, friction and contacts solved together in double precision.
 *
 * @throws what `loadRapier` throws, when the model has shapes
 */
export const startDirectEngine: StartEngine = async (model) =>
  new DirectEngine(model, model.shapes.length > 0 ? await loadRapier() : null);
