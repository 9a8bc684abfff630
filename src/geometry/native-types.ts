import type { Vec3 } from '../core/vector.js';
import type { MassProperties, TriangleMesh } from './part.js';

/** Whether the addon runs here, and if not, why and what to do. */
export interface NativeStatus {
  readonly isAvailable: boolean;
  /** File that was loaded. */
  readonly path: string | null;
  readonly triedPaths: readonly string[];
  readonly reason: string | null;
  readonly fix: string | null;
}

/** A boundary loop that was closed to make the mesh a solid. */
export interface FilledLoop {
  readonly edgeCount: number;
  readonly perimeterM: number;
  /** Largest distance of a vertex of the loop from its plane. */
  readonly flatnessM: number;
  readonly centerM: Vec3;
}

/** What the addon found when it took a mesh. */
export interface NativeMeshInfo {
  /** Closed, consistently oriented and of positive volume, possibly after repair. */
  readonly isWatertight: boolean;
  /** Half-edges without partner: as given, and after repair. */
  readonly openEdgeCountGiven: number;
  readonly openEdgeCount: number;
  readonly degenerateTriangleCount: number;
  readonly componentCount: number;
  readonly triangleCount: number;
  /** Vertices within 1e-8 m were merged to close the surface. */
  readonly wasWelded: boolean;
  /** The surface faced inwards and was turned round. */
  readonly wasInverted: boolean;
  readonly filledLoops: readonly FilledLoop[];
  readonly massProperties: MassProperties;
}

/** A mesh that lives in the addon. */
export interface NativeMesh {
  readonly info: NativeMeshInfo;
  /** Frees its memory as soon as no running batch uses it. */
  release(): void;
}

/** How a mesh is taken. */
export interface NativeMeshOptions {
  readonly isSurface?: boolean;
}

/** Pair-poses for `NativeGeometry.classifyBatch`. */
export interface NativeBatch {
  readonly meshes: readonly NativeMesh[];
  /** Mesh indices, 2 per entry. */
  readonly pairs: Uint32Array;
  /** Pose of the second mesh in the first, x y z [m] qx qy qz qw, 7 per entry. */
  readonly poses: Float64Array;
}

/** How a batch is classified. */
export interface NativeBatchOptions {
  /** Clearance up to this distance is measured [m]; 0 skips it. */
  readonly clearanceUpToM?: number;
  readonly wantsDepth?: boolean;
  /** Depths up to this are answered as 0 [m]; 0 unless given. */
  readonly depthFloorM?: number;
  /** Threads ≥ 1; all cores unless given. Answers do not depend on it. */
  readonly threadCount?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Answers in the order of the batch; points in the frame of the first mesh. NaN where there is none. */
export interface NativeAnswers {
  /** 0 apart, 1 touching, 2 crossing, 3 contained. */
  readonly state: Uint8Array;
  readonly depthM: Float64Array;
  readonly depthPointM: Float64Array;
  readonly clearanceM: Float64Array;
  readonly closestOnFirstM: Float64Array;
  readonly closestOnSecondM: Float64Array;
}

/** Overlap solid of one pair-pose by an installed Manifold, in the frame of the first mesh. */
export interface NativeOverlap {
  readonly volumeM3: number;
  readonly areaM2: number;
  readonly centroidM: Vec3;
  readonly boxM: { readonly min: Vec3; readonly max: Vec3 };
  readonly componentCount: number;
}

/** The addon, in SI units. */
export interface NativeGeometry {
  /** Whether it was built with Manifold and `overlapBatch` works. */
  readonly hasOverlap: boolean;
  /**
   * Takes a copy of a mesh, off the main thread. An open mesh is welded and its small planar loops are filled where that makes
   * it a solid, and a solid that is inside out is turned; `info` says so.
   *
   * @param options  `isSurface`: take the mesh as it is, as a surface without inside
   * @throws NativeError `empty_mesh`, `not_finite`, `coordinate_out_of_range` (beyond 10 km), `index_out_of_range`,
   *         `too_many_triangles` (more than 5 million), `all_degenerate`, `out_of_memory`
   */
  createMesh(mesh: TriangleMesh, options?: NativeMeshOptions): Promise<NativeMesh>;
  /**
   * Classifies pair-poses off the main thread.
   *
   * @throws NativeError `bad_argument`, `out_of_memory`; the signal's reason when cancelled
   */
  classifyBatch(batch: NativeBatch, options?: NativeBatchOptions): Promise<NativeAnswers>;
  /**
   * Judges screw motions off the main thread: 0 free, 1 close, 2 open (native/core/passage.h).
   *
   * @param batch   `poses`: the middle poses
   * @param screws  9 per entry: point on the axis [m] 3, unit axis 3, angle [rad], travel [m], reach [m]; in the first mesh's frame
   * @throws NativeError `bad_argument`, `out_of_memory`; the signal's reason when cancelled
   */
  judgeBatch(
    batch: NativeBatch,
    screws: Float64Array,
    options?: Pick<NativeBatchOptions, 'threadCount' | 'signal'>,
  ): Promise<Uint8Array>;
  /** Overlap solids. @throws NativeError `unsupported` where the build has no Manifold */
  overlapBatch(batch: NativeBatch, signal?: AbortSignal): Promise<readonly NativeOverlap[]>;
}
