#pragma once

#include "core/proximity.h"

namespace mechtrial {

struct Depth {
  /** Largest sum of interior distances found [mm]; 0 where none is inside, NaN where neither mesh is watertight. */
  double depth_mm = 0;
  /** Nothing in the searched surfaces can be deeper than this [mm]; equals depth_mm (1 %) where the search converged. */
  double upper_mm = 0;
  bool has_point = false;
  Vec3 point_mm;
};

/**
 * How deep two solids overlap, and where:
 *
 *   D = max over p in A∩B of d_A(p) + d_B(p),   d = distance from p to the solid's own surface
 *
 * The ball of radius d_A about p lies in A and the one of radius d_B in B, so the solids must move by at least D to come
 * apart: D never exceeds the translation that separates two convex solids. It equals it where a corner, edge or face meets a
 * face, for spheres, for a pin in a hole, and where coincident surfaces hide an overlap (identical boxes: their width). Two
 * edges that cross at right angles read 0.71 of it. On the surface of A, d_A = 0 and D is the usual depth in B.
 *
 * @param crossings  what classify_pair collected at this pose
 * @limits           best-first search with a fixed budget: depth_mm is what was reached, upper_mm what remained possible on the
 *                   surfaces. With one open mesh, only its surface inside the other is measured.
 */
Depth measure_depth(const Mesh& a, const Mesh& b, const Pose& X_AB, const std::vector<Crossing>& crossings);

}  // namespace mechtrial
