import Module, { type Manifold, type ManifoldToplevel } from 'manifold-3d';
import { multiplyQuat, type Pose, rotate } from '../../src/core/vector.js';
import type { Part } from '../../src/geometry/index.js';

let loaded: Promise<ManifoldToplevel> | undefined;

async function manifold(): Promise<ManifoldToplevel> {
  loaded ??= Module().then((wasm) => {
    wasm.setup();
    return wasm;
  });
  return loaded;
}

/** Solid of a part in millimetres: f32 positions err by 1e-5 mm at 100 mm, far below every bound of these tests. */
export async function solidOf(part: Part): Promise<Manifold> {
  const wasm = await manifold();
  const mesh = new wasm.Mesh({
    numProp: 3,
    vertProperties: Float32Array.from(part.mesh.verticesM, (x) => 1000 * x),
    triVerts: part.mesh.triangles,
  });
  mesh.merge();
  return new wasm.Manifold(mesh);
}

/** The solid moved by a pose. */
export function placed(solid: Manifold, pose: Pose): Manifold {
  const { positionM: p, rotation: q } = pose;
  const [x, y, z] = [rotate(q, [1, 0, 0]), rotate(q, [0, 1, 0]), rotate(q, [0, 0, 1])];
  const t = p.map((v) => 1000 * v);
  return solid.transform([...x, 0, ...y, 0, ...z, 0, t[0]!, t[1]!, t[2]!, 1]);
}

/** Volume that two solids share [mm³]. */
export function overlapMm3(a: Manifold, b: Manifold): number {
  const common = a.intersect(b);
  const volume = common.volume();
  common.delete();
  return volume;
}

/** Pose at a point [m], turned about z. */
export function planarPose(xM: number, yM: number, zM: number, angleRad: number): Pose {
  return { positionM: [xM, yM, zM], rotation: [0, 0, Math.sin(angleRad / 2), Math.cos(angleRad / 2)] };
}

/** Turns a pose about an axis through a point of the world, along z. */
export function turnedAboutZ(pose: Pose, xM: number, yM: number, angleRad: number): Pose {
  const turn = planarPose(0, 0, 0, angleRad).rotation;
  const [dx, dy, dz] = rotate(turn, [pose.positionM[0] - xM, pose.positionM[1] - yM, pose.positionM[2]]);
  return { positionM: [xM + dx, yM + dy, dz], rotation: multiplyQuat(turn, pose.rotation) };
}
