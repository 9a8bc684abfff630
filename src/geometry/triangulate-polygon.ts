import { cross, dot, normalize, perpendicular, type Vec3 } from '../core/vector.js';

/**
 * Triangles that fill a polygon, as vertex indices, in the polygon's sense. Corners are cut off one by one (ear clipping)
 * as seen along the polygon's mean normal; where none can be, the rest is fanned, so that edges always stay paired.
 *
 * @param positions  coordinates of all vertices
 * @param corners    vertex indices around the polygon, at least three
 */
export function triangulatePolygon(positions: readonly number[], corners: readonly number[]): readonly number[] {
  if (corners.length === 3) return corners;
  const points = project(positions, corners);
  const left = corners.map((_, i) => i);
  const triangles: number[] = [];
  while (left.length > 3) {
    const ear = Math.max(
      0,
      left.findIndex((_, i) => isEar(points, left, i)),
    );
    const n = left.length;
    triangles.push(left[(ear + n - 1) % n]!, left[ear]!, left[(ear + 1) % n]!);
    left.splice(ear, 1);
  }
  return [...triangles, ...left].map((i) => corners[i]!);
}

type Point = readonly [number, number];

function project(positions: readonly number[], corners: readonly number[]): readonly Point[] {
  const at = (i: number): Vec3 => {
    const v = 3 * corners[i % corners.length]!;
    return [positions[v]!, positions[v + 1]!, positions[v + 2]!];
  };
  let normal: Vec3 = [0, 0, 0];
  for (let i = 0; i < corners.length; i++) {
    const n = cross(at(i), at(i + 1));
    normal = [normal[0] + n[0], normal[1] + n[1], normal[2] + n[2]];
  }
  const z: Vec3 = normal.every((x) => x === 0) ? [0, 0, 1] : normalize(normal);
  const u = perpendicular(z);
  const v = cross(z, u);
  return corners.map((_, i) => [dot(at(i), u), dot(at(i), v)]);
}

/** A convex corner whose triangle holds no other corner. */
function isEar(points: readonly Point[], left: readonly number[], i: number): boolean {
  const n = left.length;
  const [a, b, c] = [points[left[(i + n - 1) % n]!]!, points[left[i]!]!, points[left[(i + 1) % n]!]!];
  if (!(turn(a, b, c) > 0)) return false;
  return left.every((k) => {
    const p = points[k]!;
    if (p === a || p === b || p === c) return true;
    return turn(a, b, p) < 0 || turn(b, c, p) < 0 || turn(c, a, p) < 0;
  });
}

const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
