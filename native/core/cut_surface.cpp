#include <algorithm>

#include "core/depth_hunt.h"

// Contributor notes. Asking for the sign of a distance costs a full search for the nearest triangle; asking whether a point that
// is known to be inside beats the best depth mostly ends at the first triangle looked at. So the sign is taken from the
// crossings: an edge that pierces a triangle has its end on the outer side of that triangle's plane outside and the other end
// inside, vertices joined by an edge that pierces nothing lie on the same side, and so on across the surface. Only the
// triangles reached from an inside vertex, and those that are crossed, hold samples. On as1 moved by 0.3 mm this reads a tenth of
// what boxes and bounds leave.

namespace mechtrial {

namespace {

/** The surface of one solid on its way to be sorted into inside and outside. */
class CutSurface {
 public:
  CutSurface(Hunt* hunt, uint32_t from, const Piercing* begin, const Piercing* end, Scratch* scratch)
      : hunt_(hunt),
        from_(from),
        self_(hunt->side[from]),
        other_(hunt->side[1 - from]),
        mesh_(*hunt->side[from].mesh),
        begin_(begin),
        end_(end),
        marks_(scratch->marks[from]),
        epoch_(scratch->epoch) {
    // Two states per vertex and two per triangle: 4·epoch … 4·epoch + 3.
    if (marks_.vertices.size() < mesh_.vertices_mm.size()) marks_.vertices.resize(mesh_.vertices_mm.size(), 0);
    if (marks_.triangles.size() < mesh_.triangles.size()) marks_.triangles.resize(mesh_.triangles.size(), 0);
  }

  bool sort_out(const std::vector<Crossing>& crossings) {
    for (const Crossing& c : crossings) cross(from_ == 0 ? c.triangle_a : c.triangle_b);
    if (!read_pierced_edges() || !spread()) return false;
    for (size_t i = 0; i < crossed_.size(); ++i) {
      const uint32_t t = crossed_[i];
      if (!visit_now(t)) return false;
      if (is_visited(t)) continue;
      // Only pierced in its middle, and no neighbour knows its corners.
      const uint32_t v = mesh_.corners[3 * size_t{t}];
      const Vec3 p = other_.to_own(self_.to_common(mesh_.vertices_mm[v]));
      if (!settle(v, signed_distance(*other_.mesh, p, other_.hint).signed_mm < 0) || !visit_now(t)) return false;
    }
    return true;
  }

  void sample_all() {
    sample_cut_edges();
    for (const uint32_t v : inside_) sample_inside(hunt_, from_, self_.to_common(mesh_.vertices_mm[v]));
    for (const uint32_t t : visited_) sample_triangle(t);
  }

 private:
  bool is_known(uint32_t v) const { return marks_.vertices[v] >= 4 * epoch_; }
  bool is_inside_vertex(uint32_t v) const { return marks_.vertices[v] == 4 * epoch_ + 1; }
  bool is_visited(uint32_t t) const { return marks_.triangles[t] >= 4 * epoch_ + 2; }
  bool is_crossed(uint32_t t) const { return (marks_.triangles[t] | 2u) == 4 * epoch_ + 3; }

  void cross(uint32_t t) {
    if (is_crossed(t)) return;
    marks_.triangles[t] = 4 * epoch_ + 1;
    crossed_.push_back(t);
    queue_.push_back(t);
  }

  /** Fixes the state of a vertex; false where it has the other one. */
  bool settle(uint32_t v, bool is_inside) {
    if (is_known(v)) return is_inside_vertex(v) == is_inside;
    marks_.vertices[v] = 4 * epoch_ + (is_inside ? 1 : 0);
    if (is_inside) inside_.push_back(v);
    return true;
  }

  /** Height of a point (own frame) over the plane of a triangle of the other solid. */
  double height(const Vec3& p, uint32_t pierced) const {
    return dot(other_.mesh->face_normals[pierced], other_.to_own(self_.to_common(p)) - other_.mesh->triangles[pierced].a);
  }

  struct Range {
    const Piercing *begin, *end;
  };
  Range piercings_of(uint32_t half_edge) const {
    const Piercing* begin = std::lower_bound(begin_, end_, half_edge, [](const Piercing& p, uint32_t h) { return p.half_edge < h; });
    const Piercing* end = begin;
    while (end != end_ && end->half_edge == half_edge) ++end;
    return {begin, end};
  }

  bool read_pierced_edges() {
    for (const Piercing* p = begin_; p != end_;) {
      const Range range = piercings_of(p->half_edge);
      const Ends e = ends_of(mesh_, p->half_edge);
      const double at_a = height(e.a, range.begin->pierced), at_b = height(e.b, (range.end - 1)->pierced);
      if (std::fabs(at_a) <= contact_eps_mm || std::fabs(at_b) <= contact_eps_mm) return false;
      const uint32_t h = p->half_edge;
      if (!settle(mesh_.corners[h], at_a < 0) || !settle(mesh_.corners[h - h % 3 + (h % 3 + 1) % 3], at_b < 0)) return false;
      p = range.end;
    }
    return true;
  }

