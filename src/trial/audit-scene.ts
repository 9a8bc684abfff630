import { dirname, resolve } from 'node:path';
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
import {
  type LoadOptions,
  loadBareScene,
  loadScene,
  pose,
  readDocument,
  type Scene,
  type SceneInput,
} from '../scene/index.js';

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
  /** What the values are given in, where the caller knows: an angle cannot be swept in metres. */
  readonly unit?: 'rad' | 'm';
}

/** Steps, turns and metres beyond which a sweep is a slip of the pen. */
const LARGEST_SWEEP = { stepCount: 20_000, rad: 100 * 2 * Math.PI, m: 100 } as const;

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
 * @throws BindingError when the joint does not exist, has no coordinate, its start cannot be reached, or the range is none
 */
export async function sweepScene(
  source: string | SceneInput<typeof KINDS>,
  sweep: SweepOptions,
  options: AuditSceneOptions = {},
): Promise<SceneSweep> {
  const scene = await sceneOf(source, options);
  const motion = motionOf(scene, sweep.joint);
  checkRange(sweep, motion);
  const path = pathOf(scene, sweep, motion);
  const report = await auditSweep(
    await inputOf(scene, options),
    { from: sweep.from, to: sweep.to, valueCount: sweep.stepCount + 1, posesAt: path.posesAt },
    auditOptions(scene, options),
  );
  return { ...report, joint: sweep.joint, motion, unreachable: path.unreachable() };
}

function checkRange({ joint, from, to, stepCount, unit }: SweepOptions, motion: Motion): void {
  const own = motion === 'angle' ? 'rad' : 'm';
  const most = LARGEST_SWEEP[own];
  const bad = (code: string, message: string, fix: string) => {
    throw new BindingError([{ code, path: ['--sweep'], message, fix }]);
  };
  if (unit !== undefined && unit !== own) {
    const is = motion === 'angle' ? 'turns, and its coordinate is an angle' : 'slides, and its coordinate is a length';
    bad('wrong_unit', `joint '${joint}' ${is}`, motion === 'angle' ? 'Give deg or rad.' : 'Give mm or m.');
  }
  if (!Number.isFinite(from) || !Number.isFinite(to) || from === to) {
    bad('empty_range', `there is no way from ${from} ${own} to ${to} ${own}`, 'Give two different values.');
  }
  if (Math.max(Math.abs(from), Math.abs(to)) > most) {
    const limit = motion === 'angle' ? '100 turns' : '100 m';
    bad('range_too_large', `a sweep ends within ${limit} of the pose of the scene`, 'Check the unit of the values.');
  }
  if (!Number.isInteger(stepCount) || stepCount < 1 || stepCount > LARGEST_SWEEP.stepCount) {
    const fix = 'A few steps do: what happens between them is looked at too.';
    bad('step_count', `must be a whole number of steps from 1 to ${LARGEST_SWEEP.stepCount}, got ${stepCount}`, fix);
  }
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

/** A scene file, or the scene that a binding or candidate file holds or names. */
async function sceneOf(source: string | SceneInput<typeof KINDS>, options: LoadOptions): Promise<Scene> {
  if (typeof source !== 'string') return loadBareScene(source, KINDS, options);
  if (CAD_FILE.test(source)) throw cadFileError(source);
  const document = await readDocument(source);
  if (typeof document !== 'object' || document === null || !('scene' in document)) {
    return loadBareScene(source, KINDS, options);
  }
  if ('trials' in document) return loadScene(source, KINDS, options);
  const baseDirectory = options.baseDirectory ?? dirname(source);
  const { scene } = document;
  if (typeof scene === 'string') return loadBareScene(resolve(baseDirectory, scene), KINDS);
  return loadBareScene(scene as SceneInput<typeof KINDS>, KINDS, { ...options, baseDirectory });
}

const CAD_FILE = /\.(step|stp|stl|3mf|obj)$/i;

function cadFileError(file: string): BindingError {
  const message = 'is a CAD file: where its solids belong and what may move is said by a scene';
  const fix = `Run \`mechtrial inspect ${file}\` to see what it holds, and name it in a scene file; \`mechtrial init\` writes one to start from.`;
  return new BindingError([{ code: 'not_a_scene', path: [], file, message, fix }]);
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
