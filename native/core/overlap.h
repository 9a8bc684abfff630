#pragma once

#include "core/mesh.h"
#include "core/status.h"

namespace mechtrial {

/** The solid that two solids share, in A's frame; centroid and box are NaN where there is none. */
struct Overlap {
  double volume_mm3 = 0;
  double area_mm2 = 0;
  Vec3 centroid_mm, box_min_mm, box_max_mm;
  uint32_t component_count = 0;
};

/** Whether this build was linked with Manifold. */
constexpr bool has_native_overlap() {
#ifdef MECHTRIAL_WITH_MANIFOLD
  return true;
#else
  return false;
#endif
}

/** Intersection of A and X_AB·B by Manifold. `unsupported` where a mesh is not a manifold or the build has no Manifold. */
#ifdef MECHTRIAL_WITH_MANIFOLD
Status overlap_solid(const Mesh& a, const Mesh& b, const Pose& X_AB, Overlap* out);
#else
inline Status overlap_solid(const Mesh&, const Mesh&, const Pose&, Overlap*) { return Status::unsupported; }
#endif

}  // namespace mechtrial
