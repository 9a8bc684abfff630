import { COMMAND_WIDTH, type Engine, type EngineModel } from '../../../src/dynamics/engine.js';

/** What a fake engine does: coordinate 0 follows `motion`; the rest is hers who tests. */
export interface Script {
  /** Coordinate 0 at a time [s]. */
  readonly motion?: (t: number) => number;
  /** Called after every step, to change what the engine publishes. */
  readonly afterStep?: (engine: FakeEngine, t: number) => void;
}

type Writable<T> = { -readonly [K in keyof T]: T[K] };
export type FakeEngine = Writable<Engine> & {
  /** Presence changes that it was told: time, body, whether it was placed. */
  readonly presence: [number, number, boolean][];
  readonly released: number[];
  /** Rows of commands as they stood at every step. */
  readonly commandLog: number[][];
  readonly troubles: { code: string; message: string; atS: number; value: number }[];
  isFreed: boolean;
};

/** An engine without physics, started on a model: bodies stay where they are, coordinate 0 follows the script. */
export function fakeEngine(model: EngineModel, script: Script): FakeEngine {
  const { bodies, joints, coordinates, actuators, contactPairs } = model;
  const motion = script.motion ?? (() => 0);
  let stepCount = 0;
  const engine: FakeEngine = {
    name: 'direct',
    timeS: 0,
    commands: new Float64Array(COMMAND_WIDTH * actuators.length),
    coordinateEffort: new Float64Array(coordinates.length),
    wrench: new Float64Array(6 * bodies.length),
    pose: Float64Array.from(bodies.flatMap(({ poseInWorld: { positionM, rotation } }) => [...positionM, ...rotation])),
    velocity: new Float64Array(6 * bodies.length),
    coordinate: new Float64Array(coordinates.length),
    coordinateRate: new Float64Array(coordinates.length),
    jointSeparationM: new Float64Array(joints.length),
    jointMisalignmentRad: new Float64Array(joints.length),
    jointActive: new Uint8Array(joints.length).fill(1),
    jointReaction: new Float64Array(6 * joints.length),
    reactionSource: 'none',
    actuatorEffort: new Float64Array(actuators.length),
    actuatorWorkJ: new Float64Array(actuators.length),
    couplingEffort: new Float64Array(0),
    contactNormalN: new Float64Array(contactPairs.length),
    contactForceN: new Float64Array(3 * contactPairs.length),
    contactFrictionN: new Float64Array(contactPairs.length),
    contactGapM: new Float64Array(contactPairs.length),
    contactPointM: new Float64Array(3 * contactPairs.length),
    energy: { kineticJ: 0, potentialJ: 0, workInJ: 0, dissipatedJ: 0, isExact: true },
    maxPenetrationM: 0,
    residualM: 0,
    subStepCount: 1,
    retryCount: 0,
    clampedCount: 0,
    troubles: [],
    settings: { engine: 'fake' },
    presence: [],
    released: [],
    commandLog: [],
    isFreed: false,
    step: () => {
      stepCount++;
      engine.timeS = stepCount * model.stepS;
      engine.commandLog.push([...engine.commands]);
      if (coordinates.length > 0) engine.coordinate[0] = motion(engine.timeS);
      script.afterStep?.(engine, engine.timeS);
    },
    releaseJoint: (joint) => {
      engine.released.push(joint);
      engine.jointActive[joint] = 0;
    },
    setPresence: (body, pose) => engine.presence.push([engine.timeS, body, pose !== null]),
    snapshot: () => new Uint8Array(0),
    restore: () => {},
    free: () => {
      engine.isFreed = true;
    },
  };
  if (coordinates.length > 0) engine.coordinate[0] = motion(0);
  return engine;
}
