/**
 * Solids of manifold-3d, in and out, with double-precision positions.
 *
 * Contributor notes: the JavaScript `Mesh` holds Float32 only, and a mesh that passes through it moves by up to 6e-8 of its
 * coordinates. `warpBatch` hands out the kernel's own Float64 positions, in the order of `getMesh` where vertices carry no
 * extra properties. So positions are read there, and written back there after construction from the rounded mesh. A mesh
 * cut out of boxes and cylinders at (0.1, 0.2, 0.3) m keeps its volume to the last digit this way, against 1e-6 relative through Float32.
 */
import initManifold, { type Manifold, type ManifoldToplevel } from 'manifold-3d';
import { add, type Pose, rotate, type Vec3 } from '../core/vector.js';
import { geometryError } from './geometry-issue.js';
import type { TriangleMesh } from './part.js';
import { boxMesh, cylinderMesh, sphereMesh } from './primitives.js';
import type { MeshSource } from './source.js';

let loading: Promise<ManifoldToplevel> | undefined;

/**
 * The manifold-3d module, initialised once per process. Solids built with it live in its memory: call `.delete()` on every
 * one, temporaries too.
 */
export function loadManifold(): Promise<ManifoldToplevel> {
  loading ??= initManifold().then((module) => {
    module.setup();
    return module;
  });
  return loading;
}

/**
 * Mesh of a solid built with manifold-3d, in double precision. The solid is left alone and stays the caller's to delete.
 *
 * @param solid  lengths in m
 */
export function meshFromManifold(solid: Manifold): TriangleMesh {
  const mesh = solid.getMesh();
  const rounded = Float64Array.from(
    { length: mesh.numVert * 3 },
    (_, i) => mesh.vertProperties[vertexOffset(mesh, i)]!,
  );
  const triangles = Uint32Array.from(mesh.triVerts);
  let exact = new Float64Array(0);
  const copy = solid.warpBatch((positions) => {
    exact = Float64Array.from(positions);
  });
  copy.delete();
  return { verticesM: restoreDigits(rounded, exact), triangles };
}

function vertexOffset(mesh: { readonly numProp: number }, coordinate: number): number {
  return Math.floor(coordinate / 3) * mesh.numProp + (coordinate % 3);
}

/**
 * A solid built with manifold-3d as a geometry source.
 *
 * @param solid  lengths in m; stays the caller's to delete
 */
export function solidFromManifold(solid: Manifold): MeshSource {
  return { kind: 'mesh', ...meshFromManifold(solid) };
}

/**
 * The manifold-3d solid inside a closed mesh; the caller deletes it.
 *
 * @param module  from `loadManifold`
 * @param mesh    closed and consistently oriented, vertices merged [m]
 * @throws        GeometryError `not_watertight` where manifold-3d does not take the mesh
 */
export function manifoldFromMesh(module: ManifoldToplevel, mesh: TriangleMesh): Manifold {
  const vertProperties = Float32Array.from(mesh.verticesM);
  let rounded: Manifold;
  try {
    rounded = new module.Manifold(
      new module.Mesh({ numProp: 3, vertProperties, triVerts: Uint32Array.from(mesh.triangles) }),
    );
  } catch {
    throw geometryError({
      code: 'not_watertight',
      message: 'the mesh is not closed, so it bounds no solid',
      fix: 'Repair it in the CAD program (make solid, heal) and export it again.',
    });
  }
  const exact = rounded.warpBatch((positions) => {
    positions.set(restoreDigits(positions, mesh.verticesM));
  });
  rounded.delete();
  return exact;
}

