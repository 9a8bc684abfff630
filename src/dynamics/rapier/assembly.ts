import { BindingError, type Issue } from '../../core/errors.js';
import type { EngineModel } from '../engine.js';
import type { ImpulseJoint, Rapier, RigidBody, World } from '../rapier.js';
import type { BodyStates } from './bodies.js';
import { createBodyStates, createRapierBodies, MM } from './bodies.js';
import type { ColliderList } from './colliders.js';
import { createColliders } from './colliders.js';
import type { ContactReader } from './contacts.js';
import { createContactReader } from './contacts.js';
import type { CoordinateStates } from './coordinates.js';
import { createCoordinateStates } from './coordinates.js';
import type { EnergyBooks } from './energy.js';
import { createEnergyBooks } from './energy.js';
import type { FramePairs } from './frames.js';
import { createFramePairs, refreshFrames } from './frames.js';
import { createFreeSpin, type FreeSpin } from './free-spin.js';
import type { JointOperator } from './joint-operator.js';
import { createJointOperator } from './joint-operator.js';
import { createRapierJoints } from './joints.js';
import type { EffortLaw } from './law-state.js';
import { createEffortLaw } from './law-state.js';
import type { MomentumBalance } from './momentum-balance.js';
import { createMomentumBalance } from './momentum-balance.js';
import type { Outputs } from './outputs.js';
import { createOutputs } from './outputs.js';
import type { RapierSettings } from './settings.js';
import { chooseSettings } from './settings.js';

/** A running simulation: Rapier's world with our double-precision states and laws around it. */
export interface Assembly {
  readonly rapier: Rapier;
  readonly model: EngineModel;
  readonly settings: RapierSettings;
  world: World;
  bodies: RigidBody[];
  /** Rapier's joint per joint; of released ones, a joint that locks nothing. */
  joints: ImpulseJoint[];
  readonly colliders: ColliderList;
  readonly states: BodyStates;
  readonly coordinates: CoordinateStates;
  readonly frames: FramePairs;
  readonly isGround: Uint8Array;
  /** Bodies whose contact forces are read out or needed for joint reactions. */
  readonly isWatched: Uint8Array;
  jointOperator: JointOperator;
  readonly law: EffortLaw;
  readonly reader: ContactReader;
  readonly balance: MomentumBalance;
  readonly books: EnergyBooks;
  readonly outputs: Outputs;
  readonly freeSpin: FreeSpin;
}

/**
 * Builds world, bodies, joints, colliders and laws of a model.
 *
 * @throws BindingError 'unsupported_by_engine', 'degenerate_hull'
 */
export function assemble(rapier: Rapier, model: EngineModel): Assembly {
  refuseUnsupported(model);
  const settings = chooseSettings(model);
  const world = new rapier.World(gravityInMm(model));
  try {
    return furnish(rapier, model, settings, world);
  } catch (error) {
    world.free();
    throw error;
  }
}

function furnish(rapier: Rapier, model: EngineModel, settings: RapierSettings, world: World): Assembly {
  applySettings(world, settings);
  const bodies = createRapierBodies(rapier, world, model);
  const joints = createRapierJoints(rapier, world, model, bodies);
  const colliders = createColliders(rapier, world, model, bodies);
  const states = createBodyStates(model);
  const frames = createFramePairs(model.joints);
  refreshFrames(frames, states);
  const coordinates = createCoordinateStates(model.coordinates, states);
  const outputs = createOutputs(model);
  const isGround = Uint8Array.from(model.bodies, (body) => (body.isGround ? 1 : 0));
  const isWatched = watchedBodies(model);
  const jointOperator = createJointOperator(model.joints, outputs.jointActive, isGround);
  const assembly: Assembly = {
    rapier,
    model,
    settings,
    world,
    bodies,
    joints,
    colliders,
    states,
    coordinates,
    frames,
    isGround,
    isWatched,
    jointOperator,
    law: createEffortLaw(model, coordinates, jointOperator.rowCount),
    reader: createContactReader(() => assembly.world, colliders, isWatched, model.bodies.length),
    balance: createMomentumBalance(model.bodies.length),
    books: createEnergyBooks(model, states),
    outputs,
    freeSpin: createFreeSpin(rapier, model, settings),
  };
  return assembly;
}

function gravityInMm(model: EngineModel) {
  const [x, y, z] = model.gravityMPerS2;
  return { x: x * MM, y: y * MM, z: z * MM };
}

/** Sets what Rapier does not keep in a snapshot as well as what it does. */
export function applySettings(world: World, settings: RapierSettings): void {
  world.timestep = settings.subStepS;
  world.lengthUnit = settings.lengthUnitMm;
  world.numSolverIterations = settings.solverIterations;
  world.numInternalPgsIterations = settings.pgsIterations;
  world.integrationParameters.contact_natural_frequency = settings.contactFrequencyHz;
}

/** Bodies whose contact forces are read out or needed for joint reactions. */
function watchedBodies(model: EngineModel): Uint8Array {
  const watched = new Uint8Array(model.bodies.length);
  for (const pair of model.contactPairs) for (const body of pair) watched[body] = 1;
  for (const { a, b } of [...model.joints, ...model.coordinates]) {
    watched[a] = 1;
    watched[b] = 1;
  }
  for (let i = 0; i < watched.length; i++) if (model.bodies[i]!.isGround) watched[i] = 0;
  return watched;
}

/** What this engine cannot do; the direct engine can. */
function refuseUnsupported(model: EngineModel): void {
  const issues: Issue[] = [];
  model.joints.forEach((joint, j) => {
    if (joint.kind !== 'distance' || (joint.lengthM ?? 0) > 1e-6) return;
    issues.push({
      code: 'unsupported_by_engine',
      path: ['joints', j],
      message: `joint ${joint.name}: a distance of ${joint.lengthM ?? 'no'} m has no direction to hold`,
      fix: "Use a spherical joint for coinciding points, or run the trial with engine 'direct'.",
    });
  });
  if (issues.length > 0) throw new BindingError(issues);
}
