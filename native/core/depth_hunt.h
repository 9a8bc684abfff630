#pragma once

#include <algorithm>
#include <vector>

#include "core/depth.h"
#include "core/signed_distance.h"
#include "core/topology.h"

// What the searches for the deepest sample share. Internal to the core.

namespace mechtrial {

/** One solid of the pair as the search sees it: its mesh and the way from the common frame (A's) into its own. */
struct Side {
  const Mesh* mesh;
  const Pose* X_A_own;  // null for A itself
  uint32_t hint = 0;

  Vec3 to_own(const Vec3& p_A) const { return X_A_own != nullptr ? apply_inverse(*X_A_own, p_A) : p_A; }
  Vec3 to_common(const Vec3& p) const { return X_A_own != nullptr ? apply(*X_A_own, p) : p; }
};

struct Hunt {
  Side side[2];
  Depth best;

  void improve(double depth_mm, const Vec3& p_A) {
    if (depth_mm > best.depth_mm) best.depth_mm = depth_mm, best.point_mm = p_A, best.has_point = true;
  }
};

/** No point of the ball lies deeper below the sides of the box than this; negative when it is outside. */
inline double depth_in_box(const Box& box, const Vec3& p, double radius_mm) {
  const Vec3 q = box.axes * (p - box.center_mm);
  return radius_mm + std::min({box.half_mm.x - std::fabs(q.x), box.half_mm.y - std::fabs(q.y), box.half_mm.z - std::fabs(q.z)});
}

/** Reads the other solid at a sample, as far as needed to know whether it beats the best; `cap_mm` bounds what it counts. */
inline void sample(Hunt* hunt, uint32_t from, const Vec3& p_A, double cap_mm, NearTriangle* near) {
  Side& other = hunt->side[1 - from];
  const Vec3 p = other.to_own(p_A);
  near->is_nearest = false;
  if (!(depth_in_box(other.mesh->bvh.oriented[0].box, p, 0) > hunt->best.depth_mm)) return;
  *near = probe_distance(*other.mesh, p, other.hint, hunt->best.depth_mm);
  other.hint = near->triangle;
  if (near->is_nearest && near->signed_mm < 0) hunt->improve(std::min(-near->signed_mm, cap_mm), p_A);
}
inline void sample(Hunt* hunt, uint32_t from, const Vec3& p_A) {
  NearTriangle near;
  sample(hunt, from, p_A, HUGE_VAL, &near);
}

struct Ends {
  Vec3 a, b;
};
inline Ends ends_of(const Mesh& mesh, uint32_t h) {
  return {mesh.vertices_mm[mesh.corners[h]], mesh.vertices_mm[mesh.corners[h - h % 3 + (h % 3 + 1) % 3]]};
}

/** Where an edge of one solid pierces the surface of the other. */
struct Piercing {
  uint32_t from;       // solid that owns the edge
  uint32_t half_edge;  // the lower of the edge's two names
  double t;            // along the half-edge
  uint32_t pierced;    // triangle of the other solid
};

/** All piercings, sorted by solid, edge and place. */
std::vector<Piercing> find_piercings(const Hunt& hunt, const std::vector<Crossing>& crossings);

/** Middles of the pieces of every pierced edge. */
void sample_pieces(Hunt* hunt, const std::vector<Crossing>& crossings);

/**
 * Samples the surface of either solid inside the other, following it from the crossings; pieces included. For simple meshes
 * that cross and touch nowhere. False where the crossings do not give a consistent answer: nothing can be said then, but
 * what was sampled stands.
 */
bool sample_cut_surfaces(Hunt* hunt, Scratch* scratch);

}  // namespace mechtrial
