import { composePose, type Pose } from '../core/vector.js';
import { loadManifold, manifoldFromMesh, posedMesh, regionMesh } from '../geometry/index.js';
import type { BoundedRegion } from './region.js';
import type { SceneBody, SceneJoint } from './scene.js';

/** Beyond this the surfaces of a joint are not in reach of each other; farther gaps are not measured [m]. */
const SEARCH_M = 0.02;
/** A declared joint across less than this is a bearing with play [m]. */
const LARGEST_GAP_M = 5e-4;

/**
 * What a reader must know about a joint whose regions were declared and not found: how far apart the materials are that it
 * joins, measured between the materials inside the two regions, in the initial pose.
 *
 * @returns null where they come within 0.5 mm of each other, or where a mesh is open and nothing can be said
 */
export async function declaredJointGap(joint: SceneJoint, bodies: readonly SceneBody[]): Promise<string | null> {
  if (!joint.regionNotes.includes('declared')) return null;
  const [a, b] = [bodies[joint.a]!, bodies[joint.b]!];
  if (a.parts.length === 0 || b.parts.length === 0) return null;
  if (![...a.parts, ...b.parts].every(({ part }) => part.isWatertight)) return null;
  const module = await loadManifold();
  const insideA = materialInRegion(module, a, joint.frameInA, joint.regionA);
  const insideB = materialInRegion(module, b, joint.frameInB, joint.regionB);
  try {
    const isEmpty = insideA.isEmpty() || insideB.isEmpty();
    const gapM = isEmpty ? Number.POSITIVE_INFINITY : insideA.minGap(insideB, SEARCH_M);
    if (gapM <= LARGEST_GAP_M) return null;
    const size = gapM >= SEARCH_M ? 'more than 20 mm' : `${(gapM * 1e3).toFixed(2)} mm`;
    return isEmpty
      ? `joint '${joint.name}': a declared region only grazes the material of its body`
      : `joint '${joint.name}' holds ${size} of empty space between '${a.name}' and '${b.name}' (declared regions)`;
  } finally {
    insideA.delete();
    insideB.delete();
  }
}

/** The material of a body inside a region of the joint frame, in the world. */
function materialInRegion(
  module: Awaited<ReturnType<typeof loadManifold>>,
  body: SceneBody,
  frame: Pose,
  region: BoundedRegion,
) {
  const X_WJ = composePose(body.poseInWorld, frame);
  const clip = manifoldFromMesh(module, regionMesh(region, composePose(X_WJ, region.poseInBody)));
  const parts = body.parts.map(({ part, poseInBody }) =>
    manifoldFromMesh(module, posedMesh(part.mesh, composePose(body.poseInWorld, poseInBody))),
  );
  const whole = module.Manifold.union(parts);
  const inside = whole.intersect(clip);
  for (const temporary of [clip, whole, ...parts]) temporary.delete();
  return inside;
}
