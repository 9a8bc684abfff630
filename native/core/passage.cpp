#include "core/passage.h"

#include <algorithm>

namespace mechtrial {

namespace {

/** A direction with what bounds motion along it. */
struct Direction {
  Vec3 n;
  Vec3 w;           // n×u
  double travel_mm;  // |n·u|·h
};

Direction direction_along(const Vec3& n, const ScrewMotion& m) {
  return {n, cross(n, m.axis), std::fabs(dot(n, m.axis)) * m.travel_mm};
}

/** A box seen from A: centre relative to the axis point, half extents along `axes`, and how far it reaches from the axis. */
struct Span {
  Vec3 center_mm;
  Vec3 half_mm;
  double rho_mm;
};

struct Question {
  const Mesh& a;
  const Mesh& b;
  const Pose& X_AB;
  const ScrewMotion& motion;
  double reach_mm;
  Direction along[6];   // axes of A's boxes, then of B's
  Vec3 n_abs[2][6];      // |n| in A's and in B's axes
  Vec3 w_abs[2][6];      // |w| in A's and in B's axes
};

Vec3 abs_of(const Vec3& v) { return {std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}; }

Question ask(const Mesh& a, const Mesh& b, const Pose& X_AB, const ScrewMotion& motion, double reach_mm) {
  Question q{a, b, X_AB, motion, reach_mm, {}, {}, {}};
  const Mat3& r = X_AB.rotation;
  const Vec3 axes[6] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {r.r0.x, r.r1.x, r.r2.x}, {r.r0.y, r.r1.y, r.r2.y}, {r.r0.z, r.r1.z, r.r2.z}};
  for (int k = 0; k < 6; ++k) {
    q.along[k] = direction_along(axes[k], motion);
    q.n_abs[0][k] = abs_of(q.along[k].n), q.n_abs[1][k] = abs_of(transpose_times(r, q.along[k].n));
    q.w_abs[0][k] = abs_of(q.along[k].w), q.w_abs[1][k] = abs_of(transpose_times(r, q.along[k].w));
  }
  return q;
}

double from_axis(const ScrewMotion& m, const Vec3& r) { return norm(cross(r, m.axis)); }

Span span_of(const Question& q, const AlignedNode& node, bool is_b) {
  const Vec3 center = (is_b ? apply(q.X_AB, node.center_mm) : node.center_mm) - q.motion.point_mm;
  return {center, node.half_mm, from_axis(q.motion, center) + norm(node.half_mm)};
}

/** Largest motion of any point at distance rho from the axis [mm]. */
double whole_motion(const ScrewMotion& m, double rho_mm) {
  return std::sqrt(m.angle_rad * m.angle_rad * rho_mm * rho_mm + m.travel_mm * m.travel_mm);
}

double second_order(const ScrewMotion& m, double rho_mm) { return 0.5 * m.angle_rad * m.angle_rad * rho_mm; }

/** What is known of two boxes or two triangles. */
Passage judge_direction(const Question& q, double gap_mm, double motion_mm) {
  if (gap_mm > motion_mm + contact_eps_mm) return Passage::free;
  return motion_mm <= q.reach_mm && gap_mm >= -q.reach_mm ? Passage::close : Passage::open;
}

Passage judge_boxes(const Question& q, const Span& a, const Span& b) {
  const ScrewMotion& m = q.motion;
  const double rho = std::min(a.rho_mm, b.rho_mm);
  const Vec3 x = b.center_mm - a.center_mm;
  Passage best = whole_motion(m, rho) <= q.reach_mm ? Passage::close : Passage::open;
  for (int k = 0; k < 6; ++k) {
    const Direction& d = q.along[k];
    const double gap = std::fabs(dot(d.n, x)) - dot(q.n_abs[0][k], a.half_mm) - dot(q.n_abs[1][k], b.half_mm);
    if (gap < -q.reach_mm) continue;
    const double lever_a = std::fabs(dot(d.w, a.center_mm)) + dot(q.w_abs[0][k], a.half_mm);
    const double lever_b = std::fabs(dot(d.w, b.center_mm)) + dot(q.w_abs[1][k], b.half_mm);
    const double motion = std::min(m.angle_rad * lever_a + second_order(m, a.rho_mm),
                                   m.angle_rad * lever_b + second_order(m, b.rho_mm)) +
                          d.travel_mm;
    const Passage found = judge_direction(q, gap, motion);
    if (found == Passage::free) return found;
    best = std::min(best, found);
  }
  return best;
}

/** Corners relative to the axis point, and how far they reach from the axis. */
struct Corners {
  Vec3 r[3];
  double rho_mm;
};
Corners corners_of(const Question& q, const Triangle& t) {
  const ScrewMotion& m = q.motion;
  Corners c{{t.a - m.point_mm, t.b - m.point_mm, t.c - m.point_mm}, 0};
  for (const Vec3& r : c.r) c.rho_mm = std::max(c.rho_mm, from_axis(m, r));
  return c;
}

struct Range {
  double low, high;
};
Range range_along(const Corners& c, const Vec3& u) {
  const double x = dot(u, c.r[0]), y = dot(u, c.r[1]), z = dot(u, c.r[2]);
  return {std::min({x, y, z}), std::max({x, y, z})};
}

double motion_along(const Question& q, const Corners& c, const Direction& d) {
  const Range lever = range_along(c, d.w);
  return q.motion.angle_rad * std::max(-lever.low, lever.high) + second_order(q.motion, c.rho_mm);
}

Passage judge_along(const Question& q, const Corners& s, const Corners& t, const Vec3& n) {
  const Range rs = range_along(s, n), rt = range_along(t, n);
  const double gap = std::max(rt.low - rs.high, rs.low - rt.high);
  if (gap < -q.reach_mm) return Passage::open;
  const Direction d = direction_along(n, q.motion);
  return judge_direction(q, gap, std::min(motion_along(q, s, d), motion_along(q, t, d)) + d.travel_mm);
}

/** Directions that settled triangles of this pair. */
struct Learned {
  Vec3 n[4];
  size_t count = 0;
  void add(const Vec3& direction) {
    for (size_t k = 0; k < count; ++k) {
      if (std::fabs(dot(n[k], direction)) > 0.9999) return;
    }
    if (count < 4) n[count++] = direction;
  }
};

/** Triangles that touch and were not settled by directions of their own. */
struct Deferred {
  uint32_t a, b;
};
constexpr size_t most_deferred = 256;

struct Course {
  Passage worst = Passage::free;
  Learned learned;
  std::vector<Deferred> deferred;
};

Triangle moved(const Question& q, uint32_t tb) {
  const Triangle& t = q.b.triangles[tb];
  return {apply(q.X_AB, t.a), apply(q.X_AB, t.b), apply(q.X_AB, t.c)};
}

/** Judges two triangles by directions of their own; `touches` where they leave no line of closest points. */
Passage judge_triangles(const Question& q, uint32_t ta, const Triangle& b_in_a, const Vec3& normal_b, Course* course,
                        bool* touches) {
  const Triangle& a = q.a.triangles[ta];
  const Corners s = corners_of(q, a), t = corners_of(q, b_in_a);
  Passage best = whole_motion(q.motion, std::min(s.rho_mm, t.rho_mm)) <= q.reach_mm ? Passage::close : Passage::open;
  const auto attempt = [&](const Vec3& n) {
    const Passage found = judge_along(q, s, t, n);
    if (found != Passage::open) course->learned.add(n);
    best = std::min(best, found);
    return best == Passage::free;
  };
  *touches = false;
  if (attempt(q.a.face_normals[ta]) || attempt(normal_b)) return best;
  for (const Direction& d : q.along) {
    best = std::min(best, judge_along(q, s, t, d.n));
    if (best == Passage::free) return best;
  }
  Vec3 p, r;
  const double distance = std::sqrt(triangle_distance_sq(a, b_in_a, &p, &r));
  *touches = !(distance > contact_eps_mm);
  if (!*touches) attempt((1 / distance) * (r - p));
  return best;
}

Passage judge_deferred(const Question& q, const Course& course) {
  Passage worst = course.worst;
  for (const Deferred& pair : course.deferred) {
    const Corners s = corners_of(q, q.a.triangles[pair.a]), t = corners_of(q, moved(q, pair.b));
    Passage best = Passage::open;
    for (size_t k = 0; k < course.learned.count; ++k) best = std::min(best, judge_along(q, s, t, course.learned.n[k]));
    worst = std::max(worst, best);
    if (worst == Passage::open) break;
  }
  return worst;
}

/** False where a pair is open for certain. */
bool judge_leaves(const Question& q, const AlignedNode& na, const AlignedNode& nb, Course* course) {
  for (uint32_t j = nb.first; j < nb.first + nb.count; ++j) {
    const Triangle tb = moved(q, j);
    const Vec3 normal = q.X_AB.rotation * q.b.face_normals[j];
    for (uint32_t i = na.first; i < na.first + na.count; ++i) {
      bool touches;
      const Passage found = judge_triangles(q, i, tb, normal, course, &touches);
      if (found != Passage::open) {
        course->worst = std::max(course->worst, found);
        continue;
      }
      if (!touches || course->deferred.size() == most_deferred) return false;
      course->deferred.push_back({i, j});
    }
  }
  return true;
}

double extent(const AlignedNode& node) { return node.half_mm.x + node.half_mm.y + node.half_mm.z; }

}  // namespace

