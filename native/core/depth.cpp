#include "core/depth.h"

#include <algorithm>

#include "core/signed_distance.h"
#include "core/topology.h"

// Contributor notes. The samples are fixed (depth.h); what is free is which of them need not be read. No sample counts that
// cannot beat the deepest so far, so the search takes the cheap and telling ones first (cut edges), bounds boxes of the
// hierarchy by d(centre) + radius and by the sides of the other solid's box, and ends a distance query as soon as any
// triangle is nearer than the best depth, which the triangle of the last query usually is. A triangle whose corners are all
// within the best depth of one triangle is skipped whole: that distance is convex, so largest in a corner.
// Halving triangles until the bound was met was tried: it never ends along the seams of flat contact, and cost 7 ms for a pin
// in a hole for the same depth.

namespace mechtrial {

namespace {

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
double depth_in_box(const Box& box, const Vec3& p, double radius_mm) {
  const Vec3 q = box.axes * (p - box.center_mm);
  return radius_mm + std::min({box.half_mm.x - std::fabs(q.x), box.half_mm.y - std::fabs(q.y), box.half_mm.z - std::fabs(q.z)});
}

/** Reads the other solid at a sample, as far as needed to know whether it beats the best; `cap_mm` bounds what it counts. */
void sample(Hunt* hunt, uint32_t from, const Vec3& p_A, double cap_mm, NearTriangle* near) {
  Side& other = hunt->side[1 - from];
  const Vec3 p = other.to_own(p_A);
  near->is_nearest = false;
  if (!(depth_in_box(other.mesh->bvh.nodes[0].box, p, 0) > hunt->best.depth_mm)) return;
  *near = probe_distance(*other.mesh, p, other.hint, hunt->best.depth_mm);
  other.hint = near->triangle;
  if (near->is_nearest && near->signed_mm < 0) hunt->improve(std::min(-near->signed_mm, cap_mm), p_A);
}
void sample(Hunt* hunt, uint32_t from, const Vec3& p_A) {
  NearTriangle near;
  sample(hunt, from, p_A, HUGE_VAL, &near);
}

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
  const BvhNode& node = self.mesh->bvh.nodes[index];
  const BvhNode& root = other.bvh.nodes[0];
  const Vec3 center = hunt.side[1 - from].to_own(self.to_common(node.box.center_mm));
  BoundedNode bounded{index, hint, 0, depth_in_box(root.box, center, node.radius_mm)};
  bounded.center_mm = bounded.upper_mm - node.radius_mm;
  if (!(bounded.upper_mm > hunt.best.depth_mm) || node.radius_mm >= 0.25 * root.radius_mm) return bounded;
  if (node.count > 0) return bounded;  // its triangle is read at once
  const NearTriangle near = probe_distance(other, center, hint, hunt.best.depth_mm - node.radius_mm);
  bounded.hint = near.triangle;
  bounded.center_mm = near.is_nearest ? -near.signed_mm : near.distance_mm;
  bounded.upper_mm = std::min(bounded.upper_mm, bounded.center_mm + node.radius_mm);
  return bounded;
}

/** Samples the surface below a node, the deeper half first, so that the best depth rises early. */
void sample_node(Hunt* hunt, uint32_t from, const BoundedNode& bounded) {
  if (!(bounded.upper_mm > hunt->best.depth_mm)) return;
  const BvhNode& node = hunt->side[from].mesh->bvh.nodes[bounded.index];
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

/** Where an edge of one solid pierces the surface of the other, as a fraction of the half-edge. */
struct Piercing {
  uint32_t from;  // solid that owns the edge
  uint32_t half_edge;
  double t;
};

struct Ends {
  Vec3 a, b;
};
Ends ends_of(const Mesh& mesh, uint32_t h) {
  return {mesh.vertices_mm[mesh.corners[h]], mesh.vertices_mm[mesh.corners[h - h % 3 + (h % 3 + 1) % 3]]};
}

/** The edge of the triangle that a point lies on, under one name for both of its triangles. */
Piercing locate(const Hunt& hunt, uint32_t from, uint32_t triangle, const Vec3& p_A, double* off_sq) {
  const Side& side = hunt.side[from];
  const Vec3 p = side.to_own(p_A);
  Piercing best{from, 0, 0};
  *off_sq = HUGE_VAL;
  for (uint32_t k = 0; k < 3; ++k) {
    uint32_t h = 3 * triangle + k;
    if (side.mesh->twin[h] < h) h = side.mesh->twin[h];
    const Ends e = ends_of(*side.mesh, h);
    const double length_sq = norm_sq(e.b - e.a);
    const double t = length_sq > 0 ? std::min(1.0, std::max(0.0, dot(p - e.a, e.b - e.a) / length_sq)) : 0;
    const double d = norm_sq(p - lerp(e.a, e.b, t));
    if (d < *off_sq) *off_sq = d, best.half_edge = h, best.t = t;
  }
  return best;
}

std::vector<Piercing> find_piercings(const Hunt& hunt, const std::vector<Crossing>& crossings) {
  std::vector<Piercing> piercings;
  piercings.reserve(2 * crossings.size());
  for (const Crossing& c : crossings) {
    for (const Vec3& p : {c.from_mm, c.to_mm}) {
      double off_a = 0, off_b = 0;
      const Piercing on_a = locate(hunt, 0, c.triangle_a, p, &off_a);
      const Piercing on_b = locate(hunt, 1, c.triangle_b, p, &off_b);
      piercings.push_back(off_a <= off_b ? on_a : on_b);
    }
  }
  std::sort(piercings.begin(), piercings.end(), [](const Piercing& p, const Piercing& q) {
    if (p.from != q.from) return p.from < q.from;
    return p.half_edge != q.half_edge ? p.half_edge < q.half_edge : p.t < q.t;
  });
  return piercings;
}

/** Middles of the pieces of every pierced edge. A piece between two piercings is at most half its length deep. */
void sample_pieces(Hunt* hunt, const std::vector<Crossing>& crossings) {
  const std::vector<Piercing> piercings = find_piercings(*hunt, crossings);
  for (size_t i = 0; i < piercings.size();) {
    const Piercing& p = piercings[i];
    size_t end = i + 1;
    while (end < piercings.size() && piercings[end].from == p.from && piercings[end].half_edge == p.half_edge) ++end;
    const Side& self = hunt->side[p.from];
    if (hunt->side[1 - p.from].mesh->report.is_watertight) {
      const Ends e = ends_of(*self.mesh, p.half_edge);
      const double length = norm(e.b - e.a);
      double low = 0;
      for (size_t k = i; k <= end; ++k) {
        const double high = k < end ? piercings[k].t : 1;
        // The middle of any piece is within half its length of a piercing, which lies on the other surface.
        if (0.5 * (high - low) * length > hunt->best.depth_mm) {
          sample(hunt, p.from, self.to_common(lerp(e.a, e.b, 0.5 * (low + high))));
        }
        low = high;
      }
    }
    i = end;
  }
}

/** Inner points, deepest first, leaving out those in balls that are known to be outside the other solid. */
void sample_inner(Hunt* hunt, uint32_t from) {
  struct Ball {
    Vec3 center;
    double radius_sq;
  };
  constexpr size_t most_balls = 24;
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

Depth measure_depth(const Mesh& a, const Mesh& b, const Pose& X_AB, const std::vector<Crossing>& crossings) {
  Hunt hunt;
  hunt.side[0] = {&a, nullptr, 0};
  hunt.side[1] = {&b, &X_AB, 0};
  if (!a.report.is_watertight && !b.report.is_watertight) {
    hunt.best.depth_mm = std::nan("");
    return hunt.best;
  }
  sample_pieces(&hunt, crossings);
  for (uint32_t from = 0; from < 2; ++from) {
    if (hunt.side[1 - from].mesh->report.is_watertight) sample_inner(&hunt, from);
  }
  for (uint32_t from = 0; from < 2; ++from) {
    if (hunt.side[1 - from].mesh->report.is_watertight) sample_node(&hunt, from, bound_node(hunt, from, 0, 0));
  }
  return hunt.best;
}

}  // namespace mechtrial
