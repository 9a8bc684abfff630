#include "core/mesh.h"

#include <cmath>
#include <limits>

#include "core/signed_distance.h"
#include "runner.h"
#include "shapes.h"

using namespace mechtrial;
using namespace mechtrial_test;

namespace {

Status status_of(const Soup& soup) {
  MeshPtr mesh;
  return create_mesh(soup.coordinates.data(), soup.coordinates.size() / 3, soup.indices.data(), soup.indices.size() / 3,
                     false, &mesh);
}

}  // namespace

TEST(bad_input_gives_a_status) {
  Soup s = box_soup({0, 0, 0}, {1, 1, 1});
  s.coordinates[4] = std::nan("");
  CHECK(status_of(s) == Status::not_finite);
  s.coordinates[4] = std::numeric_limits<double>::infinity();
  CHECK(status_of(s) == Status::not_finite);
  s.coordinates[4] = 1e8;
  CHECK(status_of(s) == Status::coordinate_out_of_range);
  s = box_soup({0, 0, 0}, {1, 1, 1});
  s.indices[7] = 8;
  CHECK(status_of(s) == Status::index_out_of_range);
  CHECK(status_of(Soup{}) == Status::empty_mesh);
  s.indices = {0, 0, 1, 2, 2, 2};
  CHECK(status_of(s) == Status::all_degenerate);
  s.indices = {0, 1, 2};
  s.coordinates = {0, 0, 0, 1, 1, 1, 2, 2, 2};
  CHECK(status_of(s) == Status::all_degenerate);
  const std::vector<uint32_t> many(3 * (max_triangle_count + 1), 0);
  const double origin[3] = {0, 0, 0};
  MeshPtr mesh;
  CHECK(create_mesh(origin, 1, many.data(), many.size() / 3, false, &mesh) == Status::too_many_triangles);
}

TEST(box_has_its_mass_properties) {
  const MeshPtr m = box({1, 2, 3}, {3, 5, 7});
  CHECK(m->report.is_watertight && m->report.component_count == 1);
  CHECK_NEAR(m->mass.volume_mm3, 24, 1e-12);
  CHECK_NEAR(m->mass.area_mm2, 2 * (6 + 12 + 8), 1e-12);
  CHECK_NEAR(m->mass.center_mm.z, 5, 1e-12);
  CHECK_NEAR(m->mass.inertia_mm5[0], 24 * (9 + 16) / 12.0, 1e-11);
  CHECK_NEAR(m->mass.inertia_mm5[4], 24 * (4 + 16) / 12.0, 1e-11);
  CHECK_NEAR(m->mass.inertia_mm5[1], 0, 1e-11);
}

TEST(inverted_and_unwelded_solids_are_mended) {
  Soup s = box_soup({0, 0, 0}, {1, 1, 1});
  s.flip();
  const MeshPtr turned = build(s);
  CHECK(turned->report.was_inverted && turned->report.is_watertight);
  CHECK_NEAR(turned->mass.volume_mm3, 1, 1e-12);
  Soup loose;  // every triangle with vertices of its own, as in STL
  s = box_soup({0, 0, 0}, {1, 1, 1});
  for (const uint32_t i : s.indices) {
    loose.coordinates.insert(loose.coordinates.end(), s.coordinates.begin() + 3 * i, s.coordinates.begin() + 3 * i + 3);
    loose.indices.push_back(static_cast<uint32_t>(loose.indices.size()));
  }
  for (double& x : loose.coordinates) x += 1e-6 * std::sin(1e3 * static_cast<double>(&x - loose.coordinates.data()));
  const MeshPtr welded = build(loose);
  CHECK(welded->report.was_welded && welded->report.is_watertight);
  CHECK(welded->report.open_edge_count_given == 36 && welded->report.open_edge_count == 0);
}

TEST(small_planar_loops_are_filled_and_reported) {
  Soup s = tube_soup(10, 0, 0, 5, 32);
  // A 3-edge hole in the cap's middle: drop three neighbouring fan triangles' worth of a small fan.
  Soup cap = sphere_soup(10, 4);
  cap.indices.erase(cap.indices.begin(), cap.indices.begin() + 3);
  const MeshPtr filled = build(cap);
  CHECK(filled->report.is_watertight && filled->report.filled_loops.size() == 1);
  CHECK(filled->report.filled_loops[0].edge_count == 3);
  s.indices.resize(s.indices.size() - 3 * 32);  // half of the tube is gone: no small planar loop
  const MeshPtr open = build(s);
  CHECK(!open->report.is_watertight && open->report.filled_loops.empty() && open->report.open_edge_count > 0);
}

