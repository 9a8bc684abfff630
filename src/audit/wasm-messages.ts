import type { AuditSolid, OverlapSolid, PairPoseAnswers, PairPoseBatch } from './backend.js';

/** What the backend asks of a worker. Every request but `load` is answered, in order. */
export type WorkerRequest =
  | { readonly kind: 'load'; readonly solids: readonly AuditSolid[] }
  | { readonly kind: 'classify'; readonly batch: PairPoseBatch }
  | { readonly kind: 'overlap'; readonly pairs: Uint32Array; readonly poses: Float64Array };

export type WorkerAnswer =
  | { readonly kind: 'classify'; readonly answers: PairPoseAnswers }
  | { readonly kind: 'overlap'; readonly overlaps: readonly OverlapSolid[] }
  | { readonly kind: 'failed'; readonly message: string };
