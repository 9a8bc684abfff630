#pragma once

#include <cstdint>
#include <vector>

#include "core/vec.h"

namespace mechtrial {

/** Volume integrals of a closed surface at unit density. */
struct MassProperties {
  double volume_mm3 = 0;
  double area_mm2 = 0;
  Vec3 center_mm;
  /** Inertia about `center_mm` for density 1, row-major [mm⁵]. */
  double inertia_mm5[9] = {0, 0, 0, 0, 0, 0, 0, 0, 0};
};

/**
 * Sums signed tetrahedra from a local origin o (the middle of the bounding box), with a, b, c relative to o:
 *
 *   det = a·(b×c)   V = Σdet/6   c = Σdet(a+b+c)/24V   ∫xᵢxⱼ = Σdet/120·(Σ vᵢvⱼ + sᵢsⱼ), s = a+b+c
 *
 * then shifts to the centre by the parallel-axis rule. Where the surface is open or V is 0, only area is meaningful.
 */
MassProperties mass_properties(const std::vector<Vec3>& vertices, const std::vector<uint32_t>& corners);

}  // namespace mechtrial
