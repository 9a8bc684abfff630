#include "core/signed_distance.h"

#include <algorithm>

#include "core/topology.h"

namespace mechtrial {

namespace {

constexpr int stack_capacity = 160;  // deeper than any tree of 5 million triangles: 48 mean splits + log2 n halvings

Vec3 corner_of(const Mesh& mesh, uint32_t half_edge) { return mesh.vertices_mm[mesh.corners[half_edge]]; }

/** Normal across a half-edge; through needles, out of the edge nearest to the point. */
Vec3 normal_across(const Mesh& mesh, uint32_t half_edge, const Vec3& at) {
  uint32_t twin = mesh.twin[half_edge];
  for (int hop = 0; hop < 16 && twin != no_twin; ++hop) {
    const uint32_t t = twin / 3;
    if (t < mesh.triangles.size()) return mesh.face_normals[t];
    uint32_t nearest = twin;
    double nearest_sq = HUGE_VAL;
    for (uint32_t k = 0; k < 3; ++k) {
      const uint32_t h = 3 * t + k;
      if (h == twin) continue;
      Vec3 p, q;
      const double d = segment_distance_sq(at, at, corner_of(mesh, h), corner_of(mesh, 3 * t + (k + 1) % 3), &p, &q);
      if (d < nearest_sq) nearest_sq = d, nearest = h;
    }
    twin = mesh.twin[nearest];
  }
  return {};
}

Vec3 pseudonormal(const Mesh& mesh, uint32_t triangle, Feature feature, const Vec3& at) {
  const int f = static_cast<int>(feature);
  if (f == 0) return mesh.face_normals[triangle];
  if (f <= 3) {
    return mesh.face_normals[triangle] + normal_across(mesh, 3 * triangle + static_cast<uint32_t>(f - 1), at);
  }
  return mesh.vertex_normals[mesh.corners[3 * size_t{triangle} + static_cast<size_t>(f - 4)]];
}

struct Pending {
  uint32_t node;
  double distance_sq;
};

struct Nearest {
  PointOnTriangle on;
  uint32_t triangle;
};

/** Walks over the surface downhill from a triangle: a good start where a triangle not too far away is known. */
Nearest walk(const Mesh& mesh, const Vec3& p, uint32_t start, double enough_sq) {
  Nearest best{closest_on_triangle(p, mesh.triangles[start]), start};
  for (int step = 0; step < 24 && best.on.distance_sq > enough_sq; ++step) {
    const int f = static_cast<int>(best.on.feature);
    if (f == 0) break;
    const uint32_t k = static_cast<uint32_t>(f <= 3 ? f - 1 : f - 4);
    const uint32_t edges[2] = {k, f <= 3 ? k : (k + 2) % 3};  // the edge, or the two that meet in the corner
    bool has_moved = false;
    for (const uint32_t edge : edges) {
      const uint32_t twin = mesh.twin[3 * best.triangle + edge];
      if (twin == no_twin || twin / 3 >= mesh.triangles.size()) continue;
      const PointOnTriangle q = closest_on_triangle(p, mesh.triangles[twin / 3]);
      if (!(q.distance_sq < best.on.distance_sq)) continue;
      best = {q, twin / 3};
      has_moved = true;
      break;
    }
    if (!has_moved) break;
  }
  return best;
}

/** Nearest triangle, or the first found within the square root of `enough_sq`. */
Nearest search(const Mesh& mesh, const Vec3& p, uint32_t hint, double enough_sq) {
  Nearest best = walk(mesh, p, hint < mesh.triangles.size() ? hint : 0, enough_sq);
  Pending stack[stack_capacity];
  int size = 0;
  stack[size++] = {0, 0};
  while (size > 0 && best.on.distance_sq > enough_sq) {
    const Pending top = stack[--size];
    if (top.distance_sq >= best.on.distance_sq) continue;
    const AlignedNode& node = mesh.bvh.nodes[top.node];
    if (node.count > 0) {
      for (uint32_t t = node.first; t < node.first + node.count; ++t) {
        const double off_plane = dot(mesh.face_normals[t], p - mesh.triangles[t].a);
        if (off_plane * off_plane > best.on.distance_sq) continue;
        const PointOnTriangle q = closest_on_triangle(p, mesh.triangles[t]);
        if (q.distance_sq < best.on.distance_sq) best = {q, t};
      }
      continue;
    }
    Pending a{node.first, aligned_distance_sq(mesh.bvh.nodes[node.first], p)};
    Pending b{node.first + 1, aligned_distance_sq(mesh.bvh.nodes[node.first + 1], p)};
    if (a.distance_sq < b.distance_sq) std::swap(a, b);
    if (a.distance_sq < best.on.distance_sq) stack[size++] = a;
    if (b.distance_sq < best.on.distance_sq) stack[size++] = b;
  }
  return best;
}

double with_sign(const Mesh& mesh, const Vec3& p, const Nearest& n) {
  const double distance = std::sqrt(n.on.distance_sq);
  return dot(p - n.on.point, pseudonormal(mesh, n.triangle, n.on.feature, n.on.point)) < 0 ? -distance : distance;
}

}  // namespace

SurfacePoint signed_distance(const Mesh& mesh, const Vec3& p, uint32_t hint) {
  const Nearest n = search(mesh, p, hint, -1);
  return {n.on.point, with_sign(mesh, p, n), n.triangle};
}

NearTriangle probe_distance(const Mesh& mesh, const Vec3& p, uint32_t hint, double enough_mm) {
  const double enough_sq = enough_mm > 0 ? enough_mm * enough_mm : -1;
  const Nearest n = search(mesh, p, hint, enough_sq);
  const bool is_nearest = n.on.distance_sq > enough_sq;
  return {std::sqrt(n.on.distance_sq), n.triangle, is_nearest, is_nearest ? with_sign(mesh, p, n) : 0};
}

bool is_inside(const Mesh& mesh, const Vec3& p) {
  if (!mesh.report.is_watertight || aligned_distance_sq(mesh.bvh.nodes[0], p) > 0) return false;
  return signed_distance(mesh, p, 0).signed_mm < 0;
}

// Möller & Trumbore (1997), J. Graphics Tools 2(1), 21–28.
static double triangle_hit(const Triangle& t, const Vec3& origin, const Vec3& direction) {
  const Vec3 u = t.b - t.a, w = t.c - t.a, h = cross(direction, w);
  const double det = dot(u, h);
  if (det == 0) return -1;
  const Vec3 r = origin - t.a, k = cross(r, u);
  const double alpha = dot(r, h) / det, beta = dot(direction, k) / det;
  return alpha >= 0 && beta >= 0 && alpha + beta <= 1 ? dot(w, k) / det : -1;
}

static bool ray_meets_box(const AlignedNode& box, const Vec3& origin, const Vec3& d, double best) {
  const Vec3 o = origin - box.center_mm;
  const double ov[3] = {o.x, o.y, o.z}, dv[3] = {d.x, d.y, d.z}, h[3] = {box.half_mm.x, box.half_mm.y, box.half_mm.z};
  double low = 0, high = best;
  for (int k = 0; k < 3; ++k) {
    if (std::fabs(dv[k]) < 1e-300) {
      if (std::fabs(ov[k]) > h[k]) return false;
      continue;
    }
    const double s = (-h[k] - ov[k]) / dv[k], t = (h[k] - ov[k]) / dv[k];
    low = std::max(low, std::min(s, t));
    high = std::min(high, std::max(s, t));
  }
  return low <= high;
}

double ray_hit(const Mesh& mesh, const Vec3& origin, const Vec3& direction, double from_mm) {
  double best = HUGE_VAL;
  uint32_t stack[stack_capacity];
  int size = 0;
  stack[size++] = 0;
  while (size > 0) {
    const AlignedNode& node = mesh.bvh.nodes[stack[--size]];
    if (!ray_meets_box(node, origin, direction, best)) continue;
    if (node.count == 0) {
      stack[size++] = node.first + 1;
      stack[size++] = node.first;
      continue;
    }
    for (uint32_t t = node.first; t < node.first + node.count; ++t) {
      const double s = triangle_hit(mesh.triangles[t], origin, direction);
      if (s > from_mm && s < best) best = s;
    }
  }
  return best;
}

}  // namespace mechtrial
