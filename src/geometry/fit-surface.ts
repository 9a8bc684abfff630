import { add, cross, dot, norm, normalize, perpendicular, scale, subtract, type Vec3 } from '../core/vector.js';
import { type Arc, arcOf, coveredAngle } from './arc-union.js';
import type { CylinderSurface, FaceSurface, PlaneSurface, TriangleMesh } from './part.js';
import { type Axis, refineCylinder } from './refine-cylinder.js';
import { symmetricEigen } from './symmetric-eigen.js';

/** Smallest sweep of a patch that is called a cylinder [rad]: on less, axis and radius follow the noise. */
export const MIN_CYLINDER_SWEEP_RAD = Math.PI / 6;

/** Largest distance of a vertex from its surface [m], together with 1e-3 of a cylinder's radius. */
const LARGEST_FIT_ERROR_M = 1e-6;

/** Largest angle between a facet and the cylinder at its middle [rad]; a facet of the coarsest tessellation spans 0.35 rad. */
const LARGEST_FACET_TILT_RAD = 0.6;

/** Triangles of a mesh, by number. */
export type TriangleList = readonly number[] | Uint32Array;

/**
 * Plane or cylinder through a smooth patch, or null where neither fits.
 *
 * A plane takes the area-weighted normal. A cylinder is the least-squares cylinder of the vertices: tessellation puts
 * vertices on the surface and facets inside it, so vertices tell the surface and facet normals only where to start.
 * Refused: a vertex farther than 1 µm from the surface (on a cylinder also 1e-3 of its radius), a cylinder swept by less than 30°.
 *
 * @param mesh   positions [m]
 * @param patch  its triangles
 * @limits       A strip of a cylinder so narrow that one flat facet stands for it (sweep below the angular deflection) reads
 *               as a plane; a barrel whose sagitta is below the chord deflection reads as a cylinder.
 */
export function fitSurface(mesh: TriangleMesh, patch: TriangleList): FaceSurface | null {
  if (patch.length === 0) return null;
  return fitPlane(mesh, patch) ?? fitCylinder(mesh, patch);
}

function fitPlane(mesh: TriangleMesh, patch: TriangleList): PlaneSurface | null {
  const plane = planeThrough(mesh, patch);
  if (plane === null) return null;
  for (const t of patch) {
    for (let k = 0; k < 3; k++) {
      if (Math.abs(dot(subtract(corner(mesh, t, k), plane.pointM), plane.normal)) > LARGEST_FIT_ERROR_M) return null;
    }
  }
  return plane;
}

/** Mean plane of a patch: area centroid, area-weighted outward normal, area; null for a patch whose normals cancel. */
export function planeThrough(mesh: TriangleMesh, patch: TriangleList): PlaneSurface | null {
  let sum: Vec3 = [0, 0, 0];
  let area = 0;
  const moment = [0, 0, 0];
  const origin = corner(mesh, patch[0]!, 0);
  for (const t of patch) {
    const [a, b, c] = [0, 1, 2].map((k) => subtract(corner(mesh, t, k), origin)) as [Vec3, Vec3, Vec3];
    const n = scale(cross(subtract(b, a), subtract(c, a)), 0.5);
    const dA = norm(n);
    sum = [sum[0] + n[0], sum[1] + n[1], sum[2] + n[2]];
    area += dA;
    for (let k = 0; k < 3; k++) moment[k] = moment[k]! + (dA * (a[k]! + b[k]! + c[k]!)) / 3;
  }
  if (!(norm(sum) > 1e-6 * area)) return null;
  const pointM: Vec3 = [origin[0] + moment[0]! / area, origin[1] + moment[1]! / area, origin[2] + moment[2]! / area];
  return { kind: 'plane', pointM, normal: normalize(sum), areaM2: area };
}

function fitCylinder(mesh: TriangleMesh, patch: TriangleList): CylinderSurface | null {
  const direction = commonPerpendicular(mesh, patch);
  if (direction === null) return null;
  const points = distinctPoints(mesh, patch);
  const fit = refineCylinder(points, direction);
  if (fit === null) return null;
  const cylinder = measureCylinder(mesh, patch, fit.axis, fit.radiusM);
  if (cylinder.sweepRad < MIN_CYLINDER_SWEEP_RAD) return null;
  if (cylinder.fitErrorM > Math.min(LARGEST_FIT_ERROR_M, 1e-3 * cylinder.radiusM)) return null;
  return hasRadialFacets(mesh, patch, cylinder) ? cylinder : null;
}

