import type { TriangleMesh } from '../../geometry/index.js';
import { displayMesh } from './display-mesh.js';
import type { ColumnPacker } from './packed.js';
import type { ReplayMesh } from './record.js';

/** Steps along each edge of the box of a mesh. */
const POSITION_STEPS = 65535;
/** Largest number of an octahedral normal. */
const NORMAL_STEPS = 511;

/** Packs a mesh for the page: a part of 100 mm is off by 0.8 µm at most, a normal by 0.2°. */
export function packMesh(mesh: TriangleMesh, packer: ColumnPacker): ReplayMesh {
  const { positionsM, normals, triangles, edges } = displayMesh(mesh);
  const count = positionsM.length / 3;
  const positions = new Uint16Array(positionsM.length);
  const min: number[] = [];
  const step: number[] = [];
  for (let axis = 0; axis < 3; axis++) {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let i = axis; i < positionsM.length; i += 3) {
      low = Math.min(low, positionsM[i]!);
      high = Math.max(high, positionsM[i]!);
    }
    const size = (high - low) / POSITION_STEPS;
    min.push(low);
    step.push(size);
    for (let v = 0; v < count; v++) {
      positions[axis * count + v] = size === 0 ? 0 : Math.round((positionsM[3 * v + axis]! - low) / size);
    }
  }
  return {
    minM: [min[0]!, min[1]!, min[2]!],
    stepM: [step[0]!, step[1]!, step[2]!],
    positions: packer.add(positions, true),
    normals: packer.add(packNormals(normals)),
    triangles: packer.add(Int32Array.from(triangles), true),
    edges: packer.add(Int32Array.from(edges), true),
  };
}

/**
 * Octahedral normals: the unit sphere projected on |x| + |y| + |z| = 1, its lower half folded over the upper one.
 *
 *   u = n.xy/(|x| + |y| + |z|)      below z = 0: u = (1 − |u.yx|)·sgn(u)
 */
function packNormals(normals: Float64Array): Int16Array {
  const count = normals.length / 3;
  const packed = new Int16Array(2 * count);
  for (let v = 0; v < count; v++) {
    const [x, y, z] = [normals[3 * v]!, normals[3 * v + 1]!, normals[3 * v + 2]!];
    const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
    let a = x / size;
    let b = y / size;
    if (z < 0) [a, b] = [(1 - Math.abs(b)) * (a < 0 ? -1 : 1), (1 - Math.abs(a)) * (b < 0 ? -1 : 1)];
    packed[v] = Math.round(a * NORMAL_STEPS);
    packed[count + v] = Math.round(b * NORMAL_STEPS);
  }
  return packed;
}
