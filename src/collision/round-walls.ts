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
/** Facets of a recognised cylinder are at most so wide [rad]. */
const LARGEST_FACET_RAD = 0.55;
/** Edges wider than this many times most others of the same circle are flats: a D-shaped hole has one. */
const FACET_SPREAD = 2.5;

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

/**
 * Whether a point of a section belongs to a circle: corners of the tessellation lie on it, and where a section crosses the
 * slanting edge of a facet, its point lies up to the chord deflection inside.
 */
function isOfCircle({ center, radiusM }: RoundWall, p: Point, slackM: number): boolean {
  const inside = radiusM - distance(p, center);
  const rounding = Math.max(1e-8, 1e-5 * radiusM);
  return inside > -rounding && inside < rounding + slackM;
}

/**
 * A contour whose concave round stretches are replaced by tangents, so that a pin of the hole's own radius fits: the
 * tessellation has its corners on the circle and its chords inside the hole; tangents stay outside.
 *
 * @param roundnessM  0: one tangent per corner of the tessellation. Above 0 [m]: as few tangents, evenly spaced, as put their
 *                    corners at most so far outside the circle; points up to 1.5 times as far inside belong to the circle
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

function circumscribeOne(contour: readonly Point[], wall: RoundWall, roundnessM: number): readonly Point[] {
  const n = contour.length;
  const angles = contour.map((p, i) => holeChordAngle(p, contour[(i + 1) % n]!, wall, 1.5 * roundnessM));
  const chords = angles.filter((angle) => angle > 0).sort((a, b) => a - b);
  if (chords.length === 0) return contour;
  const largest = Math.min(LARGEST_FACET_RAD, FACET_SPREAD * chords[Math.floor(0.8 * chords.length)]!);
  const isArc = angles.map((angle) => angle > 0 && angle <= largest);
  const start = isArc.findIndex((arc, i) => arc && !isArc[(i + n - 1) % n]);
  if (start < 0) return isArc[0] ? fullCircle(contour, wall, roundnessM) : contour;
  const out: Point[] = [];
  for (let k = 0; k < n; ) {
    const i = (start + k) % n;
    if (!isArc[i]) {
      out.push(contour[i]!);
      k++;
      continue;
    }
    const run: Point[] = [contour[i]!];
    while (k < n && isArc[(start + k) % n]) run.push(contour[(start + ++k) % n]!);
    // The run's last point begins the next edge, which is no arc, and is pushed there.
    out.push(...tangentRun(run, wall, roundnessM).slice(0, -1));
  }
  return out;
}

/** Angle of an edge that is a chord of the circle with its material outside (clockwise about the centre); 0 for others. */
function holeChordAngle(p: Point, q: Point, wall: RoundWall, slackM: number): number {
  return isOfCircle(wall, p, slackM) && isOfCircle(wall, q, slackM) ? clockwiseAngle(p, q, wall) : 0;
}

function clockwiseAngle(p: Point, q: Point, { center }: RoundWall): number {
  const [px, py] = [p[0] - center[0], p[1] - center[1]];
  const [qx, qy] = [q[0] - center[0], q[1] - center[1]];
  return Math.max(0, -Math.atan2(px * qy - py * qx, px * qx + py * qy));
}

/** How wide [rad] facets may be for tangents to meet at most so far outside: R/cos(α/2) − R ≤ δ, at most 30°. */
const widestFacet = (R: number, roundnessM: number): number =>
  Math.min(Math.PI / 6, 2 * Math.acos(R / (R + roundnessM)));

function fullCircle(contour: readonly Point[], wall: RoundWall, roundnessM: number): readonly Point[] {
  if (roundnessM <= 0) return contour.map((p, i) => tangentCorner(p, contour[(i + 1) % contour.length]!, wall));
  const n = Math.ceil((2 * Math.PI) / widestFacet(wall.radiusM, roundnessM));
  return evenTangents(contour[0]!, (2 * Math.PI) / n, n, wall);
}

/** An arc as its first point, the corners between tangents, and its last point. */
function tangentRun(run: readonly Point[], wall: RoundWall, roundnessM: number): readonly Point[] {
  const [first, last] = [run[0]!, run.at(-1)!];
  if (roundnessM <= 0) {
    return [first, ...run.slice(1).map((q, i) => tangentCorner(run[i]!, q, wall)), last];
  }
  const sweep = run.slice(1).reduce((sum, q, i) => sum + clockwiseAngle(run[i]!, q, wall), 0);
  const n = Math.max(1, Math.ceil(sweep / widestFacet(wall.radiusM, roundnessM)));
  return [first, ...evenTangents(first, sweep / n, n, wall), last];
}

/** Corners between n + 1 tangents, each turned clockwise by `facetRad` against the last; the first touches towards `start`. */
function evenTangents(start: Point, facetRad: number, n: number, { center, radiusM }: RoundWall): readonly Point[] {
  const from = Math.atan2(start[1] - center[1], start[0] - center[0]);
  const outer = radiusM / Math.cos(facetRad / 2);
  return Array.from({ length: n }, (_, i) => {
    const angle = from - facetRad * (i + 0.5);
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
export function discOf(contour: readonly Point[], walls: readonly RoundWall[], slackM: number): RoundWall | null {
  const pin = walls.find((wall) => !wall.isHole && wall.isFull && contour.every((p) => isOfCircle(wall, p, slackM)));
  return pin === undefined || contour.length < 8 ? null : pin;
}
