#include "core/passage.h"

#include <cmath>

#include "runner.h"
#include "shapes.h"

using namespace mechtrial;
using namespace mechtrial_test;

namespace {

constexpr double reach_mm = 0.05;

Passage judge(const MeshPtr& a, const MeshPtr& b, const Pose& X_AB, const ScrewMotion& motion) {
  Scratch scratch;
  return judge_passage(*a, *b, X_AB, motion, reach_mm, &scratch);
}

ScrewMotion slide(const Vec3& axis, double travel) { return {{}, axis, 0, travel}; }
ScrewMotion turn(const Vec3& point, double angle) { return {point, {0, 0, 1}, angle, 0}; }

}  // namespace

TEST(a_blade_that_starts_and_ends_clear_of_a_plate_is_not_free_to_pass_it) {
  const MeshPtr plate = box({-10, -10, -0.5}, {10, 10, 0.5}), blade = box({-5, -5, -0.1}, {5, 5, 0.1});
  // the middle pose is 5 mm above; 4 mm either way stays clear, 6 mm does not
  CHECK(judge(plate, blade, translation(0, 0, 5), slide({0, 0, 1}, 4)) == Passage::free);
  CHECK(judge(plate, blade, translation(0, 0, 5), slide({0, 0, 1}, 6)) == Passage::open);
  // along the plate nothing comes nearer
  CHECK(judge(plate, blade, translation(0, 0, 5), slide({1, 0, 0}, 100)) == Passage::free);
}

TEST(sliding_contact_stays_close_however_far_it_slides) {
  const MeshPtr rail = box({-100, -5, -1}, {100, 5, 0}), slider = box({-4, -4, 0}, {4, 4, 8});
  CHECK(judge(rail, slider, translation(0, 0, 0), slide({1, 0, 0}, 50)) == Passage::close);
  CHECK(judge(rail, slider, translation(0, 0, 0.01), slide({1, 0, 0}, 50)) == Passage::free);
  CHECK(judge(rail, slider, translation(0, 0, 0), slide({0, 0, 1}, 1)) == Passage::open);
}

TEST(a_pin_turning_in_its_hole_is_close_and_a_lug_far_from_the_axis_decides) {
  const MeshPtr hole = build(tube_soup(8, 5, -2, 2, 96)), pin = build(tube_soup(4.97, 0, -3, 3, 96));
  CHECK(judge(hole, pin, translation(0, 0, 0), turn({}, 0.05)) != Passage::open);
  Soup with_lug = tube_soup(4.97, 0, -3, 3, 96);
  with_lug.add(box_soup({30, -1, -1}, {34, 1, 1}));
  Soup with_tab = tube_soup(8, 5, -2, 2, 96);
  with_tab.add(box_soup({31, 4, -1}, {33, 5, 1}));
  // the lug is 3 mm from the tab: 0.05 rad is 1.7 mm there, 0.15 rad is 5.1 mm
  CHECK(judge(build(with_tab), build(with_lug), translation(0, 0, 0), turn({}, 0.05)) != Passage::open);
  CHECK(judge(build(with_tab), build(with_lug), translation(0, 0, 0), turn({}, 0.15)) == Passage::open);
}

TEST(free_means_that_no_pose_on_the_way_touches) {
  const MeshPtr ball = build(sphere_soup(3, 2)), bar = box({-4, -0.5, -0.5}, {4, 0.5, 0.5});
  Random random(11);
  int free_count = 0;
  for (int k = 0; k < 400; ++k) {
    const Pose X = rotation(random.in_cube(1), random.uniform(0, 3), random.in_cube(9));
    const ScrewMotion motion{random.in_cube(5), normalized(random.in_cube(1)), random.uniform(0, 0.5), random.uniform(0, 1)};
    if (judge(ball, bar, X, motion) != Passage::free) continue;
    ++free_count;
    for (int step = -8; step <= 8; ++step) {
      const double f = step / 8.0;
      Pose move = rotation(motion.axis, f * motion.angle_rad);
      move.translation_mm = motion.point_mm - move.rotation * motion.point_mm + (f * motion.travel_mm) * motion.axis;
      const Mat3& m = move.rotation;
      const Mat3& r = X.rotation;
      Pose moved;
      moved.rotation = {{dot(m.r0, {r.r0.x, r.r1.x, r.r2.x}), dot(m.r0, {r.r0.y, r.r1.y, r.r2.y}), dot(m.r0, {r.r0.z, r.r1.z, r.r2.z})},
                        {dot(m.r1, {r.r0.x, r.r1.x, r.r2.x}), dot(m.r1, {r.r0.y, r.r1.y, r.r2.y}), dot(m.r1, {r.r0.z, r.r1.z, r.r2.z})},
                        {dot(m.r2, {r.r0.x, r.r1.x, r.r2.x}), dot(m.r2, {r.r0.y, r.r1.y, r.r2.y}), dot(m.r2, {r.r0.z, r.r1.z, r.r2.z})}};
      moved.translation_mm = apply(move, X.translation_mm);
      const PairState state = classify(ball, bar, moved).state;
      // one contained in the other meets no surface either
      CHECK(state == PairState::apart || state == PairState::contained);
    }
  }
  CHECK(free_count > 100);
}
