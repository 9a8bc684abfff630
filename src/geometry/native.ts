import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { NativeError } from '../core/errors.js';
import type { Vec3 } from '../core/vector.js';
import type {
  NativeAnswers,
  NativeBatch,
  NativeBatchOptions,
  NativeGeometry,
  NativeMesh,
  NativeMeshInfo,
  NativeMeshOptions,
  NativeOverlap,
  NativeStatus,
} from './native-types.js';
import type { TriangleMesh } from './part.js';

// The one file that loads the addon, and the one where metres become millimetres: native/ works in mm so that its tolerances
// are round numbers. Loading is tried once per process; `nativeStatus` tells what was tried and how to mend it.

const INTERFACE_VERSION = 2;
const MM_PER_M = 1e3;
const M_PER_MM = 1e-3;

/** Handle of a mesh that lives in the addon. Opaque. */
declare const handleBrand: unique symbol;
interface AddonHandle {
  readonly [handleBrand]: true;
}

interface AddonLoop {
  readonly edgeCount: number;
  readonly perimeterMm: number;
  readonly flatnessMm: number;
  readonly centerMm: readonly [number, number, number];
}

interface AddonMesh {
  readonly handle: AddonHandle;
  readonly isWatertight: boolean;
  readonly openEdgeCountGiven: number;
  readonly openEdgeCount: number;
  readonly degenerateTriangleCount: number;
  readonly componentCount: number;
  readonly triangleCount: number;
  readonly wasWelded: boolean;
  readonly wasInverted: boolean;
  readonly filledLoops: readonly AddonLoop[];
  readonly volumeMm3: number;
  readonly areaMm2: number;
  readonly centerMm: readonly [number, number, number];
  readonly inertiaMm5: readonly number[];
}

interface AddonAnswers {
  readonly state: Uint8Array;
  readonly depthMm: Float64Array;
  readonly depthPointMm: Float64Array;
  readonly clearanceMm: Float64Array;
  readonly closestAMm: Float64Array;
  readonly closestBMm: Float64Array;
}

interface Cancellable<T> {
  readonly promise: Promise<T>;
  readonly cancel: () => void;
}

/** What native/addon/bindings.h exports. */
interface Addon {
  readonly interfaceVersion: number;
  readonly hasOverlap: boolean;
  createMesh(verticesMm: Float64Array, triangles: Uint32Array, isSurface: boolean): Promise<AddonMesh>;
  releaseMesh(handle: AddonHandle): void;
  classify(
    meshes: readonly AddonHandle[],
    pairs: Uint32Array,
    posesMm: Float64Array,
    maxClearanceMm: number,
    wantsDepth: boolean,
    depthFloorMm: number,
    threads: number,
  ): Cancellable<AddonAnswers>;
  judge(
    meshes: readonly AddonHandle[],
    pairs: Uint32Array,
    posesMm: Float64Array,
    screwsMm: Float64Array,
    threads: number,
  ): Cancellable<Uint8Array>;
  overlap(meshes: readonly AddonHandle[], pairs: Uint32Array, posesMm: Float64Array): Cancellable<Float64Array>;
}

interface Loaded {
  readonly addon: Addon | null;
  readonly status: NativeStatus;
}

const meshHandles = new WeakMap<NativeMesh, AddonHandle>();
let loaded: Loaded | undefined;

/**
 * Returns the addon, or null where it does not run; `nativeStatus` says why. `MECHTRIAL_NATIVE=off` keeps it out.
 * It is looked for in build-cmake/ and build/ (built here), then in prebuilds/ (shipped).
 */
export function loadNative(): NativeGeometry | null {
  const { addon } = load();
  return addon === null ? null : wrap(addon);
}

/** Returns whether the addon runs here, and if not, why. */
export function nativeStatus(): NativeStatus {
  return load().status;
}

/** Returns the NativeError that tells why the addon is missing. */
export function nativeMissingError(): NativeError {
  const { reason, fix, triedPaths } = nativeStatus();
  const tried = triedPaths.length === 0 ? '' : `; tried ${triedPaths.join(', ')}`;
  return new NativeError([
    { code: 'native_missing', path: [], message: `${reason ?? 'the native auditor is here'}${tried}`, fix: fix ?? '' },
  ]);
}

function load(): Loaded {
  if (process.env.MECHTRIAL_NATIVE === 'off') {
    return absent([], 'MECHTRIAL_NATIVE=off keeps the native auditor out', 'Unset MECHTRIAL_NATIVE.');
  }
  loaded ??= loadOnce();
  return loaded;
}

