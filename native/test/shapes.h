#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/mesh.h"
#include "core/proximity.h"

/** Small solids for the tests, in mm. */
namespace mechtrial_test {

using mechtrial::Mesh;
using mechtrial::Pose;
using mechtrial::Vec3;
using MeshPtr = std::shared_ptr<const Mesh>;

struct Soup {
  std::vector<double> coordinates;
  std::vector<uint32_t> indices;
  void add(const Soup& other);
  void flip();
};

Soup box_soup(const Vec3& low, const Vec3& high);
/** Octahedron refined `levels` times and pushed out to the sphere: 8·4^levels triangles. */
Soup sphere_soup(double radius, int levels);
/** Solid of revolution about z between z0 and z1: outer radius, and a bore where inner > 0. */
Soup tube_soup(double outer, double inner, double z0, double z1, int segments);

/** Builds a mesh that must be valid; aborts the test run otherwise. */
MeshPtr build(const Soup& soup);
inline MeshPtr box(const Vec3& low, const Vec3& high) { return build(box_soup(low, high)); }

Pose translation(double x, double y, double z);
/** Rotation by `angle` [rad] about a (not necessarily unit) axis, then translation. */
Pose rotation(const Vec3& axis, double angle, const Vec3& translation = {});

mechtrial::Proximity classify(const MeshPtr& a, const MeshPtr& b, const Pose& X_AB, double max_clearance_mm = 0);
double depth_mm(const MeshPtr& a, const MeshPtr& b, const Pose& X_AB);

/** xorshift64*: the same numbers on every platform. */
struct Random {
  uint64_t state;
  explicit Random(uint64_t seed) : state(seed * 2685821657736338717ull + 1) {}
  uint64_t bits() {
    state ^= state >> 12, state ^= state << 25, state ^= state >> 27;
    return state * 2685821657736338717ull;
  }
  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(bits() >> 11) / 9007199254740992.0;
  }
  Vec3 in_cube(double half) { return {uniform(-half, half), uniform(-half, half), uniform(-half, half)}; }
};

}  // namespace mechtrial_test
