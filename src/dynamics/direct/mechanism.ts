/**
 * Everything the direct engine knows about a model while it runs: compiled once, then only its arrays change.
 */
import { type EngineModel, initialCommands } from '../engine.js';
import type { Rapier } from '../rapier.js';
import { type Bilateral, createBilateral, evaluateResidual, type JointRows } from './bilateral.js';
import { type Bodies, createBodies } from './bodies.js';
import { type CollisionWorld, createCollisionWorld } from './collision/collision-world.js';
import { type ContactSet, createContactSet } from './contacts.js';
import { type Coordinates, createCoordinates } from './coordinates.js';
import { type CouplingMemory, relationOf } from './coupling-rows.js';
import { type Coupling, createCoupling } from './couplings.js';
import { createIslands, type Islands } from './delassus.js';
import { createForecast, type Forecast } from './forecast.js';
import { createFramePairs, type FramePairs } from './frames.js';
import { createLaws, type Laws } from './laws.js';
import { createLosses, type Losses } from './losses.js';
import { rowKindOf } from './rows/index.js';
import type { StepTimes, WarmEfforts } from './scalar-rows.js';
import { createUnilateralSet, type UnilateralSet } from './unilateral.js';

export interface Mechanism {
  readonly model: EngineModel;
  readonly bodies: Bodies;
  readonly pairs: FramePairs;
  readonly joints: readonly JointRows[];
  readonly isJointActive: Uint8Array;
  readonly coordinates: Coordinates;
  readonly couplings: readonly Coupling[];
  readonly isCouplingActive: Uint8Array;
  /** Whether any coupling has a loss. */
  readonly hasLosses: boolean;
  /** Coordinates whose value the Newton passes need: those of couplings and limits. */
  readonly isValueNeeded: Uint8Array;
  bilateral: Bilateral;
  readonly unilateral: UnilateralSet;
  readonly islands: Islands;
  readonly contacts: ContactSet;
  readonly collision: CollisionWorld | null;
  readonly gravity: Float64Array;
  // ── inputs ──
  readonly commands: Float64Array;
  readonly coordinateEffort: Float64Array;
  readonly wrench: Float64Array;
  // ── carried from sub-step to sub-step ──
  readonly warm: WarmEfforts;
  /**
   * Force multipliers of joints [N] in the scaled rows, 6 per joint, of couplings, and efforts of drives: warm start of
   * the bilateral rows and of what keeps them moving.
   */
  readonly jointForce: Forecast;
  readonly couplingForce: Forecast;
  readonly driveEffort: Forecast;
  /** Sub-steps in a row, ended by the last, that nothing touched and that were equally long. */
  smoothSteps: number;
  /** Effort applied outside the rows per actuator (pure feed-forward) [N·m or N]. */
  readonly explicitDrive: Float64Array;
  /** Length of the last sub-step [s]; 0 before the first. */
  hBefore: number;
  readonly times: StepTimes;
  /** Whether joints are held by their velocities only: the last resort, which can gain no energy. */
  isVelocityLevel: boolean;
  readonly losses: Losses;
  readonly laws: Laws;
  /** Impulse of the implicit part of every slot of the laws in this sub-step. */
  readonly lawImpulse: Float64Array;
  readonly memory: CouplingMemory;
  /** Effort of every coupling in this sub-step. */
  readonly couplingNow: Float64Array;
  /** Force of every joint's reaction in the last sub-step, 3 per joint [N]. */
  readonly reactionForce: Float64Array;
  /** 1 per body whose acceleration ended within the last sub-step (locking.ts); whether there is any. */
  readonly locked: Uint8Array;
  hasLocked: boolean;
  /** Copies for repeating a sub-step. */
  readonly savedV: Float64Array;
  readonly savedL: Float64Array;
}

