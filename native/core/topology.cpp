#include "core/topology.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/vec.h"

namespace mechtrial {

namespace {

struct HalfEdge {
  uint64_t key;  // lower vertex index << 32 | higher
  uint32_t id;
  bool forward;  // from the lower to the higher vertex
};

/** Angle of a half-edge's opposite corner about the edge, in a frame shared by all triangles of that edge. */
double angle_about(const Vec3& axis, const Vec3& x, const Vec3& y, const Vec3& from, const Vec3& corner) {
  const Vec3 w = corner - from;
  const Vec3 radial = w - dot(w, axis) * axis;
  return std::atan2(dot(radial, y), dot(radial, x));
}

/**
 * Three or more triangles in one edge. With the edge direction d and a corner direction w, the outward normal of a forward
 * triangle is d×w: material lies towards falling angle, so a forward triangle pairs with the next backward one below it.
 */
void pair_fan(const std::vector<Vec3>& v, const std::vector<uint32_t>& corners, const HalfEdge* first, size_t count,
              std::vector<uint32_t>* twin) {
  const Vec3 from = v[first->key >> 32], to = v[first->key & 0xffffffffu];
  const Vec3 axis = normalized(to - from);
  const Vec3 seed = std::fabs(axis.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
  const Vec3 x = normalized(cross(axis, seed)), y = cross(axis, x);
  struct Fin {
    double angle;
    bool forward;
    uint32_t id;
    bool paired;
  };
  std::vector<Fin> fins;
  for (size_t i = 0; i < count; ++i) {
    const uint32_t id = first[i].id;
    const Vec3 corner = v[corners[id - id % 3 + (id % 3 + 2) % 3]];
    fins.push_back({angle_about(axis, x, y, from, corner), first[i].forward, id, false});
  }
  std::sort(fins.begin(), fins.end(), [](const Fin& a, const Fin& b) {
    return a.angle != b.angle ? a.angle < b.angle : (a.forward != b.forward ? b.forward : a.id < b.id);
  });
  for (size_t i = 0; i < fins.size(); ++i) {
    if (!fins[i].forward) continue;
    for (size_t step = 1; step < fins.size(); ++step) {
      Fin& other = fins[(i + fins.size() - step) % fins.size()];
      if (other.forward || other.paired) continue;
      (*twin)[fins[i].id] = other.id;
      (*twin)[other.id] = fins[i].id;
      other.paired = true;
      break;
    }
  }
}

}  // namespace

EdgePairing pair_edges(const std::vector<Vec3>& vertices, const std::vector<uint32_t>& corners) {
  EdgePairing pairing;
  pairing.twin.assign(corners.size(), no_twin);
  std::vector<HalfEdge> edges(corners.size());
  for (size_t i = 0; i < corners.size(); ++i) {
    const uint32_t from = corners[i], to = corners[i - i % 3 + (i % 3 + 1) % 3];
    const uint64_t low = std::min(from, to), high = std::max(from, to);
    edges[i] = {low << 32 | high, static_cast<uint32_t>(i), from < to};
  }
  std::sort(edges.begin(), edges.end(),
            [](const HalfEdge& a, const HalfEdge& b) { return a.key != b.key ? a.key < b.key : a.id < b.id; });
  for (size_t i = 0; i < edges.size();) {
    size_t end = i + 1;
    while (end < edges.size() && edges[end].key == edges[i].key) ++end;
    if (end - i == 2 && edges[i].forward != edges[i + 1].forward) {
      pairing.twin[edges[i].id] = edges[i + 1].id;
      pairing.twin[edges[i + 1].id] = edges[i].id;
    } else if (end - i > 2) {
      pair_fan(vertices, corners, &edges[i], end - i, &pairing.twin);
    }
    i = end;
  }
  for (const uint32_t twin : pairing.twin) pairing.open_edge_count += twin == no_twin;
  return pairing;
}

size_t drop_collapsed(std::vector<uint32_t>* corners) {
  std::vector<uint32_t>& c = *corners;
  size_t kept = 0;
  for (size_t t = 0; t + 2 < c.size(); t += 3) {
    if (c[t] == c[t + 1] || c[t + 1] == c[t + 2] || c[t + 2] == c[t]) continue;
    c[kept] = c[t], c[kept + 1] = c[t + 1], c[kept + 2] = c[t + 2];
    kept += 3;
  }
  const size_t dropped = (c.size() - kept) / 3;
  c.resize(kept);
  return dropped;
}

void weld(double tolerance_mm, std::vector<Vec3>* vertices, std::vector<uint32_t>* corners) {
  // Sweep along x in a fixed order: a vertex joins the first earlier cluster head within tolerance.
  const std::vector<Vec3>& v = *vertices;
  std::vector<uint32_t> order(v.size()), head(v.size());
  std::iota(order.begin(), order.end(), 0u);
  std::iota(head.begin(), head.end(), 0u);
  std::sort(order.begin(), order.end(), [&v](uint32_t a, uint32_t b) {
    if (v[a].x != v[b].x) return v[a].x < v[b].x;
    if (v[a].y != v[b].y) return v[a].y < v[b].y;
    if (v[a].z != v[b].z) return v[a].z < v[b].z;
    return a < b;
  });
  constexpr size_t longest_sweep = 4096;  // bounds the cost on planes x = const; equal points are neighbours anyway
  for (size_t i = 0; i < order.size(); ++i) {
    const Vec3& p = v[order[i]];
    if (i > 0) {
      const Vec3& q = v[order[i - 1]];
      if (p.x == q.x && p.y == q.y && p.z == q.z) {
        head[order[i]] = head[order[i - 1]];
        continue;
      }
    }
    if (tolerance_mm <= 0) continue;
    for (size_t j = i; j-- > 0 && i - j < longest_sweep;) {
      if (p.x - v[order[j]].x > tolerance_mm) break;
      if (norm_sq(p - v[head[order[j]]]) <= tolerance_mm * tolerance_mm) {
        head[order[i]] = head[order[j]];
        break;
      }
    }
  }
  std::vector<uint32_t> renumbered(v.size(), no_twin);
  std::vector<Vec3> kept;
  for (uint32_t& corner : *corners) {
    const uint32_t h = head[corner];
    if (renumbered[h] == no_twin) {
      renumbered[h] = static_cast<uint32_t>(kept.size());
      kept.push_back(v[h]);
    }
    corner = renumbered[h];
  }
  *vertices = std::move(kept);
  drop_collapsed(corners);
}

std::vector<uint32_t> component_of_triangles(const std::vector<uint32_t>& twin) {
  std::vector<uint32_t> piece(twin.size() / 3, no_twin), stack;
  uint32_t count = 0;
  for (uint32_t t = 0; t < piece.size(); ++t) {
    if (piece[t] != no_twin) continue;
    piece[t] = count;
    stack.assign(1, t);
    while (!stack.empty()) {
      const uint32_t top = stack.back();
      stack.pop_back();
      for (uint32_t k = 0; k < 3; ++k) {
        const uint32_t h = twin[3 * size_t{top} + k];
        if (h == no_twin || piece[h / 3] != no_twin) continue;
        piece[h / 3] = count;
        stack.push_back(h / 3);
      }
    }
    ++count;
  }
  return piece;
}

}  // namespace mechtrial
