// Compiled only where CMake finds an installed Manifold 3. UNTESTED: none of our machines has one (docs/native.md).
#include "core/overlap.h"

#include <manifold/manifold.h>

namespace mechtrial {

namespace {

manifold::Manifold to_manifold(const Mesh& mesh) {
  manifold::MeshGL64 gl;
  gl.numProp = 3;
  gl.vertProperties.reserve(3 * mesh.vertices_mm.size());
  for (const Vec3& v : mesh.vertices_mm) gl.vertProperties.insert(gl.vertProperties.end(), {v.x, v.y, v.z});
  gl.triVerts.assign(mesh.corners.begin(), mesh.corners.end());
  gl.Merge();
  return manifold::Manifold(gl);
}

}  // namespace

Status overlap_solid(const Mesh& a, const Mesh& b, const Pose& X_AB, Overlap* out) {
  const Mat3& r = X_AB.rotation;
  const Vec3& t = X_AB.translation_mm;
  const manifold::mat3x4 pose({r.r0.x, r.r1.x, r.r2.x}, {r.r0.y, r.r1.y, r.r2.y}, {r.r0.z, r.r1.z, r.r2.z},
                              {t.x, t.y, t.z});
  const manifold::Manifold solid_a = to_manifold(a), solid_b = to_manifold(b).Transform(pose);
  if (solid_a.Status() != manifold::Manifold::Error::NoError || solid_b.Status() != manifold::Manifold::Error::NoError) {
    return Status::unsupported;
  }
  const manifold::Manifold shared = solid_a ^ solid_b;
  *out = Overlap{};
  if (shared.IsEmpty()) {
    const double none = std::nan("");
    out->centroid_mm = out->box_min_mm = out->box_max_mm = {none, none, none};
    return Status::ok;
  }
  const manifold::MeshGL64 gl = shared.GetMeshGL64();
  std::vector<Vec3> vertices;
  std::vector<uint32_t> corners(gl.triVerts.begin(), gl.triVerts.end());
  for (size_t i = 0; i + 2 < gl.vertProperties.size(); i += gl.numProp) {
    vertices.push_back({gl.vertProperties[i], gl.vertProperties[i + 1], gl.vertProperties[i + 2]});
  }
  const MassProperties mass = mass_properties(vertices, corners);
  const manifold::Box box = shared.BoundingBox();
  out->volume_mm3 = mass.volume_mm3;
  out->area_mm2 = mass.area_mm2;
  out->centroid_mm = mass.center_mm;
  out->box_min_mm = {box.min.x, box.min.y, box.min.z};
  out->box_max_mm = {box.max.x, box.max.y, box.max.z};
  out->component_count = static_cast<uint32_t>(shared.Decompose().size());
  return Status::ok;
}

}  // namespace mechtrial
