#include "core/depth.h"

#include <algorithm>

#include "core/signed_distance.h"
#include "core/topology.h"

// Contributor notes. Sampling vertices and centroids alone misses edges that cross (no vertex is inside) and solids that
// coincide (every vertex has depth 0). Three searches share one best value:
//  1. edges: every edge that pierces the other surface, between neighbouring piercings; half their spacing bounds the depth;
//  2. surface: boxes, then triangles, then halved triangles, by the Lipschitz bound d(centre) + radius, and on triangles also
//     by the distance of the corners to the triangle nearest the centre (a convex function, largest in a corner), which is
//     exact where two flat faces have sunk into each other. Flat contact without overlap never converges along the seams of
//     the triangles, so the search ends when it has not improved for a while;
//  3. interior: from places where the surfaces run along each other with material on the same side, and from the deepest
//     place, uphill in d_A + d_B.

namespace mechtrial {

namespace {

constexpr double relative_tolerance = 0.01;
constexpr double absolute_tolerance_mm = 1e-4;
constexpr int stagnation_limit = 160;
constexpr int refinement_limit = 4000;
constexpr size_t seed_capacity = 8;

/** One solid of the pair as the search sees it: its mesh and the way from the common frame (A's) into its own. */
struct Side {
  const Mesh* mesh;
  const Pose* X_A_own;  // null for A itself
  uint32_t hint = 0;

  Vec3 to_own(const Vec3& p_A) const { return X_A_own != nullptr ? apply_inverse(*X_A_own, p_A) : p_A; }
  Vec3 to_common(const Vec3& p) const { return X_A_own != nullptr ? apply(*X_A_own, p) : p; }
  Vec3 direction_to_common(const Vec3& v) const { return X_A_own != nullptr ? X_A_own->rotation * v : v; }
};

/** Interior distance at a point of the common frame (negative outside), with the nearest triangle. */
struct Reading {
  double inside_mm;
  uint32_t triangle;
};
Reading read(Side* side, const Vec3& p_A) {
  const SurfacePoint s = signed_distance(*side->mesh, side->to_own(p_A), side->hint);
  side->hint = s.triangle;
  return {-s.signed_mm, s.triangle};
}

/** A piece of surface still to be searched: a box of the hierarchy or a part of a triangle (common frame). */
struct Piece {
  double upper_mm;
  uint32_t from;  // 0: surface of A inside B, 1: the reverse
  bool is_node;
  uint32_t index;  // node, or triangle the piece belongs to
  Triangle part;
};
struct LessDeep {
  bool operator()(const Piece& p, const Piece& q) const { return p.upper_mm < q.upper_mm; }
};

struct Seed {
  Vec3 point, inward;
};

struct Hunt {
  Side side[2];
  Depth best;
  std::vector<Piece> heap;
  std::vector<Seed> seeds;
  double seed_spacing_mm = 0;
  int since_improved = 0;

