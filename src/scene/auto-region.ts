import {
  composePose,
  dot,
  invertPose,
  type Pose,
  rotate,
  subtract,
  transformPoint,
  type Vec3,
} from '../core/vector.js';
import { findCylinders, type Part } from '../geometry/index.js';
import type { Freedom } from './kinds.js';
import type { BoundedRegion } from './region.js';
import { touchesGeometry } from './touch-geometry.js';

// Finds the bearing surfaces of a joint in the source geometry: a pin in a hole about the joint axis, two faces that
// slide on each other, a ball. What was tried: taking the nearest cylinder of each body alone joined pins to bolt holes
// beside them; only pairs (a pin of one body inside a hole of the other) are unambiguous.

/** Two axes farther apart than this do not belong to one bearing [m]. */
export const COAXIAL_TOLERANCE_M = 5e-5;
/** Two axes more inclined than this do not belong to one bearing [rad]. */
export const PARALLEL_TOLERANCE_RAD = 0.5e-3;
/** A pin looser than this in its hole is not its bearing: the larger of 0.5 mm and a fifth of the radius. */
export const LARGEST_CLEARANCE_M = 5e-4;
/** Axes within this distance are a bearing that was built in the wrong place, and not another bearing [m]. */
export const MISPLACED_WITHIN_M = 3e-3;
/** Half thickness that is given to a flat region [m]. */
const FLAT_HALF_THICKNESS_M = 1e-4;

/** One body of a joint, as the search sees it. */
export interface JointSide {
  readonly parts: readonly { readonly name: string; readonly part: Part; readonly poseInBody: Pose }[];
  /** Joint frame in this body. */
  readonly frame: Pose;
}

/** Regions found on both sides, in the joint frame of each. */
export interface FoundRegions {
  readonly regions: readonly [BoundedRegion, BoundedRegion];
  readonly notes: readonly [string, string];
  /** Distance of the two surfaces' axes from the joint axis beyond tolerance [m]; 0 when coaxial. */
  readonly axisOffsetM: number;
  /** Radial play of a pin in its hole [m]; 0 elsewhere. The joint is ideal: play is not simulated. */
  readonly playM: number;
}

/** A cylinder in a joint frame, near-parallel to its z axis. */
interface AxialCylinder {
  readonly offsetM: number;
  readonly crossing: readonly [number, number];
  readonly radiusM: number;
  readonly fromM: number;
  readonly toM: number;
  readonly isHole: boolean;
}

/** The bearing surfaces near a joint, or null where there is no matching pair. */
export function findRegions(freedom: Freedom, a: JointSide, b: JointSide): FoundRegions | null {
  const [tx, ty, tz, rx, ry, rz] = freedom;
  if (rx && ry && rz && !tx && !ty && !tz) return findBalls(a, b) ?? findPoints(a, b);
  if (rz && !rx && !ry && !tx && !ty) return findPinInHole(a, b);
  if (tx && ty && rz) return findFlats(a, b, 'across');
  if (tz && !rz) return findFlats(a, b, 'along') ?? findPinInHole(a, b);
  if (!tx && !ty && !tz && !rx && !ry && !rz) return findPinInHole(a, b) ?? findFlats(a, b, 'any');
  return findPoints(a, b);
}

function axialCylinders(side: JointSide): AxialCylinder[] {
  return side.parts.flatMap(({ part, poseInBody }) => {
    const X_JP = composePose(invertPose(side.frame), poseInBody);
    return findCylinders(part).flatMap((cylinder) => {
      const d = rotate(X_JP.rotation, cylinder.axis);
      if (Math.hypot(d[0], d[1]) > PARALLEL_TOLERANCE_RAD) return [];
      const p = transformPoint(X_JP, cylinder.pointM);
      const { radiusM, lengthM, isHole } = cylinder;
      const crossing = [p[0], p[1]] as const;
      return [
        {
          offsetM: Math.hypot(p[0], p[1]),
          crossing,
          radiusM,
          fromM: p[2] - lengthM / 2,
          toM: p[2] + lengthM / 2,
          isHole,
        },
      ];
    });
  });
}

interface Bearing {
  readonly a: AxialCylinder;
  readonly b: AxialCylinder;
  readonly overlapM: number;
}

