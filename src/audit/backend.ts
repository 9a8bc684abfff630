import type { TriangleMesh } from '../geometry/index.js';

/** How two solids lie to each other at one relative pose. */
export type PairState = 'apart' | 'touching' | 'crossing' | 'contained';

/** Codes of `PairState` in batches. */
export const PAIR_STATE: readonly PairState[] = ['apart', 'touching', 'crossing', 'contained'];

/** One solid as the auditor sees it: already in the body frame. */
export interface AuditSolid {
  readonly mesh: TriangleMesh;
  readonly isWatertight: boolean;
}

/** Pair-poses to be classified in one call. */
export interface PairPoseBatch {
  /** Solid indices, 2 per entry. */
  readonly pairs: Uint32Array;
  /** Pose of the second solid in the first, x y z [m] qx qy qz qw, 7 per entry, double precision. */
  readonly poses: Float64Array;
  /** Clearance up to this distance is measured [m]; 0 skips it. */
  readonly clearanceUpToM: number;
  /** Whether penetration depth and its location are wanted where solids cross, touch or contain. */
  readonly wantsDepth: boolean;
  /** Depths up to this are not resolved and answered as 0, which costs less [m]; 0 unless given. */
  readonly depthFloorM?: number;
}

/** What can happen between two surfaces while one moves; the worse, the larger the code in `PASSAGE`. */
export type Passage = 'free' | 'close' | 'open';

/** Codes of `Passage` in batches. */
export const PASSAGE: readonly Passage[] = ['free', 'close', 'open'];

/** Numbers per entry of `PairMotionBatch.screws`. */
export const SCREW_WIDTH = 9;

/** Motions of pairs to be judged in one call. */
export interface PairMotionBatch {
  /** Solid indices, 2 per entry. */
  readonly pairs: Uint32Array;
  /** Pose of the second solid in the first in the middle of the motion, 7 per entry as in `PairPoseBatch`. */
  readonly poses: Float64Array;
  /**
   * Screw by which the second solid moves either way from there, in the frame of the first: point on the axis x y z [m], unit
   * axis x y z, angle ≥ 0 [rad], travel ≥ 0 [m]; and the reach ≥ 0 [m]. 9 per entry.
   */
  readonly screws: Float64Array;
}

/** Answers in the order of the batch. Points are in the frame of the first solid. */
export interface PairPoseAnswers {
  /** Index into `PAIR_STATE`. */
  readonly state: Uint8Array;
  /**
   * Penetration depth [m]: distance to the surface of the deepest sample of either solid inside the other; 0 where apart,
   * NaN where not asked for, or where neither solid is watertight. Samples: vertices, middles of sharp edges and of the pieces
   * of all edges between crossings, centroids of triangles, and points halfway from the largest triangles to the opposite wall, these counting at
   * most with the depth in their own solid (coinciding solids have no other sample inside).
   */
  readonly depthM: Float64Array;
  /** Where the depth was found [m], 3 per entry; NaN where there is none. */
  readonly depthPointM: Float64Array;
  /** Smallest distance [m], +∞ beyond `clearanceUpToM`, 0 where not apart, NaN where not asked for. */
  readonly clearanceM: Float64Array;
  /** Closest points on the first and on the second solid [m], 3 each per entry; NaN where there are none. */
  readonly closestOnFirstM: Float64Array;
  readonly closestOnSecondM: Float64Array;
}

/** Overlap solid of one pair-pose, in the frame of the first solid. */
export interface OverlapSolid {
  readonly volumeM3: number;
  readonly areaM2: number;
  readonly centroidM: readonly [number, number, number];
  readonly boxM: { readonly min: readonly [number, number, number]; readonly max: readonly [number, number, number] };
  readonly componentCount: number;
}

/**
 * One auditing engine. `native` classifies in C++; `wasm` does it with manifold-3d in worker threads. Both must give the
 * same violations; answers do not depend on the number of threads.
 */
export interface AuditBackend {
  readonly name: 'native' | 'wasm';
  readonly volumeBackend: 'manifold-native' | 'manifold-wasm';
  /** Registers solids; their index is their position in the list. Called once. */
  load(solids: readonly AuditSolid[]): Promise<void>;
  classify(batch: PairPoseBatch, abort?: AbortSignal): Promise<PairPoseAnswers>;
  /**
   * Judges motions; codes of `PASSAGE`. Free: the surfaces do not meet. Close: where they can meet they overlap and approach by
   * no more than the reach. Open: anything can happen. Both ends and a bound on the motion of every triangle decide, nothing is sampled.
   */
  judge(batch: PairMotionBatch, abort?: AbortSignal): Promise<Uint8Array>;
  /**
   * Overlap solids of watertight pairs: exact Booleans, the last tier. Entries as in `classify`. Volume and area are 0, and
   * centroid and box NaN, where there is no overlap; all are NaN where a mesh is not accepted as a solid.
   */
  overlap(pairs: Uint32Array, poses: Float64Array, abort?: AbortSignal): Promise<readonly OverlapSolid[]>;
  /** Frees solids and memory. The backend is not used again. */
  close(): Promise<void>;
}
