#include <algorithm>

#include "core/depth_hunt.h"

namespace mechtrial {

namespace {

/** The edge of the triangle that a point lies on, under one name for both of its triangles. */
Piercing locate(const Hunt& hunt, uint32_t from, uint32_t triangle, uint32_t pierced, const Vec3& p_A, double* off_sq) {
  const Side& side = hunt.side[from];
  const Vec3 p = side.to_own(p_A);
  Piercing best{from, 0, 0, pierced};
  *off_sq = HUGE_VAL;
  for (uint32_t k = 0; k < 3; ++k) {
    const uint32_t h = std::min(3 * triangle + k, side.mesh->twin[3 * triangle + k]);
    const Ends e = ends_of(*side.mesh, h);
    const double length_sq = norm_sq(e.b - e.a);
    const double t = length_sq > 0 ? std::min(1.0, std::max(0.0, dot(p - e.a, e.b - e.a) / length_sq)) : 0;
    const double d = norm_sq(p - lerp(e.a, e.b, t));
    if (d < *off_sq) *off_sq = d, best.half_edge = h, best.t = t;
  }
  return best;
}

}  // namespace

std::vector<Piercing> find_piercings(const Hunt& hunt, const std::vector<Crossing>& crossings) {
  std::vector<Piercing> piercings;
  piercings.reserve(2 * crossings.size());
  for (const Crossing& c : crossings) {
    for (const Vec3& p : {c.from_mm, c.to_mm}) {
      double off_a = 0, off_b = 0;
      const Piercing on_a = locate(hunt, 0, c.triangle_a, c.triangle_b, p, &off_a);
      const Piercing on_b = locate(hunt, 1, c.triangle_b, c.triangle_a, p, &off_b);
      piercings.push_back(off_a <= off_b ? on_a : on_b);
    }
  }
  std::sort(piercings.begin(), piercings.end(), [](const Piercing& p, const Piercing& q) {
    if (p.from != q.from) return p.from < q.from;
    if (p.half_edge != q.half_edge) return p.half_edge < q.half_edge;
    return p.t != q.t ? p.t < q.t : p.pierced < q.pierced;
  });
  return piercings;
}

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

}  // namespace mechtrial
