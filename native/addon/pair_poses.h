#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "addon/bindings.h"
#include "core/batch.h"

namespace mechtrial {

/** Pair-poses copied out of JavaScript, with the batch that points into them. */
struct PairPoses {
  std::vector<uint32_t> pairs;
  std::vector<double> poses_mm;
  Batch batch;
};

/** Reads (meshes, pairs, posesMm) from the first three arguments. @throws Napi::TypeError on wrong types or lengths */
std::unique_ptr<PairPoses> read_pair_poses(const Napi::CallbackInfo& info);

/** { promise, cancel() }: cancel sets the flag that the worker watches. */
Napi::Object cancellable(Napi::Env env, const Napi::Promise& promise, const std::shared_ptr<std::atomic<bool>>& is_cancelled);

/** A new Float64Array with the values. */
Napi::Float64Array to_array(Napi::Env env, const std::vector<double>& values);

}  // namespace mechtrial
