/**
 * Cross-sections of a closed mesh.
 *
 * Contributor notes: sections are walked along the mesh in double precision. manifold-3d's own `slice` rounds to its 2D
 * precision, and one section that is off by 1e-8 spoils the exactness of every prism made from it.
 */
import { cross, dot, perpendicular, type Vec3 } from '../core/vector.js';
import { meshTopology, nextHalfEdge, type TriangleMesh } from '../geometry/index.js';
import { pointAt } from './solid-scope.js';

/** A point of a cross-section in its plane's axes [m]. */
export type Point = readonly [number, number];

/** A direction and two axes across it: u × v = w, all unit. */
export interface Axes {
  readonly u: Vec3;
  readonly v: Vec3;
  readonly w: Vec3;
}

/** Axes about a unit direction. */
export function axesAlong(direction: Vec3): Axes {
  const u = perpendicular(direction);
  return { u, v: cross(direction, u), w: direction };
}

/** A point of the plane at height z along w, in the solid's coordinates [m]. */
export const liftPoint = ({ u, v, w }: Axes, [x, y]: Point, z: number): Vec3 => [
  x * u[0] + y * v[0] + z * w[0],
  x * u[1] + y * v[1] + z * w[1],
  x * u[2] + y * v[2] + z * w[2],
];

/** A closed mesh, ready to be cut at any height along its axes. */
export interface Sliceable {
  readonly axes: Axes;
  readonly mesh: TriangleMesh;
  readonly twins: Int32Array;
  /** Coordinates of every vertex along u, v, w [m]. */
  readonly localM: Float64Array;
}

/** Prepares a mesh for cuts across `axes.w`. */
export function sliceable(mesh: TriangleMesh, axes: Axes): Sliceable {
  const localM = new Float64Array(mesh.verticesM.length);
  for (let v = 0; v < localM.length / 3; v++) {
    const p = pointAt(mesh.verticesM, v);
    localM.set([dot(p, axes.u), dot(p, axes.v), dot(p, axes.w)], 3 * v);
  }
  return { axes, mesh, twins: meshTopology(mesh.triangles).twins, localM };
}

/**
 * Closed contours of the section at a height, material on the left: outer ones run counter-clockwise, holes clockwise. Null
 * where the walk leaves the mesh (an edge shared by more than two triangles).
 *
 * @param heightM  along w; vertices exactly there count as above
 */
export function contoursAt(source: Sliceable, heightM: number): readonly (readonly Point[])[] | null {
  const { twins, mesh, localM } = source;
  const { triangles } = mesh;
  const isAbove = (h: number) => localM[3 * triangles[h]! + 2]! >= heightM;
  const rising = (h: number) => !isAbove(h) && isAbove(nextHalfEdge(h));
  const seen = new Uint8Array(triangles.length);
  const contours: Point[][] = [];
  for (let start = 0; start < triangles.length; start++) {
    if (seen[start] || !rising(start)) continue;
    const contour: Point[] = [];
    let up = start;
    do {
      seen[up] = 1;
      contour.push(crossing(source, up, heightM));
      const into = twins[up]!;
      if (into < 0) return null;
      const next = nextHalfEdge(into);
      up = rising(next) ? next : nextHalfEdge(next);
      if (!rising(up)) return null;
    } while (up !== start);
    contours.push(contour);
  }
  return contours;
}

/** Where a half-edge crosses a height. The lower end leads, so that an edge gives one point from both sides. */
function crossing({ localM, mesh }: Sliceable, h: number, z: number): Point {
  const a = 3 * mesh.triangles[h]!;
  const b = 3 * mesh.triangles[nextHalfEdge(h)]!;
  const t = (z - localM[a + 2]!) / (localM[b + 2]! - localM[a + 2]!);
  return [localM[a]! + t * (localM[b]! - localM[a]!), localM[a + 1]! + t * (localM[b + 1]! - localM[a + 1]!)];
}

