import type { Pose, Vec3 } from '../core/vector.js';
import type { RowBehavior, RowLoss } from '../models/index.js';

/**
 * What an engine simulates: numbers only, SI, double precision, world frame, references by index.
 * `prepareWorld` compiles it from a scene and a trial; an engine never sees names of kinds above floor 2.
 *
 * Frames. A body frame B is where the scene put it (not the centre of mass). A joint or coordinate frame has its
 * axis along z. `frameInA` / `frameInB` = pose of the joint frame fixed in body a / b; both coincide when assembled.
 */
export interface EngineModel {
  /** Recorded step [s]; engines sub-step inside. */
  readonly stepS: number;
  readonly gravityMPerS2: Vec3;
  /** Body 0 is the world: ground, at the origin, without shapes. */
  readonly bodies: readonly EngineBody[];
  readonly joints: readonly EngineJoint[];
  readonly coordinates: readonly EngineCoordinate[];
  readonly couplings: readonly EngineCoupling[];
  /** Explicit effort laws of equivalent models: springs, detents. */
  readonly laws?: readonly EngineLaw[];
  readonly actuators: readonly EngineActuator[];
  readonly shapes: readonly EngineShape[];
  /** Pairs of bodies that do not collide, beyond those tied by a joint. */
  readonly excludedPairs: readonly (readonly [number, number])[];
  /** Pairs of bodies whose contact is read out at every step, in this order. */
  readonly contactPairs: readonly (readonly [number, number])[];
  /** Friction coefficient of every pair of materials, row-major n×n; overrides the shapes' own where not NaN. */
  readonly pairFriction: Float64Array;
  /** The same for restitution; absent: the mean of the shapes' own everywhere. */
  readonly pairRestitution?: Float64Array;
  readonly materialCount: number;
  readonly precision: 'fast' | 'standard' | 'precise';
  /** Every sub-step this many times shorter than precision and scene ask for: 2 in the half-step comparison. 1 when left out. */
  readonly refinement?: number;
  /** Longest sub-step [s], in the place of the one that precision and scene ask for. */
  readonly subStepS?: number;
  /** Length unit of Rapier's tolerances [m], in the place of the one that the sizes of the scene ask for. */
  readonly lengthUnitM?: number;
}

export interface EngineBody {
  readonly name: string;
  /** Ground never moves; it may carry shapes. */
  readonly isGround: boolean;
  /** Environment bodies may be absent at the start and come and go at phase boundaries. */
  readonly isPresent: boolean;
  readonly massKg: number;
  /** Centre of mass in the body frame [m]. */
  readonly centerOfMassM: Vec3;
  /** Inertia tensor about the centre of mass, body axes, row-major 3×3 [kg·m²], symmetric positive definite. */
  readonly inertiaKgM2: readonly number[];
  readonly poseInWorld: Pose;
  /** Velocity of the centre of mass [m/s], world axes. */
  readonly linearVelocityMPerS: Vec3;
  /** Angular velocity [rad/s], world axes. */
  readonly angularVelocityRadPerS: Vec3;
}

export type EngineJointKind =
  | 'revolute' // about z
  | 'prismatic' // along z
  | 'spherical'
  | 'fixed'
  | 'cylindrical' // about and along z
  | 'planar' // slides in the xy plane of frame a, turns about z
  | 'universal' // z of frame a stays perpendicular to x of frame b, origins coincide
  | 'distance'; // origins stay `lengthM` apart; with `isCord`, at most that

export interface EngineJoint {
  readonly name: string;
  readonly kind: EngineJointKind;
  readonly a: number;
  readonly b: number;
  readonly frameInA: Pose;
  readonly frameInB: Pose;
  /** Whether the two bodies may touch each other beside the joint. */
  readonly collides: boolean;
  /** Only for `distance`. */
  readonly lengthM?: number;
  readonly isCord?: boolean;
}

