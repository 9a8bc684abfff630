#include "core/depth.h"

#include <limits>

#include "runner.h"
#include "shapes.h"

using namespace mechtrial;
using namespace mechtrial_test;

// r₁ + r₂ − d; the octasphere of 8·4⁵ triangles is 0.6 µm per mm of radius inside the sphere between vertices, and 2 % is
// what the audit promises.
TEST(depth_of_spheres) {
  const MeshPtr a = build(sphere_soup(10, 5)), b = build(sphere_soup(6, 5));
  for (const double depth : {0.05, 0.3, 1.0, 3.0}) {
    const Vec3 u = normalized({1, 0.3, -0.2});
    const Vec3 t = (16 - depth) * u;
    CHECK_NEAR(depth_mm(a, b, rotation({1, 1, 0}, 0.4, t)), depth, 0.02 * depth + 0.012);  // facets: 12 µm
    CHECK_NEAR(depth_mm(a, b, translation(16 - depth, 0, 0)), depth, 0.02 * depth);
  }
}

// Corner, edge and face into a face: the depth is how far the lowest point went in.
TEST(depth_of_rotated_boxes) {
  const MeshPtr a = box({-20, -20, -20}, {20, 20, 0}), b = box({-5, -5, -5}, {5, 5, 5});
  for (const double depth : {0.01, 0.05, 0.5, 2.0}) {
    CHECK_NEAR(depth_mm(a, b, translation(1, 2, 5 - depth)), depth, 0.02 * depth);
    CHECK_NEAR(depth_mm(a, b, rotation({1, 0, 0}, M_PI / 4, {1, 2, 5 * std::sqrt(2.0) - depth})), depth, 0.02 * depth);
    const Pose corner = rotation({1, -1, 0}, std::atan(std::sqrt(2.0)), {1, 2, 5 * std::sqrt(3.0) - depth});
    CHECK_NEAR(depth_mm(a, b, corner), depth, 0.02 * depth);
    CHECK_NEAR(depth_mm(b, a, inverse(corner)), depth, 0.02 * depth);
  }
}

// Pin r = 5 in a hole r = 5.05, moved aside by 0.1: it goes 0.05 into the wall (facets of 720 segments: 5e-5).
TEST(depth_of_a_pin_in_a_hole) {
  const MeshPtr plate = build(tube_soup(20, 5.05, 0, 10, 720)), pin = build(tube_soup(5, 0, -2, 12, 720));
  CHECK_NEAR(depth_mm(plate, pin, translation(0.1, 0, 0)), 0.05, 0.001);
  CHECK(classify(plate, pin, translation(0.1, 0, 0)).state == PairState::crossing);
  CHECK(classify(plate, pin, Pose{}).state == PairState::apart);
}

// Two roof ridges crossing at right angles: no vertex is inside. Each ridge is depth/√2 from the other's faces.
TEST(depth_of_crossing_edges) {
  const Pose up = rotation({1, 0, 0}, M_PI / 4);
  for (const double depth : {0.05, 0.5}) {
    // Both bars stand on an edge; B is turned by 90° about z and set on A's ridge.
    const Pose pose = rotation({0, 0, 1}, M_PI / 2, {0.3, 0.4, 10 * std::sqrt(2.0) - depth});
    Soup turned = box_soup({-20, -5, -5}, {20, 5, 5});
    for (size_t i = 0; i < turned.coordinates.size(); i += 3) {
      const Vec3 p = apply(up, {turned.coordinates[i], turned.coordinates[i + 1], turned.coordinates[i + 2]});
      turned.coordinates[i] = p.x, turned.coordinates[i + 1] = p.y, turned.coordinates[i + 2] = p.z;
    }
    const MeshPtr roof = build(turned);
    CHECK_NEAR(depth_mm(roof, roof, pose), depth / std::sqrt(2.0), 0.02 * depth);
  }
}

