import { dot, type Pose, type Vec3 } from '../core/vector.js';
import type { Part } from '../geometry/index.js';
import type { AuditRecord } from '../scene/index.js';
import type { Recording } from '../signals/index.js';
import type { AuditBackend } from './backend.js';

/** A part as it stands in its body, at audit tessellation. */
export interface AuditPart {
  readonly part: Part;
  readonly poseInBody: Pose;
  /** Smallest dimension that scales the tolerances [m]; taken from the mesh unless given. */
  readonly smallestDimensionM?: number;
}

/** A body as the audit sees it. */
export interface AuditBody {
  readonly name: string;
  readonly parts: readonly AuditPart[];
  /**
   * Gives the same parts, in the same order, tessellated with at most this chord deflection [m]; null where the meshes are
   * the source and there is nothing to refine.
   */
  readonly refine: ((chordM: number) => Promise<readonly Part[]>) | null;
}

/** What is audited: bodies, and what the scene declares about their overlaps. */
export interface AuditInput extends Pick<AuditRecord, 'exclusions' | 'elasticBodies' | 'clearances'> {
  readonly bodies: readonly AuditBody[];
}

/** What the audit reads of a recording. Every audited body must be in the pose track. Events tell which bodies were placed when. */
export type AuditTrack = Pick<Recording, 'poses' | 'phases' | 'stepS'> & Partial<Pick<Recording, 'events'>>;

export interface AuditOptions {
  /** Makes an engine; the audit makes one, a second one to confirm violations, and closes both. */
  readonly createBackend: () => Promise<AuditBackend>;
  /** Samples per second of trial time [Hz]; 10 unless given. First, last and phase boundaries are sampled besides. */
  readonly rateHz?: number;
  /** Instants that are audited beside those of the rate, each at the nearest recorded pose [s]. */
  readonly alsoAtS?: readonly number[];
  /** Overlap up to this volume is tolerated [m³]; 1e-9 unless given. */
  readonly volumeToleranceM3?: number;
  /** Overlap up to this depth is tolerated [m]; 5e-5 unless given. */
  readonly depthToleranceM?: number;
  /** Deflection between the tessellation of `bodies` and the one that confirms: a factor ≥ 4; 4 unless given. */
  readonly refinement?: number;
  /** Whether the poses are one motion, so that what lies between them is looked at too; true unless given. */
  readonly isMotion?: boolean;
  /** Questions between the samples that the audit may spend; 20 000 unless given. What is left is reported as not audited. */
  readonly questionLimit?: number;
  /** Near misses reported at most; 10 unless given. */
  readonly nearMissLimit?: number;
  /** Overlap depth of two bodies that recorded solver errors account for at a time [m]; 0 unless given. */
  readonly solverAllowanceM?: (bodies: readonly [string, string], atS: number) => number;
  /** Joint coordinates at a time, for the report. */
  readonly coordinatesAt?: (atS: number) => Readonly<Record<string, number>>;
  readonly abort?: AbortSignal;
}

/** Tolerances of one pair of parts. */
export interface PairTolerance {
  readonly volumeM3: number;
  readonly depthM: number;
}

/** Parts thinner than this get tighter tolerances. */
const FULL_TOLERANCE_FROM_M = 5e-3;

/** Returns the tolerances where the smallest dimension of the two parts is d: × (d/5 mm)³ and × d/5 mm below 5 mm. */
export function scaleTolerance(tolerance: PairTolerance, smallestDimensionM: number): PairTolerance {
  const k = Math.min(1, smallestDimensionM / FULL_TOLERANCE_FROM_M);
  return { volumeM3: tolerance.volumeM3 * k ** 3, depthM: tolerance.depthM * k };
}

/**
 * Returns the smallest extent of a part [m] among the directions of its recognised planes and cylinders and its own axes.
 * An upper bound of its true least width, exact for parts with a pair of parallel faces.
 */
export function smallestDimension({ part, smallestDimensionM }: AuditPart): number {
  if (smallestDimensionM !== undefined) return smallestDimensionM;
  let smallest = Infinity;
  for (const direction of directionsOf(part)) smallest = Math.min(smallest, extentAlong(part, direction));
  return smallest;
}

function directionsOf(part: Part): readonly Vec3[] {
  const directions: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (const { surface } of part.faces) {
    if (!surface) continue;
    const candidate = surface.kind === 'plane' ? surface.normal : surface.axis;
    // 1e-3 rad apart changes an extent by 0.1 % of the length across it at most
    if (directions.every((known) => Math.abs(dot(known, candidate)) < 1 - 5e-7)) directions.push(candidate);
  }
  return directions;
}

function extentAlong({ mesh }: Part, d: Vec3): number {
  const v = mesh.verticesM;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < v.length; i += 3) {
    const h = v[i]! * d[0] + v[i + 1]! * d[1] + v[i + 2]! * d[2];
    if (h < low) low = h;
    if (h > high) high = h;
  }
  return high - low;
}
