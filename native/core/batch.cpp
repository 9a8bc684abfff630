#include "core/batch.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <new>
#include <numeric>
#include <thread>

#include "core/depth.h"

namespace mechtrial {

namespace {

constexpr size_t run_length = 32;

struct Run {
  size_t begin, end;  // positions in the order
};

/** Entries grouped by pair, in the given order within each pair. */
std::vector<uint32_t> group_by_pair(const Batch& batch) {
  std::vector<uint32_t> order(batch.count);
  std::iota(order.begin(), order.end(), 0u);
  const auto key = [&batch](uint32_t i) { return uint64_t{batch.pairs[2 * size_t{i}]} << 32 | batch.pairs[2 * size_t{i} + 1]; };
  std::stable_sort(order.begin(), order.end(), [&key](uint32_t i, uint32_t j) { return key(i) < key(j); });
  return order;
}

std::vector<Run> cut_runs(const Batch& batch, const std::vector<uint32_t>& order) {
  std::vector<Run> runs;
  for (size_t i = 0; i < order.size();) {
    const uint32_t* pair = batch.pairs + 2 * size_t{order[i]};
    size_t end = i + 1;
    while (end < order.size() && end - i < run_length) {
      const uint32_t* next = batch.pairs + 2 * size_t{order[end]};
      if (next[0] != pair[0] || next[1] != pair[1]) break;
      ++end;
    }
    runs.push_back({i, end});
    i = end;
  }
  return runs;
}

void store(double* out, size_t i, const Vec3& p, bool is_set) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  out[3 * i] = is_set ? p.x : none;
  out[3 * i + 1] = is_set ? p.y : none;
  out[3 * i + 2] = is_set ? p.z : none;
}

void answer_one(const Batch& batch, size_t i, const Pose& X_AB, WarmStart* warm, Scratch* scratch,
                const BatchAnswers& out) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const Mesh& a = *batch.meshes[batch.pairs[2 * i]];
  const Mesh& b = *batch.meshes[batch.pairs[2 * i + 1]];
  const Proximity found = classify_pair(a, b, X_AB, batch.max_clearance_mm, batch.wants_depth, warm, scratch);
  out.state[i] = static_cast<uint8_t>(found.state);
  out.clearance_mm[i] = batch.max_clearance_mm > 0 ? found.clearance_mm : none;
  store(out.closest_a_mm, i, found.on_a_mm, found.has_closest);
  store(out.closest_b_mm, i, found.on_b_mm, found.has_closest);
  Depth depth;
  if (batch.wants_depth && found.state != PairState::apart) {
    depth = measure_depth(a, b, X_AB, found.contact, batch.depth_floor_mm, scratch);
  }
  out.depth_mm[i] = batch.wants_depth ? depth.depth_mm : none;
  store(out.depth_point_mm, i, depth.point_mm, depth.has_point);
}

bool is_valid(const Batch& batch) {
  for (size_t i = 0; i < batch.count; ++i) {
    Pose X_AB;
    if (batch.pairs[2 * i] >= batch.meshes.size() || batch.pairs[2 * i + 1] >= batch.meshes.size()) return false;
    if (!pose_from_quaternion(batch.poses_mm + 7 * i, batch.poses_mm + 7 * i + 3, &X_AB)) return false;
  }
  return batch.count < std::numeric_limits<uint32_t>::max() && batch.max_clearance_mm >= 0 && batch.depth_floor_mm >= 0;
}

bool is_valid(const MotionBatch& batch) {
  for (size_t i = 0; i < batch.middle.count; ++i) {
    const double* s = batch.screws + screw_width * i;
    for (size_t k = 0; k < screw_width; ++k) {
      if (!std::isfinite(s[k])) return false;
    }
    const double length_sq = s[3] * s[3] + s[4] * s[4] + s[5] * s[5];
    if (!(std::fabs(length_sq - 1) < 1e-6) || s[6] < 0 || s[7] < 0 || s[8] < 0) return false;
  }
  return is_valid(batch.middle);
}

/** Calls answer(i, X_AB, warm, scratch) for every entry, in runs of one pair, on several threads. */
template <class Answer>
Status run_batch(const Batch& batch, size_t thread_count, const std::atomic<bool>& is_cancelled, const Answer& answer) {
  std::atomic<bool> is_out_of_memory{false};
  std::atomic<size_t> next{0};
  try {
    const std::vector<uint32_t> order = group_by_pair(batch);
    const std::vector<Run> runs = cut_runs(batch, order);
    const auto work = [&]() {
      try {
        Scratch scratch;
        for (size_t r = next++; r < runs.size(); r = next++) {
          WarmStart warm;
          warm.run = {batch.poses_mm, order.data() + runs[r].begin, runs[r].end - runs[r].begin};
          for (size_t k = runs[r].begin; k < runs[r].end; ++k) {
            if (is_cancelled || is_out_of_memory) return;
            const size_t i = order[k];
            Pose X_AB;
            pose_from_quaternion(batch.poses_mm + 7 * i, batch.poses_mm + 7 * i + 3, &X_AB);
            answer(i, X_AB, &warm, &scratch);
          }
        }
      } catch (const std::bad_alloc&) {
        is_out_of_memory = true;
      }
    };
    const size_t wanted = std::max<size_t>(1, std::min({thread_count, runs.size(), size_t{64}}));
    std::vector<std::thread> threads;
    threads.reserve(wanted);
    try {
      for (size_t t = 1; t < wanted; ++t) threads.emplace_back(work);
    } catch (const std::exception&) {
      // Fewer threads than asked for: the others do the work.
    }
    work();
    for (std::thread& thread : threads) thread.join();
  } catch (const std::bad_alloc&) {
    return Status::out_of_memory;
  }
  if (is_out_of_memory) return Status::out_of_memory;
  return is_cancelled ? Status::cancelled : Status::ok;
}

}  // namespace

Status classify_batch(const Batch& batch, size_t thread_count, const std::atomic<bool>& is_cancelled,
                      const BatchAnswers& answers) {
  if (!is_valid(batch)) return Status::bad_argument;
  return run_batch(batch, thread_count, is_cancelled,
                   [&batch, &answers](size_t i, const Pose& X_AB, WarmStart* warm, Scratch* scratch) {
                     answer_one(batch, i, X_AB, warm, scratch, answers);
                   });
}

Status judge_batch(const MotionBatch& batch, size_t thread_count, const std::atomic<bool>& is_cancelled, uint8_t* passage) {
  if (!is_valid(batch)) return Status::bad_argument;
  const Batch& middle = batch.middle;
  return run_batch(middle, thread_count, is_cancelled,
                   [&batch, &middle, passage](size_t i, const Pose& X_AB, WarmStart*, Scratch* scratch) {
                     const double* s = batch.screws + screw_width * i;
                     const ScrewMotion motion{{s[0], s[1], s[2]}, {s[3], s[4], s[5]}, s[6], s[7]};
                     const Mesh& a = *middle.meshes[middle.pairs[2 * i]];
                     const Mesh& b = *middle.meshes[middle.pairs[2 * i + 1]];
                     passage[i] = static_cast<uint8_t>(judge_passage(a, b, X_AB, motion, s[8], scratch));
                   });
}

}  // namespace mechtrial
