import { type ClosestPoint, CORNER, EDGE, FACE, findClosestPoint } from './closest-point.js';
import type { SolidSurface } from './solid-surface.js';
import type { SolidTree } from './solid-tree.js';

/**
 * Returns how deep a point lies inside a solid [m], or 0 when it is outside, on the surface, or no deeper than `beatM`.
 *
 * The search gives up as soon as the surface is known to be at most `beatM` away, which makes looking for the deepest of
 * many points cheap. Point and solid in the same frame; the solid must be watertight.
 *
 * @param found  in: a triangle to try first, or −1; out: a near point of the surface, the closest where the result is positive
 */
export function depthInside(
  tree: SolidTree,
  surface: SolidSurface,
  x: number,
  y: number,
  z: number,
  beatM: number,
  found: ClosestPoint,
): number {
  if (!(boxDepth(tree, x, y, z) > beatM)) return 0;
  findClosestPoint(tree, x, y, z, Infinity, beatM, found);
  if (!(found.distanceM > beatM)) return 0;
  return isInside(tree, surface, x, y, z, found) ? found.distanceM : 0;
}

/**
 * Returns an upper bound of how deep any point within `radiusM` of (x, y, z) lies in a watertight solid [m]; 0 where none is
 * deeper than `beatM`.
 *
 * @param found  in: a triangle to try first, or −1; out: a near point of the surface
 */
export function ballDepth(
  tree: SolidTree,
  surface: SolidSurface,
  x: number,
  y: number,
  z: number,
  radiusM: number,
  beatM: number,
  found: ClosestPoint,
): number {
  const shallowM = beatM - radiusM;
  findClosestPoint(tree, x, y, z, Infinity, Math.max(0, shallowM), found);
  if (found.distanceM <= shallowM) return 0;
  const depth = isInside(tree, surface, x, y, z, found) ? found.distanceM : -found.distanceM;
  return depth + radiusM > beatM ? depth + radiusM : 0;
}

/** Smallest distance to a side of the solid's box, negative outside: no point is deeper than that. */
function boxDepth({ boxes }: SolidTree, x: number, y: number, z: number): number {
  return Math.min(x - boxes[0]!, boxes[3]! - x, y - boxes[1]!, boxes[4]! - y, z - boxes[2]!, boxes[5]! - z);
}

/**
 * Tells whether a point off the surface is inside a watertight solid, from its closest surface point: the side of the
 * pseudonormal there, or the winding number where that is perpendicular to the offset (shells meeting at an edge).
 */
export function isInside(
  tree: SolidTree,
  surface: SolidSurface,
  x: number,
  y: number,
  z: number,
  closest: ClosestPoint,
): boolean {
  const normals = normalsOf(surface, closest.feature);
  const at = 3 * normalIndex(tree, surface, closest);
  const nx = normals[at]!;
  const ny = normals[at + 1]!;
  const nz = normals[at + 2]!;
  const side = nx * (x - closest.x) + ny * (y - closest.y) + nz * (z - closest.z);
  const length = Math.sqrt(nx * nx + ny * ny + nz * nz) * closest.distanceM;
  // 1e-4: a rounding error of 1e-12 m in an offset above 1e-8 m turns its direction by less than that
  if (Math.abs(side) > 1e-4 * length) return side < 0;
  return windingNumber(tree, x, y, z) > 0.5;
}

function normalsOf(surface: SolidSurface, feature: number): Float64Array {
  if (feature === FACE) return surface.normals;
  return feature < EDGE ? surface.vertexNormals : surface.edgeNormals;
}

function normalIndex(tree: SolidTree, surface: SolidSurface, { triangle, feature }: ClosestPoint): number {
  if (feature === FACE) return triangle;
  if (feature < EDGE) return tree.triangles[3 * triangle + feature - CORNER]!;
  return surface.triangleEdges[3 * triangle + feature - EDGE]!;
}

/**
 * Returns how often the surface winds about a point: 1 inside a solid, 0 outside and in its cavities. Every triangle is
 * visited: for doubtful points only.
 *
 * @source solid angle of a triangle: van Oosterom & Strackee (1983), IEEE Trans. Biomed. Eng. 30(2), 125–126
 */
export function windingNumber({ verticesM: v, triangles }: SolidTree, x: number, y: number, z: number): number {
  let angle = 0;
  for (let i = 0; i < triangles.length; i += 3) {
    const a = 3 * triangles[i]!;
    const b = 3 * triangles[i + 1]!;
    const c = 3 * triangles[i + 2]!;
    const ax = v[a]! - x;
    const ay = v[a + 1]! - y;
    const az = v[a + 2]! - z;
    const bx = v[b]! - x;
    const by = v[b + 1]! - y;
    const bz = v[b + 2]! - z;
    const cx = v[c]! - x;
    const cy = v[c + 1]! - y;
    const cz = v[c + 2]! - z;
    const la = Math.sqrt(ax * ax + ay * ay + az * az);
    const lb = Math.sqrt(bx * bx + by * by + bz * bz);
    const lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
    const det = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const ab = ax * bx + ay * by + az * bz;
    const bc = bx * cx + by * cy + bz * cz;
    const ca = cx * ax + cy * ay + cz * az;
    angle += Math.atan2(det, la * lb * lc + ab * lc + bc * la + ca * lb);
  }
  return angle / (2 * Math.PI);
}
