import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { BindingError, GeometryError, type Issue } from '../core/errors.js';
import { canonicalJson, sha256 } from '../core/hash.js';
import { IDENTITY_POSE, normalizeQuat, type Pose } from '../core/vector.js';
import { loadPart } from '../geometry/index.js';
import { combineMass } from './body-mass.js';
import { inertiaFloorsOf } from './inertia-floors.js';
import type { SceneKinds } from './kinds.js';
import { resolveJoint } from './load-joint.js';
import { loadShape } from './load-shape.js';
import { declaredShapes, loadSourceShapes } from './load-source-shapes.js';
import { loadWarnings } from './load-warnings.js';
import { BUILT_IN_MATERIALS } from './materials.js';
import { partNameOf, WORLD } from './names.js';
import { parseBinding, parseScene } from './parse.js';
import type {
  AssemblyFinding,
  Scene,
  SceneBody,
  SceneContactModel,
  SceneJoint,
  ScenePart,
  SceneShape,
} from './scene.js';
import type { BindingInput, BindingRecord, BodyRecord, MaterialRecord, SceneInput, SceneRecord } from './schema.js';
import { isRecord } from './schema-walk.js';

export interface LoadOptions {
  /** Folder that relative file names start from; for a file, its own folder. */
  readonly baseDirectory?: string;
}

/**
 * Reads a JSON document.
 *
 * @throws BindingError naming the file, and line and column where the JSON is broken
 */
export async function readDocument(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'EIO';
    const why: Record<string, string> = {
      ENOENT: 'does not exist',
      EISDIR: 'is a directory',
      EACCES: 'may not be read (no permission)',
    };
    const message = why[code] ?? `cannot be read (${code})`;
    throw new BindingError([{ code: 'unreadable', path: [], file, message, fix: 'Name a readable JSON file.' }]);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const message = `is not JSON: ${(error as Error).message}`;
    throw new BindingError([{ code: 'not_json', path: [], file, message, fix: 'Correct the JSON at that place.' }]);
  }
}

/**
 * Loads everything that a binding names: the scene, its geometry, joint regions and collision shapes.
 *
 * @param source  a file, or the record itself
 * @throws BindingError | GeometryError with every issue found; nothing is half-loaded
 */
export async function loadScene<K extends SceneKinds>(
  source: string | BindingInput<K>,
  kinds: K,
  options: LoadOptions = {},
): Promise<Scene> {
  const file = typeof source === 'string' ? source : null;
  const document = typeof source === 'string' ? await readDocument(source) : source;
  let baseDirectory = resolve(options.baseDirectory ?? (file === null ? '.' : dirname(file)));
  let whole = document;
  if (isRecord(document) && typeof document.scene === 'string') {
    const sceneFile = resolve(baseDirectory, document.scene);
    const scene = await readDocument(sceneFile);
    parseScene(scene, kinds, sceneFile);
    whole = { ...document, scene };
    baseDirectory = dirname(sceneFile);
  }
  const binding = parseBinding(whole, kinds, file ?? undefined);
  return loadParsed(binding, kinds, baseDirectory, file);
}

/** Loads a scene without a trial, for a static audit or an inspection. */
export async function loadBareScene<K extends SceneKinds>(
  source: string | SceneInput<K>,
  kinds: K,
  options: LoadOptions = {},
): Promise<Scene> {
  const file = typeof source === 'string' ? source : null;
  const document = typeof source === 'string' ? await readDocument(source) : source;
  const scene = parseScene(document, kinds, file ?? undefined);
  const binding = parseBinding(
    {
      schema: 'mechtrial/binding@1',
      name: scene.name,
      scene: document,
      trials: [{ id: 'none', phases: [{ id: 'none', durationS: 0.001 }] }],
    },
    kinds,
    file ?? undefined,
  );
  const baseDirectory = resolve(options.baseDirectory ?? (file === null ? '.' : dirname(file)));
  return loadParsed(binding, kinds, baseDirectory, file);
}

/**
 * Returns a loaded scene with a test of its own: the geometry is not read again.
 *
 * @param document a binding without its scene
 * @throws BindingError with every issue found
 */
export function bindScene<K extends SceneKinds>(
  scene: Scene,
  document: Readonly<Record<string, unknown>>,
  kinds: K,
): Scene {
  const binding: BindingRecord = parseBinding(
    { ...document, scene: scene.binding.scene },
    kinds,
    scene.file ?? undefined,
  );
  const hash = scene.candidate.hash;
  return { ...scene, name: binding.name, binding, bindingHash: sha256(canonicalJson({ ...binding, scene: hash })) };
}

