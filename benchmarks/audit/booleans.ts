import createModule, { type Manifold, type ManifoldToplevel, type Mat4 } from 'manifold-3d';
import type { TriangleMesh } from '../../src/geometry/index.js';
import type { Workload } from './workload.js';

// What the audit is measured against: a Boolean of manifold-3d per pair-pose on the main thread, as one would write it first.

let loading: Promise<ManifoldToplevel> | undefined;

/** The WASM module, started before anything is timed. */
export function manifoldModule(): Promise<ManifoldToplevel> {
  loading ??= createModule().then((module) => {
    module.setup();
    return module;
  });
  return loading;
}

/** A mesh as a Manifold [mm]. */
export function toManifold({ Manifold, Mesh }: ManifoldToplevel, { verticesM, triangles }: TriangleMesh): Manifold {
  const vertProperties = Float32Array.from(verticesM, (x) => 1e3 * x);
  return new Manifold(new Mesh({ numProp: 3, vertProperties, triVerts: Uint32Array.from(triangles) }));
}

/** Pose as column-major matrix [mm]. */
export function matrixOf(p: Float64Array, at: number): Mat4 {
  const [x, y, z, w] = [p[at + 3]!, p[at + 4]!, p[at + 5]!, p[at + 6]!];
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y + z * w),
    2 * (x * z - y * w),
    0,
    2 * (x * y - z * w),
    1 - 2 * (x * x + z * z),
    2 * (y * z + x * w),
    0,
    2 * (x * z + y * w),
    2 * (y * z - x * w),
    1 - 2 * (x * x + y * y),
    0,
    1e3 * p[at]!,
    1e3 * p[at + 1]!,
    1e3 * p[at + 2]!,
    1,
  ]; // prettier-ignore
}

/** Volume of the overlap [mm³] of every entry, by one Boolean each, or 0 unasked where `mayOverlap` denies. */
export function overlapVolumes(
  solids: readonly Manifold[],
  { pairs, poses }: Workload,
  mayOverlap: (entry: number) => boolean = () => true,
): Float64Array {
  const volumes = new Float64Array(pairs.length / 2);
  for (let i = 0; i < volumes.length; i++) {
    if (!mayOverlap(i)) continue;
    const moved = solids[pairs[2 * i + 1]!]!.transform(matrixOf(poses, 7 * i));
    const overlap = solids[pairs[2 * i]!]!.intersect(moved);
    volumes[i] = overlap.volume();
    overlap.delete();
    moved.delete();
  }
  return volumes;
}

/** A filter that keeps entries whose axis-aligned boxes meet (poses without rotation, as in as1's jitter). */
export function boxFilter({ solids, pairs, poses }: Workload): (entry: number) => boolean {
  const boxes = solids.map(({ mesh: { verticesM: v } }) => {
    const low = [Infinity, Infinity, Infinity];
    const high = [-Infinity, -Infinity, -Infinity];
    for (let i = 0; i < v.length; i++) {
      low[i % 3] = Math.min(low[i % 3]!, v[i]!);
      high[i % 3] = Math.max(high[i % 3]!, v[i]!);
    }
    return { low, high };
  });
  return (i) => {
    const a = boxes[pairs[2 * i]!]!;
    const b = boxes[pairs[2 * i + 1]!]!;
    return [0, 1, 2].every((k) => {
      const t = poses[7 * i + k]!;
      return b.low[k]! + t <= a.high[k]! && a.low[k]! <= b.high[k]! + t;
    });
  };
}
