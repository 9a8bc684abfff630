#include "core/proximity.h"

#include <algorithm>

#include "runner.h"
#include "shapes.h"

using namespace mechtrial;
using namespace mechtrial_test;

namespace {

/** Smallest distance over all pairs of triangles. */
double brute_force_distance(const Mesh& a, const Mesh& b, const Pose& X_AB) {
  double best = HUGE_VAL;
  for (const Triangle& s : a.triangles) {
    for (const Triangle& t : b.triangles) {
      Vec3 p, q;
      best = std::min(best, triangle_distance_sq(s, {apply(X_AB, t.a), apply(X_AB, t.b), apply(X_AB, t.c)}, &p, &q));
    }
  }
  return std::sqrt(best);
}

}  // namespace

TEST(clearance_equals_all_pairs_of_triangles) {
  Random random(5);
  const MeshPtr shapes[3] = {build(sphere_soup(3, 2)), build(tube_soup(4, 2, -1, 1, 24)), box({-3, -2, -1}, {3, 2, 1})};
  for (int i = 0; i < 200; ++i) {
    const MeshPtr &a = shapes[i % 3], &b = shapes[(i / 3) % 3];
    const Pose pose = rotation(random.in_cube(1), random.uniform(0, 3), random.in_cube(9));
    const double expected = brute_force_distance(*a, *b, pose);
    const Proximity found = classify(a, b, pose, 100);
    if (found.state == PairState::apart) {
      CHECK_NEAR(found.clearance_mm, expected, 1e-10);
      CHECK_NEAR(norm(found.on_a_mm - found.on_b_mm), expected, 1e-10);
    } else if (found.state != PairState::contained) {
      CHECK(expected <= contact_eps_mm);
    }
    const Proximity limited = classify(a, b, pose, 1);
    CHECK(limited.state == found.state);
    if (found.state == PairState::apart) {
      CHECK(found.clearance_mm <= 1 ? limited.clearance_mm == found.clearance_mm : limited.clearance_mm == HUGE_VAL);
    }
    CHECK(classify(a, b, pose, 0).state == found.state);
  }
}

TEST(contact_without_overlap_is_touching) {
  const MeshPtr a = box({0, 0, 0}, {10, 10, 10});
  CHECK(classify(a, a, translation(10, 0, 0)).state == PairState::touching);         // face
  CHECK(classify(a, a, translation(10, 3, 2)).state == PairState::touching);         // part of a face
  CHECK(classify(a, a, translation(10, 10, 0)).state == PairState::touching);        // edge
  CHECK(classify(a, a, translation(10, 10, 10)).state == PairState::touching);       // corner
  CHECK(classify(a, a, translation(10 + 9e-6, 0, 0)).state == PairState::touching);  // within eps
  CHECK(classify(a, a, translation(10 + 2e-5, 0, 0)).state == PairState::apart);
}

TEST(overlap_is_never_apart) {
  const MeshPtr a = box({0, 0, 0}, {10, 10, 10});
  CHECK(classify(a, a, Pose{}).state == PairState::touching);  // identical: hidden, but never apart
  CHECK(classify(a, a, translation(5, 0, 0)).state == PairState::touching);
  CHECK(classify(a, a, translation(9.999, 1, 1)).state == PairState::crossing);   // 1 µm
  CHECK(classify(a, a, translation(9.99, 1, 1)).state == PairState::crossing);    // 10 µm
  CHECK(classify(a, box({2, 2, 2}, {3, 3, 3}), Pose{}).state == PairState::contained);
  CHECK(classify(box({2, 2, 2}, {3, 3, 3}), a, Pose{}).state == PairState::contained);
}

TEST(part_in_a_cavity_is_apart_and_two_levels_deep_is_contained) {
  Soup hollow = box_soup({0, 0, 0}, {10, 10, 10}), cavity = box_soup({2, 2, 2}, {8, 8, 8});
  cavity.flip();
  hollow.add(cavity);
  const MeshPtr shell = build(hollow);
  const MeshPtr part = box({3, 3, 3}, {7, 7, 7});
  const Proximity inside = classify(shell, part, Pose{}, 5);
  CHECK(inside.state == PairState::apart);
  CHECK_NEAR(inside.clearance_mm, 1, 1e-12);
  hollow.add(box_soup({4, 4, 4}, {6, 6, 6}));  // a lump of the same solid floating in its cavity
  const MeshPtr nested = build(hollow);
  CHECK(classify(nested, box({4.5, 4.5, 4.5}, {5.5, 5.5, 5.5}), Pose{}).state == PairState::contained);
  CHECK(classify(nested, box({-1, -1, -1}, {11, 11, 11}), Pose{}).state == PairState::contained);
  CHECK(classify(nested, box({3, 3, 3}, {7, 7, 3.5}), Pose{}).state == PairState::apart);
}

TEST(warm_start_does_not_change_answers) {
  const MeshPtr a = build(sphere_soup(3, 3)), b = build(tube_soup(4, 2, -1, 1, 32));
  WarmStart warm;
  Scratch scratch;
  for (int i = 0; i < 200; ++i) {
    const Pose pose = rotation({1, 2, 3}, 0.05 * i, {7.5 + std::sin(0.2 * i), 0, 0});
    const Proximity cold = classify(a, b, pose, 2);
    const Proximity hot = classify_pair(*a, *b, pose, 2, i % 2 == 0, &warm, &scratch);
    CHECK(hot.state == cold.state);
    if (cold.clearance_mm == HUGE_VAL) {
      CHECK(hot.clearance_mm == HUGE_VAL);
    } else {
      CHECK_NEAR(hot.clearance_mm, cold.clearance_mm, 1e-12);
    }
  }
}
