import type { z } from 'zod';
import type { Issue } from '../core/errors.js';
import type { Vec3 } from '../core/vector.js';
import type { RowBehavior, RowLoss } from './row.js';

/** Kind of motion that a model coordinate measures. */
export type ModelMotion = 'angle' | 'travel' | 'distance';

/**
 * A coordinate that a model acts on: of a joint; of a body about or along an axis relative to another body (the axis is
 * given in the world at t = 0 and moves with the reference); or the distance of two points fixed in two bodies.
 * Angles and travels are 0 at t = 0, distances are what they are.
 */
export type ModelCoordinate =
  | { readonly motion: 'angle' | 'travel'; readonly joint: string }
  | {
      readonly motion: 'angle' | 'travel';
      readonly body: string;
      readonly reference: string;
      readonly originM: Vec3;
      readonly axis: Vec3;
    }
  | {
      readonly motion: 'distance';
      readonly body: string;
      readonly pointM: Vec3;
      readonly reference: string;
      readonly referencePointM: Vec3;
    };

/** Where a coordinate is at t = 0, world frame: what ratios and signs are computed from. */
export interface CoordinateGeometry {
  readonly motion: ModelMotion;
  /** The coordinate is that of `body` relative to `reference`. */
  readonly body: string;
  readonly reference: string;
  readonly isBodyGround: boolean;
  readonly isReferenceGround: boolean;
  /** A point on the axis [m]; of a distance, the point of the reference. */
  readonly originM: Vec3;
  /** Unit axis: right-handed turn or positive travel; of a distance, from the reference to the body. */
  readonly axis: Vec3;
  /** Value at t = 0 [rad or m]. */
  readonly value: number;
}

/** A scalar relation between the model's coordinates, solved together with the joints. */
export interface ModelRow {
  /** s = Σ factor·q − origin; `coordinate` is an index into `coordinates(spec)`. */
  readonly terms: readonly { readonly coordinate: number; readonly factor: number }[];
  readonly behavior: RowBehavior;
  /** Value of Σ factor·q where s = 0; without it, its value at t = 0. */
  readonly origin?: number;
  readonly loss?: RowLoss | null;
}

/** A bound of the operating range. Leaving it is an event of the recording. */
export interface RangeBound {
  readonly coordinate: ModelCoordinate;
  readonly lower: number;
  readonly upper: number;
  /** What has happened when it is left, for people: 'the wheels are out of mesh'. */
  readonly meaning: string;
  /** Whether the model stops acting for the rest of the trial; else it goes on, beyond what it was declared for. */
  readonly stopsActing: boolean;
}

/**
 * What an equivalent model declares: rows between coordinates and efforts on them, never prescribed motion. A kind has
 * `rows`, or `effort`, or both; every effort acts on body b of its coordinate and reversed on body a.
 */
export interface ModelKind<K extends string = string, F extends z.ZodObject = z.ZodObject> {
  readonly kind: K;
  readonly fields: F;
  /** What it acts on, in the order of `q`. */
  coordinates(spec: z.output<F>): readonly ModelCoordinate[];
  /** Rows between them. `geometry` has one entry per coordinate. */
  rows?(spec: z.output<F>, geometry: readonly CoordinateGeometry[]): readonly ModelRow[];
  /** Efforts on the coordinates [N·m or N], overwritten; pure, allocation-free. */
  effort?(spec: z.output<F>, q: Float64Array, qd: Float64Array, effort: Float64Array): void;
  /**
   * Stiffness K ≥ 0 of every coordinate at q, −∂effort/∂q or 0 where that is negative [N·m/rad or N/m]; overwritten. Laws
   * that give it are integrated with the exact frequency of a single mass and stay stable however stiff they are.
   */
  tangent?(spec: z.output<F>, q: Float64Array, stiffness: Float64Array): void;
  /** Stored energy [J]; its negative gradient is the part of `effort` that does not depend on qd. */
  energy?(spec: z.output<F>, q: Float64Array): number;
  /** Whether `effort` depends on q alone and is the whole gradient of `energy`: such a model loses nothing. */
  readonly isConservative?: boolean;
  /** Its operating range; none when it has no bounds. */
  range?(spec: z.output<F>, geometry: readonly CoordinateGeometry[]): readonly RangeBound[];
  /** What is wrong with the record in this scene: axes that cannot mesh, a missing carrier. Paths start at the record. */
  issues?(spec: z.output<F>, geometry: readonly CoordinateGeometry[]): readonly Issue[];
}

/** Declares a model kind; returns it unchanged, typed. */
export function defineModel<K extends string, F extends z.ZodObject>(kind: ModelKind<K, F>): ModelKind<K, F> {
  return kind;
}
