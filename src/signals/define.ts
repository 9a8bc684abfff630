import type { z } from 'zod';
import type { SignalUnit } from '../core/quantity.js';
import type { Pose, Vec3 } from '../core/vector.js';

/**
 * State of the running trial as signals see it, valid after every recorded step. All arrays are live views that are
 * overwritten in place; indices come from `SceneIndex`.
 */
export interface StepView {
  readonly timeS: number;
  /** Body frame in the world, 7 per body: x y z [m], qx qy qz qw. */
  readonly pose: Float64Array;
  /** Velocity of the centre of mass [m/s] and angular velocity [rad/s], world axes, 6 per body. */
  readonly velocity: Float64Array;
  /** Centre of mass in the body frame [m], 3 per body. */
  readonly centerOfMassM: Float64Array;
  /** 1 per body that is in the scene now, 0 for an absent environment body; without it all of them are present. */
  readonly bodyPresent?: Uint8Array;
  /** Coordinates (unwrapped [rad] or [m]) and their rates. */
  readonly coordinate: Float64Array;
  readonly coordinateRate: Float64Array;
  /** Per joint. */
  readonly jointSeparationM: Float64Array;
  readonly jointActive: Uint8Array;
  /** Force [N] and torque [N·m] of body a on body b at the joint, world axes, 6 per joint. */
  readonly jointReaction: Float64Array;
  /** Per drive: effort [N·m or N], work since the start [J]. */
  readonly driveEffort: Float64Array;
  readonly driveWorkJ: Float64Array;
  /** Per contact pair asked for: normal force, friction force, total force on the second group (3 each), smallest gap. */
  readonly contactNormalN: Float64Array;
  readonly contactFrictionN: Float64Array;
  readonly contactForceN: Float64Array;
  readonly contactGapM: Float64Array;
  /** Per contact pair: mean of its points, weighted by normal force, world axes, 3 per pair [m]; NaN while nothing pushes. */
  readonly contactPointM: Float64Array;
  /** Per model coordinate: effort of the model on it [N·m or N], mean over the step. Without it there are no models. */
  readonly modelEffort?: Float64Array;
  /** Per model: stored energy [J], and 1 while it acts, 0 once its operating range has been left for good. */
  readonly modelEnergyJ?: Float64Array;
  readonly modelActing?: Uint8Array;
  readonly energy: {
    readonly kineticJ: number;
    readonly potentialJ: number;
    readonly workInJ: number;
    readonly dissipatedJ: number;
    /** Stored in the models. */
    readonly elasticJ?: number;
  };
  /** This step's values of the recorded channels, in their order; those that are still to be read are a step old. */
  readonly channels?: Float64Array;
}

/** Turns names into indices once, before the trial; registers what has to be read out. Names are known to exist. */
export interface SceneIndex {
  body(name: string): number;
  joint(name: string): number;
  drive(name: string): number;
  /** Index of the coordinate of a joint (its first, or the one with the suffix 'angle' / 'travel'). */
  jointCoordinate(joint: string, suffix?: 'angle' | 'travel'): number;
  jointMotion(joint: string, suffix?: 'angle' | 'travel'): 'angle' | 'travel';
  /** Coordinate that a drive acts on, and its motion. */
  driveCoordinate(drive: string): number;
  driveMotion(drive: string): 'angle' | 'travel';
  /** Index of a model, the motions of its coordinates, and the place of one of them in `modelEffort`. */
  model(name: string): number;
  modelMotions(name: string): readonly ('angle' | 'travel' | 'distance')[];
  modelSlot(name: string, coordinate: number): number;
  /** Registers a free-standing coordinate of `body` relative to `reference` about / along an axis given in the world at t = 0. */
  coordinate(spec: { body: string; reference: string; motion: 'angle' | 'travel'; originM: Vec3; axis: Vec3 }): number;
  /** Registers the contact between two groups of bodies; returns the indices of the body pairs to add up. */
  contactPairs(groupA: readonly string[], groupB: readonly string[]): readonly number[];
  /** Initial pose of a body in the world, for points and axes given in the world. */
  initialPose(body: string): Pose;
  /** A signal that is declared before the one that asks: its place in `StepView.channels` and its unit; else null. */
  channel?(name: string): { readonly index: number; readonly unit: SignalUnit } | null;
  channelNames?(): readonly string[];
  /** Bounding box of a body's source geometry in its own frame [m]; null where it has none. */
  boundsOf?(body: string): { readonly minM: Vec3; readonly maxM: Vec3 } | null;
  /** Extreme points of a body's source geometry in its own frame [m], 3 numbers each. */
  outlineOf?(body: string): Float64Array;
  readonly jointNames: readonly string[];
  readonly bodyNames: readonly string[];
}

/** What a signal kind declares. */
export interface SignalKind<K extends string = string, F extends z.ZodObject = z.ZodObject> {
  readonly kind: K;
  /** Fields beyond the common `name`. */
  readonly fields: F;
  unit(spec: z.output<F>, index: SceneIndex): SignalUnit;
  /** Resolves names once and returns the reader that is called at every step; the reader allocates nothing. */
  bind(spec: z.output<F>, index: SceneIndex): (view: StepView) => number;
}

/** Declares a signal kind; returns it unchanged, typed. */
export function defineSignal<K extends string, F extends z.ZodObject>(kind: SignalKind<K, F>): SignalKind<K, F> {
  return kind;
}
