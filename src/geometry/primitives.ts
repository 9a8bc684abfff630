import type { Vec3 } from '../core/vector.js';
import type { TriangleMesh } from './part.js';

/** Facets around a cylinder or sphere unless told otherwise: the volume reads 0.16 % (cylinder) low. */
export const DEFAULT_SEGMENT_COUNT = 64;

/** Box centred on the origin, edges along the axes. @param sizeM edge lengths [m] > 0 */
export function boxMesh(sizeM: Vec3): TriangleMesh {
  const [x, y, z] = [sizeM[0] / 2, sizeM[1] / 2, sizeM[2] / 2];
  const verticesM = Float64Array.from(
    [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z]),
  );
  const quads = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ] as const;
  return { verticesM, triangles: Uint32Array.from(quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d])) };
}

/**
 * Cylinder about z, centred on the origin, as a prism whose corners lie on the cylinder: its volume is
 * (n/2π)·sin(2π/n) of the cylinder's, n = `segmentCount`.
 *
 * @param radiusM       [m] > 0
 * @param lengthM       [m] > 0
 * @param segmentCount  n ≥ 3
 */
export function cylinderMesh(radiusM: number, lengthM: number, segmentCount = DEFAULT_SEGMENT_COUNT): TriangleMesh {
  const n = segmentCount;
  const ring = (z: number) =>
    Array.from({ length: n }, (_, i) => {
      const angle = (2 * Math.PI * i) / n;
      return [radiusM * Math.cos(angle), radiusM * Math.sin(angle), z];
    }).flat();
  const triangles: number[] = [];
  for (let i = 0; i < n; i++) {
    const j = (i + 1) % n;
    triangles.push(i, j, n + j, i, n + j, n + i);
    if (i > 0 && j > 0) triangles.push(0, j, i, n, n + i, n + j);
  }
  const verticesM = Float64Array.from([...ring(-lengthM / 2), ...ring(lengthM / 2)]);
  return { verticesM, triangles: Uint32Array.from(triangles) };
}

/**
 * Sphere centred on the origin: n meridians and n/2 bands, corners on the sphere.
 *
 * @param radiusM       [m] > 0
 * @param segmentCount  n ≥ 4, even
 */
export function sphereMesh(radiusM: number, segmentCount = DEFAULT_SEGMENT_COUNT): TriangleMesh {
  const n = segmentCount;
  const bands = n / 2;
  const vertices: number[] = [0, 0, -radiusM];
  for (let k = 1; k < bands; k++) {
    const latitude = -Math.PI / 2 + (Math.PI * k) / bands;
    const [r, z] = [radiusM * Math.cos(latitude), radiusM * Math.sin(latitude)];
    for (let i = 0; i < n; i++) {
      const angle = (2 * Math.PI * i) / n;
      vertices.push(r * Math.cos(angle), r * Math.sin(angle), z);
    }
  }
  vertices.push(0, 0, radiusM);
  const top = vertices.length / 3 - 1;
  const at = (k: number, i: number) => 1 + (k - 1) * n + (i % n);
  const triangles: number[] = [];
  for (let i = 0; i < n; i++) {
    triangles.push(0, at(1, i + 1), at(1, i), top, at(bands - 1, i), at(bands - 1, i + 1));
    for (let k = 1; k < bands - 1; k++) {
      triangles.push(at(k, i), at(k, i + 1), at(k + 1, i + 1), at(k, i), at(k + 1, i + 1), at(k + 1, i));
    }
  }
  return { verticesM: Float64Array.from(vertices), triangles: Uint32Array.from(triangles) };
}