/** Signed area of a contour [m²], positive counter-clockwise. */
export function signedArea(contour: readonly Point[]): number {
  let twice = 0;
  const [ox, oy] = contour[0]!;
  for (let i = 1; i + 1 < contour.length; i++) {
    const [ax, ay] = contour[i]!;
    const [bx, by] = contour[i + 1]!;
    twice += (ax - ox) * (by - oy) - (ay - oy) * (bx - ox);
  }
  return twice / 2;
}

/** Points closer than this to the line between their neighbours are left out of every contour [m]. */
const COLLINEAR_M = 1e-10;

/** A contour without points that lie on the straight line between their neighbours; null where nothing is left of it. */
export function withoutCollinear(contour: readonly Point[]): readonly Point[] | null {
  const kept: Point[] = [];
  for (const p of contour) {
    while (kept.length >= 2 && isBetween(kept.at(-2)!, kept.at(-1)!, p)) kept.pop();
    if (kept.length === 0 || distance(kept.at(-1)!, p) > COLLINEAR_M) kept.push(p);
  }
  while (kept.length >= 3 && isBetween(kept.at(-2)!, kept.at(-1)!, kept[0]!)) kept.pop();
  while (kept.length >= 3 && isBetween(kept.at(-1)!, kept[0]!, kept[1]!)) kept.shift();
  return kept.length < 3 ? null : kept;
}

/**
 * A contour with only the points that it takes to stay within a distance of all (Douglas & Peucker 1973), starting from two
 * far apart. It takes out the ripple that a section gets where it crosses the slanting edges of a tessellated flank.
 *
 * @param withinM  [m] ≥ 0; 0 keeps everything
 */
export function thinned(contour: readonly Point[], withinM: number): readonly Point[] {
  if (withinM <= 0 || contour.length < 8) return contour;
  const far = contour.reduce(
    (best, p, i) => (distance(p, contour[0]!) > distance(contour[best]!, contour[0]!) ? i : best),
    0,
  );
  const isKept = contour.map((_, i) => i === 0 || i === far);
  const ring = [...contour, contour[0]!];
  const keepBetween = (i: number, j: number): void => {
    let [worst, height] = [-1, withinM];
    for (let k = i + 1; k < j; k++) {
      const h = distanceToSegment(ring[k]!, ring[i]!, ring[j]!);
      if (h > height) [worst, height] = [k, h];
    }
    if (worst < 0) return;
    isKept[worst] = true;
    keepBetween(i, worst);
    keepBetween(worst, j);
  };
  keepBetween(0, far);
  keepBetween(far, contour.length);
  const kept = contour.filter((_, i) => isKept[i]);
  return kept.length < 3 ? contour : kept;
}

function distanceToSegment(p: Point, a: Point, b: Point): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const length2 = dx * dx + dy * dy;
  const t = length2 === 0 ? 0 : Math.min(1, Math.max(0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length2));
  return distance(p, [a[0] + t * dx, a[1] + t * dy]);
}

function isBetween(a: Point, p: Point, b: Point): boolean {
  const length = distance(a, b);
  if (length < COLLINEAR_M) return true;
  const height = Math.abs((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])) / length;
  const along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / (length * length);
  return height <= COLLINEAR_M && along > -1e-9 && along < 1 + 1e-9;
}

export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Whether any two edges of closed contours cross each other. */
export function haveCrossings(contours: readonly (readonly Point[])[]): boolean {
  const edges = contours.flatMap((contour) => contour.map((p, i): Edge => [p, contour[(i + 1) % contour.length]!]));
  const left = ([a, b]: Edge) => Math.min(a[0], b[0]);
  const right = ([a, b]: Edge) => Math.max(a[0], b[0]);
  edges.sort((e, f) => left(e) - left(f));
  return edges.some((e, i) => {
    for (let j = i + 1; j < edges.length && left(edges[j]!) <= right(e); j++) if (doCross(e, edges[j]!)) return true;
    return false;
  });
}

type Edge = readonly [Point, Point];

/** Whether two edges cross in the inside of both. */
function doCross([a, b]: Edge, [c, d]: Edge): boolean {
  const side = (p: Point, q: Point, r: Point) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}
