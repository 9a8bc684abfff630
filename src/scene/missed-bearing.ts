import { composePose, invertPose, rotate, transformPoint } from '../core/vector.js';
import { findCylinders } from '../geometry/index.js';
import { type JointSide, LARGEST_CLEARANCE_M, MISPLACED_WITHIN_M, PARALLEL_TOLERANCE_RAD } from './auto-region.js';

/** How far from the joint axis a cylinder may lie and still be worth naming [m]. */
const NAMED_WITHIN_M = 0.02;
/** Cylinders inclined by more than this to the joint axis are other features [rad]. */
const NAMED_TILT_RAD = 0.35;

interface Candidate {
  readonly isHole: boolean;
  readonly radiusM: number;
  readonly fromM: number;
  readonly toM: number;
  readonly offsetM: number;
  readonly tiltRad: number;
}

/**
 * Why the pins and holes near a joint axis make no bearing, as the end of a sentence; empty where there are none.
 *
 * @param names  of the two bodies
 */
export function missedBearing(a: JointSide, b: JointSide, names: readonly [string, string]): string {
  const [onA, onB] = [candidatesOf(a), candidatesOf(b)];
  let best: { readonly text: string; readonly missM: number } | null = null;
  for (const ca of onA) {
    for (const cb of onB) {
      const missM = missOf(ca, cb);
      if (best !== null && missM >= best.missM) continue;
      best = {
        missM,
        text: `nearest: ${nameOf(ca)} of '${names[0]}' and ${nameOf(cb)} of '${names[1]}', ${whyNot(ca, cb)}`,
      };
    }
  }
  if (best !== null) return best.text;
  const count = (side: readonly Candidate[], name: string) =>
    `${side.length === 0 ? 'none' : side.length} on '${name}'`;
  return `cylinders along the joint axis within 20 mm of it: ${count(onA, names[0])}, ${count(onB, names[1])}`;
}

function candidatesOf(side: JointSide): Candidate[] {
  return side.parts.flatMap(({ part, poseInBody }) => {
    const X_JP = composePose(invertPose(side.frame), poseInBody);
    return findCylinders(part).flatMap(({ axis, pointM, radiusM, lengthM, isHole }) => {
      const d = rotate(X_JP.rotation, axis);
      const p = transformPoint(X_JP, pointM);
      const tiltRad = Math.atan2(Math.hypot(d[0], d[1]), Math.abs(d[2]));
      const offsetM = Math.hypot(p[0], p[1]);
      if (tiltRad > NAMED_TILT_RAD || offsetM > NAMED_WITHIN_M) return [];
      return [{ isHole, radiusM, fromM: p[2] - lengthM / 2, toM: p[2] + lengthM / 2, offsetM, tiltRad }];
    });
  });
}

const gapAlong = (a: Candidate, b: Candidate): number => Math.max(a.fromM, b.fromM) - Math.min(a.toM, b.toM);

/** How badly two cylinders fail to be a bearing [m]; orders the pairs. */
function missOf(a: Candidate, b: Candidate): number {
  const kind = a.isHole === b.isHole ? 1 : 0;
  const along = Math.max(0, gapAlong(a, b));
  return (
    kind + Math.max(a.offsetM, b.offsetM) + Math.abs(a.radiusM - b.radiusM) + along + 0.02 * (a.tiltRad + b.tiltRad)
  );
}

const mm = (lengthM: number): string => `${(lengthM * 1e3).toFixed(3)} mm`;

const nameOf = ({ isHole, radiusM }: Candidate): string => `${isHole ? 'hole' : 'pin'} Ø ${mm(2 * radiusM)}`;

/** The conditions of a bearing, in the order in which a person would check them. */
function whyNot(a: Candidate, b: Candidate): string {
  if (a.isHole === b.isHole) return `two ${a.isHole ? 'holes' : 'pins'} make no bearing`;
  const [pin, hole] = a.isHole ? [b, a] : [a, b];
  const tiltRad = Math.max(a.tiltRad, b.tiltRad);
  if (tiltRad > PARALLEL_TOLERANCE_RAD)
    return `inclined to the joint axis by ${((tiltRad * 180) / Math.PI).toFixed(3)}°`;
  const clearanceM = hole.radiusM - pin.radiusM;
  if (clearanceM < -1e-5) return `the pin is ${mm(-2 * clearanceM)} thicker than the hole`;
  if (clearanceM > Math.max(LARGEST_CLEARANCE_M, 0.2 * hole.radiusM))
    return `the pin has ${mm(2 * clearanceM)} of play, too much for a bearing`;
  const offsetM = Math.max(a.offsetM, b.offsetM);
  if (offsetM > MISPLACED_WITHIN_M) return `${mm(offsetM)} off the joint axis`;
  return `${mm(Math.max(0, gapAlong(a, b)))} apart along the axis`;
}