function findPinInHole(a: JointSide, b: JointSide): FoundRegions | null {
  const bearings: Bearing[] = [];
  const cylindersB = axialCylinders(b);
  for (const ca of axialCylinders(a)) {
    for (const cb of cylindersB) {
      if (ca.isHole === cb.isHole) continue;
      const [pin, hole] = ca.isHole ? [cb, ca] : [ca, cb];
      const clearance = hole.radiusM - pin.radiusM;
      if (clearance < -1e-5 || clearance > Math.max(LARGEST_CLEARANCE_M, 0.2 * hole.radiusM)) continue;
      const overlapM = Math.min(ca.toM, cb.toM) - Math.max(ca.fromM, cb.fromM);
      if (overlapM <= 0 || Math.max(ca.offsetM, cb.offsetM) > MISPLACED_WITHIN_M) continue;
      bearings.push({ a: ca, b: cb, overlapM });
    }
  }
  if (bearings.length === 0) return null;
  const coaxial = bearings.filter((bearing) => offsetOf(bearing) <= COAXIAL_TOLERANCE_M);
  const pool = coaxial.length > 0 ? coaxial : bearings;
  pool.sort((p, q) => offsetOf(p) - offsetOf(q) || q.overlapM - p.overlapM);
  const best = coaxial.length > 0 ? pool.reduce((x, y) => (y.overlapM > x.overlapM ? y : x)) : pool[0]!;
  const same = pool.filter((bearing) => isSameBearing(bearing, best));
  return {
    regions: [unionOf(same.map((bearing) => bearing.a)), unionOf(same.map((bearing) => bearing.b))],
    notes: [noteOf(best.a), noteOf(best.b)],
    axisOffsetM: coaxial.length > 0 ? 0 : offsetOf(best),
    playM: Math.abs(best.a.radiusM - best.b.radiusM),
  };
}

const offsetOf = (bearing: Bearing): number => Math.max(bearing.a.offsetM, bearing.b.offsetM);

/** Eyes of a fork carry one pin: the same radii on the same axis. */
function isSameBearing(p: Bearing, q: Bearing): boolean {
  const near = (x: number, y: number) => Math.abs(x - y) <= COAXIAL_TOLERANCE_M;
  return (
    near(p.a.radiusM, q.a.radiusM) &&
    near(p.b.radiusM, q.b.radiusM) &&
    near(p.a.crossing[0], q.a.crossing[0]) &&
    near(p.a.crossing[1], q.a.crossing[1]) &&
    near(p.b.crossing[0], q.b.crossing[0]) &&
    near(p.b.crossing[1], q.b.crossing[1])
  );
}

function unionOf(cylinders: readonly AxialCylinder[]): BoundedRegion {
  const fromM = Math.min(...cylinders.map((c) => c.fromM));
  const toM = Math.max(...cylinders.map((c) => c.toM));
  const { crossing, radiusM } = cylinders[0]!;
  return {
    kind: 'cylinder',
    poseInBody: { positionM: [crossing[0], crossing[1], (fromM + toM) / 2], rotation: [0, 0, 0, 1] },
    radiusM,
    lengthM: toM - fromM,
  };
}

const mm = (lengthM: number): string => `${(lengthM * 1e3).toFixed(3)} mm`;

const noteOf = (c: AxialCylinder): string =>
  `${c.isHole ? 'hole' : 'pin'} Ø ${mm(2 * c.radiusM)}, ${mm(c.toM - c.fromM)} long, ${mm(c.offsetM)} off the joint axis`;

/** A plane patch in a joint frame, with its box there. */
interface FlatPatch {
  readonly normal: Vec3;
  readonly offsetM: number;
  readonly min: Vec3;
  readonly max: Vec3;
}

function flatPatches(side: JointSide, direction: 'along' | 'across' | 'any'): FlatPatch[] {
  return side.parts.flatMap(({ part, poseInBody }) => {
    const X_JP = composePose(invertPose(side.frame), poseInBody);
    return part.faces.flatMap((face) => {
      if (face.surface?.kind !== 'plane') return [];
      const normal = rotate(X_JP.rotation, face.surface.normal);
      const isAlong = Math.abs(normal[2]) < PARALLEL_TOLERANCE_RAD;
      const isAcross = Math.hypot(normal[0], normal[1]) < PARALLEL_TOLERANCE_RAD;
      if ((direction === 'along' && !isAlong) || (direction === 'across' && !isAcross)) return [];
      const { min, max } = boxOfTriangles(part, face.firstTriangle, face.triangleCount, X_JP);
      return [{ normal, offsetM: dot(normal, transformPoint(X_JP, face.surface.pointM)), min, max }];
    });
  });
}

/** Axis-aligned box of some triangles of a part in another frame. */
export function boxOfTriangles(part: Part, first: number, count: number, X_JP: Pose): { min: Vec3; max: Vec3 } {
  const min: [number, number, number] = [Infinity, Infinity, Infinity];
  const max: [number, number, number] = [-Infinity, -Infinity, -Infinity];
  const { triangles, verticesM } = part.mesh;
  for (let i = 3 * first; i < 3 * (first + count); i++) {
    const v = 3 * triangles[i]!;
    const p = transformPoint(X_JP, [verticesM[v]!, verticesM[v + 1]!, verticesM[v + 2]!]);
    for (let k = 0; k < 3; k++) {
      min[k] = Math.min(min[k]!, p[k]!);
      max[k] = Math.max(max[k]!, p[k]!);
    }
  }
  return { min, max };
}