/** Direction most nearly perpendicular to all facet normals, or null where the normals are all parallel. */
function commonPerpendicular(mesh: TriangleMesh, patch: TriangleList): Vec3 | null {
  const N = new Array<number>(9).fill(0);
  for (const t of patch) {
    const n = doubleAreaNormal(mesh, t);
    const weight = 1 / (norm(n) || 1);
    for (let i = 0; i < 3; i++) for (let j = i; j < 3; j++) N[3 * i + j] = N[3 * i + j]! + n[i]! * n[j]! * weight;
  }
  const { values, vectors } = symmetricEigen(N);
  const total = values[0] + values[1] + values[2];
  if (values[0] > 0.05 * total || values[1] < 1e-4 * total) return null;
  return vectors[0];
}

function distinctPoints(mesh: TriangleMesh, patch: TriangleList): readonly Vec3[] {
  const vertices = new Set<number>();
  for (const t of patch) for (let k = 0; k < 3; k++) vertices.add(mesh.triangles[3 * t + k]!);
  return [...vertices].map((v) => [mesh.verticesM[3 * v]!, mesh.verticesM[3 * v + 1]!, mesh.verticesM[3 * v + 2]!]);
}

function hasRadialFacets(mesh: TriangleMesh, patch: TriangleList, c: CylinderSurface): boolean {
  const cosLimit = Math.cos(LARGEST_FACET_TILT_RAD);
  const sign = c.isHole ? -1 : 1;
  for (const t of patch) {
    const n = doubleAreaNormal(mesh, t);
    const p = subtract(scale(add(add(corner(mesh, t, 0), corner(mesh, t, 1)), corner(mesh, t, 2)), 1 / 3), c.pointM);
    const radial = normalize(subtract(p, scale(c.axis, dot(p, c.axis))));
    const isSliver = norm(n) < 1e-6 * c.radiusM * c.radiusM;
    if (!isSliver && sign * dot(n, radial) < cosLimit * norm(n)) return false;
  }
  return true;
}

/**
 * Extent of a patch on a known cylinder: middle point, length, sweep, whether it bounds a hole, and the largest distance of
 * its vertices from the cylinder.
 */
export function measureCylinder(mesh: TriangleMesh, patch: TriangleList, axis: Axis, radiusM: number): CylinderSurface {
  const direction = withFixedSign(axis.direction);
  const u = perpendicular(direction);
  const v = cross(direction, u);
  const arcs: Arc[] = [];
  let [low, high, fitErrorM, outward] = [Infinity, -Infinity, 0, 0];
  for (const t of patch) {
    const corners = [0, 1, 2].map((k) => subtract(corner(mesh, t, k), axis.pointM)) as [Vec3, Vec3, Vec3];
    const angles = corners.map((p) => Math.atan2(dot(p, v), dot(p, u))) as [number, number, number];
    arcs.push(arcOf(angles));
    for (const p of corners) {
      const z = dot(p, direction);
      low = Math.min(low, z);
      high = Math.max(high, z);
      fitErrorM = Math.max(fitErrorM, Math.abs(Math.hypot(dot(p, u), dot(p, v)) - radiusM));
    }
    const n = cross(subtract(corners[1], corners[0]), subtract(corners[2], corners[0]));
    const middle = subtract(corners[0], scale(direction, dot(corners[0], direction)));
    outward += dot(n, middle);
  }
  const middle = (low + high) / 2;
  return {
    kind: 'cylinder',
    pointM: [0, 1, 2].map((k) => axis.pointM[k]! + middle * direction[k]!) as [number, number, number],
    axis: direction,
    radiusM,
    lengthM: high - low,
    sweepRad: coveredAngle(arcs),
    isHole: outward < 0,
    fitErrorM,
  };
}

/** Position of a triangle's corner k (0…2) [m]. */
export function corner(mesh: TriangleMesh, triangle: number, k: number): Vec3 {
  const v = 3 * mesh.triangles[3 * triangle + k]!;
  return [mesh.verticesM[v]!, mesh.verticesM[v + 1]!, mesh.verticesM[v + 2]!];
}

/** Outward normal of a triangle, as long as twice its area [m²]. */
export function doubleAreaNormal(mesh: TriangleMesh, triangle: number): Vec3 {
  const a = corner(mesh, triangle, 0);
  return cross(subtract(corner(mesh, triangle, 1), a), subtract(corner(mesh, triangle, 2), a));
}

/** The one of ±v whose largest component is positive (the first of equals), with exact zeros for −0. */
export function withFixedSign(v: Vec3): Vec3 {
  const size = v.map(Math.abs);
  const largest = Math.max(...size);
  const lead = v[size.findIndex((x) => x > largest * (1 - 1e-9))]!;
  const s = lead < 0 ? -1 : 1;
  return [s * v[0] + 0, s * v[1] + 0, s * v[2] + 0];
}
