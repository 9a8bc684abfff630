import { cross, dot, norm } from '../core/vector.js';
import type { CylinderSurface } from '../geometry/index.js';
import { type Axes, distance, type Point } from './section.js';

/** A recognised cylinder seen along its axis: a circle in the plane of a section. */
export interface RoundWall {
  readonly center: Point;
  readonly radiusM: number;
  readonly isHole: boolean;
  /** Whether the surface goes all the way round. */
  readonly isFull: boolean;
}

/** Directions closer than this [rad] are parallel. */
const PARALLEL_RAD = 1e-5;
/** Sweeps above this count as all the way round [rad]: the last strip may be missing through rounding. */
const FULL_SWEEP_RAD = 2 * Math.PI - 1e-3;

/** Cylinders whose axis is along `axes.w`, as circles. */
export function roundWallsAlong(axes: Axes, cylinders: readonly CylinderSurface[]): readonly RoundWall[] {
  return cylinders
    .filter(({ axis }) => norm(cross(axis, axes.w)) < PARALLEL_RAD)
    .map(({ pointM, radiusM, isHole, sweepRad }) => ({
      center: [dot(pointM, axes.u), dot(pointM, axes.v)] as const,
      radiusM,
      isHole,
      isFull: sweepRad > FULL_SWEEP_RAD,
    }));
}

const onCircleTolerance = (radiusM: number): number => Math.max(1e-8, 1e-5 * radiusM);

const isOnCircle = (wall: RoundWall, p: Point): boolean =>
  Math.abs(distance(p, wall.center) - wall.radiusM) < onCircleTolerance(wall.radiusM);

/**
 * A contour whose concave round stretches are replaced by tangents, so that a pin of the hole's own radius fits: the
 * tessellation has its corners on the circle and its chords inside the hole; the tangents at the same corners have none.
 *
 * The material lost is at most R·(1/cos(α/2) − 1) deep for facets of angle α: as much again as the chord deflection.
 *
 * @param roundnessM  holes all the way round get no more tangents than put their corners this far outside [m]; 0: as many as
 *                    the tessellation has
 */
export function circumscribed(
  contour: readonly Point[],
  walls: readonly RoundWall[],
  roundnessM: number,
): readonly Point[] {
  let points = contour;
  for (const wall of walls) if (wall.isHole) points = circumscribeOne(points, wall, roundnessM);
  return points;
}

function circumscribeOne(all: readonly Point[], wall: RoundWall, roundnessM: number): readonly Point[] {
  const contour = withoutIntruders(all, wall, roundnessM);
  const n = contour.length;
  const angles = contour.map((p, i) => holeChordAngle(p, contour[(i + 1) % n]!, wall));
  const chords = angles.filter((angle) => angle > 0).sort((a, b) => a - b);
  if (chords.length === 0) return contour;
  const largest = Math.min(LARGEST_FACET_RAD, FACET_SPREAD * chords[chords.length >> 1]!);
  const isArcEdge = angles.map((angle) => angle > 0 && angle <= largest);
  if (isArcEdge.every(Boolean)) {
    const corners = evenCornerCount(wall.radiusM, roundnessM);
    if (corners < n) return evenTangents(contour[0]!, wall, corners);
    return contour.map((p, i) => tangentCorner(p, contour[(i + 1) % n]!, wall));
  }
  const out: Point[] = [];
  for (let i = 0; i < n; i++) {
    const before = isArcEdge[(i + n - 1) % n]!;
    if (!before || !isArcEdge[i]!) out.push(contour[i]!);
    if (isArcEdge[i]!) out.push(tangentCorner(contour[i]!, contour[(i + 1) % n]!, wall));
  }
  return out;
}

/** Without points that lie between others of the circle and a little inside it, where a slanting facet edge crosses the section. */
function withoutIntruders(contour: readonly Point[], wall: RoundWall, slackM: number): readonly Point[] {
  const n = contour.length;
  const isNear = contour.map((p) => {
    const inside = wall.radiusM - distance(p, wall.center);
    return inside < 1.5 * slackM && inside > -onCircleTolerance(wall.radiusM);
  });
  const kept = contour.filter(
    (p, i) => !isNear[i] || isOnCircle(wall, p) || !isNear[(i + n - 1) % n] || !isNear[(i + 1) % n],
  );
  return kept.length < 3 ? contour : kept;
}

/** Facets of a recognised cylinder are at most so wide; a flat of a D-shaped hole is wider than its neighbours. */
const LARGEST_FACET_RAD = 0.55;
const FACET_SPREAD = 2.5;

/** Angle of an edge that is a chord of the circle with its material outside (clockwise about the centre); 0 for others. */
function holeChordAngle(p: Point, q: Point, wall: RoundWall): number {
  if (!isOnCircle(wall, p) || !isOnCircle(wall, q)) return 0;
  const [px, py] = [p[0] - wall.center[0], p[1] - wall.center[1]];
  const [qx, qy] = [q[0] - wall.center[0], q[1] - wall.center[1]];
  return Math.max(0, -Math.atan2(px * qy - py * qx, px * qx + py * qy));
}

/** How many tangents a full circle needs for corners at most so far outside: R/cos(π/n) − R ≤ δ, at least 12. */
function evenCornerCount(R: number, roundnessM: number): number {
  return roundnessM <= 0 ? Infinity : Math.max(12, Math.ceil(Math.PI / Math.acos(R / (R + roundnessM))));
}

/** Corners of n tangents evenly round a circle, clockwise, the first of them touching at the direction of `start`. */
function evenTangents(start: Point, { center, radiusM }: RoundWall, n: number): readonly Point[] {
  const from = Math.atan2(start[1] - center[1], start[0] - center[0]);
  const outer = radiusM / Math.cos(Math.PI / n);
  return Array.from({ length: n }, (_, i) => {
    const angle = from - (2 * Math.PI * (i + 0.5)) / n;
    return [center[0] + outer * Math.cos(angle), center[1] + outer * Math.sin(angle)] as const;
  });
}

/** Where the tangents at two points of a circle meet. */
function tangentCorner(p: Point, q: Point, { center, radiusM }: RoundWall): Point {
  const [px, py] = [p[0] - center[0], p[1] - center[1]];
  const [qx, qy] = [q[0] - center[0], q[1] - center[1]];
  const s = (radiusM * radiusM) / (radiusM * radiusM + px * qx + py * qy);
  return [center[0] + s * (px + qx), center[1] + s * (py + qy)];
}

/** The pin whose circle carries every corner of a contour, or null. */
export function discOf(contour: readonly Point[], walls: readonly RoundWall[]): RoundWall | null {
  const pin = walls.find((wall) => !wall.isHole && wall.isFull && contour.every((p) => isOnCircle(wall, p)));
  return pin === undefined || contour.length < 8 ? null : pin;
}