/** A scalar coordinate of b relative to a; joint coordinates and free-standing ones are the same thing to an engine. */
export interface EngineCoordinate {
  readonly name: string;
  /**
   * angle: right-handed about z of frame a, from x of frame a to the projection of x of frame b [rad], unwrapped;
   * travel: (origin b − origin a)·z of frame a [m];
   * distance: |origin b − origin a| [m], its effort along the line that joins them; without direction at 0.
   */
  readonly kind: 'angle' | 'travel' | 'distance';
  readonly a: number;
  readonly b: number;
  readonly frameInA: Pose;
  readonly frameInB: Pose;
  /** Joint it belongs to, or null. A released joint's coordinate goes on being read, but its limits, friction and actuators stop. */
  readonly joint: number | null;
  /** Hard stops; `restitution` 0 stops dead. */
  readonly limits: { readonly lower: number; readonly upper: number; readonly restitution: number } | null;
  /** Dry friction effort with true stiction [N·m or N], ≥ 0. */
  readonly dryFriction: number;
  /** Viscous damping [N·m·s/rad or N·s/m], ≥ 0. */
  readonly damping: number;
  /**
   * Dry friction in proportion to the joint's reaction, beside `dryFriction`: |effort| ≤ dryFriction + factor·|F|, F the
   * force of the joint's reaction [N] one sub-step before, across the axis for a travel. The factor is µ·r [m] for an
   * angle, µ for a travel.
   */
  readonly reactionFriction?: number;
}

/**
 * Scalar relation s = Σ factor·q − origin between coordinates, and how it acts: see `RowBehavior`. Rigid ones are the
 * holonomic couplings of gears, racks and belts; λ is the effort conjugate to s.
 */
export interface EngineCoupling {
  readonly name: string;
  /** One or more coordinates; efforts react on both bodies of each coordinate, so a carrier feels its share. */
  readonly terms: readonly { readonly coordinate: number; readonly factor: number }[];
  /** Rigid when left out. */
  readonly behavior?: RowBehavior;
  /** Value of Σ factor·q at s = 0; its initial value when left out. */
  readonly origin?: number;
  /** Dry friction on one term in proportion to the effort that this coupling exerts on it, one sub-step before. */
  readonly loss?: RowLoss | null;
}

/**
 * An explicit law: efforts on coordinates from their values and rates, evaluated by the engine at every sub-step.
 *
 * With `tangent`, effort_i = F_i(qₙ) − θ_i·h·K_i·(q̇'_i − q̇_i) is solved together with everything else, where
 * θ(x) = 1/(4·sin²(x/2)) − 1/x², x = h·√(K_i·G_i), which integrates a single mass on the spring with its exact frequency,
 * and θ → ¼ for x beyond `LARGEST_EXACT_PHASE`, which is stable however stiff the law is (`lawWeight`).
 */
export interface EngineLaw {
  readonly name: string;
  readonly coordinates: readonly number[];
  /** Efforts on the coordinates [N·m or N], overwritten; pure. */
  effort(q: Float64Array, qd: Float64Array, effort: Float64Array): void;
  /** Stiffness −∂effort_i/∂q_i at q where positive, else 0; overwritten. */
  tangent?(q: Float64Array, stiffness: Float64Array): void;
  /** Stored energy [J]. */
  energy?(q: Float64Array): number;
  /** Whether the effort is the whole gradient of the energy; else what the law takes beyond it counts as dissipated. */
  readonly isConservative: boolean;
}

/** Phase per sub-step h·ω [rad] up to which a law with a tangent keeps its exact frequency. */
export const LARGEST_EXACT_PHASE = 1;

/**
 * A bounded effort on a coordinate: effort = clamp(ff + kp·(qT − q) + kd·(q̇T − q̇), −cap, +cap), taken at the END of
 * the (sub)step, so that stiff gains are stable. kd = +∞ is a rigid velocity servo or, with target 0, a dry brake.
 */
export interface EngineActuator {
  readonly name: string;
  readonly coordinate: number;
  /** Finite, ≥ 0 [N·m or N]. */
  readonly cap: number;
  /** Whether the opposite effort acts on body a of the coordinate; else it is taken up by the world. */
  readonly reactsOnReference: boolean;
}

/**
 * Columns of a command row, one row per actuator, written by the world before every step. `cap` is the cap in force, at
 * most the actuator's own (a ramped brake lowers it); the engine uses this column.
 */
export const COMMAND = { kp: 0, kd: 1, target: 2, targetRate: 3, feedforward: 4, isOn: 5, cap: 6 } as const;
export const COMMAND_WIDTH = 7;

