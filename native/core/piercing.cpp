#include <algorithm>

#include "core/depth_hunt.h"

namespace mechtrial {

namespace {

/** A piercing by the edge that the crossing names, under one name for both of the edge's triangles. */
Piercing piercing_at(const Hunt& hunt, const Crossing& c, const Vec3& p_A, int edge) {
  const uint32_t from = edge < 3 ? 0 : 1;
  const Side& side = hunt.side[from];
  const uint32_t named = 3 * (from == 0 ? c.triangle_a : c.triangle_b) + static_cast<uint32_t>(edge % 3);
  const uint32_t h = std::min(named, side.mesh->twin[named]);
  const Ends e = ends_of(*side.mesh, h);
  const double t = dot(side.to_own(p_A) - e.a, e.b - e.a) / norm_sq(e.b - e.a);
  return {from, h, std::min(1.0, std::max(0.0, t)), from == 0 ? c.triangle_b : c.triangle_a};
}

}  // namespace

std::vector<Piercing> find_piercings(const Hunt& hunt, const std::vector<Crossing>& crossings) {
  std::vector<Piercing> piercings;
  piercings.reserve(2 * crossings.size());
  for (const Crossing& c : crossings) {
    piercings.push_back(piercing_at(hunt, c, c.from_mm, c.from_edge));
    piercings.push_back(piercing_at(hunt, c, c.to_mm, c.to_edge));
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
