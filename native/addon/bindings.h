#pragma once

#include <memory>

#include <napi.h>

#include "core/mesh.h"
#include "core/status.h"

namespace mechtrial {

/** What a mesh handle in JavaScript points to; `mesh` is null once released. */
struct MeshHandle {
  std::shared_ptr<const Mesh> mesh;
};

/** Turns a status into an Error with `code` set; src/geometry/native.ts makes a NativeError of it. */
Napi::Error status_error(Napi::Env env, Status status);

/** The mesh behind a handle. @throws Napi::TypeError when the value is no handle or was released */
std::shared_ptr<const Mesh> mesh_of(const Napi::Value& value);

/**
 * createMesh(verticesMm: Float64Array[3n], triangles: Uint32Array[3m], isSurface: boolean) → Promise<{ handle, …report }>
 * Built off the main thread; the arrays are copied before it returns.
 */
Napi::Value create_mesh_async(const Napi::CallbackInfo& info);

/** releaseMesh(handle): frees the mesh as soon as no running batch uses it. */
Napi::Value release_mesh(const Napi::CallbackInfo& info);

/**
 * classify(meshes: handle[], pairs: Uint32Array[2n], posesMm: Float64Array[7n], maxClearanceMm, wantsDepth,
 *   depthFloorMm, threads)
 *   → { promise, cancel() }
 * The promise resolves to { state: Uint8Array[n], depthMm[n], depthPointMm[3n], clearanceMm[n],
 * closestAMm[3n], closestBMm[3n] }, all Float64Array but the first.
 */
Napi::Value classify(const Napi::CallbackInfo& info);

/**
 * judge(meshes: handle[], pairs: Uint32Array[2n], posesMm: Float64Array[7n], screws: Float64Array[9n], threads)
 *   → { promise, cancel() }
 * Screws as in MotionBatch. The promise resolves to a Uint8Array[n]: 0 free, 1 close, 2 open.
 */
Napi::Value judge(const Napi::CallbackInfo& info);

/**
 * overlap(meshes: handle[], pairs: Uint32Array[2n], posesMm: Float64Array[7n]) → { promise, cancel() }
 * The promise resolves to a Float64Array[12n]: volume, area, centroid 3, box min 3, box max 3, component count.
 */
Napi::Value overlap(const Napi::CallbackInfo& info);

}  // namespace mechtrial
