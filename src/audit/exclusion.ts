import type { Manifold, ManifoldToplevel, Mat4 } from 'manifold-3d';
import { type Pose, rotate } from '../core/vector.js';
import type { TriangleMesh } from '../geometry/index.js';
import type { BoundedRegion } from '../scene/index.js';
import { fromManifold, loadManifold, MM_PER_M, toManifold } from './manifold.js';

const SEGMENT_COUNT = 128;

/**
 * Returns a solid without what lies inside regions of its own frame, or null where the mesh is not accepted as a solid.
 *
 * Overlap inside a region that is fixed to one of the two bodies is ignored by taking the region off that body, since
 * (A ∩ B) − region = (A − region) ∩ B. Round regions are circumscribed by 128 sides: at most 0.03 % of their radius more is ignored.
 *
 * @returns a mesh without triangles where the regions hold all of the solid
 */
export async function trimSolid(mesh: TriangleMesh, regions: readonly BoundedRegion[]): Promise<TriangleMesh | null> {
  const module = await loadManifold();
  let solid = toManifold(module, mesh);
  if (!solid) return null;
  for (const region of regions) {
    const cutter = regionSolid(module, region);
    const rest: Manifold = solid.subtract(cutter);
    cutter.delete();
    solid.delete();
    solid = rest;
  }
  const trimmed = fromManifold(solid);
  solid.delete();
  return trimmed;
}

function regionSolid({ Manifold }: ManifoldToplevel, region: BoundedRegion): Manifold {
  const shape = ((): Manifold => {
    const wider = 1 / Math.cos(Math.PI / SEGMENT_COUNT);
    switch (region.kind) {
      case 'box':
        return Manifold.cube(
          [region.sizeM[0] * MM_PER_M, region.sizeM[1] * MM_PER_M, region.sizeM[2] * MM_PER_M],
          true,
        );
      case 'cylinder': {
        const r = region.radiusM * MM_PER_M * wider;
        return Manifold.cylinder(region.lengthM * MM_PER_M, r, r, SEGMENT_COUNT, true);
      }
      case 'sphere':
        return Manifold.sphere(region.radiusM * MM_PER_M * wider, SEGMENT_COUNT);
    }
  })();
  const placed = shape.transform(matrixOf(region.poseInBody));
  shape.delete();
  return placed;
}

function matrixOf({ positionM, rotation }: Pose): Mat4 {
  const x = rotate(rotation, [1, 0, 0]);
  const y = rotate(rotation, [0, 1, 0]);
  const z = rotate(rotation, [0, 0, 1]);
  const t = positionM.map((p) => p * MM_PER_M) as [number, number, number];
  return [...x, 0, ...y, 0, ...z, 0, ...t, 1];
}
