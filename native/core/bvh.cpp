#include "core/bvh.h"

#include <algorithm>
#include <numeric>

namespace mechtrial {

namespace {

constexpr uint32_t leaf_size = 1;
constexpr int deepest_mean_split = 48;  // deeper nodes split at the median, which bounds the depth by log2 n more

struct Moments {
  double area = 0;
  Vec3 first;
  double xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0;
};

/** Adds ∫x and ∫xᵢxⱼ over a triangle: area·s/3 and area/12·(Σ vᵢvⱼ + sᵢsⱼ), s = a+b+c. */
void add_moments(const Triangle& t, const Vec3& o, Moments* m) {
  const Vec3 a = t.a - o, b = t.b - o, c = t.c - o, s = a + b + c;
  const double area = 0.5 * norm(cross(b - a, c - a)), w = area / 12;
  m->area += area;
  m->first = m->first + (area / 3) * s;
  m->xx += w * (a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x);
  m->yy += w * (a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y);
  m->zz += w * (a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z);
  m->xy += w * (a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y);
  m->yz += w * (a.y * a.z + b.y * b.z + c.y * c.z + s.y * s.z);
  m->zx += w * (a.z * a.x + b.z * b.x + c.z * c.x + s.z * s.x);
}

/** Eigenvectors of a symmetric 3×3 matrix as rows, by cyclic Jacobi rotations. */
Mat3 principal_axes(double m[3][3]) {
  double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int sweep = 0; sweep < 12; ++sweep) {
    const double off = m[0][1] * m[0][1] + m[0][2] * m[0][2] + m[1][2] * m[1][2];
    const double diagonal = m[0][0] * m[0][0] + m[1][1] * m[1][1] + m[2][2] * m[2][2];
    if (off <= 1e-30 * diagonal) break;
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (m[p][q] == 0) continue;
        const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
        const double t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (int k = 0; k < 3; ++k) {
          const double kp = m[k][p], kq = m[k][q];
          m[k][p] = c * kp - s * kq, m[k][q] = s * kp + c * kq;
        }
        for (int k = 0; k < 3; ++k) {
          const double pk = m[p][k], qk = m[q][k];
          m[p][k] = c * pk - s * qk, m[q][k] = s * pk + c * qk;
          const double vp = v[p][k], vq = v[q][k];
          v[p][k] = c * vp - s * vq, v[q][k] = s * vp + c * vq;
        }
      }
    }
  }
  const Vec3 x = normalized({v[0][0], v[0][1], v[0][2]});
  Vec3 y{v[1][0], v[1][1], v[1][2]};
  y = normalized(y - dot(x, y) * x);
  if (!(norm_sq(x) > 0.5) || !(norm_sq(y) > 0.5)) return {};
  return {x, y, cross(x, y)};
}

/** Tightest box with the given axes around the triangles. */
Box fit_box(const Mat3& axes, const std::vector<Triangle>& triangles, const uint32_t* begin, const uint32_t* end,
            double pad_mm) {
  Vec3 low{HUGE_VAL, HUGE_VAL, HUGE_VAL}, high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  for (const uint32_t* i = begin; i != end; ++i) {
    const Vec3 corner[3] = {triangles[*i].a, triangles[*i].b, triangles[*i].c};
    for (const Vec3& v : corner) {
      const Vec3 q = axes * v;
      low = {std::min(low.x, q.x), std::min(low.y, q.y), std::min(low.z, q.z)};
      high = {std::max(high.x, q.x), std::max(high.y, q.y), std::max(high.z, q.z)};
    }
  }
  const Vec3 pad{pad_mm, pad_mm, pad_mm};
  return {transpose_times(axes, 0.5 * (low + high)), 0.5 * (high - low) + pad, axes};
}

double surface(const Box& b) {
  return b.half_mm.x * b.half_mm.y + b.half_mm.y * b.half_mm.z + b.half_mm.z * b.half_mm.x;
}

