import { type EngineModel, initialCommands } from '../engine.js';

/** All arrays that the engine shows to the outside, allocated once. Meaning and units as in `Engine`. */
export function createOutputs(model: EngineModel) {
  const bodies = model.bodies.length;
  const joints = model.joints.length;
  const coordinates = model.coordinates.length;
  const actuators = model.actuators.length;
  const pairs = model.contactPairs.length;
  const array = (n: number) => new Float64Array(n);
  return {
    commands: initialCommands(model),
    coordinateEffort: array(coordinates),
    wrench: array(6 * bodies),
    pose: array(7 * bodies),
    velocity: array(6 * bodies),
    coordinate: array(coordinates),
    coordinateRate: array(coordinates),
    jointSeparationM: array(joints),
    jointMisalignmentRad: array(joints),
    jointActive: new Uint8Array(joints).fill(1),
    jointReaction: array(6 * joints),
    actuatorEffort: array(actuators),
    actuatorWorkJ: array(actuators),
    couplingEffort: array(model.couplings.length),
    couplingLossEffort: array(model.couplings.length),
    lawEffort: array((model.laws ?? []).reduce((n, law) => n + law.coordinates.length, 0)),
    contactNormalN: array(pairs),
    contactForceN: array(3 * pairs),
    contactFrictionN: array(pairs),
    contactGapM: array(pairs).fill(Number.POSITIVE_INFINITY),
    contactPointM: array(3 * pairs).fill(Number.NaN),
  };
}

export type Outputs = ReturnType<typeof createOutputs>;
