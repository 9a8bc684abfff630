import type { TriangleMesh } from './part.js';

const HEADER_BYTES = 84;
const TRIANGLE_BYTES = 50;

/**
 * A mesh as a binary STL file in millimetres. STL holds single precision: a coordinate keeps about seven digits.
 *
 * @param mesh  [m]
 */
export function stlBytes(mesh: TriangleMesh): Uint8Array {
  const triangleCount = mesh.triangles.length / 3;
  const bytes = new Uint8Array(HEADER_BYTES + TRIANGLE_BYTES * triangleCount);
  bytes.set(new TextEncoder().encode('binary STL in millimetres, written by mechtrial'));
  const view = new DataView(bytes.buffer);
  view.setUint32(80, triangleCount, true);
  for (let t = 0; t < triangleCount; t++) {
    const at = HEADER_BYTES + TRIANGLE_BYTES * t;
    writeVector(view, at, normalOf(mesh, t));
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * mesh.triangles[3 * t + corner]!;
      const pointMm = [0, 1, 2].map((axis) => 1000 * mesh.verticesM[v + axis]!);
      writeVector(view, at + 12 * (corner + 1), pointMm);
    }
  }
  return bytes;
}

function writeVector(view: DataView, at: number, xyz: readonly number[]): void {
  for (let axis = 0; axis < 3; axis++) view.setFloat32(at + 4 * axis, xyz[axis]!, true);
}

/** Unit normal of one triangle, (b − a) × (c − a) normalised; zero for a degenerate one. */
function normalOf({ verticesM, triangles }: TriangleMesh, t: number): [number, number, number] {
  const [a, b, c] = [0, 1, 2].map((corner) => 3 * triangles[3 * t + corner]!) as [number, number, number];
  const edge = (to: number, axis: number) => verticesM[to + axis]! - verticesM[a + axis]!;
  const n: [number, number, number] = [
    edge(b, 1) * edge(c, 2) - edge(b, 2) * edge(c, 1),
    edge(b, 2) * edge(c, 0) - edge(b, 0) * edge(c, 2),
    edge(b, 0) * edge(c, 1) - edge(b, 1) * edge(c, 0),
  ];
  const length = Math.hypot(...n);
  return length > 0 ? [n[0] / length, n[1] / length, n[2] / length] : [0, 0, 0];
}