/** The commands that every engine starts with: all actuators off, their own caps in force. */
export function initialCommands(model: EngineModel): Float64Array {
  const commands = new Float64Array(COMMAND_WIDTH * model.actuators.length);
  for (const [i, { cap }] of model.actuators.entries()) commands[COMMAND_WIDTH * i + COMMAND.cap] = cap;
  return commands;
}

export interface EngineShape {
  readonly body: number;
  readonly poseInBody: Pose;
  readonly geometry:
    | { readonly kind: 'box'; readonly halfExtentsM: Vec3 }
    | { readonly kind: 'cylinder'; readonly radiusM: number; readonly halfLengthM: number } // axis z
    | { readonly kind: 'sphere'; readonly radiusM: number }
    | { readonly kind: 'capsule'; readonly radiusM: number; readonly halfLengthM: number } // axis z
    | { readonly kind: 'hull'; readonly verticesM: Float64Array }; // convex hull of the points, length 3n
  readonly frictionCoefficient: number;
  readonly restitutionCoefficient: number;
  /** Row and column in `EngineModel.pairFriction`. */
  readonly material: number;
}

/** Something that went wrong while stepping. Recorded, never thrown. */
export interface Trouble {
  /** Stable code: 'residual', 'not_converged', 'speed_clamped', 'diverged', 'too_stiff', 'deep_overlap', … */
  readonly code: string;
  readonly message: string;
  readonly atS: number;
  /** Size of it, in the unit that the message names. */
  readonly value: number;
}

/** Work and energy since the start [J]. Residual = kinetic + potential + elastic − initial − workIn + dissipated: 0 for an exact engine. */
export interface EngineEnergy {
  kineticJ: number;
  /** Gravity only. */
  potentialJ: number;
  /** Stored in the laws of equivalent models, relative to the start of each at its own zero; absent: none. */
  elasticJ?: number;
  /** Work done by actuators, applied wrenches and coordinate efforts since the start. */
  workInJ: number;
  /** Taken out by joint friction, damping, limits, contact friction and impacts since the start, ≥ 0. */
  dissipatedJ: number;
  /** Whether `dissipatedJ` is read from multipliers (true) or contact losses had to be inferred (false). */
  isExact: boolean;
}

/**
 * Efforts and accelerations at one instant near the start of the last step, where means over the step would blur a peak.
 * Second order in the sub-step.
 */
export interface EngineMoment {
  /** The instant [s]. */
  readonly atS: number;
  /** Acceleration of the centre of mass [m/s²] and angular acceleration [rad/s²], world axes; 6 per body. */
  readonly acceleration: Float64Array;
  /** As `Engine.jointReaction`, `couplingEffort`, `actuatorEffort`. */
  readonly jointReaction: Float64Array;
  readonly couplingEffort: Float64Array;
  readonly actuatorEffort: Float64Array;
}

/**
 * One running engine. All typed arrays are owned by the engine, allocated once, overwritten at every step, and valid
 * right after construction for the initial state.
 */
export interface Engine {
  readonly name: 'direct' | 'rapier';
  /** Seconds since the start. */
  readonly timeS: number;

  // ── inputs, cleared or kept as said ──
  /** Commands, `COMMAND_WIDTH` per actuator; kept until overwritten. */
  readonly commands: Float64Array;
  /** Explicit generalised effort per coordinate on b, opposite on a [N·m or N]; cleared after every step. */
  readonly coordinateEffort: Float64Array;
  /** Applied force and torque about the centre of mass, world axes, 6 per body [N, N·m]; cleared after every step. */
  readonly wrench: Float64Array;

  /** Advances by one recorded step. */
  step(): void;

