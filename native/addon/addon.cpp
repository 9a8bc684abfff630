#include "addon/bindings.h"
#include "core/overlap.h"

namespace mechtrial {

Napi::Error status_error(Napi::Env env, Status status) {
  Napi::Error error = Napi::Error::New(env, std::string("native auditor: ") + status_code(status));
  error.Value().Set("code", Napi::String::New(env, status_code(status)));
  return error;
}

namespace {

/** Raised whenever the calls below change: a stale binary is then refused instead of misread. */
constexpr int interface_version = 2;

Napi::Object init(Napi::Env env, Napi::Object exports) {
  exports.Set("createMesh", Napi::Function::New(env, create_mesh_async));
  exports.Set("releaseMesh", Napi::Function::New(env, release_mesh));
  exports.Set("classify", Napi::Function::New(env, classify));
  exports.Set("judge", Napi::Function::New(env, judge));
  exports.Set("overlap", Napi::Function::New(env, overlap));
  exports.Set("interfaceVersion", Napi::Number::New(env, interface_version));
  exports.Set("hasOverlap", Napi::Boolean::New(env, has_native_overlap()));
  return exports;
}

}  // namespace

}  // namespace mechtrial

static Napi::Object init_module(Napi::Env env, Napi::Object exports) { return mechtrial::init(env, exports); }

NODE_API_MODULE(mechtrial, init_module)
