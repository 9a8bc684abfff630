#include "core/triangle.h"

#include <algorithm>
#include <utility>

namespace mechtrial {

namespace {

double clamp01(double t) { return t < 0 ? 0 : (t > 1 ? 1 : t); }

Vec3 closest_on_segment(const Vec3& p, const Vec3& a, const Vec3& b, double* t) {
  const Vec3 ab = b - a;
  const double length_sq = norm_sq(ab);
  *t = length_sq > 0 ? clamp01(dot(p - a, ab) / length_sq) : 0;
  return a + *t * ab;
}

/** Closest point on the outline: the way out where the face projection is ill-conditioned. */
PointOnTriangle closest_on_outline(const Vec3& p, const Triangle& t) {
  const Vec3 corner[3] = {t.a, t.b, t.c};
  PointOnTriangle best;
  best.distance_sq = HUGE_VAL;
  for (int k = 0; k < 3; ++k) {
    double s = 0;
    const Vec3 q = closest_on_segment(p, corner[k], corner[(k + 1) % 3], &s);
    const double d = norm_sq(p - q);
    if (d < best.distance_sq) {
      const int feature = s <= 0 ? 4 + k : (s >= 1 ? 4 + (k + 1) % 3 : 1 + k);
      best = {q, d, static_cast<Feature>(feature)};
    }
  }
  return best;
}

/** Where the plane cuts a triangle: the two edges that leave the corner standing alone on its side. */
struct PlaneCut {
  Vec3 p, q;
  int p_edge, q_edge;
};
PlaneCut cut_by_plane(const Triangle& t, const double d[3]) {
  const Vec3 corner[3] = {t.a, t.b, t.c};
  int alone = 0;
  for (int k = 0; k < 3; ++k) {
    const bool side = d[k] >= 0;
    if (side != (d[(k + 1) % 3] >= 0) && side != (d[(k + 2) % 3] >= 0)) alone = k;
  }
  const int i = (alone + 1) % 3, j = (alone + 2) % 3;
  return {lerp(corner[alone], corner[i], d[alone] / (d[alone] - d[i])),
          lerp(corner[alone], corner[j], d[alone] / (d[alone] - d[j])), alone, j};
}

}  // namespace

bool pose_from_quaternion(const double position_mm[3], const double quaternion[4], Pose* out) {
  double x = quaternion[0], y = quaternion[1], z = quaternion[2], w = quaternion[3];
  const double length = std::sqrt(x * x + y * y + z * z + w * w);
  if (!(length > 1e-6) || !std::isfinite(length)) return false;
  if (!std::isfinite(position_mm[0]) || !std::isfinite(position_mm[1]) || !std::isfinite(position_mm[2])) return false;
  x /= length, y /= length, z /= length, w /= length;
  out->rotation.r0 = {1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)};
  out->rotation.r1 = {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)};
  out->rotation.r2 = {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)};
  out->translation_mm = {position_mm[0], position_mm[1], position_mm[2]};
  return true;
}

// Voronoi regions of a triangle as in Ericson, Real-Time Collision Detection (2005), §5.1.5, with the barycentric
// coordinates taken from cross products, which keep their sign on slivers; needles below 1e-10 rad go to the outline.
PointOnTriangle closest_on_triangle(const Vec3& p, const Triangle& t) {
  const Vec3 ab = t.b - t.a, ac = t.c - t.a, ap = p - t.a;
  const double d1 = dot(ab, ap), d2 = dot(ac, ap);
  if (d1 <= 0 && d2 <= 0) return {t.a, norm_sq(ap), Feature::corner0};
  const Vec3 bp = p - t.b;
  const double d3 = dot(ab, bp), d4 = dot(ac, bp);
  if (d3 >= 0 && d4 <= d3) return {t.b, norm_sq(bp), Feature::corner1};
  const Vec3 cp = p - t.c;
  const double d5 = dot(ab, cp), d6 = dot(ac, cp);
  if (d6 >= 0 && d5 <= d6) return {t.c, norm_sq(cp), Feature::corner2};
  const Vec3 n = cross(ab, ac);
  const double va = dot(n, cross(bp, cp)), vb = dot(n, cross(cp, ap)), vc = dot(n, cross(ap, bp));
  const double sum = norm_sq(n);
  if (!(va > 0 && vb > 0 && vc > 0) || !(sum > 1e-20 * norm_sq(ab) * norm_sq(ac))) return closest_on_outline(p, t);
  const double v = vb / (va + vb + vc), w = vc / (va + vb + vc);
  const Vec3 q = t.a + v * ab + w * ac;
  return {q, norm_sq(p - q), Feature::face};
}

