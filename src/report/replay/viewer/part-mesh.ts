import { BufferAttribute, BufferGeometry } from 'three';
import type { ReplayMesh } from '../record.js';
import type { Replay } from './decode.js';

/** Geometry of a part: its surface, and its edges over the same vertices. */
export interface PartGeometry {
  readonly surface: BufferGeometry;
  readonly edges: BufferGeometry;
}

/** Unpacks a mesh of the replay. */
export function partGeometry(replay: Replay, mesh: ReplayMesh): PartGeometry {
  const positions = new BufferAttribute(unpackPositions(replay, mesh), 3);
  const surface = new BufferGeometry();
  surface.setAttribute('position', positions);
  surface.setAttribute('normal', new BufferAttribute(unpackNormals(replay, mesh), 3));
  surface.setIndex(new BufferAttribute(Uint32Array.from(replay.column(mesh.triangles)), 1));
  const edges = new BufferGeometry();
  edges.setAttribute('position', positions);
  edges.setIndex(new BufferAttribute(Uint32Array.from(replay.column(mesh.edges)), 1));
  return { surface, edges };
}

function unpackPositions(replay: Replay, { positions, minM, stepM }: ReplayMesh): Float32Array {
  const packed = replay.column(positions);
  const count = packed.length / 3;
  const values = new Float32Array(packed.length);
  for (let axis = 0; axis < 3; axis++) {
    for (let v = 0; v < count; v++) values[3 * v + axis] = minM[axis]! + packed[axis * count + v]! * stepM[axis]!;
  }
  return values;
}

const NORMAL_STEPS = 511;

/** Unfolds octahedral normals; see `ReplayMesh`. */
function unpackNormals(replay: Replay, { normals }: ReplayMesh): Float32Array {
  const packed = replay.column(normals);
  const count = packed.length / 2;
  const values = new Float32Array(3 * count);
  for (let v = 0; v < count; v++) {
    const a = packed[v]! / NORMAL_STEPS;
    const b = packed[count + v]! / NORMAL_STEPS;
    const z = 1 - Math.abs(a) - Math.abs(b);
    const fold = Math.max(0, -z);
    const x = a + (a >= 0 ? -fold : fold);
    const y = b + (b >= 0 ? -fold : fold);
    const size = Math.hypot(x, y, z) || 1;
    values.set([x / size, y / size, z / size], 3 * v);
  }
  return values;
}
