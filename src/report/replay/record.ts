// What a replay page holds. Types only: shared by the command that writes the page and by the page itself.
import type { SignalUnit } from '../../core/quantity.js';
import type { Pose, Vec3 } from '../../core/vector.js';
import type { PackedColumn } from './packed.js';

export type ReplayStatus = 'PASS' | 'FAIL' | 'INCONCLUSIVE';

/** Everything that a replay shows, apart from the columns of numbers that it points to. SI units. */
export interface ReplayRecord {
  readonly schema: 'mechtrial/replay@1';
  readonly candidate: { readonly name: string; readonly revision: number };
  readonly status: ReplayStatus;
  readonly summary: string;
  readonly engine: string;
  readonly version: string;
  /** Unit vector against gravity; z where there is none. */
  readonly up: Vec3;
  readonly requirements: readonly { readonly id: string; readonly text: string; readonly status: ReplayStatus }[];
  readonly declarations: readonly string[];
  readonly bodies: readonly ReplayBody[];
  readonly meshes: readonly ReplayMesh[];
  readonly joints: readonly ReplayJoint[];
  readonly trials: readonly ReplayTrial[];
}

export interface ReplayBody {
  readonly name: string;
  readonly isGround: boolean;
  readonly isEnvironment: boolean;
  /** Before the trial, and where nothing was recorded. */
  readonly poseInWorld: Pose;
  readonly isPresent: boolean;
  readonly parts: readonly { readonly name: string; readonly mesh: number; readonly poseInBody: Pose }[];
}

/**
 * A mesh, 16 bits per coordinate over its box: p = minM + u·stepM. Normals are octahedral: two numbers from −511 to 511.
 */
export interface ReplayMesh {
  readonly minM: Vec3;
  readonly stepM: Vec3;
  /** u16, all x, then all y, then all z. */
  readonly positions: PackedColumn;
  /** i16, all first numbers, then all second ones. */
  readonly normals: PackedColumn;
  /** i32. */
  readonly triangles: PackedColumn;
  readonly edges: PackedColumn;
}

export type ReplayRegion =
  | { readonly kind: 'cylinder'; readonly poseInBody: Pose; readonly radiusM: number; readonly lengthM: number }
  | { readonly kind: 'box'; readonly poseInBody: Pose; readonly sizeM: Vec3 }
  | { readonly kind: 'sphere'; readonly poseInBody: Pose; readonly radiusM: number };

/** A joint: frames in its two bodies (axis z), and its two regions, placed in those frames. */
export interface ReplayJoint {
  readonly name: string;
  readonly kind: string;
  readonly a: number;
  readonly b: number;
  readonly frameInA: Pose;
  readonly frameInB: Pose;
  readonly regionA: ReplayRegion;
  readonly regionB: ReplayRegion;
}

export interface ReplayCheck {
  readonly id: string;
  readonly requirement: string | null;
  readonly status: ReplayStatus;
  readonly measured: number | null;
  readonly op: string;
  readonly bound: number;
  readonly unit: SignalUnit;
  readonly margin: number | null;
  readonly atS: number | null;
  readonly phase: string | null;
  readonly note: string | null;
  /** Signals that it reads, the span it looks at, and the levels of signals that it compares with. */
  readonly signals: readonly string[];
  readonly fromS: number | null;
  readonly toS: number | null;
  readonly levels: readonly { readonly signal: string; readonly value: number }[];
}

/** A place and time where source geometry interferes, in the world at `worstS`. */
export interface ReplayViolation {
  readonly bodies: readonly [string, string];
  readonly firstS: number;
  readonly worstS: number;
  readonly volumeM3: number;
  readonly depthM: number;
  readonly pointM: Vec3;
  readonly boxM: { readonly min: Vec3; readonly max: Vec3 };
  readonly isExplainedBySolver: boolean;
}

export interface ReplaySignal {
  readonly name: string;
  readonly unit: SignalUnit;
  /** f32, one per entry of `signalTimes`; NaN where there is none. */
  readonly values: PackedColumn;
}

export interface ReplayTrial {
  readonly id: string;
  readonly engine: string;
  readonly execution: string;
  readonly status: ReplayStatus;
  readonly simulatedS: number;
  readonly wallS: number;
  readonly phases: readonly { readonly id: string; readonly fromS: number | null; readonly toS: number | null }[];
  readonly checks: readonly ReplayCheck[];
  /** Status of the audit; null where there was none. */
  readonly auditStatus: ReplayStatus | null;
  readonly auditText: string;
  readonly violations: readonly ReplayViolation[];
  readonly events: readonly {
    readonly atS: number;
    readonly code: string;
    readonly message: string;
    readonly subject: string;
  }[];
  readonly qualityReasons: readonly string[];
  readonly poses: {
    /** f32 [s]. */
    readonly times: PackedColumn;
    /** i32, component by component (7 per body): position in `positionStepM`, rotation in 2⁻³⁰; one per time. */
    readonly values: PackedColumn;
    readonly positionStepM: number;
    /** u8 per body and time, body by body. */
    readonly isPresent: PackedColumn;
  } | null;
  readonly signalTimes: PackedColumn | null;
  readonly signals: readonly ReplaySignal[];
  /** Forces at the poses, where the recording has them. */
  readonly loads: ReplayLoads | null;
}

/** Forces at the pose times: joint reactions, and contacts as rows. */
export interface ReplayLoads {
  /** f32, 3 per joint and time [N]: force of a on b, world axes; time by time. */
  readonly jointForces: PackedColumn;
  /** i32 per time: number of contacts. */
  readonly contactCounts: PackedColumn;
  /** f32, 8 per contact: bodies a, b, point [m], force on b [N]; world axes. */
  readonly contacts: PackedColumn;
}