// Inner points count with the depth in their own solid: half the width of coinciding boxes.
TEST(coincident_surfaces_do_not_hide_an_overlap) {
  const MeshPtr a = box({0, 0, 0}, {10, 10, 10});
  CHECK_NEAR(depth_mm(a, a, Pose{}), 10.0 / 3, 1e-9);  // halfway below a centroid: (10/3, 10/3, 5)
  CHECK(depth_mm(a, a, translation(5, 0, 0)) > 3);
  CHECK(depth_mm(a, a, translation(0.01, 0.01, 0.01)) > 3);
  CHECK_NEAR(depth_mm(a, a, translation(10, 0, 0)), 0, 1e-9);
  CHECK_NEAR(depth_mm(a, a, translation(10, 10, 0)), 0, 1e-9);
  const MeshPtr pin = build(tube_soup(5, 0, 0, 10, 64));
  CHECK(depth_mm(pin, pin, Pose{}) > 3);
  CHECK_NEAR(depth_mm(build(tube_soup(20, 5, 0, 10, 64)), pin, Pose{}), 0, 1e-9);  // fits exactly
}

// The faces of B are 10 deep in A; its inner points lie deeper but count with 10/3.
TEST(depth_of_a_contained_solid) {
  const MeshPtr a = box({0, 0, 0}, {30, 30, 30}), b = box({10, 10, 10}, {20, 20, 20});
  CHECK_NEAR(depth_mm(a, b, Pose{}), 10, 1e-9);
  CHECK_NEAR(depth_mm(b, a, Pose{}), 10, 1e-9);
}

TEST(depth_never_exceeds_the_separating_translation) {
  Random random(6);
  const MeshPtr a = box({-5, -4, -3}, {5, 4, 3});
  for (int i = 0; i < 100; ++i) {
    const Pose pose = rotation({0, 0, 1}, random.uniform(0, 3), {random.uniform(-9, 9), random.uniform(-9, 9), 0});
    // Moving B up by 6 always separates the two slabs.
    CHECK(depth_mm(a, a, pose) <= 6 + 1e-9);
  }
}

// `touches` makes the search read every sample by boxes and bounds instead of following the cuts.
TEST(following_the_cuts_finds_the_same_depth) {
  Random random(8);
  const MeshPtr shapes[4] = {build(sphere_soup(3, 3)), build(tube_soup(4, 2, -1, 1, 32)), box({-3, -2, -1}, {3, 2, 1}),
                             build(tube_soup(1.5, 0, -6, 6, 24))};
  int compared = 0;
  for (int i = 0; i < 600; ++i) {
    const MeshPtr &a = shapes[i % 4], &b = shapes[(i / 4) % 4];
    const Pose pose = i % 3 == 0 ? translation(random.uniform(-4, 4), random.uniform(-4, 4), random.uniform(-2, 2))
                                 : rotation(random.in_cube(1), random.uniform(0, 3), random.in_cube(4));
    WarmStart warm;
    Scratch scratch;
    const Proximity found = classify_pair(*a, *b, pose, 0, true, &warm, &scratch);
    if (found.state != PairState::crossing) continue;
    Contact everything = found.contact;
    everything.touches = true;
    const double all = measure_depth(*a, *b, pose, everything, 0, &scratch).depth_mm;
    CHECK_NEAR(measure_depth(*a, *b, pose, found.contact, 0, &scratch).depth_mm, all, 1e-9);
    ++compared;
  }
  CHECK(compared > 200);
}

TEST(open_meshes_have_no_depth) {
  Soup s = tube_soup(10, 0, 0, 5, 32);
  s.indices.resize(s.indices.size() - 3 * 32);
  const MeshPtr open = build(s), solid = box({-1, -1, -1}, {1, 1, 1});
  CHECK(std::isnan(depth_mm(open, open, translation(1, 0, 0))));
  CHECK(classify(open, solid, translation(0, 0, 2)).state == PairState::apart);
}
