import { type Accessor, type Animation, Document, type Node, NodeIO } from '@gltf-transform/core';
import type { Pose, Quat } from '../core/vector.js';
import type { SceneBody } from '../scene/index.js';
import type { PoseTrack, Recording } from '../signals/index.js';
import type { OpenedRun } from '../trial/index.js';
import { bodyColors } from './body-colors.js';
import { displayMesh } from './replay/display-mesh.js';

/**
 * The motion of a run as a binary glTF 2.0 file: the source geometry, one node per body, one animation per recorded trial.
 *
 * Metres; glTF's y is up, so one node turns everything by −90° about x. Between two poses positions go straight and
 * rotations evenly. A body that is absent has scale 0.
 */
export async function renderGlb({ scene, recordings, verdict }: OpenedRun): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  document.getRoot().getAsset().generator = `mechtrial ${verdict.provenance.versions.mechtrial ?? ''}`.trim();
  const root = document.createNode(scene.candidate.name).setRotation([-Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
  document.createScene(scene.candidate.name).addChild(root);
  const meshOf = meshMaker(document);
  const colors = bodyColors(scene.bodies);
  const nodes = scene.bodies.map((body, i) => {
    if (body.parts.length === 0) return null;
    const node = placed(document.createNode(body.name), body.poseInWorld);
    if (!body.isPresent) node.setScale([0, 0, 0]);
    for (const part of body.parts) {
      node.addChild(placed(document.createNode(part.name), part.poseInBody).setMesh(meshOf(part, colors[i]!)));
    }
    root.addChild(node);
    return node;
  });
  for (const recording of recordings) animate(document, nodes, scene.bodies, recording);
  for (const accessor of document.getRoot().listAccessors()) accessor.setBuffer(buffer);
  return new NodeIO().writeBinary(document);
}

function placed(node: Node, { positionM, rotation }: Pose): Node {
  return node.setTranslation([...positionM]).setRotation([...rotation]);
}

/** Makes meshes; parts with the same source and colour share one. */
function meshMaker(document: Document) {
  const known = new Map<string, ReturnType<Document['createMesh']>>();
  return ({ name, part }: SceneBody['parts'][number], color: string) => {
    const key = `${part.hash} ${color}`;
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const { positionsM, normals, triangles } = displayMesh(part.mesh);
    const vec3 = (values: Float64Array) =>
      document.createAccessor().setType('VEC3').setArray(Float32Array.from(values));
    const primitive = document
      .createPrimitive()
      .setAttribute('POSITION', vec3(positionsM))
      .setAttribute('NORMAL', vec3(normals))
      .setIndices(document.createAccessor().setType('SCALAR').setArray(triangles))
      .setMaterial(
        document
          .createMaterial(color)
          .setBaseColorFactor([...linearColor(color), 1])
          .setMetallicFactor(0)
          .setRoughnessFactor(0.7),
      );
    const mesh = document.createMesh(name).addPrimitive(primitive);
    known.set(key, mesh);
    return mesh;
  };
}

/** sRGB, as #rrggbb, to the linear numbers of glTF. */
function linearColor(color: string): [number, number, number] {
  const channel = (i: number) => {
    const s = Number.parseInt(color.slice(1 + 2 * i, 3 + 2 * i), 16) / 255;
    return s <= 0.04045 ? s / 12.92 : ((s + 0.055) / 1.055) ** 2.4;
  };
  return [channel(0), channel(1), channel(2)];
}

function animate(
  document: Document,
  nodes: readonly (Node | null)[],
  bodies: readonly SceneBody[],
  { trial, poses }: Recording,
): void {
  if (poses.timesS.length === 0) return;
  const animation = document.createAnimation(trial);
  const times = document.createAccessor(`${trial} time`).setType('SCALAR').setArray(Float32Array.from(poses.timesS));
  for (const [b, name] of poses.bodies.entries()) {
    const node = nodes[bodies.findIndex((body) => body.name === name)];
    if (node === null || node === undefined) continue;
    const { positions, rotations, scales } = track(poses, b);
    const sampled = (path: 'translation' | 'rotation' | 'scale', values: Float32Array, type: 'VEC3' | 'VEC4') => {
      const width = type === 'VEC3' ? 3 : 4;
      if (isConstant(values, width) && equals(restOf(node, path), values)) return;
      const output = document.createAccessor().setType(type).setArray(values);
      addChannel(document, animation, node, path, times, output, path === 'scale' ? 'STEP' : 'LINEAR');
    };
    sampled('translation', positions, 'VEC3');
    sampled('rotation', rotations, 'VEC4');
    sampled('scale', scales, 'VEC3');
  }
}

function addChannel(
  document: Document,
  animation: Animation,
  node: Node,
  path: 'translation' | 'rotation' | 'scale',
  times: Accessor,
  output: Accessor,
  interpolation: 'STEP' | 'LINEAR',
): void {
  const sampler = document.createAnimationSampler().setInput(times).setOutput(output).setInterpolation(interpolation);
  const channel = document.createAnimationChannel().setTargetNode(node).setTargetPath(path).setSampler(sampler);
  animation.addSampler(sampler).addChannel(channel);
}

/** One body's track: neighbouring rotations on one side, so that a viewer takes the short way round. */
function track({ timesS, bodies, values, isPresent }: PoseTrack, body: number) {
  const count = timesS.length;
  const positions = new Float32Array(3 * count);
  const rotations = new Float32Array(4 * count);
  const scales = new Float32Array(3 * count);
  let before: Quat = [0, 0, 0, 1];
  for (let k = 0; k < count; k++) {
    const o = 7 * (k * bodies.length + body);
    positions.set(values.subarray(o, o + 3), 3 * k);
    const [x, y, z, w] = [values[o + 3]!, values[o + 4]!, values[o + 5]!, values[o + 6]!];
    const isOpposite = x * before[0] + y * before[1] + z * before[2] + w * before[3] < 0;
    const size = Math.hypot(x, y, z, w) * (isOpposite ? -1 : 1);
    before = [x / size, y / size, z / size, w / size];
    rotations.set(before, 4 * k);
    scales.fill(isPresent[k * bodies.length + body]!, 3 * k, 3 * k + 3);
  }
  return { positions, rotations, scales };
}

function restOf(node: Node, path: 'translation' | 'rotation' | 'scale'): readonly number[] {
  if (path === 'translation') return node.getTranslation();
  return path === 'rotation' ? node.getRotation() : node.getScale();
}

function isConstant(values: Float32Array, width: number): boolean {
  for (let i = width; i < values.length; i++) if (values[i] !== values[i - width]) return false;
  return true;
}

const equals = (rest: readonly number[], values: Float32Array): boolean =>
  rest.every((x, i) => Math.fround(x) === values[i]);
