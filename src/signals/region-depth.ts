import type { BoundedRegion } from '../scene/index.js';
import { pointToBody } from './view-vectors.js';

const local = new Float64Array(3);

/** Pose row (x y z [m], qx qy qz qw) of a region in its body, for `depthBelowSurface`. */
export const regionRow = (region: BoundedRegion): Float64Array =>
  Float64Array.from([...region.poseInBody.positionM, ...region.poseInBody.rotation]);

/**
 * Depth of a point below the surface of a bounded region [m]: the distance to the nearest face, positive inside, and
 * minus the distance to the region outside.
 *
 * @param region region in the frame of its body
 * @param row    its pose row, from `regionRow`
 * @param point  the point in the frame of that body [m], not changed
 */
export function depthBelowSurface(region: BoundedRegion, row: Float64Array, point: Float64Array): number {
  pointToBody(row, 0, point, local);
  const x = local[0]!;
  const y = local[1]!;
  const z = local[2]!;
  if (region.kind === 'sphere') return region.radiusM - Math.hypot(x, y, z);
  if (region.kind === 'cylinder') {
    const radial = Math.hypot(x, y) - region.radiusM;
    return depthOf(radial, Math.abs(z) - region.lengthM / 2, Number.NEGATIVE_INFINITY);
  }
  const [a, b, c] = region.sizeM;
  return depthOf(Math.abs(x) - a / 2, Math.abs(y) - b / 2, Math.abs(z) - c / 2);
}

/** Depth from the signed excess over each pair of faces. */
function depthOf(u: number, v: number, w: number): number {
  const largest = Math.max(u, v, w);
  if (!(largest > 0)) return -largest;
  return -Math.hypot(Math.max(u, 0), Math.max(v, 0), Math.max(w, 0));
}
