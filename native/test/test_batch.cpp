#include "core/batch.h"

#include <cmath>
#include <cstring>
#include <limits>

#include "core/overlap.h"
#include "runner.h"
#include "shapes.h"

using namespace mechtrial;
using namespace mechtrial_test;

namespace {

struct Answers {
  std::vector<uint8_t> state;
  std::vector<double> depth, point, clearance, a, b;
  explicit Answers(size_t n) : state(n), depth(n), point(3 * n), clearance(n), a(3 * n), b(3 * n) {}
  BatchAnswers view() {
    return {state.data(), depth.data(), point.data(), clearance.data(), a.data(), b.data()};
  }
  bool operator==(const Answers& o) const {
    const auto same = [](const std::vector<double>& x, const std::vector<double>& y) {
      return x.size() == y.size() && std::memcmp(x.data(), y.data(), x.size() * sizeof(double)) == 0;
    };
    return state == o.state && same(depth, o.depth) && same(point, o.point) &&
           same(clearance, o.clearance) && same(a, o.a) && same(b, o.b);
  }
};

struct Workload {
  Batch batch;
  std::vector<uint32_t> pairs;
  std::vector<double> poses;
};

Workload random_case(size_t count) {
  Workload c;
  c.batch.meshes = {build(sphere_soup(3, 3)), build(tube_soup(4, 2, -1, 1, 32)), box({-3, -2, -1}, {3, 2, 1})};
  Random random(7);
  for (size_t i = 0; i < count; ++i) {
    c.pairs.push_back(static_cast<uint32_t>(random.bits() % 3));
    c.pairs.push_back(static_cast<uint32_t>(random.bits() % 3));
    const Vec3 t = random.in_cube(6), q = random.in_cube(1);
    c.poses.insert(c.poses.end(), {t.x, t.y, t.z, q.x, q.y, q.z, 0.5});
  }
  c.batch.count = count;
  c.batch.pairs = c.pairs.data();
  c.batch.poses_mm = c.poses.data();
  c.batch.max_clearance_mm = 1;
  c.batch.wants_depth = true;
  return c;
}

}  // namespace

TEST(answers_do_not_depend_on_the_thread_count) {
  const Workload c = random_case(600);
  const std::atomic<bool> is_cancelled{false};
  Answers one(600), three(600), many(600);
  CHECK(classify_batch(c.batch, 1, is_cancelled, one.view()) == Status::ok);
  CHECK(classify_batch(c.batch, 3, is_cancelled, three.view()) == Status::ok);
  CHECK(classify_batch(c.batch, 16, is_cancelled, many.view()) == Status::ok);
  CHECK(one == three);
  CHECK(one == many);
}

// A screw-like pin in a tight hole, shaken and turned a little: thousands of boxes overlap, so that the leaves near each other
// throughout the run are listed; a pose asked alone has no run.
TEST(answers_do_not_depend_on_the_poses_asked_with_them) {
  constexpr size_t count = 24;
  Workload c;
  c.batch.meshes = {build(tube_soup(12, 5, 0, 10, 90)), build(tube_soup(5, 0, -3, 12, 72))};
  Random random(9);
  for (size_t i = 0; i < count; ++i) {
    c.pairs.insert(c.pairs.end(), {0, 1});
    const Vec3 t = random.in_cube(0.3), q = i % 2 == 0 ? Vec3{} : random.in_cube(0.01);
    c.poses.insert(c.poses.end(), {t.x, t.y, t.z, q.x, q.y, q.z, 1});
  }
  c.batch.count = count, c.batch.pairs = c.pairs.data(), c.batch.poses_mm = c.poses.data();
  c.batch.max_clearance_mm = 1, c.batch.wants_depth = true;
  const std::atomic<bool> is_cancelled{false};
  Answers together(count), alone(count);
  CHECK(classify_batch(c.batch, 2, is_cancelled, together.view()) == Status::ok);
  for (size_t i = 0; i < count; ++i) {
    Batch one = c.batch;
    one.count = 1, one.poses_mm = c.poses.data() + 7 * i;
    const BatchAnswers all = alone.view();
    CHECK(classify_batch(one, 1, is_cancelled,
                         {all.state + i, all.depth_mm + i, all.depth_point_mm + 3 * i, all.clearance_mm + i,
                          all.closest_a_mm + 3 * i, all.closest_b_mm + 3 * i}) == Status::ok);
  }
  CHECK(together == alone);
}

TEST(cancelled_batches_say_so) {
  const Workload c = random_case(600);
  const std::atomic<bool> is_cancelled{true};
  Answers answers(600);
  CHECK(classify_batch(c.batch, 2, is_cancelled, answers.view()) == Status::cancelled);
}

TEST(bad_batches_are_refused) {
  Workload c = random_case(10);
  const std::atomic<bool> is_cancelled{false};
  Answers answers(10);
  c.pairs[3] = 3;
  CHECK(classify_batch(c.batch, 2, is_cancelled, answers.view()) == Status::bad_argument);
  c.pairs[3] = 0;
  c.poses[8] = std::nan("");
  CHECK(classify_batch(c.batch, 2, is_cancelled, answers.view()) == Status::bad_argument);
  c.poses[8] = 0;
  for (size_t k = 10; k < 14; ++k) c.poses[k] = 0;
  CHECK(classify_batch(c.batch, 2, is_cancelled, answers.view()) == Status::bad_argument);
  c = random_case(0);
  CHECK(classify_batch(c.batch, 2, is_cancelled, answers.view()) == Status::ok);
}

TEST(overlap_solids_are_unsupported_without_manifold) {
  const MeshPtr a = box({0, 0, 0}, {10, 10, 10});
  Overlap overlap;
  const Status status = overlap_solid(*a, *a, translation(5, 0, 0), &overlap);
  if (has_native_overlap()) {
    CHECK(status == Status::ok);
    CHECK_NEAR(overlap.volume_mm3, 500, 1e-6);
  } else {
    CHECK(status == Status::unsupported);
  }
}