/** Replaces every position by the exact one that rounds to the same Float32 triple, where there is one. */
function restoreDigits(rounded: Float64Array, exact: Float64Array): Float64Array {
  const isInOrder =
    rounded.length === exact.length && rounded.every((x, i) => Math.fround(x) === Math.fround(exact[i]!));
  if (isInOrder) return exact;
  const keyOf = (p: Float64Array, v: number) =>
    `${Math.fround(p[3 * v]!)},${Math.fround(p[3 * v + 1]!)},${Math.fround(p[3 * v + 2]!)}`;
  const vertexOf = new Map<string, number>();
  for (let v = 0; v < exact.length / 3; v++) vertexOf.set(keyOf(exact, v), v);
  const restored = Float64Array.from(rounded);
  for (let v = 0; v < rounded.length / 3; v++) {
    const source = vertexOf.get(keyOf(rounded, v));
    if (source !== undefined) restored.set(exact.subarray(3 * source, 3 * source + 3), 3 * v);
  }
  return restored;
}

/**
 * Convex hull of points, or null where they span no volume.
 *
 * @param positionsM  [m], length 3n
 */
export async function convexHullOf(positionsM: Float64Array): Promise<TriangleMesh | null> {
  const module = await loadManifold();
  const points: [number, number, number][] = [];
  for (let i = 0; i < positionsM.length; i += 3) points.push([positionsM[i]!, positionsM[i + 1]!, positionsM[i + 2]!]);
  const hull = module.Manifold.hull(points);
  try {
    return hull.isEmpty() || !(hull.volume() > 0) ? null : meshFromManifold(hull);
  } finally {
    hull.delete();
  }
}

/** A bounded convex piece of space about the origin of its own frame; a cylinder runs along z. */
export type RegionShape =
  | { readonly kind: 'box'; readonly sizeM: Vec3 }
  | { readonly kind: 'cylinder'; readonly radiusM: number; readonly lengthM: number }
  | { readonly kind: 'sphere'; readonly radiusM: number };

/** Facets around a round region: it reads at most 3e-4 of its radius too small. */
const REGION_SEGMENT_COUNT = 128;

/** The boundary of a region, posed in the frame that `poseOfRegion` is given in. */
export function regionMesh(region: RegionShape, poseOfRegion: Pose): TriangleMesh {
  const mesh =
    region.kind === 'box'
      ? boxMesh(region.sizeM)
      : region.kind === 'cylinder'
        ? cylinderMesh(region.radiusM, region.lengthM, REGION_SEGMENT_COUNT)
        : sphereMesh(region.radiusM, REGION_SEGMENT_COUNT);
  return posedMesh(mesh, poseOfRegion);
}

/** A mesh, placed. */
export function posedMesh(mesh: TriangleMesh, pose: Pose): TriangleMesh {
  return { verticesM: posed(mesh.verticesM, pose), triangles: mesh.triangles };
}

/**
 * Convex hull of the material of a solid inside a region, or null where there is none.
 *
 * @param mesh          closed mesh of the part [m]
 * @param region        box, cylinder or sphere
 * @param poseOfRegion  of the region in the part's coordinates
 * @throws              GeometryError `not_watertight` where the part's mesh is open
 */
export async function hullOfRegion(
  mesh: TriangleMesh,
  region: RegionShape,
  poseOfRegion: Pose,
): Promise<TriangleMesh | null> {
  const module = await loadManifold();
  const solid = manifoldFromMesh(module, mesh);
  const clip = manifoldFromMesh(module, regionMesh(region, poseOfRegion));
  const inside = solid.intersect(clip);
  const hull = inside.hull();
  try {
    return hull.isEmpty() || !(hull.volume() > 0) ? null : meshFromManifold(hull);
  } finally {
    for (const temporary of [solid, clip, inside, hull]) temporary.delete();
  }
}

function posed(positionsM: Float64Array, { positionM, rotation }: Pose): Float64Array {
  const out = new Float64Array(positionsM.length);
  for (let i = 0; i < positionsM.length; i += 3) {
    const p: Vec3 = [positionsM[i]!, positionsM[i + 1]!, positionsM[i + 2]!];
    out.set(add(positionM, rotate(rotation, p)), i);
  }
  return out;
}
