#include "core/fill_loops.h"

#include <algorithm>
#include <unordered_map>

#include "core/topology.h"

namespace mechtrial {

namespace {

using Loop = std::vector<uint32_t>;  // vertex indices, walked against the open half-edges

/** Splits the open half-edges into simple loops; a vertex that is met twice closes a loop of its own. */
std::vector<Loop> boundary_loops(const std::vector<uint32_t>& twin, const std::vector<uint32_t>& corners) {
  std::unordered_map<uint32_t, std::vector<uint32_t>> next;  // new triangles run along to→from of each open edge
  std::vector<uint32_t> starts;
  for (size_t h = 0; h < twin.size(); ++h) {
    if (twin[h] != no_twin) continue;
    const uint32_t from = corners[h], to = corners[h - h % 3 + (h % 3 + 1) % 3];
    next[to].push_back(from);
    starts.push_back(to);
  }
  std::vector<Loop> loops;
  for (const uint32_t start : starts) {
    Loop path;
    std::unordered_map<uint32_t, size_t> place;
    uint32_t at = start;
    while (true) {
      const auto seen = place.find(at);
      if (seen != place.end()) {
        const size_t from = seen->second;
        loops.emplace_back(path.begin() + static_cast<std::ptrdiff_t>(from), path.end());
        for (size_t i = from; i < path.size(); ++i) place.erase(path[i]);
        path.resize(from);
      }
      place[at] = path.size();
      path.push_back(at);
      auto out = next.find(at);
      if (out == next.end() || out->second.empty()) break;
      at = out->second.back();
      out->second.pop_back();
    }
  }
  return loops;
}

/** Newell normal: twice the vector area of the loop. */
Vec3 loop_normal(const std::vector<Vec3>& v, const Loop& loop) {
  Vec3 n;
  const Vec3 o = v[loop[0]];
  for (size_t i = 0; i < loop.size(); ++i) n = n + cross(v[loop[i]] - o, v[loop[(i + 1) % loop.size()]] - o);
  return n;
}

/** True when no other loop vertex lies strictly inside the ear a, b, c. */
bool ear_is_empty(const std::vector<Vec3>& v, const Loop& loop, size_t i, const Vec3& n) {
  const size_t size = loop.size();
  const Vec3 a = v[loop[(i + size - 1) % size]], b = v[loop[i]], c = v[loop[(i + 1) % size]];
  for (size_t j = 0; j < size; ++j) {
    if (j == i || j == (i + 1) % size || j == (i + size - 1) % size) continue;
    const Vec3 p = v[loop[j]];
    if (dot(cross(b - a, p - a), n) > 0 && dot(cross(c - b, p - b), n) > 0 && dot(cross(a - c, p - c), n) > 0) {
      return false;
    }
  }
  return true;
}

/** Clips ears: the fattest empty convex ear first, else (no area left) the flattest corner. */
void clip_ears(const std::vector<Vec3>& v, Loop loop, const Vec3& n, std::vector<uint32_t>* corners) {
  while (loop.size() >= 3) {
    const size_t size = loop.size();
    size_t best = 0;
    double best_score = -HUGE_VAL;
    for (size_t i = 0; i < size; ++i) {
      const Vec3 a = v[loop[(i + size - 1) % size]], b = v[loop[i]], c = v[loop[(i + 1) % size]];
      const double doubled_area = dot(cross(b - a, c - b), n);
      const double longest = std::max({norm_sq(b - a), norm_sq(c - b), norm_sq(a - c)});
      double score = longest > 0 ? doubled_area / longest : 0;
      if (score > 0 && !ear_is_empty(v, loop, i, n)) score = -1;
      if (score > best_score) best_score = score, best = i;
    }
    corners->push_back(loop[(best + size - 1) % size]);
    corners->push_back(loop[best]);
    corners->push_back(loop[(best + 1) % size]);
    loop.erase(loop.begin() + static_cast<std::ptrdiff_t>(best));
  }
}

}  // namespace

std::vector<FilledLoop> fill_planar_loops(const std::vector<Vec3>& vertices, const std::vector<uint32_t>& twin,
                                          double max_extent_mm, std::vector<uint32_t>* corners) {
  constexpr size_t largest_loop = 256;  // ear clipping is cubic, and a bigger loop is no small defect
  std::vector<FilledLoop> filled;
  for (const Loop& loop : boundary_loops(twin, *corners)) {
    if (loop.size() < 3 || loop.size() > largest_loop) continue;
    FilledLoop report;
    report.edge_count = static_cast<uint32_t>(loop.size());
    double extent = 0;
    for (size_t i = 0; i < loop.size(); ++i) {
      report.perimeter_mm += norm(vertices[loop[(i + 1) % loop.size()]] - vertices[loop[i]]);
      report.center_mm = report.center_mm + (1.0 / static_cast<double>(loop.size())) * vertices[loop[i]];
      for (size_t j = 0; j < i; ++j) extent = std::max(extent, norm(vertices[loop[i]] - vertices[loop[j]]));
    }
    const Vec3 doubled_area = loop_normal(vertices, loop);
    const double flat_enough = 1e-3 * extent + 1e-4;
    const bool is_crack = norm(doubled_area) <= (1e-3 + 1e-5 * extent) * extent;
    const Vec3 n = normalized(doubled_area);
    if (!is_crack) {
      for (const uint32_t i : loop) {
        report.flatness_mm = std::max(report.flatness_mm, std::fabs(dot(n, vertices[i] - report.center_mm)));
      }
    }
    if ((extent > max_extent_mm && !is_crack) || report.flatness_mm > flat_enough) continue;
    clip_ears(vertices, loop, n, corners);
    filled.push_back(report);
  }
  return filled;
}

}  // namespace mechtrial
