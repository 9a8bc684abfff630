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

}  // namespace

SurfacePoint signed_distance(const Mesh& mesh, const Vec3& p, uint32_t hint) {
  uint32_t best_triangle = hint < mesh.triangles.size() ? hint : 0;
  PointOnTriangle best = closest_on_triangle(p, mesh.triangles[best_triangle]);
  Pending stack[stack_capacity];
  int size = 0;
  stack[size++] = {0, box_distance_sq(mesh.bvh.nodes[0].box, p)};
  while (size > 0) {
    const Pending top = stack[--size];
    if (top.distance_sq >= best.distance_sq) continue;
    const BvhNode& node = mesh.bvh.nodes[top.node];
    if (node.count > 0) {
      for (uint32_t t = node.first; t < node.first + node.count; ++t) {
        const PointOnTriangle q = closest_on_triangle(p, mesh.triangles[t]);
        if (q.distance_sq < best.distance_sq) best = q, best_triangle = t;
      }
      continue;
    }
    Pending a{node.first, box_distance_sq(mesh.bvh.nodes[node.first].box, p)};
    Pending b{node.first + 1, box_distance_sq(mesh.bvh.nodes[node.first + 1].box, p)};
    if (a.distance_sq < b.distance_sq) std::swap(a, b);
    if (a.distance_sq < best.distance_sq) stack[size++] = a;
    if (b.distance_sq < best.distance_sq) stack[size++] = b;
  }
  const double distance = std::sqrt(best.distance_sq);
  const Vec3 n = pseudonormal(mesh, best_triangle, best.feature, best.point);
  return {best.point, dot(p - best.point, n) < 0 ? -distance : distance, best_triangle};
}

bool is_inside(const Mesh& mesh, const Vec3& p) {
  if (!mesh.report.is_watertight || box_distance_sq(mesh.bvh.nodes[0].box, p) > 0) return false;
  return signed_distance(mesh, p, 0).signed_mm < 0;
}

}  // namespace mechtrial
