#include <cmath>
#include <utility>

#include "addon/pair_poses.h"
#include "core/overlap.h"

namespace mechtrial {

namespace {

constexpr size_t overlap_width = 12;

class OverlapWorker : public Napi::AsyncWorker {
 public:
  OverlapWorker(Napi::Env env, std::unique_ptr<PairPoses> input)
      : Napi::AsyncWorker(env),
        deferred_(Napi::Promise::Deferred::New(env)),
        input_(std::move(input)),
        is_cancelled_(std::make_shared<std::atomic<bool>>(false)) {}

  Napi::Object start() {
    Napi::Object out = cancellable(Env(), deferred_.Promise(), is_cancelled_);
    Queue();
    return out;
  }

 protected:
  void Execute() override {
    const Batch& batch = input_->batch;
    values_.reserve(overlap_width * batch.count);
    for (size_t i = 0; i < batch.count && status_ == Status::ok; ++i) {
      if (*is_cancelled_) status_ = Status::cancelled;
      if (status_ == Status::ok) status_ = measure(batch, i);
    }
  }

  void OnOK() override {
    if (status_ != Status::ok) return deferred_.Reject(status_error(Env(), status_).Value());
    deferred_.Resolve(to_array(Env(), values_));
  }

  void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

 private:
  Status measure(const Batch& batch, size_t i) {
    Pose X_AB;
    if (batch.pairs[2 * i] >= batch.meshes.size() || batch.pairs[2 * i + 1] >= batch.meshes.size() ||
        !pose_from_quaternion(batch.poses_mm + 7 * i, batch.poses_mm + 7 * i + 3, &X_AB)) {
      return Status::bad_argument;
    }
    Overlap o;
    const Status status = overlap_solid(*batch.meshes[batch.pairs[2 * i]], *batch.meshes[batch.pairs[2 * i + 1]], X_AB, &o);
    if (status == Status::unsupported && has_native_overlap()) {  // a mesh that Manifold does not take as a solid
      values_.insert(values_.end(), overlap_width, std::nan(""));
      return Status::ok;
    }
    if (status != Status::ok) return status;
    values_.insert(values_.end(), {o.volume_mm3, o.area_mm2, o.centroid_mm.x, o.centroid_mm.y, o.centroid_mm.z,
                                   o.box_min_mm.x, o.box_min_mm.y, o.box_min_mm.z, o.box_max_mm.x, o.box_max_mm.y,
                                   o.box_max_mm.z, static_cast<double>(o.component_count)});
    return Status::ok;
  }

  Napi::Promise::Deferred deferred_;
  std::unique_ptr<PairPoses> input_;
  std::shared_ptr<std::atomic<bool>> is_cancelled_;
  std::vector<double> values_;
  Status status_ = Status::ok;
};

}  // namespace

Napi::Value overlap(const Napi::CallbackInfo& info) {
  return (new OverlapWorker(info.Env(), read_pair_poses(info)))->start();
}

}  // namespace mechtrial
