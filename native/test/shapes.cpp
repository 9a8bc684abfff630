#include "shapes.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <utility>

#include "core/depth.h"

namespace mechtrial_test {

void Soup::add(const Soup& other) {
  const auto offset = static_cast<uint32_t>(coordinates.size() / 3);
  coordinates.insert(coordinates.end(), other.coordinates.begin(), other.coordinates.end());
  for (const uint32_t i : other.indices) indices.push_back(i + offset);
}

void Soup::flip() {
  for (size_t t = 0; t + 2 < indices.size(); t += 3) std::swap(indices[t + 1], indices[t + 2]);
}

Soup box_soup(const Vec3& l, const Vec3& h) {
  Soup s;
  for (int i = 0; i < 8; ++i) {
    s.coordinates.insert(s.coordinates.end(), {i & 1 ? h.x : l.x, i & 2 ? h.y : l.y, i & 4 ? h.z : l.z});
  }
  s.indices = {0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6, 0, 1, 5, 0, 5, 4, 2, 6, 7, 2, 7, 3, 0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5};
  return s;
}

Soup sphere_soup(double radius, int levels) {
  std::vector<Vec3> v = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  std::vector<uint32_t> t = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};
  for (int level = 0; level < levels; ++level) {
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> middle;
    const auto half = [&](uint32_t a, uint32_t b) {
      const std::pair<uint32_t, uint32_t> key{std::min(a, b), std::max(a, b)};
      const auto found = middle.find(key);
      if (found != middle.end()) return found->second;
      v.push_back(mechtrial::normalized(v[a] + v[b]));
      return middle[key] = static_cast<uint32_t>(v.size() - 1);
    };
    std::vector<uint32_t> finer;
    for (size_t i = 0; i < t.size(); i += 3) {
      const uint32_t a = t[i], b = t[i + 1], c = t[i + 2];
      const uint32_t ab = half(a, b), bc = half(b, c), ca = half(c, a);
      finer.insert(finer.end(), {a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca});
    }
    t = std::move(finer);
  }
  Soup s;
  for (const Vec3& p : v) s.coordinates.insert(s.coordinates.end(), {radius * p.x, radius * p.y, radius * p.z});
  s.indices = std::move(t);
  return s;
}

Soup tube_soup(double outer, double inner, double z0, double z1, int segments) {
  Soup s;
  const auto n = static_cast<uint32_t>(segments);
  const auto ring = [&](double r, double z) {
    for (uint32_t i = 0; i < n; ++i) {
      const double angle = 2 * M_PI * i / n;
      s.coordinates.insert(s.coordinates.end(), {r * std::cos(angle), r * std::sin(angle), z});
    }
  };
  const auto quad = [&](uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    s.indices.insert(s.indices.end(), {a, b, c, a, c, d});
  };
  ring(outer, z0), ring(outer, z1);
  if (inner > 0) {
    ring(inner, z0), ring(inner, z1);
  } else {
    s.coordinates.insert(s.coordinates.end(), {0, 0, z0, 0, 0, z1});
  }
  for (uint32_t i = 0; i < n; ++i) {
    const uint32_t j = (i + 1) % n;
    quad(i, j, n + j, n + i);
    if (inner > 0) {
      quad(2 * n + j, 2 * n + i, 3 * n + i, 3 * n + j);
      quad(j, i, 2 * n + i, 2 * n + j);
      quad(n + i, n + j, 3 * n + j, 3 * n + i);
    } else {
      s.indices.insert(s.indices.end(), {j, i, 2 * n, n + i, n + j, 2 * n + 1});
    }
  }
  return s;
}

MeshPtr build(const Soup& soup) {
  MeshPtr mesh;
  const mechtrial::Status status = mechtrial::create_mesh(soup.coordinates.data(), soup.coordinates.size() / 3,
                                                          soup.indices.data(), soup.indices.size() / 3, false, &mesh);
  if (status != mechtrial::Status::ok) {
    std::printf("test shape is invalid: %s\n", mechtrial::status_code(status));
    std::abort();
  }
  return mesh;
}

Pose translation(double x, double y, double z) {
  Pose pose;
  pose.translation_mm = {x, y, z};
  return pose;
}

Pose rotation(const Vec3& axis, double angle, const Vec3& t) {
  const Vec3 u = std::sin(angle / 2) * mechtrial::normalized(axis);
  const double position[3] = {t.x, t.y, t.z}, quaternion[4] = {u.x, u.y, u.z, std::cos(angle / 2)};
  Pose pose;
  if (!mechtrial::pose_from_quaternion(position, quaternion, &pose)) std::abort();
  return pose;
}

mechtrial::Proximity classify(const MeshPtr& a, const MeshPtr& b, const Pose& X_AB, double max_clearance_mm) {
  mechtrial::WarmStart warm;
  mechtrial::Scratch scratch;
  return mechtrial::classify_pair(*a, *b, X_AB, max_clearance_mm, false, &warm, &scratch);
}

double depth_mm(const MeshPtr& a, const MeshPtr& b, const Pose& X_AB) {
  mechtrial::WarmStart warm;
  mechtrial::Scratch scratch;
  const mechtrial::Proximity found = mechtrial::classify_pair(*a, *b, X_AB, 0, true, &warm, &scratch);
  return mechtrial::measure_depth(*a, *b, X_AB, found.contact, 0, &scratch).depth_mm;
}

}  // namespace mechtrial_test
