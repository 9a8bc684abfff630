import type { z } from 'zod';

/** What an equivalent model declares: an effort law on coordinates, or rigid coupling rows; never prescribed motion. */
export interface ModelKind<K extends string = string, F extends z.ZodObject = z.ZodObject> {
  readonly kind: K;
  readonly fields: F;
  /** Names of the joints whose first coordinates it acts on, in the order of `q`. */
  joints(spec: z.output<F>): readonly string[];
  /** Efforts on the coordinates [N·m or N], overwritten; pure. */
  effort?(spec: z.output<F>, q: Float64Array, qd: Float64Array, effort: Float64Array): void;
  /** Stored energy [J] of a conservative law. */
  energy?(spec: z.output<F>, q: Float64Array): number;
}

/** Declares a model kind; returns it unchanged, typed. */
export function defineModel<K extends string, F extends z.ZodObject>(kind: ModelKind<K, F>): ModelKind<K, F> {
  return kind;
}
