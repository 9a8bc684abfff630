import { startDirectEngine } from './direct/index.js';
import type { StartEngine } from './engine.js';
import { startRapierEngine } from './rapier/index.js';

export type { Engine, EngineModel, StartEngine } from './engine.js';
export { type KinematicSweep, kinematicSweep } from './kinematic-sweep.js';
export { type ChannelSpec, channelsOf, type PreparedWorld, prepareWorld, type WorldKinds } from './prepare-world.js';
export type { World } from './world.js';
export type { RunControl, RunProgress, RunSummary, TrialSink } from './world-plan.js';

/** The engines by name. */
export const ENGINES: Readonly<Record<'direct' | 'rapier', StartEngine>> = {
  direct: startDirectEngine,
  rapier: startRapierEngine,
};
