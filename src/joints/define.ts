import type { z } from 'zod';
import type { Pose } from '../core/vector.js';
import type { BoundedRegion } from '../scene/index.js';

/** What a joint kind declares. The joint frame has its axis along z; X_AB = pose of joint frame b in joint frame a. */
export interface JointKind<K extends string = string, F extends z.ZodObject = z.ZodObject> {
  readonly kind: K;
  /** Fields beyond the common ones (name, bodies, frame, regions, collides, mayRelease). */
  readonly fields: F;
  /** Free directions in the joint frame: translation x y z, rotation x y z. */
  readonly freedom: readonly [boolean, boolean, boolean, boolean, boolean, boolean];
  /** The coordinates that drives and signals can name, first one first; unit follows from the kind of motion. */
  readonly coordinates: readonly JointCoordinate<z.output<F>>[];
  /** Errors that the fields alone cannot show; empty when sound. */
  readonly fieldsOfDistance?: (spec: z.output<F>) => { lengthM: number; isCord: boolean };
  /** Position error of kinds whose locked directions are no plain mask of axes; all components [m]. */
  closure?(X_AB: Pose, spec: z.output<F>): readonly number[];
  /**
   * Whether the finite regions still overlap. Each region is given in its own joint frame (poseInBody is read as pose in
   * the joint frame of that body). `spec` is needed by kinds that keep their regions apart by a declared length.
   */
  regionsOverlap(X_AB: Pose, regionA: BoundedRegion, regionB: BoundedRegion, spec?: z.output<F>): boolean;
}

/** One free coordinate of a joint. */
export interface JointCoordinate<S> {
  /** Suffix of its name in signals: `joint` or `joint.travel`; '' for the first. */
  readonly suffix: '' | 'angle' | 'travel';
  readonly motion: 'angle' | 'travel';
  /** Raw value, not unwrapped [rad in (−π, π], or m]. */
  value(X_AB: Pose): number;
  limits(spec: S): { lower: number; upper: number; restitution: number } | null;
  dryFriction(spec: S): number;
  damping(spec: S): number;
  /** Dry friction per newton of joint reaction: µ·r [m] for an angle, µ for a travel; without it none. */
  reactionFriction?(spec: S): number;
}

/** Declares a joint kind; returns it unchanged, typed. */
export function defineJoint<K extends string, F extends z.ZodObject>(kind: JointKind<K, F>): JointKind<K, F> {
  return kind;
}
