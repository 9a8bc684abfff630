export type { KindRecord, KindSchema, SceneKinds } from './kinds.js';
export * from './references.js';
export * from './region.js';
