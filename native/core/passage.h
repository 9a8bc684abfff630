#pragma once

#include <cstdint>

#include "core/proximity.h"

namespace mechtrial {

/**
 * A screw motion of B in A about a middle pose: up to `angle_rad` about the axis and `travel_mm` along it, either way.
 * Point and unit axis are in A's frame.
 */
struct ScrewMotion {
  Vec3 point_mm;
  Vec3 axis{0, 0, 1};
  double angle_rad = 0;
  double travel_mm = 0;
};

/** What can happen between two surfaces on the way. */
enum class Passage : uint8_t { free = 0, close, open };

/**
 * Tells whether the surfaces of two solids can meet while B moves.
 *
 * - free: no triangle of A can meet one of B
 * - close: some can, but those overlap and approach by no more than `reach_mm` along some direction, or move no more than that
 * - open: a pair of triangles can meet after having moved more
 *
 * Along a unit direction n, a point r (from the axis) moves by at most
 *
 *   φ·|(n×u)·r| + ½φ²·ρ + |n·u|·h      u axis, ρ distance from it, φ = angle_rad, h = travel_mm
 *
 * which is linear in r but for the small second term, so that corners bound triangles and boxes. A pair that is further apart
 * along n than its points move cannot meet. Points that meet are on both triangles: the smaller of both bounds holds.
 * Directions tried: the axes of both meshes, both normals, the line of closest points; for triangles that touch, also directions
 * that settled others of the same pair (the side of a slider meets its rail along the edge of a contact only the face shows).
 */
Passage judge_passage(const Mesh& a, const Mesh& b, const Pose& X_AB, const ScrewMotion& motion, double reach_mm,
                      Scratch* scratch);

}  // namespace mechtrial