/** Box along the principal axes, or the aligned one where that is smaller. */
Box oriented_box(const Box& aligned, const std::vector<Triangle>& triangles, const uint32_t* begin, const uint32_t* end,
                 double pad_mm) {
  Moments m;
  const Vec3 o = triangles[*begin].a;
  for (const uint32_t* i = begin; i != end; ++i) add_moments(triangles[*i], o, &m);
  if (!(m.area > 0)) return aligned;
  const Vec3 c = (1 / m.area) * m.first;
  double covariance[3][3] = {
      {m.xx - m.area * c.x * c.x, m.xy - m.area * c.x * c.y, m.zx - m.area * c.z * c.x},
      {m.xy - m.area * c.x * c.y, m.yy - m.area * c.y * c.y, m.yz - m.area * c.y * c.z},
      {m.zx - m.area * c.z * c.x, m.yz - m.area * c.y * c.z, m.zz - m.area * c.z * c.z},
  };
  const Box oriented = fit_box(principal_axes(covariance), triangles, begin, end, pad_mm);
  return surface(oriented) < surface(aligned) ? oriented : aligned;
}

/** Divides the range along the box's longest axis at the mean centroid, or in halves where that fails. */
uint32_t* split(const Box& box, const std::vector<Triangle>& triangles, uint32_t* begin, uint32_t* end, bool by_median) {
  const Vec3& h = box.half_mm;
  const Vec3 axis = h.x >= h.y && h.x >= h.z ? box.axes.r0 : (h.y >= h.z ? box.axes.r1 : box.axes.r2);
  const auto place = [&](uint32_t i) { return dot(axis, triangles[i].a + triangles[i].b + triangles[i].c); };
  if (!by_median) {
    double sum = 0;
    for (const uint32_t* i = begin; i != end; ++i) sum += place(*i);
    const double mean = sum / static_cast<double>(end - begin);
    uint32_t* middle = std::partition(begin, end, [&](uint32_t i) { return place(i) < mean; });
    if (middle != begin && middle != end) return middle;
  }
  uint32_t* middle = begin + (end - begin) / 2;
  std::nth_element(begin, middle, end, [&](uint32_t a, uint32_t b) {
    const double pa = place(a), pb = place(b);
    return pa != pb ? pa < pb : a < b;
  });
  return middle;
}

}  // namespace

