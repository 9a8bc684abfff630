/**
 * Plane regions with holes as few convex cells.
 *
 *   triangulate → flip to Delaunay → take diagonals out while both their ends stay convex (Hertel & Mehlhorn 1983)
 *
 * Contributor notes: ear clipping alone leaves slivers, and slivers become thin collision pieces, whose normals are poor.
 * Flipping to a constrained Delaunay triangulation first, then taking out the longest diagonals first, leaves short cuts and
 * fat cells. Hertel and Mehlhorn prove at most four times the smallest possible number of cells.
 */
import type { ManifoldToplevel } from 'manifold-3d';
import type { Point } from './section.js';

/** A convex polygon, counter-clockwise [m]. */
export type Cell = readonly Point[];

/** A triangulation as half-edges: triangle t has half-edges 3t, 3t+1, 3t+2; −1 where there is no neighbour. */
interface Triangulation {
  readonly points: readonly Point[];
  readonly from: number[];
  readonly twin: number[];
}

/**
 * Convex cells that fill a region exactly, without overlap; every corner is a corner of the region.
 *
 * @param contours  outer ones counter-clockwise, holes clockwise, corners not collinear
 */
export function convexCells(module: ManifoldToplevel, contours: readonly (readonly Point[])[]): readonly Cell[] {
  const mesh = triangulated(module, contours);
  flipToDelaunay(mesh);
  return mergeCells(mesh);
}

function triangulated(module: ManifoldToplevel, contours: readonly (readonly Point[])[]): Triangulation {
  const points = contours.flat();
  const polygons = contours.map((contour) => contour.map(([x, y]): [number, number] => [x, y]));
  const from: number[] = [];
  for (const [a, b, c] of module.triangulate(polygons, 0, false)) from.push(a, b, c);
  const known = new Map<number, number>();
  const twin = from.map(() => -1);
  for (let h = 0; h < from.length; h++) {
    const [a, b] = [from[h]!, from[next(h)]!];
    const other = known.get(b * points.length + a);
    if (other === undefined) known.set(a * points.length + b, h);
    else {
      twin[h] = other;
      twin[other] = h;
    }
  }
  return { points, from, twin };
}

const next = (h: number): number => (h % 3 === 2 ? h - 2 : h + 1);
const previous = (h: number): number => (h % 3 === 0 ? h + 2 : h - 1);

/** Twice the area of abc, positive counter-clockwise. */
export const turn = (a: Point, b: Point, c: Point): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Flips diagonals until every one is locally Delaunay. The number of rounds is bounded: rounding may cycle. */
function flipToDelaunay(mesh: Triangulation): void {
  const { twin } = mesh;
  for (let round = 0; round < 50; round++) {
    let flips = 0;
    for (let h = 0; h < twin.length; h++) if (twin[h]! > h && shouldFlip(mesh, h)) flips += flip(mesh, h);
    if (flips === 0) return;
  }
}

function corners({ points, from, twin }: Triangulation, h: number): [Point, Point, Point, Point] {
  const g = twin[h]!;
  return [points[from[h]!]!, points[from[next(h)]!]!, points[from[previous(h)]!]!, points[from[previous(g)]!]!];
}

/** Whether the two angles opposite a diagonal add up to more than π in a strictly convex quadrilateral. */
function shouldFlip(mesh: Triangulation, h: number): boolean {
  const [a, b, c, d] = corners(mesh, h);
  const size = Math.max(Math.hypot(c[0] - d[0], c[1] - d[1]), Math.hypot(a[0] - b[0], a[1] - b[1]));
  if (!(turn(d, b, c) > 1e-12 * size * size) || !(turn(c, a, d) > 1e-12 * size * size)) return false;
  const angle = (p: Point) =>
    Math.atan2(Math.abs(turn(p, a, b)), (a[0] - p[0]) * (b[0] - p[0]) + (a[1] - p[1]) * (b[1] - p[1]));
  return angle(c) + angle(d) > Math.PI + 1e-9;
}