async function loadParsed(
  binding: BindingRecord,
  kinds: SceneKinds,
  baseDirectory: string,
  file: string | null,
): Promise<Scene> {
  const record = binding.scene as SceneRecord;
  const materials = materialsOf(record);
  const issues: Issue[] = [];
  const bodies = await loadBodies(record, materials, baseDirectory, issues);
  if (issues.length > 0) throwIssues(issues, file);

  const indexOf = new Map(bodies.map((body) => [body.name, body.index]));
  const assembly: AssemblyFinding[] = [];
  const joints: SceneJoint[] = [];
  for (const [i, joint] of (record.joints as SceneJoint['record'][]).entries()) {
    const resolved = resolveJoint(joint, kinds, bodies, indexOf);
    issues.push(...resolved.issues.map((issue) => ({ ...issue, path: ['scene', 'joints', i, ...issue.path] })));
    assembly.push(...resolved.findings);
    if (resolved.joint !== null) joints.push(resolved.joint);
  }
  const contactModels: SceneContactModel[] = [];
  const shapes: SceneShape[] = [];
  for (const { shape, path } of declaredShapes(record)) {
    const loaded = await collect(path, shape.body, issues, async () => {
      if (shape.kind === 'source') return loadSourceShapes(shape, bodies, indexOf, joints, materials);
      const { shape: one, issues: found } = await loadShape(shape, bodies, indexOf, materials);
      return { shapes: one === null ? [] : [one], models: [], issues: found };
    });
    if (loaded === null) continue;
    issues.push(...loaded.issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] })));
    shapes.push(...loaded.shapes);
    contactModels.push(...loaded.models);
  }
  if (issues.length > 0) throwIssues(issues, file);

  const hash = candidateHash(record, bodies);
  return {
    name: binding.name,
    binding,
    baseDirectory,
    file,
    candidate: { name: record.name, revision: record.revision, hash },
    bindingHash: sha256(canonicalJson({ ...binding, scene: hash })),
    gravityMPerS2: record.gravityMPerS2,
    bodies,
    joints,
    shapes,
    contactModels,
    excludedPairs: record.contact.excludedPairs.map(({ bodies: [a, b], reason }) => ({
      a: indexOf.get(a!)!,
      b: indexOf.get(b!)!,
      reason,
    })),
    materials,
    pairFriction: pairFrictionOf(record, materials),
    pairRestitution: pairRestitutionOf(record, materials),
    ...inertiaFloorsOf(record, bodies, indexOf),
    audit: record.audit,
    assembly,
    warnings: await loadWarnings(record, bodies, joints, shapes),
  };
}

function throwIssues(issues: readonly Issue[], file: string | null): never {
  const named = file === null ? issues : issues.map((issue) => ({ ...issue, file: issue.file ?? file }));
  const isGeometry = named.every((issue) => GEOMETRY_CODES.has(issue.code));
  throw isGeometry ? new GeometryError(named) : new BindingError(named);
}

/** Codes that this room passes on from `loadPart`; filled as they are met. */
const GEOMETRY_CODES = new Set<string>();

function materialsOf(record: SceneRecord): MaterialRecord[] {
  const declared = new Map(record.materials.map((material) => [material.name, material]));
  const builtIn = BUILT_IN_MATERIALS.filter((material) => !declared.has(material.name));
  return [...declared.values(), ...builtIn];
}

/** Friction of a pair: declared, or the smaller of the two coefficients. */
function pairFrictionOf(record: SceneRecord, materials: readonly MaterialRecord[]): Float64Array {
  const n = materials.length;
  const table = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      table[i * n + j] = Math.min(materials[i]!.frictionCoefficient, materials[j]!.frictionCoefficient);
    }
  }
  const indexOf = new Map(materials.map((material, i) => [material.name, i]));
  for (const { materials: pair, frictionCoefficient } of record.frictionPairs) {
    const [i, j] = [indexOf.get(pair[0]!)!, indexOf.get(pair[1]!)!];
    table[i * n + j] = frictionCoefficient;
    table[j * n + i] = frictionCoefficient;
  }
  return table;
}

/** Restitution of the pairs that declare one; NaN elsewhere. */
function pairRestitutionOf(record: SceneRecord, materials: readonly MaterialRecord[]): Float64Array {
  const n = materials.length;
  const table = new Float64Array(n * n).fill(Number.NaN);
  const indexOf = new Map(materials.map((material, i) => [material.name, i]));
  for (const { materials: pair, restitutionCoefficient = Number.NaN } of record.frictionPairs) {
    const [i, j] = [indexOf.get(pair[0]!)!, indexOf.get(pair[1]!)!];
    table[i * n + j] = restitutionCoefficient;
    table[j * n + i] = restitutionCoefficient;
  }
  return table;
}

