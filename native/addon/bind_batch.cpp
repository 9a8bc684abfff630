#include <algorithm>
#include <utility>

#include "addon/pair_poses.h"

namespace mechtrial {

namespace {

class Classify : public Napi::AsyncWorker {
 public:
  Classify(Napi::Env env, std::unique_ptr<PairPoses> input, size_t thread_count)
      : Napi::AsyncWorker(env),
        deferred_(Napi::Promise::Deferred::New(env)),
        input_(std::move(input)),
        thread_count_(thread_count),
        is_cancelled_(std::make_shared<std::atomic<bool>>(false)) {}

  Napi::Object start() {
    Napi::Object out = cancellable(Env(), deferred_.Promise(), is_cancelled_);
    Queue();
    return out;
  }

 protected:
  void Execute() override {
    const size_t n = input_->batch.count;
    state_.resize(n);
    for (std::vector<double>* v : {&depth_, &clearance_}) v->resize(n);
    for (std::vector<double>* v : {&depth_point_, &closest_a_, &closest_b_}) v->resize(3 * n);
    status_ = classify_batch(input_->batch, thread_count_, *is_cancelled_,
                             {state_.data(), depth_.data(), depth_point_.data(), clearance_.data(),
                              closest_a_.data(), closest_b_.data()});
  }

  void OnOK() override {
    const Napi::Env env = Env();
    if (status_ != Status::ok) return deferred_.Reject(status_error(env, status_).Value());
    Napi::Object out = Napi::Object::New(env);
    Napi::Uint8Array state = Napi::Uint8Array::New(env, state_.size());
    std::copy(state_.begin(), state_.end(), state.Data());
    out.Set("state", state);
    out.Set("depthMm", to_array(env, depth_));
    out.Set("depthPointMm", to_array(env, depth_point_));
    out.Set("clearanceMm", to_array(env, clearance_));
    out.Set("closestAMm", to_array(env, closest_a_));
    out.Set("closestBMm", to_array(env, closest_b_));
    deferred_.Resolve(out);
  }

  void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

 private:
  Napi::Promise::Deferred deferred_;
  std::unique_ptr<PairPoses> input_;
  size_t thread_count_;
  std::shared_ptr<std::atomic<bool>> is_cancelled_;
  std::vector<uint8_t> state_;
  std::vector<double> depth_, depth_point_, clearance_, closest_a_, closest_b_;
  Status status_ = Status::ok;
};

}  // namespace

std::unique_ptr<PairPoses> read_pair_poses(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (info.Length() < 3 || !info[0].IsArray() || !info[1].IsTypedArray() || !info[2].IsTypedArray() ||
      info[1].As<Napi::TypedArray>().TypedArrayType() != napi_uint32_array ||
      info[2].As<Napi::TypedArray>().TypedArrayType() != napi_float64_array) {
    throw Napi::TypeError::New(env, "expected (meshes: handle[], pairs: Uint32Array, posesMm: Float64Array)");
  }
  auto input = std::make_unique<PairPoses>();
  const Napi::Array handles = info[0].As<Napi::Array>();
  for (uint32_t i = 0; i < handles.Length(); ++i) input->batch.meshes.push_back(mesh_of(handles.Get(i)));
  const Napi::Uint32Array pairs = info[1].As<Napi::Uint32Array>();
  const Napi::Float64Array poses = info[2].As<Napi::Float64Array>();
  if (pairs.ElementLength() % 2 != 0 || poses.ElementLength() != pairs.ElementLength() / 2 * 7) {
    throw status_error(env, Status::bad_argument);
  }
  input->pairs.assign(pairs.Data(), pairs.Data() + pairs.ElementLength());
  input->poses_mm.assign(poses.Data(), poses.Data() + poses.ElementLength());
  input->batch.count = input->pairs.size() / 2;
  input->batch.pairs = input->pairs.data();
  input->batch.poses_mm = input->poses_mm.data();
  return input;
}

Napi::Object cancellable(Napi::Env env, const Napi::Promise& promise,
                         const std::shared_ptr<std::atomic<bool>>& is_cancelled) {
  Napi::Object out = Napi::Object::New(env);
  out.Set("promise", promise);
  out.Set("cancel", Napi::Function::New(env, [is_cancelled](const Napi::CallbackInfo&) { *is_cancelled = true; }));
  return out;
}

Napi::Float64Array to_array(Napi::Env env, const std::vector<double>& values) {
  Napi::Float64Array out = Napi::Float64Array::New(env, values.size());
  std::copy(values.begin(), values.end(), out.Data());
  return out;
}

Napi::Value classify(const Napi::CallbackInfo& info) {
  std::unique_ptr<PairPoses> input = read_pair_poses(info);
  if (info.Length() < 7 || !info[3].IsNumber() || !info[4].IsBoolean() || !info[5].IsNumber() || !info[6].IsNumber()) {
    throw Napi::TypeError::New(
        info.Env(), "expected maxClearanceMm: number, wantsDepth: boolean, depthFloorMm: number, threads: number");
  }
  input->batch.max_clearance_mm = info[3].As<Napi::Number>().DoubleValue();
  input->batch.wants_depth = info[4].As<Napi::Boolean>().Value();
  input->batch.depth_floor_mm = info[5].As<Napi::Number>().DoubleValue();
  const size_t threads = info[6].As<Napi::Number>().Uint32Value();
  return (new Classify(info.Env(), std::move(input), threads))->start();
}

}  // namespace mechtrial
