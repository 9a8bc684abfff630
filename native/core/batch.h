#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/passage.h"
#include "core/proximity.h"
#include "core/status.h"

namespace mechtrial {

/** Pair-poses to classify: `pairs` has 2 mesh indices per entry, `poses_mm` x y z [mm] qx qy qz qw of B in A. */
struct Batch {
  std::vector<std::shared_ptr<const Mesh>> meshes;
  size_t count = 0;
  const uint32_t* pairs = nullptr;
  const double* poses_mm = nullptr;
  double max_clearance_mm = 0;
  bool wants_depth = false;
  /** Depths up to this are not resolved: they are answered as 0. */
  double depth_floor_mm = 0;
};

/** Motions to judge: `poses_mm` as above are the middle poses; `screws` has point [mm] 3, axis 3, angle [rad], travel [mm] and reach [mm]. */
struct MotionBatch {
  Batch middle;
  const double* screws = nullptr;
};
constexpr size_t screw_width = 9;

/** Answers in the order of the batch, points in A's frame [mm]; NaN where there is none, +∞ clearance beyond the limit. */
struct BatchAnswers {
  uint8_t* state = nullptr;
  double* depth_mm = nullptr;
  double* depth_point_mm = nullptr;
  double* clearance_mm = nullptr;
  double* closest_a_mm = nullptr;
  double* closest_b_mm = nullptr;
};

/**
 * Classifies the batch on `thread_count` threads. Entries of one pair are worked on in runs of fixed length that start
 * without memory of earlier poses, so the answers do not depend on the thread count.
 *
 * @returns ok, bad_argument (index beyond the meshes, pose without rotation or not finite), cancelled or out_of_memory
 */
Status classify_batch(const Batch& batch, size_t thread_count, const std::atomic<bool>& is_cancelled,
                      const BatchAnswers& answers);

/** Judges the passages (see judge_passage) on `thread_count` threads; `passage` receives one answer per entry. */
Status judge_batch(const MotionBatch& batch, size_t thread_count, const std::atomic<bool>& is_cancelled, uint8_t* passage);

}  // namespace mechtrial