async function loadBodies(
  record: SceneRecord,
  materials: readonly MaterialRecord[],
  baseDirectory: string,
  issues: Issue[],
): Promise<SceneBody[]> {
  const bodies: SceneBody[] = [WORLD_BODY];
  for (const [i, body] of record.bodies.entries()) {
    const parts: ScenePart[] = [];
    for (const k of body.parts.keys()) {
      const part = await loadScenePart(body, k, materials, baseDirectory, ['scene', 'bodies', i, 'parts', k], issues);
      if (part !== null) parts.push(part);
    }
    bodies.push(loadedBody(body, i + 1, parts));
  }
  return bodies;
}

const WORLD_BODY: SceneBody = {
  name: WORLD,
  index: 0,
  record: null,
  isGround: true,
  isEnvironment: false,
  isPresent: true,
  poseInWorld: IDENTITY_POSE,
  parts: [],
  massKg: 0,
  centerOfMassM: [0, 0, 0],
  inertiaKgM2: [0, 0, 0, 0, 0, 0, 0, 0, 0],
};

async function loadScenePart(
  body: BodyRecord,
  k: number,
  materials: readonly MaterialRecord[],
  baseDirectory: string,
  path: readonly (string | number)[],
  issues: Issue[],
): Promise<ScenePart | null> {
  const record = body.parts[k]!;
  const name = partNameOf(body, k);
  return collect([...path, 'geometry'], name, issues, async () => {
    const part = await loadPart(record.geometry, { name, baseDirectory });
    const density = materials.find((material) => material.name === record.material)?.densityKgPerM3 ?? 0;
    const massKg = record.massKg ?? density * part.massProperties.volumeM3;
    const needsVolume = !body.isGround && body.massProperties === undefined;
    if (needsVolume && !part.isWatertight) issues.push(openMeshIssue(part.openEdgeCount, name, part.origin, path));
    return { name, record, part, poseInBody: unitPose(record.poseInBody), massKg };
  });
}

/** Runs one loading step; what it throws on purpose joins the other issues, so that a user sees all of them at once. */
async function collect<T>(
  path: readonly (string | number)[],
  part: string,
  issues: Issue[],
  load: () => Promise<T>,
): Promise<T | null> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof GeometryError)) throw error;
    for (const issue of error.issues) {
      GEOMETRY_CODES.add(issue.code);
      issues.push({ ...issue, part: issue.part ?? part, path: [...path, ...issue.path] });
    }
    return null;
  }
}

function openMeshIssue(openEdges: number, part: string, file: string, path: readonly (string | number)[]): Issue {
  GEOMETRY_CODES.add('open_mesh');
  return {
    code: 'open_mesh',
    path,
    part,
    file,
    message: `is not watertight (${openEdges} open edges), so its volume and mass are not defined`,
    fix: 'Repair and export the solid again, or give the body massProperties of your own.',
  };
}

const unitPose = (pose: Pose): Pose => ({ positionM: pose.positionM, rotation: normalizeQuat(pose.rotation) });

function loadedBody(record: BodyRecord, index: number, parts: readonly ScenePart[]): SceneBody {
  const mass = record.massProperties === undefined ? combineMass(parts) : explicitMass(record.massProperties);
  return {
    name: record.name,
    index,
    record,
    isGround: record.isGround,
    isEnvironment: record.isEnvironment,
    isPresent: record.isPresent,
    poseInWorld: unitPose(record.poseInWorld),
    parts,
    ...mass,
  };
}

function explicitMass(record: NonNullable<BodyRecord['massProperties']>) {
  const [xx, yy, zz, xy, xz, yz] = record.inertiaKgM2 as [number, number, number, number, number, number];
  return {
    massKg: record.massKg,
    centerOfMassM: record.centerOfMassM,
    inertiaKgM2: [xx, xy, xz, xy, yy, yz, xz, yz, zz],
  };
}

/**
 * Hash of a candidate: its scene record with every geometry replaced by the hash of what was loaded.
 *
 * @param bodies as loaded, the world first; more may follow those of the record
 */
export function candidateHash(record: SceneRecord, bodies: readonly SceneBody[]): string {
  const loaded = record.bodies.map((body, i) => ({
    ...body,
    parts: body.parts.map((part, k) => ({ ...part, geometry: bodies[i + 1]!.parts[k]!.part.hash })),
  }));
  return sha256(canonicalJson({ ...record, bodies: loaded }));
}
