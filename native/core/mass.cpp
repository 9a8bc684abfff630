#include "core/mass.h"

#include <algorithm>

namespace mechtrial {

MassProperties mass_properties(const std::vector<Vec3>& vertices, const std::vector<uint32_t>& corners) {
  MassProperties m;
  if (vertices.empty()) return m;
  Vec3 low = vertices[0], high = vertices[0];
  for (const Vec3& v : vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  const Vec3 o = 0.5 * (low + high);
  double volume6 = 0;
  Vec3 first;                        // Σ det·s
  double xx = 0, yy = 0, zz = 0, xy = 0, yz = 0, zx = 0;  // Σ det·(Σ vᵢvⱼ + sᵢsⱼ)
  for (size_t t = 0; t + 2 < corners.size(); t += 3) {
    const Vec3 a = vertices[corners[t]] - o, b = vertices[corners[t + 1]] - o, c = vertices[corners[t + 2]] - o;
    const double det = dot(a, cross(b, c));
    const Vec3 s = a + b + c;
    m.area_mm2 += 0.5 * norm(cross(b - a, c - a));
    volume6 += det;
    first = first + det * s;
    xx += det * (a.x * a.x + b.x * b.x + c.x * c.x + s.x * s.x);
    yy += det * (a.y * a.y + b.y * b.y + c.y * c.y + s.y * s.y);
    zz += det * (a.z * a.z + b.z * b.z + c.z * c.z + s.z * s.z);
    xy += det * (a.x * a.y + b.x * b.y + c.x * c.y + s.x * s.y);
    yz += det * (a.y * a.z + b.y * b.z + c.y * c.z + s.y * s.z);
    zx += det * (a.z * a.x + b.z * b.x + c.z * c.x + s.z * s.x);
  }
  const double v = volume6 / 6;
  m.volume_mm3 = v;
  if (v == 0) {
    m.center_mm = o;
    return m;
  }
  const Vec3 c = (1 / (24 * v)) * first;
  m.center_mm = o + c;
  const double ixx = xx / 120 - v * c.x * c.x, iyy = yy / 120 - v * c.y * c.y, izz = zz / 120 - v * c.z * c.z;
  const double ixy = xy / 120 - v * c.x * c.y, iyz = yz / 120 - v * c.y * c.z, izx = zx / 120 - v * c.z * c.x;
  const double inertia[9] = {iyy + izz, -ixy, -izx, -ixy, izz + ixx, -iyz, -izx, -iyz, ixx + iyy};
  std::copy(inertia, inertia + 9, m.inertia_mm5);
  return m;
}

}  // namespace mechtrial
