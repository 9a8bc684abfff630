import type { AuditSolid, OverlapSolid, PairMotionBatch, PairPoseAnswers, PairPoseBatch } from './backend.js';

/** What the backend asks of a worker. Every request but `load` is answered, in order. */
export type WorkerRequest =
  | { readonly kind: 'load'; readonly solids: readonly AuditSolid[] }
  | { readonly kind: 'classify'; readonly batch: PairPoseBatch }
  | { readonly kind: 'judge'; readonly batch: PairMotionBatch }
  | { readonly kind: 'overlap'; readonly pairs: Uint32Array; readonly poses: Float64Array };

export type WorkerAnswer =
  | { readonly kind: 'classify'; readonly answers: PairPoseAnswers }
  | { readonly kind: 'judge'; readonly passage: Uint8Array }
  | { readonly kind: 'overlap'; readonly overlaps: readonly OverlapSolid[] }
  | { readonly kind: 'failed'; readonly message: string };
