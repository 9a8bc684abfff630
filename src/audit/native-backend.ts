import { availableParallelism } from 'node:os';
import { invariant } from '../core/errors.js';
import { loadNative, type NativeGeometry, type NativeMesh, nativeMissingError } from '../geometry/index.js';
import type { AuditBackend, AuditSolid, OverlapSolid } from './backend.js';
import { createWasmBackend } from './wasm-backend.js';

/** How the native backend runs. */
export interface NativeBackendOptions {
  /** Threads ≥ 1; all cores unless given. Answers do not depend on it. */
  readonly threadCount?: number;
}

/**
 * Returns the auditing engine that classifies in C++, off the main thread. Overlap solids come from the addon where it was
 * built with Manifold, else from manifold-3d in worker threads, which start with the first one.
 *
 * @throws NativeError `native_missing` where the addon does not run here
 */
export function createNativeBackend(options: NativeBackendOptions = {}): AuditBackend {
  const native = loadNative();
  if (native === null) throw nativeMissingError();
  const threadCount = options.threadCount ?? availableParallelism();
  const wasm = native.hasOverlap ? null : createWasmBackend(options);
  let meshes: readonly NativeMesh[] | undefined;
  const loaded = (): readonly NativeMesh[] => {
    invariant(meshes, 'load comes before questions');
    return meshes;
  };
  return {
    name: 'native',
    volumeBackend: native.hasOverlap ? 'manifold-native' : 'manifold-wasm',
    load: async (solids) => {
      invariant(!meshes, 'load is called once');
      meshes = await takeSolids(native, solids);
      await wasm?.load(solids);
    },
    classify: ({ pairs, poses, clearanceUpToM, wantsDepth, depthFloorM = 0 }, signal) =>
      native.classifyBatch(
        { meshes: loaded(), pairs, poses },
        { clearanceUpToM, wantsDepth, depthFloorM, threadCount, signal },
      ),
    judge: ({ pairs, poses, screws }, signal) =>
      native.judgeBatch({ meshes: loaded(), pairs, poses }, screws, { threadCount, signal }),
    overlap: (pairs, poses, abort): Promise<readonly OverlapSolid[]> =>
      wasm ? wasm.overlap(pairs, poses, abort) : native.overlapBatch({ meshes: loaded(), pairs, poses }, abort),
    close: async () => {
      for (const mesh of meshes ?? []) mesh.release();
      meshes = undefined;
      await wasm?.close();
    },
  };
}

/** A solid that the pipeline calls open stays a surface here, so that both backends say the same of it. */
function takeSolids(native: NativeGeometry, solids: readonly AuditSolid[]): Promise<readonly NativeMesh[]> {
  return Promise.all(solids.map(({ mesh, isWatertight }) => native.createMesh(mesh, { isSurface: !isWatertight })));
}