function absent(triedPaths: readonly string[], reason: string, fix: string): Loaded {
  return { addon: null, status: { isAvailable: false, path: null, triedPaths, reason, fix } };
}

function loadOnce(): Loaded {
  const root = findRoot();
  if (root === null) return absent([], 'the package folder was not found', 'Reinstall mechtrial.');
  const require = createRequire(join(root, 'package.json'));
  const tried: string[] = [];
  const reasons: string[] = [];
  for (const path of candidates(root, require)) {
    tried.push(path);
    try {
      const addon = require(path) as Addon;
      if (addon.interfaceVersion === INTERFACE_VERSION) {
        return { addon, status: { isAvailable: true, path, triedPaths: tried, reason: null, fix: null } };
      }
      reasons.push(`${path} is of another version`);
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND';
      if (!isMissing) reasons.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const reason = reasons.length > 0 ? reasons.join('; ') : 'the native auditor is not built';
  return absent(
    tried,
    reason,
    'Run `npm run build:native` in the package folder; it needs a C++17 compiler and cmake.',
  );
}

/** Builds made here come first: they are only there on purpose, and a prebuilt binary may be older than the sources. */
function candidates(root: string, require: NodeJS.Require): readonly string[] {
  const built = [join(root, 'build-cmake/addon/Release/mechtrial.node'), join(root, 'build/Release/mechtrial.node')];
  try {
    const { resolve } = require('node-gyp-build') as { resolve: (folder: string) => string };
    const prebuilt = resolve(root);
    return built.includes(prebuilt) ? built : [...built, prebuilt];
  } catch {
    return [...built, join(root, `prebuilds/${process.platform}-${process.arch}/mechtrial.node`)];
  }
}

/** The folder of our package.json, upwards from this file: the depth differs between sources and dist/. */
function findRoot(): string | null {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    try {
      const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown };
      if (name === 'mechtrial') return folder;
    } catch {
      // no package.json here: go on upwards
    }
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
}

function wrap(addon: Addon): NativeGeometry {
  return {
    hasOverlap: addon.hasOverlap,
    createMesh: (mesh, options = {}) => createMesh(addon, mesh, options),
    classifyBatch: (batch, options = {}) => classifyBatch(addon, batch, options),
    judgeBatch: (batch, screws, options = {}) => judgeBatch(addon, batch, screws, options),
    overlapBatch: (batch, signal) => overlapBatch(addon, batch, signal),
  };
}

async function createMesh(
  addon: Addon,
  { verticesM, triangles }: TriangleMesh,
  { isSurface = false }: NativeMeshOptions,
): Promise<NativeMesh> {
  const { handle, ...found } = await calling('mesh', () =>
    addon.createMesh(scaled(verticesM, MM_PER_M), triangles, isSurface),
  );
  const mesh: NativeMesh = { info: describe(found), release: () => addon.releaseMesh(handle) };
  meshHandles.set(mesh, handle);
  return mesh;
}

function describe(found: Omit<AddonMesh, 'handle'>): NativeMeshInfo {
  const { volumeMm3, areaMm2, centerMm, inertiaMm5, filledLoops, ...counts } = found;
  return {
    ...counts,
    filledLoops: filledLoops.map((loop) => ({
      edgeCount: loop.edgeCount,
      perimeterM: loop.perimeterMm * M_PER_MM,
      flatnessM: loop.flatnessMm * M_PER_MM,
      centerM: toMeters(loop.centerMm),
    })),
    massProperties: {
      volumeM3: volumeMm3 * M_PER_MM ** 3,
      areaM2: areaMm2 * M_PER_MM ** 2,
      centerOfMassM: toMeters(centerMm),
      inertiaPerDensityM5: inertiaMm5.map((i) => i * M_PER_MM ** 5),
    },
  };
}

async function classifyBatch(addon: Addon, batch: NativeBatch, options: NativeBatchOptions): Promise<NativeAnswers> {
  const {
    clearanceUpToM = 0,
    wantsDepth = false,
    depthFloorM = 0,
    threadCount = availableParallelism(),
    signal,
  } = options;
  const answers = await cancellable(signal, () =>
    addon.classify(
      batch.meshes.map(handleOf),
      batch.pairs,
      posesInMm(batch.poses),
      clearanceUpToM * MM_PER_M,
      wantsDepth,
      depthFloorM * MM_PER_M,
      threadCount,
    ),
  );
  return {
    state: answers.state,
    depthM: inMeters(answers.depthMm),
    depthPointM: inMeters(answers.depthPointMm),
    clearanceM: inMeters(answers.clearanceMm),
    closestOnFirstM: inMeters(answers.closestAMm),
    closestOnSecondM: inMeters(answers.closestBMm),
  };
}

function judgeBatch(
  addon: Addon,
  { meshes, pairs, poses }: NativeBatch,
  screws: Float64Array,
  { threadCount = availableParallelism(), signal }: NativeBatchOptions,
): Promise<Uint8Array> {
  return cancellable(signal, () =>
    addon.judge(meshes.map(handleOf), pairs, posesInMm(poses), screwsInMm(screws), threadCount),
  );
}

/** Point, travel and reach are lengths; axis and angle are not. */
function screwsInMm(screws: Float64Array): Float64Array {
  return screws.map((x, i) => ([0, 1, 2, 7, 8].includes(i % 9) ? x * MM_PER_M : x));
}

async function overlapBatch(
  addon: Addon,
  batch: NativeBatch,
  signal: AbortSignal | undefined,
): Promise<readonly NativeOverlap[]> {
  const values = await cancellable(signal, () =>
    addon.overlap(batch.meshes.map(handleOf), batch.pairs, posesInMm(batch.poses)),
  );
  return Array.from({ length: values.length / 12 }, (_, i) => overlapAt(values, 12 * i));
}

function overlapAt(v: Float64Array, at: number): NativeOverlap {
  const point = (k: number): Vec3 => toMeters([v[at + k]!, v[at + k + 1]!, v[at + k + 2]!]);
  return {
    volumeM3: v[at]! * M_PER_MM ** 3,
    areaM2: v[at + 1]! * M_PER_MM ** 2,
    centroidM: point(2),
    boxM: { min: point(5), max: point(8) },
    componentCount: v[at + 11]!,
  };
}

function handleOf(mesh: NativeMesh): AddonHandle {
  const handle = meshHandles.get(mesh);
  if (handle) return handle;
  throw nativeError('bad_argument', 'a mesh was not made by createMesh');
}

function scaled(values: Float64Array, factor: number): Float64Array {
  const out = new Float64Array(values.length);
  for (let i = 0; i < values.length; i++) out[i] = values[i]! * factor;
  return out;
}

function inMeters(valuesMm: Float64Array): Float64Array {
  for (let i = 0; i < valuesMm.length; i++) valuesMm[i]! *= M_PER_MM;
  return valuesMm;
}

const toMeters = ([x, y, z]: readonly [number, number, number]): Vec3 => [x * M_PER_MM, y * M_PER_MM, z * M_PER_MM];

function posesInMm(poses: Float64Array): Float64Array {
  const out = poses.slice();
  for (let i = 0; i < out.length; i += 7) for (let k = 0; k < 3 && i + k < out.length; k++) out[i + k]! *= MM_PER_M;
  return out;
}

/** Runs a cancellable call of the addon; an aborted signal cancels it and its reason is thrown. */
async function cancellable<T>(signal: AbortSignal | undefined, start: () => Cancellable<T>): Promise<T> {
  signal?.throwIfAborted();
  let cancel: () => void = () => undefined;
  const onAbort = () => cancel();
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    return await calling('batch', () => {
      const call = start();
      cancel = call.cancel;
      return call.promise;
    });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', onAbort);
  }
}

const FIXES: Readonly<Record<string, string>> = {
  empty_mesh: 'Give a mesh with vertices and triangles.',
  not_finite: 'Remove NaN and infinite coordinates.',
  coordinate_out_of_range: 'Check the length unit of the source: coordinates beyond 10 km are not taken.',
  index_out_of_range: 'Give vertex indices below the vertex count.',
  too_many_triangles: 'Tessellate more coarsely: 5 million triangles per solid are taken.',
  all_degenerate: 'Give a mesh whose triangles have area.',
  bad_argument: 'Check the lengths of the arrays, the mesh indices and the quaternions.',
  out_of_memory: 'Tessellate more coarsely or audit fewer poses at once.',
  unsupported: 'Use the WASM volume backend.',
};

/** Runs a call of the addon and turns what it throws into a NativeError. */
async function calling<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof NativeError) throw error;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'bad_argument';
    throw nativeError(code, `${what}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function nativeError(code: string, message: string): NativeError {
  return new NativeError([{ code, path: [], message, fix: FIXES[code] ?? 'Report it with the input.' }]);
}