/** Turns the diagonal of two triangles: (a b c), (b a d) → (d b c), (c a d). */
function flip({ from, twin }: Triangulation, h: number): 1 {
  const g = twin[h]!;
  const [hn, hp, gn, gp] = [next(h), previous(h), next(g), previous(g)];
  const [c, d] = [from[hp]!, from[gp]!];
  const [beyondHn, beyondGn] = [twin[hn]!, twin[gn]!];
  const [beyondHp, beyondGp] = [twin[hp]!, twin[gp]!];
  const [a, b] = [from[h]!, from[g]!];
  const link = (x: number, y: number) => {
    twin[x] = y;
    if (y >= 0) twin[y] = x;
  };
  from[h] = d;
  from[hn] = b;
  from[hp] = c;
  from[g] = d;
  from[gn] = c;
  from[gp] = a;
  // h: d→b, hn: b→c, hp: c→d | g: d→c, gn: c→a, gp: a→d
  link(h, beyondGp);
  link(hn, beyondHn);
  link(hp, g);
  link(gn, beyondHp);
  link(gp, beyondGn);
  return 1;
}

/** A cell under construction: its boundary as half-edges of the triangulation, in order. */
type Loop = number[];

function mergeCells(mesh: Triangulation): readonly Cell[] {
  const { points, from, twin } = mesh;
  const length = (h: number) => {
    const [a, b] = [points[from[h]!]!, points[from[next(h)]!]!];
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  };
  const loops = new Map<number, Loop>();
  const loopOf = from.map((_, h) => Math.floor(h / 3));
  for (let t = 0; t < from.length / 3; t++) loops.set(t, [3 * t, 3 * t + 1, 3 * t + 2]);
  const diagonals = from.map((_, h) => h).filter((h) => twin[h]! > h);
  diagonals.sort((g, h) => length(h) - length(g) || g - h);
  for (const h of diagonals) {
    const [i, j] = [loopOf[h]!, loopOf[twin[h]!]!];
    if (i === j) continue;
    const joined = joinLoops(mesh, loops.get(i)!, loops.get(j)!, h);
    if (joined === null) continue;
    loops.set(i, joined);
    loops.delete(j);
    for (const edge of joined) loopOf[edge] = i;
  }
  return [...loops.values()].map((loop) => loop.map((h) => points[from[h]!]!));
}

/** The loop round both cells beside a diagonal, or null where it would not be convex. */
function joinLoops({ points, from, twin }: Triangulation, a: Loop, b: Loop, h: number): Loop | null {
  const i = a.indexOf(h);
  const j = b.indexOf(twin[h]!);
  const joined = [...a.slice(i + 1), ...a.slice(0, i), ...b.slice(j + 1), ...b.slice(0, j)];
  const at = (k: number) => points[from[joined[(k + joined.length) % joined.length]!]!]!;
  const isConvexAt = (k: number) => {
    const [p, q, r] = [at(k - 1), at(k), at(k + 1)];
    const size = Math.hypot(q[0] - p[0], q[1] - p[1]) * Math.hypot(r[0] - q[0], r[1] - q[1]);
    return turn(p, q, r) >= -1e-9 * size;
  };
  // The two ends of the diagonal: where a's rest begins, and where b's rest begins.
  return isConvexAt(0) && isConvexAt(a.length - 1) ? joined : null;
}

/** Area of a convex polygon [m²]. */
export function cellArea(cell: Cell): number {
  let twice = 0;
  for (let i = 1; i + 1 < cell.length; i++) twice += turn(cell[0]!, cell[i]!, cell[i + 1]!);
  return twice / 2;
}

/** Area that two convex polygons share [m²] (Sutherland & Hodgman 1974). */
export function sharedArea(a: Cell, b: Cell): number {
  let clipped: Point[] = [...a];
  for (let i = 0; i < b.length && clipped.length > 0; i++)
    clipped = clipHalfPlane(clipped, b[i]!, b[(i + 1) % b.length]!);
  return clipped.length < 3 ? 0 : cellArea(clipped);
}

function clipHalfPlane(polygon: readonly Point[], p: Point, q: Point): Point[] {
  const out: Point[] = [];
  for (let i = 0; i < polygon.length; i++) {
    const [a, b] = [polygon[i]!, polygon[(i + 1) % polygon.length]!];
    const [da, db] = [turn(p, q, a), turn(p, q, b)];
    if (da >= 0) out.push(a);
    if (da > 0 !== db > 0 && da !== 0 && db !== 0) {
      const t = da / (da - db);
      out.push([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])]);
    }
  }
  return out;
}
