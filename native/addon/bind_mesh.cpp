#include <utility>
#include <vector>

#include "addon/bindings.h"

namespace mechtrial {

namespace {

constexpr napi_type_tag mesh_tag = {0x6d656368747269ull, 0x616c206d657368ull};

Napi::Array vec3(Napi::Env env, const Vec3& v) {
  Napi::Array out = Napi::Array::New(env, 3);
  out.Set(0u, v.x), out.Set(1u, v.y), out.Set(2u, v.z);
  return out;
}

Napi::Array loops(Napi::Env env, const std::vector<FilledLoop>& filled) {
  Napi::Array out = Napi::Array::New(env, filled.size());
  for (uint32_t i = 0; i < filled.size(); ++i) {
    Napi::Object loop = Napi::Object::New(env);
    loop.Set("edgeCount", filled[i].edge_count);
    loop.Set("perimeterMm", filled[i].perimeter_mm);
    loop.Set("flatnessMm", filled[i].flatness_mm);
    loop.Set("centerMm", vec3(env, filled[i].center_mm));
    out.Set(i, loop);
  }
  return out;
}

Napi::Object describe(Napi::Env env, const Mesh& mesh) {
  const MeshReport& r = mesh.report;
  Napi::Object out = Napi::Object::New(env);
  out.Set("isWatertight", r.is_watertight);
  out.Set("openEdgeCountGiven", static_cast<double>(r.open_edge_count_given));
  out.Set("openEdgeCount", static_cast<double>(r.open_edge_count));
  out.Set("degenerateTriangleCount", static_cast<double>(r.degenerate_triangle_count));
  out.Set("componentCount", static_cast<double>(r.component_count));
  out.Set("triangleCount", static_cast<double>(mesh.corners.size() / 3));
  out.Set("wasWelded", r.was_welded);
  out.Set("wasInverted", r.was_inverted);
  out.Set("filledLoops", loops(env, r.filled_loops));
  out.Set("volumeMm3", mesh.mass.volume_mm3);
  out.Set("areaMm2", mesh.mass.area_mm2);
  out.Set("centerMm", vec3(env, mesh.mass.center_mm));
  Napi::Array inertia = Napi::Array::New(env, 9);
  for (uint32_t i = 0; i < 9; ++i) inertia.Set(i, mesh.mass.inertia_mm5[i]);
  out.Set("inertiaMm5", inertia);
  return out;
}

class CreateMesh : public Napi::AsyncWorker {
 public:
  CreateMesh(Napi::Env env, std::vector<double> coordinates_mm, std::vector<uint32_t> indices, bool is_surface)
      : Napi::AsyncWorker(env),
        deferred_(Napi::Promise::Deferred::New(env)),
        coordinates_mm_(std::move(coordinates_mm)),
        indices_(std::move(indices)),
        is_surface_(is_surface) {}

  Napi::Promise promise() const { return deferred_.Promise(); }

 protected:
  void Execute() override {
    status_ = create_mesh(coordinates_mm_.data(), coordinates_mm_.size() / 3, indices_.data(), indices_.size() / 3,
                          is_surface_, &mesh_);
    std::vector<double>().swap(coordinates_mm_);
    std::vector<uint32_t>().swap(indices_);
  }

  void OnOK() override {
    const Napi::Env env = Env();
    if (status_ != Status::ok) return deferred_.Reject(status_error(env, status_).Value());
    const auto bytes = static_cast<int64_t>(mesh_->byte_count());
    Napi::Object out = describe(env, *mesh_);
    auto* handle = new MeshHandle{std::move(mesh_)};
    Napi::External<MeshHandle> external = Napi::External<MeshHandle>::New(env, handle, [bytes](Napi::Env e, MeshHandle* h) {
      Napi::MemoryManagement::AdjustExternalMemory(e, -bytes);
      delete h;
    });
    external.TypeTag(&mesh_tag);
    Napi::MemoryManagement::AdjustExternalMemory(env, bytes);
    out.Set("handle", external);
    deferred_.Resolve(out);
  }

  void OnError(const Napi::Error& error) override { deferred_.Reject(error.Value()); }

 private:
  Napi::Promise::Deferred deferred_;
  std::vector<double> coordinates_mm_;
  std::vector<uint32_t> indices_;
  bool is_surface_;
  std::shared_ptr<const Mesh> mesh_;
  Status status_ = Status::ok;
};

MeshHandle* handle_of(const Napi::Value& value) {
  if (value.IsExternal()) {
    Napi::External<MeshHandle> external = value.As<Napi::External<MeshHandle>>();
    if (external.CheckTypeTag(&mesh_tag)) return external.Data();
  }
  throw Napi::TypeError::New(value.Env(), "expected a mesh handle");
}

}  // namespace

std::shared_ptr<const Mesh> mesh_of(const Napi::Value& value) {
  std::shared_ptr<const Mesh> mesh = handle_of(value)->mesh;
  if (!mesh) throw Napi::TypeError::New(value.Env(), "the mesh was released");
  return mesh;
}

Napi::Value create_mesh_async(const Napi::CallbackInfo& info) {
  const Napi::Env env = info.Env();
  if (info.Length() < 3 || !info[2].IsBoolean() || !info[0].IsTypedArray() || !info[1].IsTypedArray() ||
      info[0].As<Napi::TypedArray>().TypedArrayType() != napi_float64_array ||
      info[1].As<Napi::TypedArray>().TypedArrayType() != napi_uint32_array) {
    throw Napi::TypeError::New(env, "createMesh(verticesMm: Float64Array, triangles: Uint32Array, isSurface: boolean)");
  }
  const Napi::Float64Array coordinates = info[0].As<Napi::Float64Array>();
  const Napi::Uint32Array indices = info[1].As<Napi::Uint32Array>();
  if (coordinates.ElementLength() % 3 != 0 || indices.ElementLength() % 3 != 0) {
    throw status_error(env, Status::bad_argument);
  }
  if (indices.ElementLength() > 3 * max_triangle_count) throw status_error(env, Status::too_many_triangles);
  auto* worker = new CreateMesh(env, {coordinates.Data(), coordinates.Data() + coordinates.ElementLength()},
                                {indices.Data(), indices.Data() + indices.ElementLength()},
                                info[2].As<Napi::Boolean>().Value());
  const Napi::Promise promise = worker->promise();
  worker->Queue();
  return promise;
}

Napi::Value release_mesh(const Napi::CallbackInfo& info) {
  handle_of(info[0])->mesh.reset();
  return info.Env().Undefined();
}

}  // namespace mechtrial