  void visit(uint32_t t) {
    if (is_visited(t)) return;
    if (marks_.triangles[t] < 4 * epoch_) marks_.triangles[t] = 4 * epoch_;
    queue_.push_back(t);
  }

  bool visit_now(uint32_t t) {
    visit(t);
    return spread();
  }

  /** Carries states along edges that pierce nothing, and visits every triangle at an inside vertex. */
  bool spread() {
    while (!queue_.empty()) {
      const uint32_t t = queue_.back();
      queue_.pop_back();
      // A crossed triangle without a known corner waits until its neighbours or a query tell.
      const uint32_t* v = &mesh_.corners[3 * size_t{t}];
      if (!is_known(v[0]) && !is_known(v[1]) && !is_known(v[2])) continue;
      if (is_visited(t)) continue;
      marks_.triangles[t] += 2;
      visited_.push_back(t);
      bool is_free[3];
      for (uint32_t k = 0; k < 3; ++k) {
        const Range range = piercings_of(std::min(3 * t + k, mesh_.twin[3 * t + k]));
        is_free[k] = range.begin == range.end;
      }
      for (int round = 0; round < 2; ++round) {
        for (uint32_t k = 0; k < 3; ++k) {
          const uint32_t from = v[k], to = v[(k + 1) % 3];
          if (!is_free[k]) continue;
          if (is_known(from) && !settle(to, is_inside_vertex(from))) return false;
          if (is_known(to) && !settle(from, is_inside_vertex(to))) return false;
        }
      }
      for (uint32_t k = 0; k < 3; ++k) {
        if (is_inside_vertex(v[k]) || is_inside_vertex(v[(k + 1) % 3]) || !is_free[k]) visit(mesh_.twin[3 * t + k] / 3);
      }
    }
    return true;
  }

  /** Whether a point of a pierced edge is inside, by the nearest piercing. */
  bool is_inside_at(const Range& range, const Ends& e, double t) const {
    const Piercing* nearest = range.begin;
    for (const Piercing* p = range.begin; p != range.end; ++p) {
      if (std::fabs(p->t - t) < std::fabs(nearest->t - t)) nearest = p;
    }
    return height(lerp(e.a, e.b, t), nearest->pierced) < 0;
  }

  void sample_cut_edges() {
    for (const Piercing* p = begin_; p != end_;) {
      const Range range = piercings_of(p->half_edge);
      const Ends e = ends_of(mesh_, p->half_edge);
      const double length = norm(e.b - e.a);
      double low = 0;
      for (const Piercing* k = range.begin;; ++k) {
        const double high = k != range.end ? k->t : 1, t = 0.5 * (low + high);
        if (0.5 * (high - low) * length > hunt_->best.depth_mm && is_inside_at(range, e, t)) {
          sample_inside(hunt_, from_, self_.to_common(lerp(e.a, e.b, t)));
        }
        if (k == range.end) break;
        low = high;
      }
      p = range.end;
    }
  }

  void sample_triangle(uint32_t t) {
    const uint8_t owned = mesh_.owned_samples[t];
    for (uint32_t k = 0; k < 3 && owned >= 8; ++k) {
      if (!(owned & (8u << k))) continue;
      const uint32_t h = std::min(3 * t + k, mesh_.twin[3 * t + k]);
      const Ends e = ends_of(mesh_, h);
      const Range range = piercings_of(h);
      const bool is_inside = range.begin != range.end ? is_inside_at(range, e, 0.5) : is_inside_vertex(mesh_.corners[h]);
      if (is_inside) sample_inside(hunt_, from_, self_.to_common(lerp(e.a, e.b, 0.5)));
    }
    const Triangle& own = mesh_.triangles[t];
    const Vec3 g = self_.to_common((1.0 / 3) * (own.a + own.b + own.c));
    if (is_crossed(t)) {
      sample(hunt_, from_, g);
    } else if (is_inside_vertex(mesh_.corners[3 * size_t{t}])) {
      sample_inside(hunt_, from_, g);
    }
  }

  Hunt* hunt_;
  uint32_t from_;
  Side& self_;
  Side& other_;
  const Mesh& mesh_;
  const Piercing *begin_, *end_;
  Scratch::Marks& marks_;
  uint32_t epoch_;
  std::vector<uint32_t> crossed_, queue_, visited_, inside_;
};

}  // namespace

bool sample_cut_surfaces(Hunt* hunt, Scratch* scratch) {
  if (scratch->epoch >= 0x3ffffff0u / 4) {
    for (Scratch::Marks& marks : scratch->marks) marks.vertices.clear(), marks.triangles.clear();
    scratch->epoch = 0;
  }
  ++scratch->epoch;
  const std::vector<Piercing> piercings = find_piercings(*hunt, scratch->crossings);
  const Piercing* begin = piercings.data();
  const Piercing* end = begin + piercings.size();
  const Piercing* middle = std::find_if(begin, end, [](const Piercing& p) { return p.from == 1; });
  CutSurface a(hunt, 0, begin, middle, scratch), b(hunt, 1, middle, end, scratch);
  if (!a.sort_out(scratch->crossings) || !b.sort_out(scratch->crossings)) return false;
  a.sample_all();
  b.sample_all();
  return true;
}

}  // namespace mechtrial
