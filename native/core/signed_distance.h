#pragma once

#include <cstdint>

#include "core/mesh.h"

namespace mechtrial {

/** Closest surface point to a query point. */
struct SurfacePoint {
  Vec3 point_mm;
  /** Distance with sign: negative inside the solid. The sign means nothing where the mesh is not watertight. */
  double signed_mm = 0;
  uint32_t triangle = 0;
};

/**
 * Signed distance of `p` (mesh frame) from the surface.
 *
 * The sign comes from the angle-weighted pseudonormal of the closest vertex, edge or face, which is exact on closed
 * surfaces (Bærentzen & Aanæs 2005, IEEE TVCG 11(3), 243–253).
 *
 * @param hint  triangle to start from, such as the last answer; it changes the cost only
 */
SurfacePoint signed_distance(const Mesh& mesh, const Vec3& p, uint32_t hint);

/** Nearest triangle found, and its distance; `is_nearest` is false where the search ended early. */
struct NearTriangle {
  double distance_mm = 0;
  uint32_t triangle = 0;
  bool is_nearest = true;
  /** With sign as in signed_distance, set only where `is_nearest`. */
  double signed_mm = 0;
};

/** As signed_distance, but ends as soon as some triangle is within `enough_mm`. */
NearTriangle probe_distance(const Mesh& mesh, const Vec3& p, uint32_t hint, double enough_mm);

/** Whether `p` lies inside the solid; false for any point of a mesh that is not watertight. */
bool is_inside(const Mesh& mesh, const Vec3& p);

/**
 * Distance along the unit direction to the first triangle beyond `from_mm`, or +∞. A ray through an edge may miss both
 * triangles there: callers verify what they make of the answer.
 */
double ray_hit(const Mesh& mesh, const Vec3& origin, const Vec3& direction, double from_mm);

}  // namespace mechtrial