// One edge of the box's top is split on one side only: a crack without area.
TEST(cracks_are_closed_by_needles_and_signs_stay_right) {
  Soup s = box_soup({0, 0, 0}, {10, 10, 10});
  s.coordinates.insert(s.coordinates.end(), {5, 0, 10});
  for (size_t t = 0; t < s.indices.size(); t += 3) {
    if (s.indices[t] == 4 && s.indices[t + 1] == 5 && s.indices[t + 2] == 7) {
      s.indices[t + 1] = 8;  // (4,8,7) and (8,5,7) instead of (4,5,7); the front keeps the edge 4–5 whole
      s.indices.insert(s.indices.end(), {8, 5, 7});
      break;
    }
  }
  const MeshPtr m = build(s);
  CHECK(m->report.is_watertight && m->report.filled_loops.size() == 1 && m->report.degenerate_triangle_count == 1);
  for (double x = 0.5; x < 10; x += 0.5) {
    CHECK(signed_distance(*m, {x, -1, 11}, 0).signed_mm > 0);
    CHECK(signed_distance(*m, {x, 1e-3, 9.999}, 0).signed_mm < 0);
    CHECK(signed_distance(*m, {x, -1e-3, 9.5}, 0).signed_mm > 0);
  }
}

TEST(signed_distance_matches_the_box) {
  const Vec3 half{3, 2, 1};
  const MeshPtr m = box({-3, -2, -1}, {3, 2, 1});
  Random random(4);
  uint32_t hint = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 p = random.in_cube(5);
    const Vec3 q{std::fabs(p.x) - half.x, std::fabs(p.y) - half.y, std::fabs(p.z) - half.z};
    const double outside = std::hypot(std::max(q.x, 0.0), std::max(q.y, 0.0), std::max(q.z, 0.0));
    const double expected = outside > 0 ? outside : std::max({q.x, q.y, q.z});
    const SurfacePoint s = signed_distance(*m, p, hint);
    hint = s.triangle;
    CHECK_NEAR(s.signed_mm, expected, 1e-12);
  }
}

// Two boxes that share an edge: four triangles meet in it and each pairs within its own box.
TEST(shared_edge_of_one_solid_keeps_inside_and_outside) {
  Soup s = box_soup({0, 0, 0}, {1, 1, 1});
  s.add(box_soup({1, 1, 0}, {2, 2, 1}));
  s.indices.push_back(0), s.indices.push_back(0), s.indices.push_back(0);  // forces nothing but a dropped triangle
  const MeshPtr m = build(s);
  CHECK(m->report.is_watertight);
  CHECK(is_inside(*m, {0.9, 0.9, 0.5}) && is_inside(*m, {1.1, 1.1, 0.5}));
  CHECK(!is_inside(*m, {0.9, 1.1, 0.5}) && !is_inside(*m, {1.1, 0.9, 0.5}));
}

TEST(surfaces_have_no_inside) {
  const Soup s = box_soup({0, 0, 0}, {10, 10, 10});
  MeshPtr m;
  CHECK(create_mesh(s.coordinates.data(), 8, s.indices.data(), 12, true, &m) == Status::ok);
  CHECK(!m->report.is_watertight && m->report.open_edge_count == 0 && !is_inside(*m, {5, 5, 5}));
}

TEST(cavity_is_outside) {
  Soup s = box_soup({0, 0, 0}, {10, 10, 10}), cavity = box_soup({2, 2, 2}, {8, 8, 8});
  cavity.flip();
  s.add(cavity);
  const MeshPtr m = build(s);
  CHECK(m->report.is_watertight && m->report.component_count == 2);
  CHECK_NEAR(m->mass.volume_mm3, 1000 - 216, 1e-9);
  CHECK(!is_inside(*m, {5, 5, 5}) && is_inside(*m, {1, 5, 5}) && !is_inside(*m, {-1, 5, 5}));
}
