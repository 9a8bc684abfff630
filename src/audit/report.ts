import type { Vec3 } from '../core/vector.js';
import type { BoundedRegion } from '../scene/index.js';

export type AuditStatus = 'PASS' | 'FAIL' | 'INCONCLUSIVE';

/** Interference of two bodies, confirmed at finer tessellation. Positions are in the world at `worstS`. */
export interface Interference {
  readonly bodies: readonly [string, string];
  /** The two parts that overlap most. */
  readonly parts: readonly [string, string];
  /** First recorded pose with this interference, bisected between samples. */
  readonly firstS: number;
  /** Sample with the greatest depth. */
  readonly worstS: number;
  /** Phase at `firstS`; null outside all phases. */
  readonly phase: string | null;
  /** Of the two parts at `worstS`. */
  readonly volumeM3: number;
  readonly depthM: number;
  /** Deepest point. */
  readonly pointM: Vec3;
  /** Axis-aligned box that holds the overlap. */
  readonly boxM: { readonly min: Vec3; readonly max: Vec3 };
  /** Tolerances that it exceeds. */
  readonly volumeToleranceM3: number;
  readonly depthToleranceM: number;
  /** Whether recorded solver penetration or joint separation accounts for the depth at every sample. */
  readonly isExplainedBySolver: boolean;
  /** Joint coordinates at `worstS` [rad or m], where the caller knows them. */
  readonly coordinates?: Readonly<Record<string, number>>;
}

/** The deepest overlap of a pair that is no violation: within tolerance, or gone at finer tessellation. */
export interface NearMiss {
  readonly bodies: readonly [string, string];
  readonly parts: readonly [string, string];
  readonly atS: number;
  /** NaN-free: null where the volume backend does not accept a mesh. */
  readonly volumeM3: number | null;
  readonly depthM: number;
}

/** An overlap that was declared not to matter. */
export interface DeclaredExclusion {
  /** One body: everything it overlaps with, since it is an elastic reference. Two: the pair, inside the region. */
  readonly bodies: readonly string[];
  readonly regionBody: string | null;
  readonly region: BoundedRegion | null;
  readonly reason: string;
}

/** What could not be audited, or only partly. */
export interface NotAudited {
  readonly bodies: readonly string[];
  readonly parts: readonly string[];
  readonly reason: string;
  /** True where crossing surfaces were looked for all the same. */
  readonly isPartly: boolean;
  /** First sample at which the surfaces cross, where that is known. */
  readonly crossingAtS: number | null;
}

/** A part whose open mesh was closed for the audit, by faces across small planar gaps. */
export interface Repair {
  readonly body: string;
  readonly part: string;
  readonly openEdgeCount: number;
  readonly filledLoopCount: number;
  readonly largestPerimeterM: number;
}

/** Smallest clearance of a pair over all samples. Points are in the world at `atS`. */
export interface Clearance {
  readonly bodies: readonly [string, string];
  /** 0 where they touch or overlap; null where they were never closer than `upToM`. */
  readonly clearanceM: number | null;
  readonly upToM: number;
  readonly atS: number | null;
  readonly onFirstM: Vec3 | null;
  readonly onSecondM: Vec3 | null;
}

/** What is known of the motion between the sampled poses. */
export interface Coverage {
  /** Motions of a pair from one pose to a next that were shown to be harmless, and pair-poses looked at besides the samples. */
  readonly motionCount: number;
  readonly poseCount: number;
  /** Overlaps that come and go unseen are no deeper than this beyond the depth tolerance of their pair, which it equals at most [m]. */
  readonly resolutionM: number;
  /** Longest way of a point between two poses in which nothing is known of a pair that may have met [m]; 0 where there is none. */
  readonly unseenWayM: number;
}

/** Interference of the source geometry over the sampled poses of one trial. JSON-able as it stands. */
export interface AuditReport {
  readonly status: AuditStatus;
  readonly backend: 'native' | 'wasm';
  readonly volumeBackend: 'manifold-native' | 'manifold-wasm';
  /** Sampled poses, and audited pairs of bodies. */
  readonly poseCount: number;
  readonly pairCount: number;
  /** Null for poses that are no motion. */
  readonly coverage: Coverage | null;
  /** By first time. */
  readonly violations: readonly Interference[];
  /** Deepest first, at most `nearMissLimit`. */
  readonly nearMisses: readonly NearMiss[];
  readonly exclusions: readonly DeclaredExclusion[];
  readonly notAudited: readonly NotAudited[];
  readonly repairs: readonly Repair[];
  readonly clearances: readonly Clearance[];
}
