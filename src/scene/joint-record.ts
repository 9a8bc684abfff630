import type { JointCommon } from './schema.js';

/** A parsed joint: common fields, kind, and the kind's own fields, which only the kind reads. */
export type JointRecord = JointCommon & { readonly kind: string } & Readonly<Record<string, unknown>>;
