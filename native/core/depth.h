#pragma once

#include "core/proximity.h"

namespace mechtrial {

struct Depth {
  /** Depth of the deepest sample [mm]; 0 where none is inside, NaN where neither mesh is watertight. */
  double depth_mm = 0;
  bool has_point = false;
  /** Where it was found, A's frame. */
  Vec3 point_mm;
};

/**
 * How deep two solids overlap: the distance to the surface of the deepest sample of either solid inside the other.
 *
 * Samples: vertices; middles of sharp edges (normals more than 30° apart); middles of the pieces into which the other surface
 * cuts an edge; centroids of triangles; and the inner points of each solid (Mesh::inner_points), which count at most with the
 * depth in their own solid, and see solids that coincide. The WASM auditor samples the same, so that both give one depth.
 *
 * @param contact  what classify_pair found at this pose, with all crossings asked for: they are in scratch->crossings
 * @param floor_mm what is no deeper than this is not resolved, and answered as 0: most samples need not be read then
 * @limits         a lower bound of the true depth, exact where a corner, an edge's middle or a face's middle is deepest.
 *                 A mesh that is not watertight has no inside: only its own samples count.
 */
Depth measure_depth(const Mesh& a, const Mesh& b, const Pose& X_AB, const Contact& contact, double floor_mm,
                    Scratch* scratch);

}  // namespace mechtrial