Passage judge_passage(const Mesh& a, const Mesh& b, const Pose& X_AB, const ScrewMotion& motion, double reach_mm,
                      Scratch* scratch) {
  const Question q = ask(a, b, X_AB, motion, reach_mm);
  std::vector<Scratch::NodePair>& stack = scratch->stack;
  stack.clear();
  // a pair goes on the stack with what its boxes said; what is no worse than what is known already changes nothing
  const auto push = [&stack](uint32_t i, uint32_t j, Passage found) {
    if (found != Passage::free) stack.push_back({i, j, static_cast<double>(found)});
  };
  push(0, 0, judge_boxes(q, span_of(q, a.bvh.nodes[0], false), span_of(q, b.bvh.nodes[0], true)));
  Course course;
  while (!stack.empty()) {
    const Scratch::NodePair top = stack.back();
    stack.pop_back();
    if (top.gap_mm <= static_cast<double>(course.worst)) continue;
    const AlignedNode& na = a.bvh.nodes[top.a];
    const AlignedNode& nb = b.bvh.nodes[top.b];
    if (na.count > 0 && nb.count > 0) {
      if (!judge_leaves(q, na, nb, &course)) return Passage::open;
      continue;
    }
    const double ea = extent(na), eb = extent(nb);
    const bool splits_a = na.count == 0 && (nb.count > 0 || 2 * ea >= eb);
    const bool splits_b = nb.count == 0 && (na.count > 0 || 2 * eb >= ea);
    for (uint32_t j = splits_b ? nb.first : top.b, j_end = splits_b ? j + 2 : j + 1; j < j_end; ++j) {
      const Span span_b = span_of(q, b.bvh.nodes[j], true);
      for (uint32_t i = splits_a ? na.first : top.a, i_end = splits_a ? i + 2 : i + 1; i < i_end; ++i) {
        push(i, j, judge_boxes(q, span_of(q, a.bvh.nodes[i], false), span_b));
      }
    }
  }
  return judge_deferred(q, course);
}

}  // namespace mechtrial
