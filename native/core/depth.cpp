#include "core/depth.h"

#include <algorithm>

#include "core/depth_hunt.h"

// Contributor notes. The samples are fixed (depth.h); what is free is which of them need not be read. No sample counts that
// cannot beat the deepest so far, so the search takes the cheap and telling ones first (cut edges), bounds boxes of the
// hierarchy by d(centre) + radius and by the sides of the other solid's box, and ends a distance query as soon as any
// triangle is nearer than the best depth, which the triangle of the last query usually is. A triangle whose corners are all
// within the best depth of one triangle is skipped whole: that distance is convex, so largest in a corner.
// Where solids cross and touch nowhere, the crossings say which vertices are inside, and the search follows the surface from
// there without asking for signs (cut_surface.cpp).
// Halving triangles until the bound was met was tried: it never ends along the seams of flat contact, and cost 7 ms for a pin
// in a hole for the same depth.

namespace mechtrial {

namespace {

/** Largest distance of the corners from one triangle of the other solid: no point between them is deeper. */
double depth_bound(const Side& other, const Triangle& t, uint32_t triangle) {
  double corner_sq = 0;
  for (const Vec3& v : {t.a, t.b, t.c}) {
    corner_sq = std::max(corner_sq, closest_on_triangle(other.to_own(v), other.mesh->triangles[triangle]).distance_sq);
  }
  return std::sqrt(corner_sq);
}

void sample_triangle(Hunt* hunt, uint32_t from, uint32_t triangle) {
  const Side& self = hunt->side[from];
  const Side& other = hunt->side[1 - from];
  const Triangle& own = self.mesh->triangles[triangle];
  const Triangle t{self.to_common(own.a), self.to_common(own.b), self.to_common(own.c)};
  if (depth_bound(other, t, other.hint) <= hunt->best.depth_mm) return;
  const uint8_t owned = self.mesh->owned_samples[triangle];
  if (owned & 1u) sample(hunt, from, t.a);
  if (owned & 2u) sample(hunt, from, t.b);
  if (owned & 4u) sample(hunt, from, t.c);
  if (owned & 8u) sample(hunt, from, lerp(t.a, t.b, 0.5));
  if (owned & 16u) sample(hunt, from, lerp(t.b, t.c, 0.5));
  if (owned & 32u) sample(hunt, from, lerp(t.c, t.a, 0.5));
  sample(hunt, from, (1.0 / 3) * (t.a + t.b + t.c));
}

/** A box of the hierarchy with what is known of it: no point is deeper than `upper_mm`. */
struct BoundedNode {
  uint32_t index;
  uint32_t hint;
  double center_mm;  // depth of the centre, negative outside
  double upper_mm;
};

/** Bounds a box by the sides of the other solid's box and, where it is small against that, by the depth of its centre. */
BoundedNode bound_node(const Hunt& hunt, uint32_t from, uint32_t index, uint32_t hint) {
  const Side& self = hunt.side[from];
  const Mesh& other = *hunt.side[1 - from].mesh;
  const OrientedNode& node = self.mesh->bvh.oriented[index];
  const OrientedNode& root = other.bvh.oriented[0];
  const Vec3 center = hunt.side[1 - from].to_own(self.to_common(node.box.center_mm));
  BoundedNode bounded{index, hint, 0, depth_in_box(root.box, center, node.radius_mm)};
  bounded.center_mm = bounded.upper_mm - node.radius_mm;
  if (!(bounded.upper_mm > hunt.best.depth_mm) || node.radius_mm >= 0.25 * root.radius_mm) return bounded;
  if (self.mesh->bvh.nodes[index].count > 0) return bounded;  // its triangle is read at once
  const NearTriangle near = probe_distance(other, center, hint, hunt.best.depth_mm - node.radius_mm);
  bounded.hint = near.triangle;
  bounded.center_mm = near.is_nearest ? -near.signed_mm : near.distance_mm;
  bounded.upper_mm = std::min(bounded.upper_mm, bounded.center_mm + node.radius_mm);
  return bounded;
}

/** Samples the surface below a node, the deeper half first, so that the best depth rises early. */
void sample_node(Hunt* hunt, uint32_t from, const BoundedNode& bounded) {
  if (!(bounded.upper_mm > hunt->best.depth_mm)) return;
  const AlignedNode& node = hunt->side[from].mesh->bvh.nodes[bounded.index];
  if (node.count > 0) {
    hunt->side[1 - from].hint = bounded.hint;
    for (uint32_t t = node.first; t < node.first + node.count; ++t) sample_triangle(hunt, from, t);
    return;
  }
  const BoundedNode low = bound_node(*hunt, from, node.first, bounded.hint);
  const BoundedNode high = bound_node(*hunt, from, node.first + 1, bounded.hint);
  const bool is_low_deeper = low.center_mm >= high.center_mm;
  sample_node(hunt, from, is_low_deeper ? low : high);
  sample_node(hunt, from, is_low_deeper ? high : low);
}

/** Inner points, deepest first, leaving out those in balls that are known to be outside the other solid. */
void sample_inner(Hunt* hunt, uint32_t from) {
  struct Ball {
    Vec3 center;
    double radius_sq;
  };
  constexpr size_t most_balls = 64;
  std::vector<Ball> outside;
  for (const InnerPoint& inner : hunt->side[from].mesh->inner_points) {
    if (!(inner.depth_mm > hunt->best.depth_mm)) return;
    const Vec3 p = hunt->side[from].to_common(inner.point_mm);
    const bool is_outside = std::any_of(outside.begin(), outside.end(),
                                        [&p](const Ball& b) { return norm_sq(p - b.center) < b.radius_sq; });
    if (is_outside) continue;
    NearTriangle near;
    sample(hunt, from, p, inner.depth_mm, &near);
    if (near.is_nearest && near.signed_mm > 0 && outside.size() < most_balls) {
      outside.push_back({p, near.signed_mm * near.signed_mm});
    }
  }
}

}  // namespace

Depth measure_depth(const Mesh& a, const Mesh& b, const Pose& X_AB, const Contact& contact, double floor_mm,
                    Scratch* scratch) {
  Hunt hunt;
  hunt.best.depth_mm = floor_mm;
  hunt.side[0] = {&a, nullptr, 0};
  hunt.side[1] = {&b, &X_AB, 0};
  if (!a.report.is_watertight && !b.report.is_watertight) {
    hunt.best.depth_mm = std::nan("");
    return hunt.best;
  }
  const bool is_cut_open = contact.crosses && !contact.touches && a.is_simple && b.is_simple;
  const bool is_surface_done = is_cut_open && sample_cut_surfaces(&hunt, scratch);
  if (!is_surface_done) sample_pieces(&hunt, scratch->crossings);
  for (uint32_t from = 0; from < 2; ++from) {
    if (hunt.side[1 - from].mesh->report.is_watertight) sample_inner(&hunt, from);
  }
  for (uint32_t from = 0; from < 2 && !is_surface_done; ++from) {
    if (hunt.side[1 - from].mesh->report.is_watertight) sample_node(&hunt, from, bound_node(hunt, from, 0, 0));
  }
  return hunt.best.has_point ? hunt.best : Depth{};
}

}  // namespace mechtrial
