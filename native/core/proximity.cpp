#include "core/proximity.h"

#include <algorithm>
#include <utility>

#include "core/signed_distance.h"

// Contributor notes. Two searches over pairs of boxes. The contact search prunes at eps and visits little of well-separated
// pairs; the distance search prunes at the best distance so far. Besides the box axes, both look along the line of the
// current closest points: near the solution that one direction separates almost everything, since boxes there are thin
// across it.

namespace mechtrial {

namespace {

Triangle transformed(const Pose& X_AB, const Triangle& t) { return {apply(X_AB, t.a), apply(X_AB, t.b), apply(X_AB, t.c)}; }

double gap_along(const Triangle& s, const Triangle& t, const Vec3& u) {
  const double high = std::max({dot(u, s.a), dot(u, s.b), dot(u, s.c)});
  return std::min({dot(u, t.a), dot(u, t.b), dot(u, t.c)}) - high;
}

struct Closest {
  double distance_mm = HUGE_VAL;
  Vec3 on_a, on_b, along;
  bool has_direction = false;
  uint32_t triangle_a = 0, triangle_b = 0;
};

struct Search {
  const Mesh& a;
  const Mesh& b;
  const Pose& X_AB;
  Scratch* scratch;
};

/** Pushes the children of the larger box that may be nearer than `limit_mm`, the nearest last. */
void descend(const Search& s, const Scratch::NodePair& pair, double limit_mm, const Closest* closest) {
  const BvhNode& na = s.a.bvh.nodes[pair.a];
  const BvhNode& nb = s.b.bvh.nodes[pair.b];
  const bool splits_a = nb.count > 0 || (na.count == 0 && na.radius_mm >= nb.radius_mm);
  Scratch::NodePair child[2];
  const Box fixed = splits_a ? transformed(s.X_AB, nb.box) : na.box;
  for (uint32_t k = 0; k < 2; ++k) {
    child[k] = splits_a ? Scratch::NodePair{na.first + k, pair.b, 0} : Scratch::NodePair{pair.a, nb.first + k, 0};
    const Box moving = splits_a ? s.a.bvh.nodes[child[k].a].box : transformed(s.X_AB, s.b.bvh.nodes[child[k].b].box);
    const Box& box_a = splits_a ? moving : fixed;
    const Box& box_b = splits_a ? fixed : moving;
    double gap = -HUGE_VAL;
    if (closest != nullptr && closest->has_direction) gap = box_gap_along(box_a, box_b, closest->along);
    if (gap <= limit_mm) gap = std::max(gap, box_gap(box_a, box_b, limit_mm));
    child[k].gap_mm = gap;
  }
  if (child[0].gap_mm < child[1].gap_mm) std::swap(child[0], child[1]);
  for (const Scratch::NodePair& c : child) {
    if (c.gap_mm <= limit_mm) s.scratch->stack.push_back(c);
  }
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

/** Smallest distance, given that it is below best->distance_mm on entry; ends at the first contact. */
void find_closest(const Search& s, Closest* best) {
  std::vector<Scratch::NodePair>& stack = s.scratch->stack;
  stack.assign(1, {0, 0, box_gap(s.a.bvh.nodes[0].box, transformed(s.X_AB, s.b.bvh.nodes[0].box), best->distance_mm)});
  while (!stack.empty() && best->distance_mm > contact_eps_mm) {
    const Scratch::NodePair top = stack.back();
    stack.pop_back();
    if (top.gap_mm > best->distance_mm) continue;
    const BvhNode& na = s.a.bvh.nodes[top.a];
    const BvhNode& nb = s.b.bvh.nodes[top.b];
    if (na.count == 0 || nb.count == 0) {
      descend(s, top, best->distance_mm, best);
      continue;
    }
    for (uint32_t j = nb.first; j < nb.first + nb.count; ++j) {
      const Triangle tb = transformed(s.X_AB, s.b.triangles[j]);
      for (uint32_t i = na.first; i < na.first + na.count; ++i) {
        if (best->has_direction && gap_along(s.a.triangles[i], tb, best->along) >= best->distance_mm) continue;
        measure(s, i, j, tb, best);
      }
    }
  }
}

struct Contact {
  bool touches = false, crosses = false;
  Vec3 point;
};

/** One pair of triangles: does it cross, and if no contact is known yet, does it touch? */
void test_contact(const Search& s, uint32_t ta, uint32_t tb, const Triangle& b_in_a, Contact* contact) {
  const Triangle& t = s.a.triangles[ta];
  const Vec3& n = s.a.face_normals[ta];
  const double d[3] = {dot(n, b_in_a.a - t.a), dot(n, b_in_a.b - t.a), dot(n, b_in_a.c - t.a)};
  if (std::min({d[0], d[1], d[2]}) > contact_eps_mm || std::max({d[0], d[1], d[2]}) < -contact_eps_mm) return;
  const TriangleCut cut = cut_triangles(t, b_in_a, contact_eps_mm);
  if (cut.crosses) {
    if (!contact->crosses) contact->point = lerp(cut.from, cut.to, 0.5);
    contact->crosses = true;
    s.scratch->crossings.push_back({ta, tb, cut.from, cut.to});
  } else if (!contact->touches && !contact->crosses) {
    Vec3 p, q;
    if (cut.intersects || triangle_distance_sq(t, b_in_a, &p, &q) <= contact_eps_mm * contact_eps_mm) {
      contact->touches = true;
      contact->point = cut.intersects ? cut.from : p;
    }
  }
}

Contact find_contact(const Search& s, bool wants_all) {
  Contact contact;
  std::vector<Scratch::NodePair>& stack = s.scratch->stack;
  s.scratch->crossings.clear();
  const double gap =
      box_gap(s.a.bvh.nodes[0].box, transformed(s.X_AB, s.b.bvh.nodes[0].box), contact_eps_mm);
  stack.clear();
  if (gap <= contact_eps_mm) stack.push_back({0, 0, gap});
  while (!stack.empty()) {
    const Scratch::NodePair top = stack.back();
    stack.pop_back();
    const BvhNode& na = s.a.bvh.nodes[top.a];
    const BvhNode& nb = s.b.bvh.nodes[top.b];
    if (na.count == 0 || nb.count == 0) {
      descend(s, top, contact_eps_mm, nullptr);
      continue;
    }
    for (uint32_t j = nb.first; j < nb.first + nb.count; ++j) {
      const Triangle tb = transformed(s.X_AB, s.b.triangles[j]);
      for (uint32_t i = na.first; i < na.first + na.count; ++i) test_contact(s, i, j, tb, &contact);
    }
    if (contact.crosses && !wants_all) break;
  }
  return contact;
}

/** One vertex per connected piece, both ways; only right where no surfaces come within eps. */
bool find_contained(const Mesh& a, const Mesh& b, const Pose& X_AB, Vec3* point) {
  for (const Vec3& p : b.component_points_mm) {
    const Vec3 p_A = apply(X_AB, p);
    if (is_inside(a, p_A)) return *point = p_A, true;
  }
  for (const Vec3& p : a.component_points_mm) {
    if (is_inside(b, apply_inverse(X_AB, p))) return *point = p, true;
  }
  return false;
}

Proximity contact_answer(const Contact& contact) {
  Proximity answer;
  answer.state = contact.crosses ? PairState::crossing : PairState::touching;
  answer.clearance_mm = 0;
  answer.has_closest = true;
  answer.on_a_mm = answer.on_b_mm = contact.point;
  return answer;
}

/** Distance below the limit, starting from the closest triangles of the last pose. */
Closest closest_within(const Search& s, double max_clearance_mm, const WarmStart& warm) {
  Closest best;
  best.distance_mm = std::max(max_clearance_mm, 2 * contact_eps_mm) * (1 + 1e-12);
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
  scratch->crossings.clear();
  Closest closest;
  const bool wants_distance = max_clearance_mm > 0;
  bool may_touch = true;
  // Pairs that were apart are expected to be so again: the distance search then says both.
  if (wants_distance && (!warm->is_set || warm->was_apart)) {
    closest = closest_within(search, max_clearance_mm, *warm);
    may_touch = closest.distance_mm <= contact_eps_mm;
  }
  if (may_touch) {
    const Contact contact = find_contact(search, wants_crossings);
    if (contact.crosses || contact.touches) {
      warm->was_apart = false;
      warm->is_set = true;
      return contact_answer(contact);
    }
    if (wants_distance) closest = closest_within(search, max_clearance_mm, *warm);
  }
  Proximity answer;
  warm->is_set = true;
  warm->was_apart = true;
  if (closest.has_direction) warm->triangle_a = closest.triangle_a, warm->triangle_b = closest.triangle_b;
  Vec3 inside;
  if (find_contained(a, b, X_AB, &inside)) {
    answer.state = PairState::contained;
    answer.clearance_mm = 0;
    answer.has_closest = true;
    answer.on_a_mm = answer.on_b_mm = inside;
    return answer;
  }
  if (closest.has_direction && closest.distance_mm <= max_clearance_mm) {
    answer.clearance_mm = closest.distance_mm;
    answer.has_closest = true;
    answer.on_a_mm = closest.on_a, answer.on_b_mm = closest.on_b;
  }
  return answer;
}

}  // namespace mechtrial
