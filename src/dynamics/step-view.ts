import type { StepView } from '../signals/index.js';
import type { WorldPlan } from './world-plan.js';

/** What the models of a world show to signals beside the engine: efforts, stored energies, and 1 for those that act. */
export interface ModelOutputs {
  readonly modelEffort: Float64Array;
  readonly modelEnergyJ: Float64Array;
  readonly modelActing: Uint8Array;
}

/**
 * Returns what signals read from: the engine's own arrays, and what the world keeps about bodies, models and channels.
 *
 * @param channels this step's values of the channels, as far as they have been read
 */
export function createStepView(
  plan: WorldPlan,
  bodyPresent: Uint8Array,
  channels: Float64Array,
  models: ModelOutputs,
): StepView {
  const { engine, scene } = plan;
  return {
    get timeS() {
      return engine.timeS;
    },
    pose: engine.pose,
    velocity: engine.velocity,
    centerOfMassM: Float64Array.from(scene.bodies.flatMap((body) => [...body.centerOfMassM])),
    bodyPresent,
    channels,
    ...models,
    coordinate: engine.coordinate,
    coordinateRate: engine.coordinateRate,
    jointSeparationM: engine.jointSeparationM,
    jointActive: engine.jointActive,
    jointReaction: engine.jointReaction,
    driveEffort: engine.actuatorEffort,
    driveWorkJ: engine.actuatorWorkJ,
    contactNormalN: engine.contactNormalN,
    contactFrictionN: engine.contactFrictionN,
    contactForceN: engine.contactForceN,
    contactGapM: engine.contactGapM,
    contactPointM: engine.contactPointM,
    energy: engine.energy,
  };
}