// n = d₁×d₂, s = (r×d₂)·n/|n|², t = (r×d₁)·n/|n|² with r = q₀ − p₀. The cross product keeps its relative accuracy for
// nearly parallel segments, where |d₁|²|d₂|² − (d₁·d₂)² has lost all digits below an angle of 1e-8.
double segment_distance_sq(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1, Vec3* on_p, Vec3* on_q) {
  const Vec3 d1 = p1 - p0, d2 = q1 - q0, r = q0 - p0;
  const double a = norm_sq(d1), e = norm_sq(d2);
  double s = 0, t = 0;
  if (a <= 0 || e <= 0) {
    if (e > 0) t = clamp01(-dot(r, d2) / e);
    if (a > 0) s = clamp01(dot(r, d1) / a);
  } else {
    const Vec3 n = cross(d1, d2);
    const double nn = norm_sq(n), b = dot(d1, d2);
    if (nn > 1e-28 * a * e) s = clamp01(dot(cross(r, d2), n) / nn);
    t = (b * s - dot(r, d2)) / e;
    if (t < 0 || t > 1) {
      t = clamp01(t);
      s = clamp01((b * t + dot(r, d1)) / a);
    }
  }
  *on_p = p0 + s * d1;
  *on_q = q0 + t * d2;
  return norm_sq(*on_q - *on_p);
}

Heights heights_over(const Vec3& unit_normal, const Vec3& origin, const Triangle& t) {
  Heights h;
  h.corner[0] = dot(unit_normal, t.a - origin);
  h.corner[1] = dot(unit_normal, t.b - origin);
  h.corner[2] = dot(unit_normal, t.c - origin);
  h.low = std::min({h.corner[0], h.corner[1], h.corner[2]});
  h.high = std::max({h.corner[0], h.corner[1], h.corner[2]});
  return h;
}

TriangleCut cut_straddling(const Triangle& s, const Triangle& t, const Vec3& normal_s, const Vec3& normal_t,
                           const Heights& s_over_t, const Heights& t_over_s, double eps_mm) {
  TriangleCut cut;
  if (!(t_over_s.high > 0 && t_over_s.low < 0 && s_over_t.high > 0 && s_over_t.low < 0)) return cut;
  const Vec3 line = normalized(cross(normal_s, normal_t));
  PlaneCut on_s = cut_by_plane(s, s_over_t.corner), on_t = cut_by_plane(t, t_over_s.corner);
  const Vec3 origin = s.a;
  double s0 = dot(line, on_s.p - origin), s1 = dot(line, on_s.q - origin);
  double t0 = dot(line, on_t.p - origin), t1 = dot(line, on_t.q - origin);
  if (s0 > s1) std::swap(s0, s1), std::swap(on_s.p, on_s.q), std::swap(on_s.p_edge, on_s.q_edge);
  if (t0 > t1) std::swap(t0, t1), std::swap(on_t.p, on_t.q), std::swap(on_t.p_edge, on_t.q_edge);
  const double overlap = std::min(s1, t1) - std::max(s0, t0);
  if (!(overlap >= 0)) return cut;
  cut.intersects = true;
  cut.from = s0 >= t0 ? on_s.p : on_t.p;
  cut.to = s1 <= t1 ? on_s.q : on_t.q;
  cut.from_edge = s0 >= t0 ? on_s.p_edge : 3 + on_t.p_edge;
  cut.to_edge = s1 <= t1 ? on_s.q_edge : 3 + on_t.q_edge;
  cut.crosses = overlap > eps_mm && t_over_s.high > eps_mm && t_over_s.low < -eps_mm && s_over_t.high > eps_mm &&
                s_over_t.low < -eps_mm;
  return cut;
}

TriangleCut cut_triangles(const Triangle& s, const Triangle& t, double eps_mm) {
  const Vec3 ns = normalized(cross(s.b - s.a, s.c - s.a));
  const Heights t_over_s = heights_over(ns, s.a, t);
  if (!(t_over_s.high > 0 && t_over_s.low < 0)) return {};
  const Vec3 nt = normalized(cross(t.b - t.a, t.c - t.a));
  return cut_straddling(s, t, ns, nt, heights_over(nt, t.a, s), t_over_s, eps_mm);
}

double triangle_distance_sq(const Triangle& s, const Triangle& t, Vec3* on_s, Vec3* on_t) {
  const Vec3 sv[3] = {s.a, s.b, s.c}, tv[3] = {t.a, t.b, t.c};
  double best = HUGE_VAL;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      Vec3 p, q;
      const double d = segment_distance_sq(sv[i], sv[(i + 1) % 3], tv[j], tv[(j + 1) % 3], &p, &q);
      if (d < best) best = d, *on_s = p, *on_t = q;
    }
  }
  for (int i = 0; i < 3; ++i) {
    const PointOnTriangle q = closest_on_triangle(sv[i], t);
    if (q.distance_sq < best) best = q.distance_sq, *on_s = sv[i], *on_t = q.point;
    const PointOnTriangle p = closest_on_triangle(tv[i], s);
    if (p.distance_sq < best) best = p.distance_sq, *on_s = p.point, *on_t = tv[i];
  }
  if (best > 0) {
    const TriangleCut cut = cut_triangles(s, t, 0);
    if (cut.intersects) best = 0, *on_s = cut.from, *on_t = cut.from;
  }
  return best;
}

}  // namespace mechtrial
