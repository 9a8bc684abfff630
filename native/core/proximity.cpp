#include "core/proximity.h"

#include <algorithm>
#include <utility>

#include "core/contact_search.h"
#include "core/signed_distance.h"

// Contributor notes. Two searches over pairs of boxes. The contact search prunes at eps, and once a contact is known at −eps:
// boxes that merely share a face hold no crossing, and flat contact is full of them. The distance search goes down to one
// pair of triangles first and then takes the nearest boxes first, so that it opens only those nearer than the answer. It must
// come second: with solids that cross it would open every overlapping pair of boxes before it met a triangle. It also looks along the line of the current closest points: near the
// solution that one direction separates almost everything, since boxes there are thin across it.

namespace mechtrial {

namespace {

double gap_along(const Triangle& s, const Triangle& t, const Vec3& u) {
  const double high = std::max({dot(u, s.a), dot(u, s.b), dot(u, s.c)});
  return std::min({dot(u, t.a), dot(u, t.b), dot(u, t.c)}) - high;
}

/** Pairs that could beat the best distance by less than this are left alone: parallel faces hold thousands of equals. */
constexpr double distance_slack_mm = 1e-9;

struct Closest {
  double distance_mm = HUGE_VAL;
  /** What a lower bound must stay below to be of interest. */
  double limit_mm() const { return distance_mm - distance_slack_mm; }
  Vec3 on_a, on_b, along;
  bool has_direction = false;
  uint32_t triangle_a = 0, triangle_b = 0;
};

/** Which of a pair of nodes to open: the inner one, or the larger. */
bool splits_first(const Search& s, const Scratch::NodePair& pair) {
  if (s.b.bvh.nodes[pair.b].count > 0) return true;
  if (s.a.bvh.nodes[pair.a].count > 0) return false;
  return s.a.bvh.oriented[pair.a].radius_mm >= s.b.bvh.oriented[pair.b].radius_mm;
}

/** Children of the larger box of a pair with lower bounds of their distance, the nearest first. */
struct Children {
  Scratch::NodePair pair[2];
};
Children open_pair(const Search& s, const Scratch::NodePair& pair, double limit_mm, const Closest& closest) {
  const bool splits_a = splits_first(s, pair);
  const uint32_t first = splits_a ? s.a.bvh.nodes[pair.a].first : s.b.bvh.nodes[pair.b].first;
  Children child;
  const Box fixed = splits_a ? transformed(s.X_AB, s.b.bvh.oriented[pair.b].box) : s.a.bvh.oriented[pair.a].box;
  for (uint32_t k = 0; k < 2; ++k) {
    Scratch::NodePair& c = child.pair[k];
    c = splits_a ? Scratch::NodePair{first + k, pair.b, 0} : Scratch::NodePair{pair.a, first + k, 0};
    const Box moving = splits_a ? s.a.bvh.oriented[c.a].box : transformed(s.X_AB, s.b.bvh.oriented[c.b].box);
    const Box& box_a = splits_a ? moving : fixed;
    const Box& box_b = splits_a ? fixed : moving;
    c.gap_mm = -HUGE_VAL;
    if (closest.has_direction) c.gap_mm = box_gap_along(box_a, box_b, closest.along);
    if (c.gap_mm <= limit_mm) c.gap_mm = std::max(c.gap_mm, box_gap_projected(box_a, box_b, limit_mm));
  }
  if (child.pair[1].gap_mm < child.pair[0].gap_mm) std::swap(child.pair[0], child.pair[1]);
  return child;
}

bool are_leaves(const Search& s, const Scratch::NodePair& pair) {
  return s.a.bvh.nodes[pair.a].count > 0 && s.b.bvh.nodes[pair.b].count > 0;
}

void measure(const Search& s, uint32_t ta, uint32_t tb, const Triangle& b_in_a, Closest* best) {
  Vec3 p, q;
  const double d = std::sqrt(triangle_distance_sq(s.a.triangles[ta], b_in_a, &p, &q));
  if (d >= best->distance_mm) return;
  best->distance_mm = d;
  best->on_a = p, best->on_b = q;
  best->triangle_a = ta, best->triangle_b = tb;
  best->has_direction = d > 0;
  if (d > 0) best->along = (1 / d) * (q - p);
}

/** Measures the triangles of two leaves, skipping those that a plane or the current direction keeps further apart. */
void measure_leaves(const Search& s, const Scratch::NodePair& pair, Closest* best) {
  const AlignedNode& na = s.a.bvh.nodes[pair.a];
  const AlignedNode& nb = s.b.bvh.nodes[pair.b];
  for (uint32_t j = nb.first; j < nb.first + nb.count; ++j) {
    const Triangle tb = transformed(s.X_AB, s.b.triangles[j]);
    for (uint32_t i = na.first; i < na.first + na.count; ++i) {
      const Triangle& ta = s.a.triangles[i];
      const double limit = best->limit_mm();
      if (best->has_direction && gap_along(ta, tb, best->along) >= limit) continue;
      const Vec3& n = s.a.face_normals[i];
      if (gap_along(ta, tb, n) >= limit || gap_along(tb, ta, n) >= limit) continue;
      measure(s, i, j, tb, best);
    }
  }
}

struct FurtherApart {
  bool operator()(const Scratch::NodePair& p, const Scratch::NodePair& q) const {
    return p.gap_mm != q.gap_mm ? p.gap_mm > q.gap_mm : (p.a != q.a ? p.a > q.a : p.b > q.b);
  }
};

/** Smallest distance to 1e-9 mm, given that it is below best->distance_mm on entry; ends at the first contact. */
void find_closest(const Search& s, Closest* best) {
  std::vector<Scratch::NodePair>& heap = s.scratch->stack;
  const Box root_b = transformed(s.X_AB, s.b.bvh.oriented[0].box);
  Scratch::NodePair top{0, 0, box_gap_projected(s.a.bvh.oriented[0].box, root_b, best->limit_mm())};
  if (top.gap_mm > best->limit_mm()) return;
  if (!best->has_direction) {
    Scratch::NodePair pair = top;
    while (!are_leaves(s, pair)) pair = open_pair(s, pair, HUGE_VAL, Closest{}).pair[0];
    measure_leaves(s, pair, best);
  }
  heap.assign(1, top);
  while (!heap.empty() && best->distance_mm > contact_eps_mm) {
    std::pop_heap(heap.begin(), heap.end(), FurtherApart{});
    top = heap.back();
    heap.pop_back();
    if (top.gap_mm > best->limit_mm()) break;
    if (are_leaves(s, top)) {
      measure_leaves(s, top, best);
      continue;
    }
    const Children child = open_pair(s, top, best->limit_mm(), *best);
    for (const Scratch::NodePair& c : child.pair) {
      if (c.gap_mm > best->limit_mm()) continue;
      heap.push_back(c);
      std::push_heap(heap.begin(), heap.end(), FurtherApart{});
    }
  }
}

/** Whether a piece of `inner` lies in `outer`; X_outer_inner takes points of the inner mesh into the outer's frame. */
bool holds_piece(const Mesh& outer, const Mesh& inner, const Pose& X_outer_inner) {
  if (!outer.report.is_watertight) return false;
  for (size_t k = 0; k < inner.component_count(); ++k) {
    for (uint32_t i = inner.component_starts[k]; i < inner.component_starts[k + 1]; ++i) {
      const Vec3 p = apply(X_outer_inner, inner.vertices_mm[inner.component_vertices[i]]);
      if (aligned_distance_sq(outer.bvh.nodes[0], p) > contact_eps_mm * contact_eps_mm) break;
      const double off = signed_distance(outer, p, 0).signed_mm;
      if (off < -contact_eps_mm) return true;
      if (off > contact_eps_mm) break;
    }
  }
  return false;
}

bool is_contained(const Mesh& a, const Mesh& b, const Pose& X_AB) {
  return holds_piece(a, b, X_AB) || holds_piece(b, a, inverse(X_AB));
}

/** Distance below the limit, starting from the closest triangles of the last pose. */
Closest closest_within(const Search& s, double max_clearance_mm, const WarmStart& warm) {
  Closest best;
  best.distance_mm = max_clearance_mm + 2 * distance_slack_mm;
  if (warm.is_set && warm.triangle_a < s.a.triangles.size() && warm.triangle_b < s.b.triangles.size()) {
    measure(s, warm.triangle_a, warm.triangle_b, transformed(s.X_AB, s.b.triangles[warm.triangle_b]), &best);
  }
  find_closest(s, &best);
  return best;
}

}  // namespace

Proximity classify_pair(const Mesh& a, const Mesh& b, const Pose& X_AB, double max_clearance_mm, bool wants_crossings,
                        WarmStart* warm, Scratch* scratch) {
  const Search search{a, b, X_AB, scratch};
  Proximity answer;
  Contact& contact = answer.contact;
  contact = find_contact(search, wants_crossings, warm);
  if (contact.crosses) {
    answer.state = PairState::crossing;
  } else if (is_contained(a, b, X_AB)) {
    answer.state = PairState::contained;
  } else if (contact.touches) {
    answer.state = PairState::touching;
  }
  if (answer.state != PairState::apart) {
    answer.clearance_mm = 0;
    return answer;
  }
  if (!(max_clearance_mm > 0)) return answer;
  const Closest closest = closest_within(search, max_clearance_mm, *warm);
  if (!closest.has_direction) return answer;
  warm->is_set = true;
  warm->triangle_a = closest.triangle_a, warm->triangle_b = closest.triangle_b;
  if (closest.distance_mm < max_clearance_mm) {
    answer.clearance_mm = closest.distance_mm;
    answer.has_closest = true;
    answer.on_a_mm = closest.on_a, answer.on_b_mm = closest.on_b;
  }
  return answer;
}

}  // namespace mechtrial
