import type { TriangleMesh } from './part.js';

const MAGIC = 0x46546c67; // 'glTF'
const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;
const [ARRAY_BUFFER, ELEMENT_ARRAY_BUFFER] = [34962, 34963];
const [FLOAT, UNSIGNED_INT] = [5126, 5125];

/**
 * A mesh as the smallest binary glTF 2.0 file that holds it: positions in metres and triangles, in the mesh's own axes; no
 * normals, so that viewers shade it flat; no material.
 */
export function encodeGlb({ verticesM, triangles }: TriangleMesh): Uint8Array {
  const positions = Float32Array.from(verticesM);
  const bounds = (pick: (a: number, b: number) => number) =>
    [0, 1, 2].map((axis) => positions.filter((_, i) => i % 3 === axis).reduce((found, x) => pick(found, x)));
  const json = {
    asset: { version: '2.0', generator: 'mechtrial' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] }],
    accessors: [
      {
        bufferView: 0,
        componentType: FLOAT,
        count: positions.length / 3,
        type: 'VEC3',
        min: bounds(Math.min),
        max: bounds(Math.max),
      },
      { bufferView: 1, componentType: UNSIGNED_INT, count: triangles.length, type: 'SCALAR' },
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: positions.byteLength, target: ARRAY_BUFFER },
      { buffer: 0, byteOffset: positions.byteLength, byteLength: triangles.byteLength, target: ELEMENT_ARRAY_BUFFER },
    ],
    buffers: [{ byteLength: positions.byteLength + triangles.byteLength }],
  };
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = new Uint8Array(4 * Math.ceil(text.length / 4)).fill(0x20);
  padded.set(text);
  const binary = new Uint8Array(positions.byteLength + triangles.byteLength);
  binary.set(new Uint8Array(positions.buffer));
  binary.set(new Uint8Array(triangles.buffer, triangles.byteOffset, triangles.byteLength), positions.byteLength);
  return joinChunks(padded, binary);
}

/** Header, JSON chunk, binary chunk; all lengths are multiples of four bytes. */
function joinChunks(json: Uint8Array, binary: Uint8Array): Uint8Array {
  const file = new Uint8Array(12 + 8 + json.length + 8 + binary.length);
  const view = new DataView(file.buffer);
  const head = [MAGIC, 2, file.length, json.length, JSON_CHUNK];
  for (const [i, word] of head.entries()) view.setUint32(4 * i, word, true);
  file.set(json, 20);
  view.setUint32(20 + json.length, binary.length, true);
  view.setUint32(24 + json.length, BINARY_CHUNK, true);
  file.set(binary, 28 + json.length);
  return file;
}