function findFlats(a: JointSide, b: JointSide, direction: 'along' | 'across' | 'any'): FoundRegions | null {
  const patchesB = flatPatches(b, direction);
  let best: { a: FlatPatch; b: FlatPatch; areaM2: number } | null = null;
  for (const pa of flatPatches(a, direction)) {
    for (const pb of patchesB) {
      if (dot(pa.normal, pb.normal) > -1 + PARALLEL_TOLERANCE_RAD) continue;
      const gap = -pb.offsetM - pa.offsetM;
      if (gap < -2e-5 || gap > LARGEST_CLEARANCE_M) continue;
      const areaM2 = sharedArea(pa, pb);
      if (areaM2 > (best?.areaM2 ?? 0)) best = { a: pa, b: pb, areaM2 };
    }
  }
  if (best === null) return null;
  const gap = Math.max(0, -best.b.offsetM - best.a.offsetM);
  const note = (patch: FlatPatch) => `plane face with normal [${patch.normal.map((x) => x.toFixed(3)).join(', ')}]`;
  return {
    regions: [boxRegion(best.a, gap), boxRegion(best.b, gap)],
    notes: [note(best.a), note(best.b)],
    axisOffsetM: 0,
    playM: 0,
  };
}

/** Area in which the boxes of two opposed patches face each other [m²]. */
function sharedArea(a: FlatPatch, b: FlatPatch): number {
  const flat = a.normal.map(Math.abs).indexOf(Math.max(...a.normal.map(Math.abs)));
  let area = 1;
  for (let k = 0; k < 3; k++) {
    if (k === flat) continue;
    area *= Math.max(0, Math.min(a.max[k]!, b.max[k]!) - Math.max(a.min[k]!, b.min[k]!));
  }
  return area;
}

/** A box region around a box, thick enough that two flat ones across a gap overlap. */
export function boxRegion(box: { min: Vec3; max: Vec3 }, gapM: number): BoundedRegion {
  const grow = gapM / 2 + FLAT_HALF_THICKNESS_M;
  const size = subtract(box.max, box.min).map((x) => Math.max(x, 2 * grow));
  const center = [0, 1, 2].map((k) => (box.min[k]! + box.max[k]!) / 2);
  return {
    kind: 'box',
    poseInBody: { positionM: [center[0]!, center[1]!, center[2]!], rotation: [0, 0, 0, 1] },
    sizeM: [size[0]!, size[1]!, size[2]!],
  };
}

/** Radius of a sphere patch about the joint origin on this side [m], or null. */
function ballRadius(side: JointSide): number | null {
  let best: { radiusM: number; vertexCount: number } | null = null;
  for (const { part, poseInBody } of side.parts) {
    const X_JP = composePose(invertPose(side.frame), poseInBody);
    for (const face of part.faces) {
      if (face.surface !== null || face.triangleCount < 8) continue;
      const { radiusM, spreadM } = radiiOfTriangles(part, face.firstTriangle, face.triangleCount, X_JP);
      if (spreadM > COAXIAL_TOLERANCE_M) continue;
      if (best === null || face.triangleCount > best.vertexCount) best = { radiusM, vertexCount: face.triangleCount };
    }
  }
  return best?.radiusM ?? null;
}

function radiiOfTriangles(part: Part, first: number, count: number, X_JP: Pose): { radiusM: number; spreadM: number } {
  let min = Infinity;
  let max = 0;
  for (let i = 3 * first; i < 3 * (first + count); i++) {
    const v = 3 * part.mesh.triangles[i]!;
    const m = part.mesh.verticesM;
    const r = Math.hypot(...transformPoint(X_JP, [m[v]!, m[v + 1]!, m[v + 2]!]));
    min = Math.min(min, r);
    max = Math.max(max, r);
  }
  return { radiusM: (min + max) / 2, spreadM: max - min };
}

const sphereRegion = (radiusM: number): BoundedRegion => ({
  kind: 'sphere',
  poseInBody: { positionM: [0, 0, 0], rotation: [0, 0, 0, 1] },
  radiusM,
});

function findBalls(a: JointSide, b: JointSide): FoundRegions | null {
  const ra = ballRadius(a);
  const rb = ballRadius(b);
  if (ra === null || rb === null || Math.abs(ra - rb) > Math.max(LARGEST_CLEARANCE_M, 0.2 * Math.max(ra, rb)))
    return null;
  const note = (r: number) => `spherical face Ø ${mm(2 * r)}`;
  return {
    regions: [sphereRegion(ra), sphereRegion(rb)],
    notes: [note(ra), note(rb)],
    axisOffsetM: 0,
    playM: Math.abs(ra - rb),
  };
}

/** Joints that act at a point: both bodies must have source geometry within half a millimetre of it. */
function findPoints(a: JointSide, b: JointSide): FoundRegions | null {
  const region = sphereRegion(LARGEST_CLEARANCE_M);
  if (!touchesGeometry(a, region) || !touchesGeometry(b, region)) return null;
  return {
    regions: [region, region],
    notes: ['material at the anchor', 'material at the anchor'],
    axisOffsetM: 0,
    playM: 0,
  };
}
