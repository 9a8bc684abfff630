import type { Manifold, Mat4 } from 'manifold-3d';
import type { OverlapSolid } from './backend.js';
import { fromManifold, MM_PER_M } from './manifold.js';
import { type MatrixPose, newMatrixPose, readPose } from './posed-solid.js';

const pose = newMatrixPose();

/** No overlap solid could be computed, since Manifold does not accept one of the meshes. */
export const UNKNOWN_OVERLAP: OverlapSolid = Object.freeze({
  volumeM3: Number.NaN,
  areaM2: Number.NaN,
  centroidM: [Number.NaN, Number.NaN, Number.NaN] as const,
  boxM: { min: [Number.NaN, Number.NaN, Number.NaN] as const, max: [Number.NaN, Number.NaN, Number.NaN] as const },
  componentCount: 0,
});

const NO_OVERLAP: OverlapSolid = Object.freeze({ ...UNKNOWN_OVERLAP, volumeM3: 0, areaM2: 0 });

/**
 * Returns the intersection of two solids: one exact Boolean.
 *
 * @param first, second  Manifolds [mm], each in its own frame
 * @param poses          pose of the second in the first at `at`: x y z [m] qx qy qz qw
 */
export function intersect(first: Manifold, second: Manifold, poses: Float64Array, at: number): OverlapSolid {
  readPose(poses, at, pose);
  const moved = second.transform(columnMajor(pose));
  const overlap = first.intersect(moved);
  try {
    return measure(overlap);
  } finally {
    overlap.delete();
    moved.delete();
  }
}

function columnMajor({ rotation: R, positionM: t }: MatrixPose): Mat4 {
  const [x, y, z] = [t[0]! * MM_PER_M, t[1]! * MM_PER_M, t[2]! * MM_PER_M];
  return [R[0]!, R[3]!, R[6]!, 0, R[1]!, R[4]!, R[7]!, 0, R[2]!, R[5]!, R[8]!, 0, x, y, z, 1];
}

function measure(overlap: Manifold): OverlapSolid {
  if (overlap.isEmpty()) return NO_OVERLAP;
  const { min, max } = overlap.boundingBox();
  const pieces = overlap.decompose();
  const componentCount = pieces.length;
  for (const piece of pieces) piece.delete();
  return {
    volumeM3: overlap.volume() / MM_PER_M ** 3,
    areaM2: overlap.surfaceArea() / MM_PER_M ** 2,
    centroidM: centroidOf(overlap),
    boxM: {
      min: [min[0] / MM_PER_M, min[1] / MM_PER_M, min[2] / MM_PER_M],
      max: [max[0] / MM_PER_M, max[1] / MM_PER_M, max[2] / MM_PER_M],
    },
    componentCount,
  };
}

/** Volume centroid by signed tetrahedra about the first vertex; the middle of the box where the volume is rounding noise. */
function centroidOf(overlap: Manifold): [number, number, number] {
  const { verticesM: v, triangles } = fromManifold(overlap);
  const origin = [v[0]!, v[1]!, v[2]!] as const;
  let volume6 = 0;
  const sum = [0, 0, 0];
  for (let i = 0; i < triangles.length; i += 3) {
    const corner = (k: number): readonly [number, number, number] => {
      const at = 3 * triangles[i + k]!;
      return [v[at]! - origin[0], v[at + 1]! - origin[1], v[at + 2]! - origin[2]];
    };
    const [a, b, c] = [corner(0), corner(1), corner(2)];
    const det =
      a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
    volume6 += det;
    for (let k = 0; k < 3; k++) sum[k]! += det * (a[k as 0]! + b[k as 0]! + c[k as 0]!);
  }
  const { min, max } = overlap.boundingBox();
  const at = (k: 0 | 1 | 2): number => {
    const value = volume6 > 0 ? origin[k] + sum[k]! / (4 * volume6) : Number.NaN;
    const isInBox = value * MM_PER_M >= min[k] && value * MM_PER_M <= max[k];
    return isInBox ? value : (min[k] + max[k]) / 2 / MM_PER_M;
  };
  return [at(0), at(1), at(2)];
}