Bvh build_bvh(const std::vector<Triangle>& triangles) {
  Bvh bvh;
  bvh.order.resize(triangles.size());
  std::iota(bvh.order.begin(), bvh.order.end(), 0u);
  if (triangles.empty()) return bvh;
  double largest = 0;
  for (const Triangle& t : triangles) {
    for (const Vec3& v : {t.a, t.b, t.c}) {
      largest = std::max({largest, std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
    }
  }
  const double pad_mm = 4e-15 * largest;
  struct Task {
    uint32_t node, begin, end;
    int depth;
  };
  bvh.nodes.reserve(2 * triangles.size());
  bvh.oriented.reserve(2 * triangles.size());
  bvh.nodes.resize(1);
  bvh.oriented.resize(1);
  std::vector<Task> stack{{0, 0, static_cast<uint32_t>(triangles.size()), 0}};
  while (!stack.empty()) {
    const Task task = stack.back();
    stack.pop_back();
    uint32_t* begin = bvh.order.data() + task.begin;
    uint32_t* end = bvh.order.data() + task.end;
    const Box aligned = fit_box(Mat3{}, triangles, begin, end, pad_mm);
    const Box box = oriented_box(aligned, triangles, begin, end, pad_mm);
    bvh.oriented[task.node] = {box, norm(box.half_mm)};
    AlignedNode node{aligned.center_mm, aligned.half_mm, task.begin, task.end - task.begin};
    if (node.count > leaf_size) {
      const uint32_t* middle = split(box, triangles, begin, end, task.depth > deepest_mean_split);
      const auto cut = static_cast<uint32_t>(middle - bvh.order.data());
      node.first = static_cast<uint32_t>(bvh.nodes.size());
      node.count = 0;
      bvh.nodes.resize(bvh.nodes.size() + 2);
      bvh.oriented.resize(bvh.nodes.size());
      stack.push_back({node.first, task.begin, cut, task.depth + 1});
      stack.push_back({node.first + 1, cut, task.end, task.depth + 1});
    }
    bvh.nodes[task.node] = node;
  }
  return bvh;
}

AlignedComparison::AlignedComparison(const Pose& pose) : X_AB(pose), R_BA(inverse(pose).rotation) {
  const auto absolute = [](const Vec3& v) { return Vec3{std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)}; };
  abs_AB = {absolute(pose.rotation.r0), absolute(pose.rotation.r1), absolute(pose.rotation.r2)};
  abs_BA = {absolute(R_BA.r0), absolute(R_BA.r1), absolute(R_BA.r2)};
  const auto is_axis = [](const Vec3& v) { return std::max({v.x, v.y, v.z}) == 1; };
  is_parallel = is_axis(abs_AB.r0) && is_axis(abs_AB.r1) && is_axis(abs_AB.r2);
}

namespace {

Vec3 clamped(const Vec3& q, const Vec3& h) {
  return {q.x < -h.x ? -h.x : (q.x > h.x ? h.x : q.x), q.y < -h.y ? -h.y : (q.y > h.y ? h.y : q.y),
          q.z < -h.z ? -h.z : (q.z > h.z ? h.z : q.z)};
}

Vec3 closest_in_box(const Box& box, const Vec3& p) {
  return box.center_mm + transpose_times(box.axes, clamped(box.axes * (p - box.center_mm), box.half_mm));
}

}  // namespace

double box_gap_projected(const Box& a, const Box& b, double enough_mm) {
  const Vec3 d = b.center_mm - a.center_mm;
  const Vec3 da = a.axes * d, db = b.axes * d;
  const Vec3 r0 = b.axes * a.axes.r0, r1 = b.axes * a.axes.r1, r2 = b.axes * a.axes.r2;  // rᵢⱼ = aᵢ·bⱼ
  const Vec3 m0{std::fabs(r0.x), std::fabs(r0.y), std::fabs(r0.z)}, m1{std::fabs(r1.x), std::fabs(r1.y), std::fabs(r1.z)},
      m2{std::fabs(r2.x), std::fabs(r2.y), std::fabs(r2.z)};
  const Vec3 reach_a{dot(m0, b.half_mm), dot(m1, b.half_mm), dot(m2, b.half_mm)};
  const Vec3 reach_b = a.half_mm.x * m0 + a.half_mm.y * m1 + a.half_mm.z * m2;
  double gap = std::max({std::fabs(da.x) - a.half_mm.x - reach_a.x, std::fabs(da.y) - a.half_mm.y - reach_a.y,
                         std::fabs(da.z) - a.half_mm.z - reach_a.z, std::fabs(db.x) - b.half_mm.x - reach_b.x,
                         std::fabs(db.y) - b.half_mm.y - reach_b.y, std::fabs(db.z) - b.half_mm.z - reach_b.z});
  if (gap > enough_mm) return gap;
  Vec3 on_a = closest_in_box(a, b.center_mm), on_b = closest_in_box(b, on_a);
  for (int round = 0; round < 3; ++round) {
    on_a = closest_in_box(a, on_b);
    on_b = closest_in_box(b, on_a);
    const double apart = norm(on_b - on_a);
    if (!(apart > 1e-9) || apart <= gap) break;
    gap = std::max(gap, box_gap_along(a, b, (1 / apart) * (on_b - on_a)));
    if (gap > enough_mm || gap > 0.95 * apart) break;
  }
  return gap;
}

}  // namespace mechtrial