/** Returns the compiled model in its initial state; `rapier` only where the model has shapes. */
export function createMechanism(model: EngineModel, rapier: Rapier | null): Mechanism {
  const bodies = createBodies(model);
  const pairs = createFramePairs(model.joints, bodies);
  const joints = model.joints.map((joint) => ({ kind: rowKindOf(joint), lengthM: joint.lengthM ?? 0 }));
  const coordinates = createCoordinates(model.coordinates, bodies);
  const couplings = model.couplings.map((c) => createCoupling(c, coordinates, model.coordinates));
  const laws = createLaws(model, coordinates);
  const isJointActive = new Uint8Array(joints.length).fill(1);
  const isCouplingActive = new Uint8Array(couplings.length).fill(1);
  const mechanism: Mechanism = {
    model,
    bodies,
    pairs,
    joints,
    isJointActive,
    coordinates,
    couplings,
    isCouplingActive,
    hasLosses: couplings.some((c) => c.loss !== null && c.loss !== undefined),
    isValueNeeded: neededValues(model),
    bilateral: createBilateral(joints, pairs, isJointActive, couplings, isCouplingActive, bodies),
    unilateral: createUnilateralSet(
      2 * model.actuators.length + 4 * model.coordinates.length + model.joints.length + 12,
    ),
    islands: createIslands(),
    contacts: createContactSet(16),
    collision: rapier ? createCollisionWorld(model, bodies, rapier) : null,
    gravity: Float64Array.from(model.gravityMPerS2),
    commands: initialCommands(model),
    coordinateEffort: new Float64Array(model.coordinates.length),
    wrench: new Float64Array(6 * bodies.count),
    warm: createWarmEfforts(model),
    jointForce: createForecast(6 * joints.length),
    couplingForce: createForecast(couplings.length),
    driveEffort: createForecast(model.actuators.length),
    smoothSteps: 0,
    explicitDrive: new Float64Array(model.actuators.length),
    hBefore: 0,
    isVelocityLevel: false,
    times: { h: model.stepS, hf: model.stepS / 2 },
    losses: createLosses(model.actuators.length),
    laws,
    lawImpulse: new Float64Array(laws.coordinate.length),
    couplingNow: new Float64Array(couplings.length),
    memory: createMemory(couplings, coordinates),
    reactionForce: new Float64Array(3 * joints.length),
    locked: new Uint8Array(bodies.count),
    hasLocked: false,
    savedV: new Float64Array(6 * bodies.count),
    savedL: new Float64Array(3 * bodies.count),
  };
  refreshResidual(mechanism);
  return mechanism;
}

function createWarmEfforts(model: EngineModel): WarmEfforts {
  const n = model.coordinates.length;
  return {
    drive: new Float64Array(model.actuators.length),
    friction: new Float64Array(n),
    damping: new Float64Array(n),
    lowerLimit: new Float64Array(n),
    upperLimit: new Float64Array(n),
    cord: new Float64Array(model.joints.length),
    couplingLower: new Float64Array(model.couplings.length),
    couplingUpper: new Float64Array(model.couplings.length),
    couplingFlow: new Float64Array(model.couplings.length),
    couplingLoss: new Float64Array(model.couplings.length),
  };
}

function neededValues(model: EngineModel): Uint8Array {
  const needed = Uint8Array.from(model.coordinates, (c) => (c.limits ? 1 : 0));
  for (const coupling of model.couplings) for (const term of coupling.terms) needed[term.coordinate] = 1;
  return needed;
}

function createMemory(couplings: readonly Coupling[], coordinates: Coordinates): CouplingMemory {
  return {
    highest: Float64Array.from(couplings, (c) => relationOf(c, coordinates.value)),
    followed: new Float64Array(couplings.length),
  };
}

/** Builds the bilateral rows anew after a release. */
export function rebuildBilateral(m: Mechanism): void {
  m.bilateral = createBilateral(m.joints, m.pairs, m.isJointActive, m.couplings, m.isCouplingActive, m.bodies);
  refreshResidual(m);
}

/** Evaluates the closure errors at the present poses. */
export function refreshResidual(m: Mechanism): void {
  const { x, R } = m.bodies;
  evaluateResidual(m.bilateral, m.joints, m.pairs, m.couplings, m.coordinates.value, x, R, m.bilateral.residual);
}
