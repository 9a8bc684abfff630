import { canonicalJson } from '../core/hash.js';
import { declaredJointGap } from './joint-gap.js';
import type { SceneBody, SceneJoint, SceneShape } from './scene.js';
import type { SceneRecord } from './schema.js';

/** Play below this is what two tessellations of one circle differ by [m]. */
const SMALLEST_PLAY_M = 1e-5;

/** What a reader must know about a loaded scene before believing a PASS. */
export async function loadWarnings(
  record: SceneRecord,
  bodies: readonly SceneBody[],
  joints: readonly SceneJoint[],
  shapes: readonly SceneShape[],
): Promise<string[]> {
  return [
    ...bodies.flatMap((body) => body.parts.flatMap(({ name, part }) => part.warnings.map((w) => `${name}: ${w}`))),
    ...(await declaredGaps(joints, bodies)),
    ...playWarning(joints),
    ...looseWarning(record, bodies, joints, shapes),
  ];
}

async function declaredGaps(joints: readonly SceneJoint[], bodies: readonly SceneBody[]): Promise<string[]> {
  const found: string[] = [];
  for (const joint of joints) {
    const gap = await declaredJointGap(joint, bodies);
    if (gap !== null) found.push(gap);
  }
  return found;
}

/** Joints are ideal; how much play the geometry has in them is said, because no trial shows it. */
function playWarning(joints: readonly SceneJoint[]): string[] {
  const loose = joints.filter(({ playM }) => playM > SMALLEST_PLAY_M).sort((p, q) => q.playM - p.playM);
  const [worst] = loose;
  if (worst === undefined) return [];
  const mm = `${(worst.playM * 1e3).toFixed(3)} mm`;
  return [
    loose.length === 1
      ? `radial play is not simulated: joint '${worst.name}' has ${mm}`
      : `radial play is not simulated: ${loose.length} joints have some, most '${worst.name}' with ${mm}`,
  ];
}

/** A mechanism body that no joint, model or collision shape holds falls freely: most often a joint was forgotten. */
function looseWarning(
  record: SceneRecord,
  bodies: readonly SceneBody[],
  joints: readonly SceneJoint[],
  shapes: readonly SceneShape[],
): string[] {
  const held = new Set(joints.flatMap(({ a, b }) => [bodies[a]!.name, bodies[b]!.name]));
  for (const { body } of shapes) held.add(bodies[body]!.name);
  const models = canonicalJson(record.models);
  const loose = bodies.filter(
    ({ name, isGround, isEnvironment, index }) =>
      index > 0 && !isGround && !isEnvironment && !held.has(name) && !models.includes(JSON.stringify(name)),
  );
  return loose.length === 0
    ? []
    : [`held by no joint, model or contact shape, so free in space: ${loose.map(({ name }) => name).join(', ')}`];
}
