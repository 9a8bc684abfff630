#pragma once

#include <cstdint>
#include <vector>

#include "core/triangle.h"
#include "core/vec.h"

namespace mechtrial {

/** Oriented box: `axes` holds its axes as rows, in the mesh frame. */
struct Box {
  Vec3 center_mm;
  Vec3 half_mm;
  Mat3 axes;
};

/** Node of the hierarchy. Inner nodes have `count` 0 and children at `first` and `first + 1`. */
struct BvhNode {
  Box box;
  double radius_mm = 0;
  uint32_t first = 0;
  uint32_t count = 0;
};

/**
 * Binary tree of oriented boxes over triangles, root first.
 *
 * Contributor notes. Axis-aligned boxes lose on fine curved surfaces: a patch of size s and curvature 1/r is s²/8r thick, but
 * its axis-aligned box is up to s thick, so every patch of two nearby spheres looks as near as the nearest one. Boxes along
 * the principal axes keep the thickness at s²/8r at every level.
 */
struct Bvh {
  std::vector<BvhNode> nodes;
  /** Position of each leaf-ordered triangle in the input. */
  std::vector<uint32_t> order;
};

Bvh build_bvh(const std::vector<Triangle>& triangles);

/** Box B in A's frame, ready to be compared with boxes of A. */
inline Box transformed(const Pose& X_AB, const Box& box) {
  const Mat3& r = X_AB.rotation;
  return {apply(X_AB, box.center_mm), box.half_mm, {r * box.axes.r0, r * box.axes.r1, r * box.axes.r2}};
}

/**
 * Lower bound of the distance of two boxes in one frame [mm], negative where they overlap on the axes looked at: the six face
 * normals and, where those find no more than `enough_mm`, the nine pairs of edges.
 */
double box_gap(const Box& a, const Box& b, double enough_mm);

/** Lower bound of the distance along the unit direction u from a to b [mm]. */
inline double box_gap_along(const Box& a, const Box& b, const Vec3& u) {
  const Vec3 ua = a.axes * u, ub = b.axes * u;
  return dot(u, b.center_mm - a.center_mm) -
         (std::fabs(ua.x) * a.half_mm.x + std::fabs(ua.y) * a.half_mm.y + std::fabs(ua.z) * a.half_mm.z) -
         (std::fabs(ub.x) * b.half_mm.x + std::fabs(ub.y) * b.half_mm.y + std::fabs(ub.z) * b.half_mm.z);
}

/**
 * A sharper lower bound for boxes that are apart, at three times the cost: along the line between nearly closest points, found
 * by projecting from box to box. For flat boxes that meet in a blunt angle the face normals alone see far too little.
 */
double box_gap_projected(const Box& a, const Box& b, double enough_mm);

/** Squared distance of a point from a box [mm²], 0 inside. */
inline double box_distance_sq(const Box& box, const Vec3& p) {
  const Vec3 q = box.axes * (p - box.center_mm);
  const double x = std::fabs(q.x) - box.half_mm.x, y = std::fabs(q.y) - box.half_mm.y, z = std::fabs(q.z) - box.half_mm.z;
  return (x > 0 ? x * x : 0) + (y > 0 ? y * y : 0) + (z > 0 ? z * z : 0);
}

}  // namespace mechtrial
