import type { z } from 'zod';

/** The part of a kind that the parser needs: its name and its own fields, beyond those common to its room. */
export interface KindSchema {
  readonly kind: string;
  readonly fields: z.ZodObject;
}

/** Free directions in a joint frame: translation x y z, rotation x y z. */
export type Freedom = readonly [boolean, boolean, boolean, boolean, boolean, boolean];

/** What a coordinate measures: rotation about an axis, or travel along it. */
export type Motion = 'angle' | 'travel';

/** The registered kinds as the parser sees them; `KINDS` of src/kinds.ts fits. */
export interface SceneKinds {
  /** `freedom`: free directions in the joint frame, translation x y z, rotation x y z. */
  readonly joints: readonly (KindSchema & {
    readonly freedom: Freedom;
    readonly coordinates: readonly { readonly motion: Motion }[];
  })[];
  readonly models: readonly KindSchema[];
  readonly drives: readonly (KindSchema & { readonly setPointFields: z.ZodObject; readonly motion: Motion })[];
  readonly signals: readonly KindSchema[];
  readonly checks: readonly KindSchema[];
}

/** A record of one kind: the literal kind beside its parsed fields. */
export type KindRecord<K extends KindSchema> = { readonly kind: K['kind'] } & z.output<K['fields']>;
