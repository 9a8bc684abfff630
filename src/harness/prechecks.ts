import type { Scene } from '../scene/index.js';
import { costProbe, type PrecheckVerdict } from '../trial/index.js';
import type { ReadCandidate } from './candidate.js';
import type { PreparedEvaluation } from './compile.js';

/**
 * Looks at a prepared evaluation without simulating it: what is bound, what acts on what, whether everything that the
 * candidate has is still there, and whether it assembles.
 */
export function prechecks(
  { scene, operations, binding, resolved }: PreparedEvaluation,
  candidate: ReadCandidate,
): PrecheckVerdict[] {
  return [
    boundCheck(scene, operations.length, Object.keys(binding.observations).length),
    ...operations.map((bound) => reachCheck(bound.operation.name, bound.binding.on, scene)),
    retainedCheck(scene, candidate, resolved.environment.length),
    assemblyCheck(scene),
  ];
}

const verdict = (id: string, isGood: boolean, note: string): PrecheckVerdict => ({
  id,
  status: isGood ? 'PASS' : 'FAIL',
  note,
});

/** Malformed bindings were refused before this: what is left is to say how much was bound. */
const boundCheck = (scene: Scene, operationCount: number, observationCount: number): PrecheckVerdict =>
  verdict(
    'bound',
    true,
    `${operationCount} operations, ${observationCount} observations, ${scene.binding.signals.length} signals recorded`,
  );

/** A drive needs something that can move: its body, or one of the two that its joint ties. */
function reachCheck(name: string, on: Readonly<Record<string, unknown>>, scene: Scene): PrecheckVerdict {
  const joint = scene.joints.find((candidate) => candidate.name === on.joint);
  const [a, b] =
    joint !== undefined
      ? [scene.bodies[joint.a], scene.bodies[joint.b]]
      : [scene.bodies.find((body) => body.name === on.reference), scene.bodies.find((body) => body.name === on.body)];
  const moves = [a, b].filter((body) => body !== undefined && !body.isGround);
  const where = `${b?.name ?? '?'} against ${a?.name ?? '?'}`;
  if (moves.length === 0)
    return verdict(`reaches/${name}`, false, `operation '${name}' acts between fixed bodies: ${where}`);
  if (a === b) return verdict(`reaches/${name}`, false, `operation '${name}' acts on ${where}, one and the same body`);
  return verdict(`reaches/${name}`, true, where);
}

function retainedCheck(scene: Scene, candidate: ReadCandidate, environmentCount: number): PrecheckVerdict {
  const names = new Set(scene.bodies.map(({ name }) => name));
  const record = scene.binding.scene as ReadCandidate['scene'];
  const lost = candidate.scene.bodies.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  const models = record.models.length === candidate.scene.models.length;
  const joints = scene.joints.length === candidate.scene.joints.length;
  const counts = `${candidate.scene.bodies.length} bodies, ${scene.joints.length} joints, ${record.models.length} models`;
  if (lost.length > 0 || !models || !joints)
    return verdict('retained', false, `lost: ${lost.join(', ') || 'joints or models'}`);
  return verdict('retained', true, `${counts} of the candidate, ${environmentCount} bodies of the environment`);
}

function assemblyCheck(scene: Scene): PrecheckVerdict {
  if (scene.assembly.length === 0) return verdict('assembles', true, 'every joint closes in the initial pose');
  return verdict('assembles', false, scene.assembly.map(({ message }) => message).join('; '));
}

/**
 * Projects the wall time of every trial from a short run of each, against the limit of the settings.
 *
 * @returns INCONCLUSIVE where a trial is projected to run into the limit; nothing is judged by it
 */
export async function costCheck(scene: Scene): Promise<PrecheckVerdict> {
  const limitS = scene.binding.settings.wallLimitS;
  const projected: string[] = [];
  let worstS = 0;
  for (const { id } of scene.binding.trials) {
    const { projectedS, simulatedS } = await costProbe(scene, id);
    worstS = Math.max(worstS, projectedS);
    projected.push(`${id} ${projectedS.toFixed(1)} s for ${simulatedS.toFixed(1)} s of trial`);
  }
  const status = worstS <= limitS ? 'PASS' : 'INCONCLUSIVE';
  return { id: 'cost', status, note: `projected wall time: ${projected.join(', ')}; limit ${limitS} s each` };
}
