#pragma once

#include <cmath>

namespace mechtrial {

/** Point or direction; the frame and the unit (mm unless a name says otherwise) are with whatever holds it. */
struct Vec3 {
  double x = 0, y = 0, z = 0;
};

inline Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
inline Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline Vec3 operator-(const Vec3& a) { return {-a.x, -a.y, -a.z}; }
inline Vec3 operator*(double s, const Vec3& a) { return {s * a.x, s * a.y, s * a.z}; }
inline double dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3 cross(const Vec3& a, const Vec3& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double norm_sq(const Vec3& a) { return dot(a, a); }
inline double norm(const Vec3& a) { return std::sqrt(norm_sq(a)); }
inline Vec3 normalized(const Vec3& a) {
  const double length = norm(a);
  return length > 0 ? (1 / length) * a : Vec3{};
}
inline Vec3 lerp(const Vec3& a, const Vec3& b, double t) { return a + t * (b - a); }

/** Three rows: row i of a rotation R_AB holds the i-th axis of A, written in B. */
struct Mat3 {
  Vec3 r0{1, 0, 0}, r1{0, 1, 0}, r2{0, 0, 1};
};

inline Vec3 operator*(const Mat3& m, const Vec3& v) { return {dot(m.r0, v), dot(m.r1, v), dot(m.r2, v)}; }
/** Rᵀ·v. */
inline Vec3 transpose_times(const Mat3& m, const Vec3& v) { return v.x * m.r0 + v.y * m.r1 + v.z * m.r2; }

/** Pose X_AB of B in A: p_A = R·p_B + t, t in mm. */
struct Pose {
  Mat3 rotation;
  Vec3 translation_mm;
};

inline Vec3 apply(const Pose& X_AB, const Vec3& p_B) { return X_AB.rotation * p_B + X_AB.translation_mm; }
inline Vec3 apply_inverse(const Pose& X_AB, const Vec3& p_A) {
  return transpose_times(X_AB.rotation, p_A - X_AB.translation_mm);
}
inline Pose inverse(const Pose& X_AB) {
  const Mat3& r = X_AB.rotation;
  Pose X_BA;
  X_BA.rotation.r0 = {r.r0.x, r.r1.x, r.r2.x};
  X_BA.rotation.r1 = {r.r0.y, r.r1.y, r.r2.y};
  X_BA.rotation.r2 = {r.r0.z, r.r1.z, r.r2.z};
  X_BA.translation_mm = -transpose_times(r, X_AB.translation_mm);
  return X_BA;
}

/** Pose from x y z [mm] qx qy qz qw; the quaternion is normalised. False when it is zero or not finite. */
bool pose_from_quaternion(const double position_mm[3], const double quaternion[4], Pose* out);

}  // namespace mechtrial
