#pragma once

#include "core/vec.h"

namespace mechtrial {

/** Corners in mm, counter-clockwise seen from outside. */
struct Triangle {
  Vec3 a, b, c;
};

/** Part of a triangle that holds a closest point. Edge k runs from corner k to corner k+1. */
enum class Feature : int { face = 0, edge0, edge1, edge2, corner0, corner1, corner2 };

/** Closest point of a triangle to `p`, its squared distance [mm²] and the part of the triangle it lies on. */
struct PointOnTriangle {
  Vec3 point;
  double distance_sq = 0;
  Feature feature = Feature::face;
};
PointOnTriangle closest_on_triangle(const Vec3& p, const Triangle& t);

/** Squared distance [mm²] of the segments p0–p1 and q0–q1, with the closest points on each. */
double segment_distance_sq(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1, Vec3* on_p, Vec3* on_q);

/**
 * How two triangles cut each other.
 *
 * `intersects`: they share a point by straddling each other's plane, with no tolerance.
 * `crosses`: both straddle the other's plane by more than eps on either side, and the common segment is longer than eps.
 * Coplanar contact never crosses. The segment runs from `from` to `to` where `intersects` holds; each end lies on an edge of s
 * (0–2, from corner k to corner k+1) or of t (3–5).
 */
struct TriangleCut {
  bool intersects = false;
  bool crosses = false;
  Vec3 from, to;
  int from_edge = 0, to_edge = 0;
};
TriangleCut cut_triangles(const Triangle& s, const Triangle& t, double eps_mm);

/** Heights of the corners of a triangle over a plane, and their range. */
struct Heights {
  double corner[3];
  double low, high;
};
Heights heights_over(const Vec3& unit_normal, const Vec3& origin, const Triangle& t);

/** As cut_triangles, where the unit normals and the heights of each over the other's plane are known already. */
TriangleCut cut_straddling(const Triangle& s, const Triangle& t, const Vec3& normal_s, const Vec3& normal_t,
                           const Heights& s_over_t, const Heights& t_over_s, double eps_mm);

/** Squared distance [mm²] of two triangles with closest points on each; 0 where they intersect. */
double triangle_distance_sq(const Triangle& s, const Triangle& t, Vec3* on_s, Vec3* on_t);

}  // namespace mechtrial
