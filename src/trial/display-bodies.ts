import { encodeGlb } from '../geometry/index.js';
import type { Scene } from '../scene/index.js';
import type { DisplayBody } from '../signals/index.js';

const GRAY: DisplayBody['color'] = [0.7, 0.73, 0.77];
const SAND: DisplayBody['color'] = [0.81, 0.75, 0.62];
const MOVING: readonly DisplayBody['color'][] = [
  [0.37, 0.58, 0.77],
  [0.85, 0.63, 0.36],
  [0.45, 0.66, 0.55],
  [0.65, 0.55, 0.75],
  [0.78, 0.54, 0.61],
];

/** The bodies of a scene for viewers of recordings: the source geometry at the tessellation of the scene. */
export function displayBodies(scene: Scene): readonly DisplayBody[] {
  const encoded = new Map<string, Uint8Array>();
  const glbOf = ({ part }: Scene['bodies'][number]['parts'][number]): Uint8Array => {
    const glb = encoded.get(part.hash) ?? encodeGlb(part.mesh);
    encoded.set(part.hash, glb);
    return glb;
  };
  let moving = 0;
  return scene.bodies
    .filter(({ parts }) => parts.length > 0)
    .map(({ name, isGround, isEnvironment, parts }) => ({
      name,
      color: isEnvironment ? SAND : isGround ? GRAY : MOVING[moving++ % MOVING.length]!,
      parts: parts.map((part) => ({ poseInBody: part.poseInBody, glb: glbOf(part) })),
    }));
}
