import {
  type AuditReport,
  auditInputOf,
  auditPoses,
  auditSweep,
  type BodyPoses,
  chooseBackend,
  type SweepReport,
  sweepJoint,
} from '../audit/index.js';
import { BindingError } from '../core/errors.js';
import { didYouMean } from '../core/nearest.js';
import type { Pose } from '../core/vector.js';
import { kinematicSweep } from '../dynamics/index.js';
import { KINDS } from '../kinds.js';
import { type LoadOptions, loadBareScene, pose, readDocument, type Scene, type SceneInput } from '../scene/index.js';

export interface AuditSceneOptions extends LoadOptions {
  readonly backend?: 'auto' | 'native' | 'wasm';
  /** Pairs whose clearance is measured, beyond those that the scene names: all of them up to this distance [m]. */
  readonly clearanceUpToM?: number;
  readonly abort?: AbortSignal;
}

/** A kinematic sweep of one joint coordinate. */
export interface SweepOptions {
  readonly joint: string;
  readonly from: number;
  readonly to: number;
  readonly stepCount: number;
}

type Motion = 'angle' | 'travel';

/** A sweep's findings; the coordinate is in rad or m. */
export interface SceneSweep extends SweepReport {
  readonly joint: string;
  readonly motion: 'angle' | 'travel';
  /** First value that the loops of joints cannot be closed at, or null. */
  readonly unreachable: number | null;
}

/**
 * Interference of a scene as it stands, or at given poses, without dynamics.
 *
 * @param source  a scene or binding file, or a scene record
 * @param poses   poses of bodies by name, one record per pose; the scene's own pose without it
 * @throws BindingError | GeometryError
 */
export async function auditScene(
  source: string | SceneInput<typeof KINDS>,
  poses: readonly Readonly<Record<string, Pose>>[] | null = null,
  options: AuditSceneOptions = {},
): Promise<AuditReport> {
  const scene = await sceneOf(source, options);
  const initial = posesByName(
    scene,
    scene.bodies.map(({ poseInWorld }) => poseInWorld),
  );
  const list = poses === null ? [initial] : poses.map((named) => ({ ...initial, ...named }));
  return auditPoses(await inputOf(scene, options), list, auditOptions(scene, options));
}

/**
 * Moves one joint coordinate from one value to another, the other joints following, and audits on the way.
 *
 * @throws BindingError when the joint does not exist, has no coordinate, or its start cannot be reached
 */
export async function sweepScene(
  source: string | SceneInput<typeof KINDS>,
  sweep: SweepOptions,
  options: AuditSceneOptions = {},
): Promise<SceneSweep> {
  const scene = await sceneOf(source, options);
  const motion = motionOf(scene, sweep.joint);
  const path = pathOf(scene, sweep, motion);
  const report = await auditSweep(
    await inputOf(scene, options),
    { from: sweep.from, to: sweep.to, valueCount: sweep.stepCount + 1, posesAt: path.posesAt },
    auditOptions(scene, options),
  );
  return { ...report, joint: sweep.joint, motion, unreachable: path.unreachable() };
}

/** Poses along a sweep, and the first value that was not reached. */
interface SweepPath {
  readonly posesAt: (value: number) => BodyPoses;
  readonly unreachable: () => number | null;
}

/** An open chain turns the joint alone and keeps the others; a closed loop is solved, the other joints following. */
function pathOf(scene: Scene, sweep: SweepOptions, motion: Motion): SweepPath {
  try {
    return { posesAt: sweepJoint(scene, sweep.joint, motion), unreachable: () => null };
  } catch (error) {
    if (!(error instanceof BindingError) || error.issues[0]?.code !== 'closed_loop') throw error;
  }
  const kinematics = kinematicSweep(scene, sweep.joint, KINDS.joints);
  let unreachable: number | null = null;
  let last = kinematics.posesAt(sweep.from);
  if (last === null) {
    const message = `joint '${sweep.joint}' cannot reach ${sweep.from}: the loop of joints does not close there`;
    const fix = 'Start the sweep at a value that the mechanism reaches; 0 is the pose of the scene.';
    throw new BindingError([{ code: 'unreachable', path: ['--sweep'], message, fix }]);
  }
  return {
    posesAt: (value) => {
      const reached = unreachable === null ? kinematics.posesAt(value) : null;
      if (reached === null) unreachable ??= value;
      else last = reached;
      return posesByName(scene, last!);
    },
    unreachable: () => unreachable,
  };
}

