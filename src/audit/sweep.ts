import type { Pose } from '../core/vector.js';
import type { AuditInput, AuditOptions, AuditTrack } from './audit-input.js';
import { auditInterference } from './interference.js';
import type { AuditReport, Clearance, Interference } from './report.js';

/** Poses of all audited bodies in the world, by name. */
export type BodyPoses = Readonly<Record<string, Pose>>;

/** Options of an audit without a recording. */
export type StaticAuditOptions = Omit<AuditOptions, 'rateHz' | 'isMotion' | 'solverAllowanceM' | 'coordinatesAt'>;

/**
 * Audits a list of poses without dynamics. In the report, pose k has the time k seconds; a body that a pose does not name
 * is absent from it.
 *
 * @param poses  at least one
 * @throws GeometryError from `refine`; the abort reason
 */
export function auditPoses(
  input: AuditInput,
  poses: readonly BodyPoses[],
  options: StaticAuditOptions,
): Promise<AuditReport> {
  return auditInterference(input, trackOfPoses(input, poses), { ...options, rateHz: 1, isMotion: false });
}

/** A pose track with pose k at k seconds. */
function trackOfPoses({ bodies }: AuditInput, poses: readonly BodyPoses[]): AuditTrack {
  const values = new Float64Array(7 * bodies.length * poses.length);
  const isPresent = new Uint8Array(bodies.length * poses.length);
  poses.forEach((named, sample) => {
    bodies.forEach(({ name }, body) => {
      const pose = named[name];
      const row = sample * bodies.length + body;
      isPresent[row] = pose ? 1 : 0;
      // an absent body still needs a rotation that is one
      values.set(pose ? [...pose.positionM, ...pose.rotation] : [0, 0, 0, 0, 0, 0, 1], 7 * row);
    });
  });
  const timesS = Float64Array.from(poses, (_, k) => k);
  return { stepS: 1, phases: [], poses: { bodies: bodies.map(({ name }) => name), timesS, values, isPresent } };
}

/** A driven motion through one coordinate, without dynamics. */
export interface SweepMotion {
  /** First and last value of the coordinate [rad or m]. */
  readonly from: number;
  readonly to: number;
  /** Values looked at, both ends included: at least 2. */
  readonly valueCount: number;
  /** Poses of all bodies at a value; a body left out is absent there. */
  readonly posesAt: (value: number) => BodyPoses;
}

/** What a sweep found. Values are those of the coordinate [rad or m]. */
export interface SweepReport {
  readonly from: number;
  readonly to: number;
  readonly valueCount: number;
  /** First value with an interference, within 1e-3 of the range; null where the way is free. */
  readonly jam: { readonly value: number; readonly interference: Interference } | null;
  /** The deepest interference of all values. */
  readonly worst: { readonly value: number; readonly interference: Interference } | null;
  /** Smallest clearance of every pair asked for, and the value where it occurs. */
  readonly clearances: readonly { readonly value: number | null; readonly clearance: Clearance }[];
  /** The audit behind it; a time t there is the value from + t·valuePerSecond. */
  readonly audit: AuditReport;
  /** Change of the coordinate per second in `audit`. */
  readonly valuePerSecond: number;
}

/** The range is resolved into at least this many steps, so that a jam is known to 1e-3 of it. */
const RESOLUTION = 1000;

/**
 * Moves a mechanism through the range of one coordinate and audits it at equally spaced values and wherever something may
 * happen between them; the first interference is bisected to 1e-3 of the range.
 *
 * @throws GeometryError from `refine`; the abort reason
 * @limits between thousandths of the range the motion is taken as a screw
 */
export async function auditSweep(
  input: AuditInput,
  motion: SweepMotion,
  options: StaticAuditOptions,
): Promise<SweepReport> {
  const { from, to, valueCount, posesAt } = motion;
  const perValue = Math.ceil(RESOLUTION / (valueCount - 1));
  const stepCount = perValue * (valueCount - 1);
  const valueAt = (atS: number): number => (atS === stepCount ? to : from + ((to - from) * atS) / stepCount);
  const poses = Array.from({ length: stepCount + 1 }, (_, k) => posesAt(valueAt(k)));
  const audit = await auditInterference(input, trackOfPoses(input, poses), { ...options, rateHz: 1 / perValue });
  const [first] = audit.violations;
  const worst = audit.violations.reduce<Interference | undefined>(
    (a, b) => (a && a.depthM >= b.depthM ? a : b),
    undefined,
  );
  return {
    from,
    to,
    valueCount,
    jam: first ? { value: valueAt(first.firstS), interference: first } : null,
    worst: worst ? { value: valueAt(worst.worstS), interference: worst } : null,
    clearances: audit.clearances.map((clearance) => ({
      value: clearance.atS === null ? null : valueAt(clearance.atS),
      clearance,
    })),
    audit,
    valuePerSecond: (to - from) / stepCount,
  };
}
