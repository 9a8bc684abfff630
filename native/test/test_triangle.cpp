#include "core/triangle.h"

#include <algorithm>

#include "runner.h"
#include "shapes.h"

using namespace mechtrial;
using mechtrial_test::Random;

namespace {

Vec3 barycentric(const Triangle& t, double u, double v) { return t.a + u * (t.b - t.a) + v * (t.c - t.a); }

/** Smallest distance over a grid of points of both triangles: an upper bound that closes in on the true distance. */
double sampled_distance(const Triangle& s, const Triangle& t, int n) {
  double best = HUGE_VAL;
  for (int i = 0; i <= n; ++i) {
    for (int j = 0; i + j <= n; ++j) {
      const Vec3 p = barycentric(s, double(i) / n, double(j) / n);
      best = std::min(best, std::sqrt(closest_on_triangle(p, t).distance_sq));
    }
  }
  return best;
}

Triangle random_triangle(Random* random, double flatness) {
  Triangle t{random->in_cube(1), random->in_cube(1), random->in_cube(1)};
  t.c = lerp(lerp(t.a, t.b, random->uniform(0, 1)), t.c, flatness);
  return t;
}

}  // namespace

// The sampled value can only be larger, by at most the sampling step (edge ≤ 3.5 over n = 40: 0.09).
TEST(triangle_distance_is_below_every_sample_and_near_the_best) {
  Random random(1);
  for (int i = 0; i < 300; ++i) {
    const Triangle s = random_triangle(&random, i % 3 == 0 ? 1e-4 : 1), t = random_triangle(&random, 1);
    Vec3 p, q;
    const double exact = std::sqrt(triangle_distance_sq(s, t, &p, &q));
    const double sampled = sampled_distance(s, t, 40);
    CHECK(exact <= sampled + 1e-12);
    CHECK(exact >= sampled - 0.09);
    CHECK_NEAR(norm(p - q), exact, 1e-12);
    CHECK_NEAR(closest_on_triangle(p, s).distance_sq, 0, 1e-20);
    CHECK_NEAR(closest_on_triangle(q, t).distance_sq, 0, 1e-20);
  }
}

TEST(triangle_distance_is_symmetric) {
  Random random(2);
  for (int i = 0; i < 500; ++i) {
    const Triangle s = random_triangle(&random, 1), t = random_triangle(&random, 1e-3);
    Vec3 p, q;
    CHECK_NEAR(triangle_distance_sq(s, t, &p, &q), triangle_distance_sq(t, s, &p, &q), 1e-12);
  }
}

// A pierced triangle has distance 0 although no vertex or edge of either is near the other's outline.
TEST(needle_piercing_a_face_has_distance_zero) {
  const Triangle face{{-10, -10, 0}, {10, -10, 0}, {0, 10, 0}};
  const Triangle needle{{0, 0, -5}, {1e-7, 0, -5}, {0, 0, 5}};
  Vec3 p, q;
  CHECK(triangle_distance_sq(face, needle, &p, &q) == 0);
  CHECK(!cut_triangles(face, needle, 1e-5).crosses);  // overlap along the line is 1e-7, below eps
}

TEST(crossing_needs_both_triangles_to_straddle_by_more_than_eps) {
  const Triangle face{{-10, -10, 0}, {10, -10, 0}, {0, 10, 0}};
  const auto dipping = [](double z) { return Triangle{{-1, 0, 5}, {1, 0, 5}, {0, 0, -z}}; };
  CHECK(cut_triangles(face, dipping(1e-3), 1e-5).crosses);
  CHECK(!cut_triangles(face, dipping(5e-6), 1e-5).crosses);
  CHECK(cut_triangles(face, dipping(5e-6), 1e-5).intersects);
  CHECK(!cut_triangles(face, dipping(0), 1e-5).intersects);
  CHECK(!cut_triangles(face, face, 1e-5).crosses);
}

// cos of 1e-9 rad off parallel: the common perpendicular is 1 long whatever the rounding.
TEST(nearly_parallel_segments_keep_their_distance) {
  for (const double tilt : {0.0, 1e-12, 1e-9, 1e-7, 1e-5, 1e-3}) {
    Vec3 p, q;
    const double d = segment_distance_sq({-50, 0, 0}, {50, 0, 0}, {-50, -50 * tilt, 1}, {50, 50 * tilt, 1}, &p, &q);
    CHECK_NEAR(d, 1, 1e-12);
  }
}

TEST(closest_point_on_slivers_stays_on_the_sliver) {
  Random random(3);
  for (int i = 0; i < 1000; ++i) {
    const double height = std::pow(10, random.uniform(-14, 0));
    const Triangle t{{0, 0, 0}, {100, 0, 0}, {random.uniform(0, 100), height, 0}};
    const Vec3 p{random.uniform(-10, 110), random.uniform(-1, 1), random.uniform(-1, 1)};
    const PointOnTriangle q = closest_on_triangle(p, t);
    CHECK(std::isfinite(q.distance_sq));
    CHECK(q.point.y >= -1e-12 && q.point.y <= height + 1e-12 && q.point.x >= -1e-12 && q.point.x <= 100 + 1e-12);
    const double outline = std::min(std::fabs(p.y), std::fabs(p.y - height));
    if (p.y <= 0 && p.x > 0 && p.x < 100) CHECK_NEAR(std::sqrt(q.distance_sq), std::hypot(outline, p.z), 1e-9);
  }
}