/**
 * What the first coordinate of a joint measures.
 *
 * @throws BindingError for an unknown joint and for one without a coordinate
 */
function motionOf(scene: Scene, jointName: string): Motion {
  const coordinateOf = (joint: Scene['joints'][number]) =>
    KINDS.joints.find(({ kind }) => kind === joint.record.kind)?.coordinates[0];
  const joint = scene.joints.find(({ name }) => name === jointName);
  const coordinate = joint === undefined ? undefined : coordinateOf(joint);
  if (coordinate !== undefined) return coordinate.motion;
  const known = scene.joints.filter((other) => coordinateOf(other) !== undefined).map(({ name }) => name);
  const message =
    joint === undefined ? `'${jointName}' is not a joint of this scene` : `joint '${jointName}' has no coordinate`;
  throw new BindingError([
    {
      code: 'unknown_joint',
      path: ['--sweep'],
      message,
      fix: didYouMean(jointName, known, 'joints with a coordinate'),
    },
  ]);
}

/** Reads poses from a JSON file: a list of records `{ "body": { "positionM": […], "rotation": […] } }`. */
export async function readPoses(file: string): Promise<readonly Readonly<Record<string, Pose>>[]> {
  const document = await readDocument(file);
  const schema = pose();
  const bad = (path: (string | number)[], message: string) =>
    new BindingError([
      {
        code: 'poses_malformed',
        path,
        file,
        message,
        fix: 'Give a list of {"body name": {"positionM": [x, y, z], "rotation": [x, y, z, w]}}.',
      },
    ]);
  if (!Array.isArray(document) || document.length === 0) throw bad([], 'is not a list of poses');
  return document.map((record: unknown, i) => {
    if (typeof record !== 'object' || record === null) throw bad([i], 'is not a record of bodies');
    return Object.fromEntries(
      Object.entries(record).map(([body, value]) => {
        const parsed = schema.safeParse(value);
        if (!parsed.success) throw bad([i, body], parsed.error.issues[0]!.message);
        return [body, parsed.data];
      }),
    );
  });
}

/** A scene file, or the scene of a binding file. */
async function sceneOf(source: string | SceneInput<typeof KINDS>, options: LoadOptions): Promise<Scene> {
  return loadBareScene(source, KINDS, options);
}

async function inputOf(scene: Scene, { clearanceUpToM }: AuditSceneOptions) {
  const input = await auditInputOf(scene, scene.binding.settings.auditChordM);
  if (clearanceUpToM === undefined) return input;
  const names = input.bodies.map(({ name }) => name);
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => ({ bodies: [a, b], upToM: clearanceUpToM })));
  return { ...input, clearances: pairs };
}

function auditOptions(scene: Scene, { backend, abort }: AuditSceneOptions) {
  const { settings } = scene.binding;
  return {
    createBackend: () => chooseBackend({ prefer: backend ?? settings.auditBackend }),
    volumeToleranceM3: settings.volumeToleranceM3,
    depthToleranceM: settings.depthToleranceM,
    ...(abort === undefined ? {} : { abort }),
  };
}

const posesByName = (scene: Scene, poses: readonly Pose[]): Record<string, Pose> =>
  Object.fromEntries(scene.bodies.slice(1).map(({ name, index }) => [name, poses[index]!]));