  double enough() const { return best.depth_mm * (1 + relative_tolerance) + absolute_tolerance_mm; }
  void improve(double depth_mm, const Vec3& p_A) {
    if (depth_mm > best.depth_mm * (1 + 0.1 * relative_tolerance)) since_improved = 0;
    if (depth_mm > best.depth_mm) best.depth_mm = depth_mm, best.point_mm = p_A, best.has_point = true;
  }
  void push(const Piece& piece) {
    if (piece.upper_mm <= enough()) return;
    heap.push_back(piece);
    std::push_heap(heap.begin(), heap.end(), LessDeep{});
  }
};

/** Remembers a place where both surfaces run alongside with material on the same side. */
void note_seed(Hunt* hunt, uint32_t from, uint32_t triangle, uint32_t other_triangle, const Vec3& p_A) {
  if (hunt->seeds.size() >= seed_capacity) return;
  const Side& self = hunt->side[from];
  const Side& other = hunt->side[1 - from];
  const Vec3 n = self.direction_to_common(self.mesh->face_normals[triangle]);
  const Vec3 m = other.direction_to_common(other.mesh->face_normals[other_triangle]);
  if (dot(n, m) < 0.5) return;
  for (const Seed& s : hunt->seeds) {
    if (norm(s.point - p_A) < hunt->seed_spacing_mm) return;
  }
  hunt->seeds.push_back({p_A, -n});
}

/** Reads the other solid at a surface point. */
Reading sample(Hunt* hunt, uint32_t from, uint32_t triangle, const Vec3& p_A) {
  const Reading r = read(&hunt->side[1 - from], p_A);
  ++hunt->since_improved;
  if (r.inside_mm > 0) hunt->improve(r.inside_mm, p_A);
  if (r.inside_mm > -contact_eps_mm) note_seed(hunt, from, triangle, r.triangle, p_A);
  return r;
}

Vec3 centroid(const Triangle& t) { return (1.0 / 3) * (t.a + t.b + t.c); }

/** Pushes a part of a triangle with the smaller of its two upper bounds. */
void push_part(Hunt* hunt, uint32_t from, uint32_t triangle, const Triangle& part) {
  const Vec3 g = centroid(part);
  const Reading r = sample(hunt, from, triangle, g);
  const double radius = std::sqrt(std::max({norm_sq(part.a - g), norm_sq(part.b - g), norm_sq(part.c - g)}));
  double upper = r.inside_mm + radius;
  if (upper <= hunt->enough()) return;
  const Side& other = hunt->side[1 - from];
  const Triangle& nearest = other.mesh->triangles[r.triangle];
  double corner_sq = 0;
  for (const Vec3& v : {part.a, part.b, part.c}) {
    corner_sq = std::max(corner_sq, closest_on_triangle(other.to_own(v), nearest).distance_sq);
  }
  upper = std::min(upper, std::sqrt(corner_sq));
  hunt->push({upper, from, false, triangle, part});
}

void open_leaf_triangle(Hunt* hunt, uint32_t from, uint32_t triangle) {
  const Side& self = hunt->side[from];
  const Triangle& own = self.mesh->triangles[triangle];
  const Triangle t{self.to_common(own.a), self.to_common(own.b), self.to_common(own.c)};
  const uint8_t owned = self.mesh->owned_corners[triangle];
  if (owned & 1u) sample(hunt, from, triangle, t.a);
  if (owned & 2u) sample(hunt, from, triangle, t.b);
  if (owned & 4u) sample(hunt, from, triangle, t.c);
  push_part(hunt, from, triangle, t);
}

void push_node(Hunt* hunt, uint32_t from, uint32_t index) {
  const Side& self = hunt->side[from];
  Side& other = hunt->side[1 - from];
  const BvhNode& node = self.mesh->bvh.nodes[index];
  const Vec3 center = self.to_common(node.box.center_mm);
  const Box& root = other.mesh->bvh.nodes[0].box;
  const Vec3 q = other.to_own(center);
  if (box_distance_sq(root, q) > node.radius_mm * node.radius_mm) return;
  if (node.count > 0) {  // a leaf's triangles bound it better than its box
    for (uint32_t t = node.first; t < node.first + node.count; ++t) open_leaf_triangle(hunt, from, t);
    return;
  }
  const Reading r = read(&other, center);
  hunt->push({r.inside_mm + node.radius_mm, from, true, index, {}});
}

/** Halves a part across its longest edge. */
void halve(Hunt* hunt, const Piece& piece) {
  const Triangle& t = piece.part;
  const double ab = norm_sq(t.b - t.a), bc = norm_sq(t.c - t.b), ca = norm_sq(t.a - t.c);
  Triangle low, high;
  if (ab >= bc && ab >= ca) {
    const Vec3 m = lerp(t.a, t.b, 0.5);
    low = {t.a, m, t.c}, high = {m, t.b, t.c};
  } else if (bc >= ca) {
    const Vec3 m = lerp(t.b, t.c, 0.5);
    low = {t.a, t.b, m}, high = {t.a, m, t.c};
  } else {
    const Vec3 m = lerp(t.c, t.a, 0.5);
    low = {t.a, t.b, m}, high = {m, t.b, t.c};
  }
  push_part(hunt, piece.from, piece.index, low);
  push_part(hunt, piece.from, piece.index, high);
}

/** Boxes first, whole: every vertex and centroid that can be deepest is read before any triangle is halved. */
void search_surface(Hunt* hunt) {
  std::vector<Piece> parts;
  for (uint32_t from = 0; from < 2; ++from) {
    if (hunt->side[1 - from].mesh->report.is_watertight) push_node(hunt, from, 0);
  }
  while (!hunt->heap.empty()) {
    std::pop_heap(hunt->heap.begin(), hunt->heap.end(), LessDeep{});
    const Piece piece = hunt->heap.back();
    hunt->heap.pop_back();
    if (piece.upper_mm <= hunt->enough()) break;
    if (!piece.is_node) {
      parts.push_back(piece);
      continue;
    }
    const uint32_t first = hunt->side[piece.from].mesh->bvh.nodes[piece.index].first;
    push_node(hunt, piece.from, first);
    push_node(hunt, piece.from, first + 1);
  }
  hunt->heap.clear();
  for (const Piece& part : parts) hunt->push(part);
  hunt->since_improved = 0;
  for (int step = 0; step < refinement_limit && !hunt->heap.empty(); ++step) {
    if (hunt->since_improved > stagnation_limit) break;
    std::pop_heap(hunt->heap.begin(), hunt->heap.end(), LessDeep{});
    const Piece piece = hunt->heap.back();
    hunt->heap.pop_back();
    if (piece.upper_mm <= hunt->enough()) {
      hunt->heap.clear();
      break;
    }
    halve(hunt, piece);
  }
  hunt->best.upper_mm = hunt->heap.empty() ? hunt->enough() : std::max(hunt->enough(), hunt->heap.front().upper_mm);
}

/** Where an edge of one solid pierces the surface of the other. */
struct Piercing {
  uint32_t from;  // solid that owns the edge
  uint32_t half_edge;
  double t;
};

/** The half-edge of the triangle that a piercing lies on, under one name for both of its triangles. */
Piercing locate(const Hunt& hunt, uint32_t from, uint32_t triangle, const Vec3& p_A, double* off_sq) {
  const Side& side = hunt.side[from];
  const Vec3 p = side.to_own(p_A);
  Piercing best{from, 0, 0};
  *off_sq = HUGE_VAL;
  for (uint32_t k = 0; k < 3; ++k) {
    uint32_t h = 3 * triangle + k;
    if (side.mesh->twin[h] < h) h = side.mesh->twin[h];
    const Vec3 a = side.mesh->vertices_mm[side.mesh->corners[h]];
    const Vec3 b = side.mesh->vertices_mm[side.mesh->corners[h - h % 3 + (h % 3 + 1) % 3]];
    const double length_sq = norm_sq(b - a);
    const double t = length_sq > 0 ? std::min(1.0, std::max(0.0, dot(p - a, b - a) / length_sq)) : 0;
    const double d = norm_sq(p - lerp(a, b, t));
    if (d < *off_sq) *off_sq = d, best.half_edge = h, best.t = t;
  }
  return best;
}

struct Span {
  double bound_mm;
  Vec3 from_A, to_A;
  uint32_t from, triangle;
};

/** Spans of pierced edges between neighbouring piercings and ends, longest first. */
std::vector<Span> pierced_spans(const Hunt& hunt, const std::vector<Crossing>& crossings) {
  std::vector<Piercing> piercings;
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
  std::vector<Span> spans;
  for (size_t i = 0; i + 1 < piercings.size(); ++i) {
    const Piercing &p = piercings[i], &q = piercings[i + 1];
    if (p.from != q.from || p.half_edge != q.half_edge || !(q.t - p.t > 1e-9)) continue;
    const Side& side = hunt.side[p.from];
    const uint32_t h = p.half_edge;
    const Vec3 a = side.to_common(side.mesh->vertices_mm[side.mesh->corners[h]]);
    const Vec3 b = side.to_common(side.mesh->vertices_mm[side.mesh->corners[h - h % 3 + (h % 3 + 1) % 3]]);
    Span span{0, lerp(a, b, p.t), lerp(a, b, q.t), p.from, h / 3};
    span.bound_mm = 0.5 * norm(span.to_A - span.from_A);
    spans.push_back(span);
  }
  std::sort(spans.begin(), spans.end(), [](const Span& s, const Span& t) { return s.bound_mm > t.bound_mm; });
  return spans;
}

/** Golden-section search along each span that can still be deepest; needle edges share the triangle of their half-edge. */
void search_edges(Hunt* hunt, const std::vector<Crossing>& crossings) {
  constexpr double golden = 0.6180339887498949;
  int searched = 0;
  for (const Span& span : pierced_spans(*hunt, crossings)) {
    if (span.bound_mm <= hunt->enough() || ++searched > 64) break;
    Side* other = &hunt->side[1 - span.from];
    if (!other->mesh->report.is_watertight) continue;
    double low = 0, high = 1;
    for (int step = 0; step < 10; ++step) {
      const double t = high - golden * (high - low), u = low + golden * (high - low);
      const Vec3 p = lerp(span.from_A, span.to_A, t), q = lerp(span.from_A, span.to_A, u);
      const double at_t = read(other, p).inside_mm, at_u = read(other, q).inside_mm;
      if (at_t > 0) hunt->improve(at_t, p);
      if (at_u > 0) hunt->improve(at_u, q);
      if (std::max(at_t, at_u) + (high - low) * 2 * span.bound_mm <= hunt->enough()) break;
      if (at_t >= at_u) high = u; else low = t;
    }
  }
}

/** d_A + d_B, or negative when the point is not inside both. */
double both(Hunt* hunt, const Vec3& p_A) {
  const double a = read(&hunt->side[0], p_A).inside_mm;
  if (a < 0) return a;
  const double b = read(&hunt->side[1], p_A).inside_mm;
  return b < 0 ? b : a + b;
}

/** Compass search uphill in d_A + d_B. */
void climb(Hunt* hunt, Vec3 p, double value, double step_mm) {
  const Vec3 axes[6] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (int round = 0; round < 24 && step_mm > 0.02 * value; ++round) {
    bool moved = false;
    for (const Vec3& axis : axes) {
      const Vec3 q = p + step_mm * axis;
      const double at_q = both(hunt, q);
      if (at_q > value) {
        p = q, value = at_q, moved = true;
        break;
      }
    }
    if (!moved) step_mm *= 0.5;
  }
  hunt->improve(value, p);
}

void search_interior(Hunt* hunt, double size_mm) {
  if (hunt->best.has_point && hunt->best.depth_mm > absolute_tolerance_mm) {
    climb(hunt, hunt->best.point_mm, hunt->best.depth_mm, 0.5 * hunt->best.depth_mm);
  }
  for (const Seed& seed : hunt->seeds) {
    double best = 0, best_s = 0;
    for (double s = 0.5 * size_mm; s > 2e-3 * size_mm || (s > 1e-2 && best == 0); s *= 0.5) {
      const double value = both(hunt, seed.point + s * seed.inward);
      if (value > best) best = value, best_s = s;
    }
    if (best * 2 > hunt->best.depth_mm && best > 0) climb(hunt, seed.point + best_s * seed.inward, best, 0.5 * best_s);
  }
}

}  // namespace

Depth measure_depth(const Mesh& a, const Mesh& b, const Pose& X_AB, const std::vector<Crossing>& crossings) {
  Hunt hunt;
  hunt.side[0] = {&a, nullptr, 0};
  hunt.side[1] = {&b, &X_AB, 0};
  if (!a.report.is_watertight && !b.report.is_watertight) {
    hunt.best.depth_mm = hunt.best.upper_mm = std::nan("");
    return hunt.best;
  }
  const double size_mm = 2 * std::min(a.bvh.nodes[0].radius_mm, b.bvh.nodes[0].radius_mm);
  hunt.seed_spacing_mm = 0.1 * size_mm;
  search_edges(&hunt, crossings);
  search_surface(&hunt);
  if (a.report.is_watertight && b.report.is_watertight) search_interior(&hunt, size_mm);
  hunt.best.upper_mm = std::max(hunt.best.upper_mm, hunt.best.depth_mm);
  return hunt.best;
}

}  // namespace mechtrial
