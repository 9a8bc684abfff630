#include <algorithm>
#include <utility>

#include "addon/pair_poses.h"

namespace mechtrial {

namespace {

class Judge : public Napi::AsyncWorker {
 public:
  Judge(Napi::Env env, std::unique_ptr<PairPoses> input, std::vector<double> screws, size_t thread_count)
      : Napi::AsyncWorker(env),
        deferred_(Napi::Promise::Deferred::New(env)),
        input_(std::move(input)),
        screws_(std::move(screws)),
        thread_count_(thread_count),
        is_cancelled_(std::make_shared<std::atomic<bool>>(false)) {}

  Napi::Object start() {
    Napi::Object out = cancellable(Env(), deferred_.Promise(), is_cancelled_);
    Queue();
    return out;
  }

 protected:
  void Execute() override {
    passage_.resize(input_->batch.count);
    status_ = judge_batch({input_->batch, screws_.data()}, thread_count_, *is_cancelled_, passage_.data());
  }

  void OnOK() override {
    const Napi::Env env = Env();
    if (status_ != Status::ok) return deferred_.Reject(status_error(env, status_).Value());
    Napi::Uint8Array out = Napi::Uint8Array::New(env, passage_.size());
    std::copy(passage_.begin(), passage_.end(), out.Data());
    deferred_.Resolve(out);
  }

  void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

 private:
  Napi::Promise::Deferred deferred_;
  std::unique_ptr<PairPoses> input_;
  std::vector<double> screws_;
  size_t thread_count_;
  std::shared_ptr<std::atomic<bool>> is_cancelled_;
  std::vector<uint8_t> passage_;
  Status status_ = Status::ok;
};

}  // namespace

Napi::Value judge(const Napi::CallbackInfo& info) {
  std::unique_ptr<PairPoses> input = read_pair_poses(info);
  if (info.Length() < 5 || !info[3].IsTypedArray() || !info[4].IsNumber() ||
      info[3].As<Napi::TypedArray>().TypedArrayType() != napi_float64_array) {
    throw Napi::TypeError::New(info.Env(), "expected screws: Float64Array, threads: number");
  }
  const Napi::Float64Array screws = info[3].As<Napi::Float64Array>();
  if (screws.ElementLength() != screw_width * input->batch.count) throw status_error(info.Env(), Status::bad_argument);
  std::vector<double> copy(screws.Data(), screws.Data() + screws.ElementLength());
  return (new Judge(info.Env(), std::move(input), std::move(copy), info[4].As<Napi::Number>().Uint32Value()))->start();
}

}  // namespace mechtrial
