#pragma once

#include <cstdint>
#include <vector>

#include "core/vec.h"

namespace mechtrial {

/** One boundary loop that was closed with triangles. */
struct FilledLoop {
  uint32_t edge_count = 0;
  double perimeter_mm = 0;
  /** Largest distance of a loop vertex from the loop's plane [mm]. */
  double flatness_mm = 0;
  Vec3 center_mm;
};

/**
 * Appends triangles that close small planar boundary loops, and reports each.
 *
 * A loop is filled when its extent is at most `max_extent_mm` and it is flat within 1e-3 of its extent plus 1e-4 mm.
 * Cracks (loops narrower than 1e-3 mm plus 1e-5 of their length, such as a long edge facing two short ones) are closed
 * whatever their length, by needles without area.
 */
std::vector<FilledLoop> fill_planar_loops(const std::vector<Vec3>& vertices, const std::vector<uint32_t>& twin,
                                          double max_extent_mm, std::vector<uint32_t>* corners);

}  // namespace mechtrial