  // ── outputs ──
  /** Pose of every body frame in the world: x y z [m], qx qy qz qw; 7 per body. */
  readonly pose: Float64Array;
  /** Velocity of the centre of mass [m/s] and angular velocity [rad/s], world axes; 6 per body. */
  readonly velocity: Float64Array;
  /** Value and rate of every coordinate. */
  readonly coordinate: Float64Array;
  readonly coordinateRate: Float64Array;
  /** Distance of the two joint anchors along the locked directions [m], per joint; for a released joint, of the two frame origins. */
  readonly jointSeparationM: Float64Array;
  /** Largest angular error of locked rotations [rad], per joint. */
  readonly jointMisalignmentRad: Float64Array;
  /** 1 while the joint holds, 0 after its release. */
  readonly jointActive: Uint8Array;
  /** Force [N] and torque [N·m] of a on b at the origin of frame b, world axes; 6 per joint. */
  readonly jointReaction: Float64Array;
  /** How reactions were found. */
  readonly reactionSource: 'exact' | 'momentum-balance' | 'none';
  /** Effort that each actuator applied, mean over the step [N·m or N]. */
  readonly actuatorEffort: Float64Array;
  /** Work of each actuator since the start [J]. */
  readonly actuatorWorkJ: Float64Array;
  /** Effort λ of each coupling, mean over the step: its effort on a coordinate, divided by that factor. */
  readonly couplingEffort: Float64Array;
  /** Friction effort of each coupling's loss on its lossy term, mean over the step. */
  readonly couplingLossEffort?: Float64Array;
  /** Efforts of all laws on their coordinates, mean over the step, law after law. */
  readonly lawEffort?: Float64Array;
  /** Absent where an engine knows means only. */
  readonly moment?: EngineMoment;
  /** Per contact pair: normal force sum [N] ≥ 0. */
  readonly contactNormalN: Float64Array;
  /** Per contact pair: total contact force on the second body, world axes [N]; 3 per pair. */
  readonly contactForceN: Float64Array;
  /** Per contact pair: friction force magnitude [N]. */
  readonly contactFrictionN: Float64Array;
  /** Per contact pair: smallest gap seen [m], negative in overlap, +∞ when nothing is near. */
  readonly contactGapM: Float64Array;
  /** Per contact pair: mean of its points over the step, weighted by normal impulse, world axes [m]; NaN while nothing pushes. */
  readonly contactPointM: Float64Array;
  readonly energy: EngineEnergy;
  /** Largest overlap between any two colliding shapes at this step [m], ≥ 0. */
  readonly maxPenetrationM: number;
  /** Largest solver residual of the step [m]. */
  readonly residualM: number;
  /** Sub-steps that the last step took, and solves that were retried in it. */
  readonly subStepCount: number;
  readonly retryCount: number;
  /** Bodies × sub-steps whose speed the engine clamped silently, since the start. */
  readonly clampedCount: number;
  /** Everything that went wrong so far, oldest first; repeated codes are merged into one entry per code with the worst value. */
  readonly troubles: readonly Trouble[];
  /**
   * How far ahead [s] an effort that depends on a position should be taken when it is held over a recorded step
   * (`coordinateEffort`, `wrench`): −k·(q + lead·q̇) instead of −k·q. Absent: 0. With 0 where a lead is asked for, a
   * 5 Hz spring grows by 45 % in 2 s; with the lead it keeps its amplitude to 1e-5.
   */
  readonly effortLeadS?: number;
  /** Settings to record in the verdict's provenance. */
  readonly settings: Readonly<Record<string, number | string | boolean>>;

  /** Releases a joint for the rest of the trial. */
  releaseJoint(joint: number): void;
  /** Takes a coupling, or a law, out of action for the rest of the trial: its operating range has been left. */
  disableCoupling?(coupling: number): void;
  disableLaw?(law: number): void;
  /**
   * Writes the contacts that carry force after the last step, `CONTACT_WIDTH` numbers each: bodies a and b, point x y z [m],
   * force on b x y z [N], world axes; as many as there is room for. Returns how many. For people who look: nothing is
   * judged by it. Absent: the engine does not tell.
   */
  writeContacts?(out: Float64Array): number;
  /** Places an absent environment body at rest at `pose`, or removes a present one (`pose` null). */
  setPresence(body: number, pose: Pose | null): void;
  /** Everything needed to go on bit for bit, independent of this instance. */
  snapshot(): Uint8Array;
  restore(snapshot: Uint8Array): void;
  /** Frees engine memory; the engine is dead afterwards. */
  free(): void;
}

/** Starts an engine on a model. Engines that live in WASM initialise it here, once per process. */
export type StartEngine = (model: EngineModel) => Promise<Engine>;
